import type { Lane } from '../../domain/exchange.ts';
import type { OpenExport } from '../export/open-export.ts';
import type { Knowledge } from '../pass/knowledge.ts';
import type { PassResult } from '../pass/pass-result.ts';
import type { Deferred, RequestItem, RequestKind } from '../state/request-items.ts';
import { type Growing, growingBytes } from '../terms/growing.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { Reverse } from '../undo/reverse.ts';
import type { Packer } from './pack.ts';
import type { Stretch } from './pass-two.ts';

/** After so many passes over one file without any answer the rest is parked, and not tried for ever (law 11). */
export const idlePassesMax = 3;

export type CatalogLane = Extract<Lane, 'stock' | 'products'>;

/** Pass 1 under way. */
export interface RunningPassOne {
  readonly run: number;
  readonly export: OpenExport;
  readonly knowledge: Knowledge;
  readonly steps: AsyncGenerator<undefined, PassResult>;
}

/** One cursor of pass 2: where its items come from and how they are packed. */
export interface Cursor {
  readonly lane: CatalogLane;
  readonly kind: RequestKind;
  readonly run: number;
  readonly steps: AsyncGenerator<Stretch, void, boolean | undefined>;
  readonly packer: Packer<RequestItem>;
  close(): void;
  /** Set while only late rows are left: since when, and how many answers there were then. */
  waits?: { readonly sinceMs: number; readonly answered: number } | undefined;
}

/** What the engine holds in memory of one source; everything else is in rows. */
export interface Track {
  readonly config: SourceConfig;
  passOne: RunningPassOne | undefined;
  /** What the undo whose plan has just been committed sends. */
  reverse: Reverse | undefined;
  cursors: Cursor[];
  isPlanRunning: boolean;
  /** Another file counts since the last step: what runs here is dropped. */
  isOvertaken: boolean;
  /** Requests of this source without a stored answer. */
  outstanding: number;
  /** Rows that must be looked at again after the answers. */
  deferred: number;
  /** In the last of these passes the deferred rows by name: parked if nothing moves in it either. */
  stuck: Deferred[];
  /** By product: its row was counted by an answer since the plan was committed, so pass 2 does not count it again. */
  settled: Growing<Uint8Array>;
  /** Products that were created since the last plan of this source began. */
  created: number;
  /** Passes over the same file that moved nothing; bounded. */
  idlePasses: number;
  /** How many answers the whole catalogue had when the last pass ended with rows to look at again. */
  answersBefore: number;
  /** Products that travel alone because a batch answer did not name them, and how often that happened. */
  readonly alone: Map<number, number>;
}

export function createTrack(config: SourceConfig): Track {
  return {
    config,
    passOne: undefined,
    reverse: undefined,
    cursors: [],
    isPlanRunning: false,
    isOvertaken: false,
    outstanding: 0,
    deferred: 0,
    stuck: [],
    settled: growingBytes(),
    created: 0,
    idlePasses: 0,
    answersBefore: 0,
    alone: new Map(),
  };
}

export function defer(track: Track, rows: readonly Deferred[]): void {
  track.deferred += rows.length;
  if (track.idlePasses === idlePassesMax)
    for (const { row, externalId } of rows) track.stuck.push({ row, externalId });
}

export function forgetDeferred(track: Track): void {
  Object.assign(track, { deferred: 0, stuck: [] });
}
