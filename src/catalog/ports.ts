import type { CatalogConfig, SourceConfig } from '../config/declaration.ts';
import type { AdapterFile, ReadAdapter } from '../domain/adapter.ts';
import type { Clock } from '../domain/clock.ts';
import type { Method, Mutation, Verdict } from '../domain/exchange.ts';
import type { CatalogStore } from '../store/catalog-store.ts';
import type { SpoolEntry } from '../store/spool.ts';

/** What a batch answer says of one item (fault 46): only `succeeded` confirms. */
export type ItemOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unnamed' };

/** How the marketplace wants catalogue mutations written and how it answers them (marketplace/). */
export interface CatalogCalls {
  readonly upsertBatch: {
    readonly method: Method;
    readonly path: string;
    readonly before: string;
    readonly after: string;
  };
  readonly stockBatch: {
    readonly method: Method;
    readonly path: string;
    readonly before: string;
    readonly after: string;
  };
  /** Undefined for an externalId that cannot stand in an address (fault 9). */
  remove(externalId: string): { readonly method: Method; readonly path: string } | undefined;
  upsertOutcomes(body: Uint8Array, externalIds: readonly string[]): readonly ItemOutcome[];
  stockOutcomes(body: Uint8Array, externalIds: readonly string[]): readonly ItemOutcome[];
}

/** One file of the spool, opened for synchronous reading. */
export interface SpooledFile extends AdapterFile {
  close(): void;
}

/** A stable export in the spool: its digest and its parts, the export first. */
export type SpooledExport = SpoolEntry;

export interface EngineDeps {
  readonly store: CatalogStore;
  readonly clock: Clock;
  readonly adapters: Readonly<Record<string, ReadAdapter>>;
  readonly calls: CatalogCalls;
  readonly config: CatalogConfig;
  /** Requests at once over all: a little more is packed ahead, no more. */
  readonly maxInFlight: number;
  openSpooled(part: { readonly name: string; readonly path: string }): SpooledFile;
  /** Told which run's export is read from now on, 0 for none: whoever finds the thread dead asks. */
  reading?(run: number): void;
  /** Hands a committed request to the sender; the verdict comes back later and may come never (shutdown). */
  send(mutation: Mutation): Promise<Verdict>;
  /** Something changed: the loop looks up. */
  nudge(): void;
}

export type { CatalogConfig, CatalogStore, SourceConfig };
