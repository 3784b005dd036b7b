import { count } from '../../domain/counted.ts';
import type { NumberField } from '../../domain/product.ts';
import type { HoldKind } from './plan.ts';

export interface BrakeLimits {
  readonly vanished: { readonly share: number; readonly count: number };
  readonly zeroed: { readonly share: number; readonly count: number };
  /** 10, 100, 1,000 …: the powers of this are suspicious. */
  readonly factor: number;
  readonly tooManyRejected: { readonly share: number; readonly count: number };
}

/** What a pass counted of a file, and of the files before it. */
export interface FileFacts {
  readonly source: string;
  readonly file: string;
  /** It says only what has changed: without rows, nothing has. */
  readonly isDelta: boolean;
  readonly read: number;
  /** Articles that its rows name. */
  readonly named: number;
  readonly rejected: number;
  /** Those of them that would lower the stock of their article or take it off sale. */
  readonly lowering: number;
  /** Rows that do not count, such as those that `where` leaves out. */
  readonly skipped: number;
  /** Rows whose key could not be read: what they are cannot be told from vanished rows. */
  readonly unreadableKeys: number;
  /** The same of the last undoubted file: so many may be lines that each file has, such as totals. */
  readonly lastUnreadableKeys: number;
  /** Products of this source before this file: the last rows and what vanished but is still published. */
  readonly before: number;
  readonly vanished: number;
  /** What a vanished row leads to here; `nothing` is never held, except with an empty file. */
  readonly vanishedMeans: 'nothing' | 'hide' | 'unpublish' | 'zero';
  /** Rows whose quantity is known on both sides. */
  readonly quantities: number;
  /** The same; for a file of changes all articles on sale. */
  readonly allQuantities: number;
  readonly zeroed: number;
  readonly quantityChanges: number;
  /** Most of these are between half and twice what they were. */
  readonly isLikeDailySales: boolean;
  readonly deactivated: Deactivated;
  /** Quantities that jumped one way by powers of the factor, among those that not only the buffer changed. */
  readonly jumped: {
    readonly by: string;
    readonly rows: number;
    readonly of: number;
    /** Told as near as trade has left it since an older file that jumped. */
    readonly isNear?: boolean;
  };
  /** Rows that would send a quantity of that column: those that jumped and all others. */
  readonly sending: number;
  /**
   * Quantities with one mark before three last digits that jump, and those so written that wait with them (misread.ts).
   */
  readonly misread: { readonly by: string; readonly rows: number; readonly sending: number };
  /**
   * `broken`: stocks that were whole and have a fraction now.
   * `former`: another column that now has most of the old values.
   */
  readonly movedStock: { readonly broken: number; readonly former?: string };
  /** Why the columns of the file may not mean what they meant before (header.ts). */
  readonly doubt?: string;
  readonly content: DoubtFacts;
}

/** Rows of one file of an export, and of the file in its place last time. */
export interface PartRows {
  readonly file: string;
  readonly rows: number;
  readonly lastRows: number;
}

/** Rows that make an article inactive which the marketplace may offer. */
export interface Deactivated {
  readonly rows: number;
  /** Articles of the source that are offered; for a delta all that are offered. */
  readonly active: number;
  /** Articles that the same column would put on sale. */
  readonly activated: number;
  /** Articles that would go on sale because no source says any more that they are inactive. */
  readonly unblocked: number;
  /** The columns that say it; empty where none does. */
  readonly columns: readonly string[];
}

export interface Hold {
  readonly kind: HoldKind;
  readonly items: number;
  readonly sentence: string;
  /** Found by an earlier look at the file, and not by this one: it still holds what it was shown for. */
  readonly isOld?: boolean;
}

/** Columns of numbers in which most changed values jump one way by powers of the factor. */
export interface NumberFacts {
  readonly jumps: readonly {
    readonly field: NumberField;
    readonly by: string;
    readonly rows: number;
    readonly changes: number;
  }[];
  /** Rows that would send a value of these columns: those that jumped and all others. */
  readonly sending: number;
}

/** What makes a file doubtful as a whole or in a column, beside what it would take away. */
export interface DoubtFacts {
  /** Rows of articles that the marketplace has; for a file of changes all articles on sale. */
  readonly known: number;
  /** Rows that would send other texts, or new ones, with letters beyond ASCII or a `?`. */
  readonly lettered: number;
  readonly renamed: number;
  /** Rows whose texts become others in letters beyond ASCII alone. */
  readonly flipped: number;
  /** Whether another row of the file still has such letters as they were confirmed; asked where few have flipped. */
  readonly keepsLetters: () => boolean;
  /** Rows that change the content, where columns are found by their place and the same mapping read the last file. */
  readonly moved: number;
  readonly rebarcoded: number;
  /** Rows that may give the value of another column: those that move, get another or a first barcode, or are new. */
  readonly misplaced: number;
  readonly numbers: NumberFacts;
  /** Rows of articles that the marketplace does not have, the renumbered ones apart. */
  readonly created: number;
  readonly renumbered: number;
  /** Those of the renumbered rows whose old number the file no longer names. */
  readonly renumberedVanished: number;
  /** Articles that may have another number by now: those of the source, and of sources that are gone. */
  readonly beforeRenumbering: number;
  /** Rows of the last undoubted file; 0 for the first one. */
  readonly lastRows: number;
  /** Articles that the last undoubted file named; absent for the first one, and where an older version kept it. */
  readonly lastNamed?: number;
  /** Files of the export that end within a line, where none of the last undoubted one did. */
  readonly cutFiles: readonly string[];
  /** How many of the last rows of these files would be sent. */
  readonly cutRows: number;
  /** Files of a union without rows, where others have some and they had some in the last undoubted one. */
  readonly emptyParts: readonly string[];
  /** Each file with the rows of its counterpart in the last undoubted export, where that had as many files. */
  readonly partRows: readonly PartRows[];
  /** How many files the export consists of, and the last undoubted one did. */
  readonly parts: number;
  readonly lastParts: number;
  /** The rows of an article are added up: if a file is missing or there twice, each sum may be wrong. */
  readonly isSummed: boolean;
  /** Rows that equal another one of their article, and of the last undoubted file, where it was counted. */
  readonly repeatedRows: number;
  readonly lastRepeatedRows?: number;
  /** Stocks that become exactly twice what they were. */
  readonly doubled: number;
  /** The header stands among the rows. */
  readonly hasHeaderAgain: boolean;
  /** The first look at a file under another configuration than the last undoubted one. */
  readonly isReconfigured: boolean;
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}

/** What a person reads of a limit of which either half suffices. */
export function limitText({ share, count: most }: BrakeLimits['vanished']): string {
  return `limit: ${percent(share)} or ${count(most)}`;
}

/** A brake needs some rows to speak: contract.md "Brakes" ("and at least 3"). */
export const fewestRows = 3;

/**
 * Compared in whole numbers, because 0.29 × 100 is a little less
 * than 29. A share has at most three decimals of a percent.
 */
export function isMoreThan(share: number, part: number, all: number): boolean {
  return part * 100_000 > Math.round(share * 100_000) * all;
}

/** contract.md "Brakes": more than `count` rows or more than `share`, and at least 3: either suffices. */
export function isMany(
  rows: number,
  all: number,
  { vanished }: Pick<BrakeLimits, 'vanished'>,
): boolean {
  return rows > vanished.count || (rows >= fewestRows && isMoreThan(vanished.share, rows, all));
}
