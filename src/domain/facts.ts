import type { SendingFacts } from './exchange.ts';
import type { LoggedEvent } from './logged-event.ts';

/** What needs a person: cause, effect on buyers and the ERP, and the next action (contract.md section 6). */
export interface NeedsYou {
  readonly id: string;
  readonly what: string;
  readonly cause: string;
  readonly effect: string;
  readonly fix: string;
}

/** What is wrong, in words, and what to do. */
export interface Advice {
  readonly sentence: string;
  readonly remedy: string;
}

/** The balanced books of one import: read = unchanged + sent + held + rejected + skipped. */
export interface RunBooks {
  readonly run: number;
  readonly source: string;
  readonly file: string;
  readonly sha256: string;
  readonly read: number;
  readonly unchanged: number;
  readonly sent: number;
  readonly held: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly waiting: number;
  readonly final: boolean;
  /** Nothing of its file counts: books of no rows balance, too. */
  readonly isRefused?: true;
}

/** An import, with what it took off sale, in words: no row of it stands for that. */
export interface PastRun extends RunBooks {
  readonly takenOff?: string;
}

export interface SourceFacts {
  readonly name: string;
  readonly kind: 'products' | 'stock';
  readonly folder: string;
  /**
   * inStep · reading · sending · waiting (for a file to become stable, for the marketplace) · held · refused · offline
   * · paused
   */
  readonly state:
    | 'inStep'
    | 'reading'
    | 'sending'
    | 'waiting'
    | 'held'
    | 'refused'
    | 'offline'
    | 'paused';
  readonly sentence: string;
  /** The file without which its export is not read. */
  readonly waitsFor?: string;
  /** That it is paused, since when and by whom, where something of it waits for that. */
  readonly waitsPaused?: string;
  /** Which articles an undo left otherwise than the newest export says. */
  readonly otherwise?: string;
  /** An export is there that nobody has read yet. */
  readonly isUnread?: true;
  /** No export was ever read, and one is there under a name that `files:` just misses. */
  readonly isMisnamed?: true;
  /** No export has been read since a backup was put back. */
  readonly isOnlyOfBackup?: true;
  /** Articles that no file has named since the configuration says something else of them. */
  readonly isShort?: true;
  /** Nobody tells when something changes in its folder: only looks find it. */
  readonly unwatched?: Advice;
  readonly lastLookedAt?: number;
  readonly lastFile?: string;
  readonly lastRun?: RunBooks;
  readonly lastSuccessAt?: number;
}

export interface PictureFacts {
  readonly folder: string;
  /** `paused`: some wait, and rest because every source is paused. */
  readonly state: 'inStep' | 'sending' | 'paused' | 'offline';
  readonly sentence: string;
  /** Files that are a product's picture. */
  readonly files: number;
  readonly confirmed: number;
  readonly waiting: number;
  /** Not sent because of what is in the file, or because the marketplace refused it. */
  readonly parked: number;
  /** Of the parked ones those that the marketplace refused: they are sent again by a retry. */
  readonly refused: number;
  /** Named by the export, and not in the folder. */
  readonly missing: number;
  readonly lastLookedAt?: number;
}

export interface CatalogFacts {
  readonly sources: readonly SourceFacts[];
  readonly pictures?: PictureFacts;
  readonly products: {
    readonly known: number;
    readonly confirmed: number;
    readonly parked: number;
  };
  /** Without those of paused sources. */
  readonly waitingItems: number;
  /** Epoch ms at which they are through at the pace of the last minutes; absent while nothing is answered. */
  readonly emptyAt?: number;
  readonly held: readonly HeldFacts[];
  /** The last comparison with the marketplace's list. */
  readonly reconcile?: {
    /** ISO 8601. */
    readonly at: string;
    readonly sentence: string;
    /** That nobody has settled. */
    readonly differences: number;
  };
}

export interface HeldFacts {
  readonly id: string;
  readonly source: string;
  readonly run: number;
  readonly sentence: string;
  readonly items: number;
  readonly since: string;
  /** What to do, if releasing it sends nothing. */
  readonly remedy?: string;
  /** True if release is refused, because there is nothing that it could send. */
  readonly isUnreleasable?: boolean;
}

/** What was held, and what its rows wait for now. */
export interface Released extends HeldFacts {
  /** The numbers of what else holds them. */
  readonly waitsFor: readonly string[];
  /** The held file names no article, and nothing vanishes with it. */
  readonly sendsNothing?: true;
  /** That their source is paused, since when and by whom. */
  readonly paused?: string;
}

export interface OrderFacts {
  /** That they are paused, since when and by whom. */
  readonly paused?: string;
  readonly feed: {
    readonly state:
      | 'starting'
      | 'notBegun'
      | 'paging'
      | 'caughtUp'
      | 'waiting'
      | 'cursorRefused'
      | 'paused';
    readonly pollEveryMs: number;
    readonly lastPollAt?: number;
    readonly caughtUpSince?: number;
    readonly lastFailure?: string;
    /** orders.startFrom where it is still to come: until then nothing is read. */
    readonly begins?: string;
  };
  readonly outbox: {
    readonly folder: string;
    readonly offline?: string;
    readonly written: number;
    readonly pending: number;
    readonly unacknowledged: number;
    readonly oldestUnacknowledgedAt?: number;
    /** By `acknowledge: none`: nobody knows which files the ERP has taken. */
    readonly isNeverAcknowledged?: true;
    readonly parked: number;
    readonly unwatched?: Advice;
  };
  readonly commands: {
    /** Why their folder, or that of the receipts, cannot be used. */
    readonly offline?: string;
    readonly done: number;
    readonly refused: number;
    readonly waiting: number;
    /** Of the waiting ones. */
    readonly parked: number;
    readonly unwatched?: Advice;
  };
}

export interface WebhookFacts {
  readonly listening?: string;
  readonly accepted: number;
  readonly refused: number;
  readonly lastAcceptedAt?: number;
  /** Epoch milliseconds of the last test.ping (spec "Event types"). */
  readonly lastTestPingAt?: number;
  readonly lastRefusal?: { readonly at: number; readonly reason: string };
}

export interface StatusFacts {
  readonly state: 'inStep' | 'working' | 'needsYou' | 'failing';
  /** ISO 8601: since when the state has been so. */
  readonly since: string;
  readonly sentence: string;
  /** The same in the language of the page, where that is another one. */
  readonly headline?: string;
  readonly version: string;
  readonly sandbox: boolean;
  readonly catalog?: CatalogFacts;
  readonly orders?: OrderFacts;
  readonly webhooks?: WebhookFacts;
  readonly marketplace: SendingFacts & { readonly baseUrl: string };
  readonly needsYou: readonly NeedsYou[];
  readonly events: readonly Pick<LoggedEvent, 'at' | 'text'>[];
}
