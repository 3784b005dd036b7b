import type { CatalogConfig, SourceConfig } from '../../config/declaration.ts';
import type { AdapterFile, ReadAdapter } from '../../domain/adapter.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Method, Mutation, Verdict } from '../../domain/exchange.ts';
import type { ItemOutcome } from '../../marketplace/batch.ts';
import type { Call } from '../../marketplace/mutations.ts';
import type { Decoded } from '../../marketplace/wire.ts';
import type { CatalogStore } from '../../store/catalog-store.ts';
import type { SpoolEntry } from '../../store/spool.ts';

/** The three calls around a picture (spec "Image flow rules"); undefined for an id that cannot stand in an address. */
interface PictureCalls {
  presign(
    externalId: string,
    upload: {
      readonly contentType: string;
      readonly sha256: string;
      readonly byteSize: number;
    },
  ): Call | undefined;
  presigned(body: Uint8Array): Decoded<{ readonly mediaId: string; readonly uploadUrl: string }>;
  commit(
    externalId: string,
    handle: { readonly mediaId: string; readonly sha256: string },
  ): Call | undefined;
  remove(externalId: string): Call | undefined;
}

/** Sync sessions; neither call has a key. */
interface SessionCalls {
  start(session: {
    readonly integrationType: string;
    readonly direction: string;
    readonly totalItems: number;
  }): Call;
  started(body: Uint8Array): Decoded<{ readonly sessionId: string }>;
  /** Undefined for a session id that cannot stand in an address. */
  end(sessionId: string): Call | undefined;
}

interface BatchFrame {
  readonly method: Method;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** How the marketplace wants catalogue mutations written and how it answers them (marketplace/). */
export interface CatalogCalls {
  readonly upsertBatch: BatchFrame;
  readonly stockBatch: BatchFrame;
  /** Undefined for an externalId that cannot stand in an address (fault 9). */
  remove(externalId: string): { readonly method: Method; readonly path: string } | undefined;
  readonly pictures: PictureCalls;
  readonly sessions: SessionCalls;
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
  /** The most requests at once. Only a little more is packed ahead. */
  readonly maxInFlight: number;
  /** The version of this program: another one may map the same bytes to another product. */
  readonly version: string;
  /** For tests of the fast path: at most so many rows at once are settled by their hash; 0: none is. */
  readonly rowsTogether?: number;
  /** For tests of stock that no file names: at most so many stocks leave before their answers (stock-again.ts). */
  readonly stocksTogether?: number;
  /** Whether `files:` of a source takes a name. */
  fits(files: string, name: string): boolean;
  openSpooled(part: { readonly name: string; readonly path: string }): SpooledFile;
  /** Tells which run's export is read from now on, 0 for none, for whoever finds this thread dead. */
  reading?(run: number): void;
  /** Aborted when the program ends: long work that only reads is given up. */
  readonly stopping?: AbortSignal;
  /** Hands a committed request to the sender. The verdict comes later, or never (shutdown). */
  send(mutation: Mutation): Promise<Verdict>;
  /** Something changed: the loop looks up. */
  nudge(): void;
  /** True while an export of the source is on its way into the spool, or waits there for the one before it. */
  hasMore?(source: string): boolean;
}

/** To ask the stored state about the sources as they are configured. */
export type StateDeps = Pick<EngineDeps, 'store' | 'config'>;

/** To open a spooled export once more. */
export type SpoolDeps = Pick<EngineDeps, 'store' | 'adapters' | 'openSpooled'>;

/** To read all of it once more, with turns for others. */
export type ExportDeps = StateDeps & SpoolDeps & Pick<EngineDeps, 'clock' | 'stopping'>;

export type { CatalogConfig, CatalogStore, ItemOutcome, SourceConfig };
