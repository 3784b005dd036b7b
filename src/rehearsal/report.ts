import type { HeldFacts, RunBooks } from '../domain/facts.ts';
import type { OnceReport, OnceResult } from '../once.ts';
import type { Replayed } from '../replay.ts';
import type { ReportedRow } from '../run-books.ts';

/** Many of a kind, shown once: how many there were, and one of them. */
export interface Group {
  readonly count: number;
  readonly example: string;
}

type Groups = Readonly<Record<string, Group>>;

/** What the sandbox was asked and what came of it: `GET /sandbox/report`. */
export interface Asked {
  readonly requests: Readonly<Record<string, number>>;
  readonly effects: Readonly<Record<string, number>>;
  readonly refusals: Groups;
  readonly failedItems: Groups;
  readonly warnings: Groups;
  /** Requests that the ledger had no more room for; the counts above are without them. */
  readonly forgotten: number;
}

/** An import of the rehearsal; `again`: of a file that an earlier pass had read. */
export interface RehearsedRun extends RunBooks {
  readonly again: boolean;
}

interface PlayedCatalog {
  readonly runs: readonly RehearsedRun[];
  readonly held: readonly HeldFacts[];
  /** Sources of which nothing is sent until somebody says `resume`. */
  readonly paused: readonly string[];
  readonly rejected: readonly ReportedRow[];
  readonly notes: readonly ReportedRow[];
}

/** What a pass gave. */
export interface Played {
  readonly result: OnceResult;
  readonly catalog: PlayedCatalog;
  /** Orders that buyers placed in the sandbox. */
  readonly placed: number;
}

/** What would have happened, `sandbox --rehearse --json`. */
export interface RehearsalReport {
  readonly config: string;
  /** The marketplace that was not asked. */
  readonly insteadOf: string;
  /** Everything that was written lies below it. */
  readonly folder: string;
  readonly begun: Replayed & { readonly hadState: boolean };
  readonly catalog: PlayedCatalog & { readonly calls: OnceReport['catalog']['calls'] };
  readonly orders: OnceReport['orders'] & { readonly placed: number };
  readonly asked: Asked;
  readonly waitsForPerson: OnceReport['waitsForPerson'];
  readonly remaining: readonly string[];
  readonly files: Readonly<Record<'orders' | 'receipts' | 'results', readonly string[]>>;
}
