import type {
  CatalogFacts,
  HeldFacts,
  NeedsYou,
  PastRun,
  Released,
  RunBooks,
} from '../domain/facts.ts';
import type { LoggedEvent } from '../domain/logged-event.ts';
import type { Proposal } from './plan/proposal.ts';
import type { AdoptReport } from './reconcile/adopt.ts';
import type { ReconcileReport } from './reconcile/reconcile-report.ts';
import type { Retried } from './requests/retry.ts';
import type { SessionStory } from './requests/session-story.ts';
import type { OpenOrdersByArticle } from './stock/open-stock.ts';
import type { ProductStory } from './story/why.ts';
import type { CallCounts } from './terms/summary.ts';
import type { UndoAsked, UndoProposal } from './undo/undo.ts';

export interface CatalogPass {
  readonly runs: readonly RunBooks[];
  readonly calls: CallCounts;
  /** What is to be said of these runs beside their books, each with its source. */
  readonly notes: readonly string[];
  /** Files that never became stable, in words. */
  readonly unread: readonly string[];
  /** Files that are not read because another one is missing, or because of their names. */
  readonly missing: readonly NeedsYou[];
  /** Sources that somebody paused, and of which something waits. */
  readonly paused: readonly NeedsYou[];
  /** Requests and rows that wait for the marketplace. */
  readonly isBusy: boolean;
}

/** The way up, whole: what the worker thread offers to the rest. Every value can be cloned. */
export interface Catalog {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Something has changed: in this folder, or anywhere. */
  nudge(folder?: string): Promise<void>;
  /** One full pass for `run --once`: waits for files to be stable, then sends until nothing moves any more. */
  pass(options: { readonly quietMs: number }): Promise<CatalogPass>;
  plan(source?: string): Promise<Proposal>;
  apply(
    id: string,
    options: { readonly quietMs: number; readonly who?: string },
  ): Promise<CatalogPass>;
  /** The reverse plan of a run; sends nothing before `apply`. */
  undo(asked: UndoAsked): Promise<UndoProposal>;
  /** Compares the mirror with the marketplace's list; `fix` sends again what differs, until nothing moved so long. */
  reconcile(options: { readonly fix: boolean; readonly quietMs: number }): Promise<ReconcileReport>;
  /** Takes over what is in the marketplace already. */
  adopt(): Promise<AdoptReport>;
  /** All open orders as of now; a later version replaces them. */
  setOpenOrders(orders: OpenOrdersByArticle, version: number): Promise<void>;
  /** `stopped`: why nothing is sent, and what to do. */
  why(externalId: string, stopped?: string): Promise<ProductStory>;
  held(): Promise<readonly HeldFacts[]>;
  release(id: string, who: string): Promise<Released>;
  retry(externalId?: string): Promise<Retried>;
  setPaused(source: string | undefined, paused: boolean, who?: string): Promise<readonly string[]>;
  facts(): Promise<CatalogFacts>;
  needsYou(): Promise<readonly NeedsYou[]>;
  /** Of these what only this process knows of, because it looked, at its end. */
  met(): Promise<readonly NeedsYou[]>;
  runs(count: number): Promise<readonly PastRun[]>;
  /** The sync sessions that this Stockhand opened, newest first. */
  sessions(count: number): Promise<readonly SessionStory[]>;
  /** What happened last, newest first. */
  events(count: number): Promise<readonly LoggedEvent[]>;
}
