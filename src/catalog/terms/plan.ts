/**
 * What a plan says of each record of a file: one byte, the kind in the low half, the brake that holds it in the high
 * half. The bytes are the stored form (design section 2): numbers never change their meaning.
 */
export const kinds = {
  unchanged: 0,
  upsert: 1,
  stock: 2,
  /** Stock of a product that is on its way to the marketplace. */
  waitsForProduct: 3,
  rejected: 4,
  skipped: 5,
  /** Confirmed by an earlier pass of the same run. */
  alreadySent: 6,
  /** An upsert of a product that the marketplace does not have yet. */
  create: 7,
  /** A rejected row of an article that has less stock by it: that is sent all the same (lowered.ts). */
  lowers: 8,
  /**
   * A rejected row that calls its article inactive, while another source gives the stock: only that is sent
   * (blocked.ts).
   */
  blocks: 9,
} as const;
type KindName = keyof typeof kinds;
export type Kind = (typeof kinds)[KindName];

export const holdKinds = {
  none: 0,
  vanished: 1,
  zeroed: 2,
  factor: 3,
  rejected: 4,
  empty: 5,
  encoding: 6,
  names: 7,
  columns: 8,
  layout: 9,
  cut: 10,
  renumbered: 11,
  numbers: 12,
  deactivated: 13,
} as const;
export type HoldKind = Exclude<keyof typeof holdKinds, 'none'>;

/** Holds of a file as a whole: before it is released nothing of the file counts as wished (I13). */
const wholeHolds: ReadonlySet<string> = new Set<HoldKind>(['rejected', 'layout']);

export function isWhole(hold: { readonly kind: string }): boolean {
  return wholeHolds.has(hold.kind);
}

/** Holds of a file of which no row counts: it is held as a whole, or it is empty. */
export function isOfNoRow(hold: { readonly kind: string }): boolean {
  return isWhole(hold) || hold.kind === 'empty';
}

const holdShift = 4;
const kindMask = 0x0f;

export function kindOf(mark: number): number {
  return mark & kindMask;
}

export function holdOf(mark: number): number {
  return mark >> holdShift;
}

export function held(mark: number, hold: HoldKind): number {
  return kindOf(mark) | (holdKinds[hold] << holdShift);
}

/** The hold that the mark names. */
export function holdIn<One extends { readonly kind: string }>(
  holds: readonly One[],
  mark: number,
): One | undefined {
  return holds.find(({ kind }) => holdKinds[kind as HoldKind] === holdOf(mark));
}

/**
 * Doubts about letters, about numbers beside the stock, and about what is offered at all. For a published article they
 * hold the content of a row, and not its stock.
 */
const contentHolds: ReadonlySet<number> = new Set([
  holdKinds.encoding,
  holdKinds.numbers,
  holdKinds.deactivated,
]);

/** The mark of a record that this brake holds, too; `before` is the mark that other brakes have made of it. */
export function heldButStock(mark: number, before: number, hold: HoldKind): number {
  const isFree = kindOf(before) === kinds.upsert && holdOf(before) === holdKinds.none;
  const isStockFree = contentHolds.has(holdKinds[hold]) && (isFree || isStockAlone(before));
  return held(isStockFree ? kinds.stock : mark, hold);
}

/**
 * True where the content of a row is held and its stock is sent,
 * so that buyers cannot order goods that are gone (fault 7).
 */
export function isStockAlone(mark: number): boolean {
  return kindOf(mark) === kinds.stock && contentHolds.has(holdOf(mark));
}

/** The balanced books of a pass: read = the sum of the rest. `braked` and `waiting` are shown together as held. */
export interface Books {
  read: number;
  unchanged: number;
  sent: number;
  braked: number;
  waiting: number;
  rejected: number;
  skipped: number;
}

/** How many records have each mark, by mark. */
export function tallyOf(marks: Uint8Array): Uint32Array {
  const tally = new Uint32Array(256);
  // By index, because an iterator costs ten times as much, and there may be a million marks.
  for (let record = 0; record < marks.length; record += 1) {
    const mark = marks[record] ?? 0;
    tally[mark] = (tally[mark] ?? 0) + 1;
  }
  return tally;
}

/** Counts every record once, by its mark. */
export function booksOf(marks: Uint8Array): Books {
  const books = {
    read: marks.length,
    unchanged: 0,
    sent: 0,
    braked: 0,
    waiting: 0,
    rejected: 0,
    skipped: 0,
  };
  for (const [mark, records] of tallyOf(marks).entries()) books[placeOf(mark)] += records;
  return books;
}

const placeByKind: readonly Exclude<keyof Books, 'read'>[] = [
  'unchanged',
  'waiting',
  'waiting',
  'waiting',
  'rejected',
  'skipped',
  'sent',
  'waiting',
  'rejected',
  'rejected',
];

/** Whether a rule or an answer rejects the record, also in a file that is held as a whole. */
export function isRejected(mark: number): boolean {
  return placeByKind[kindOf(mark)] === 'rejected';
}

function placeOf(mark: number): Exclude<keyof Books, 'read'> {
  if (holdOf(mark) !== holdKinds.none) return 'braked';
  return placeByKind[kindOf(mark)] ?? 'skipped';
}

export function packIds(ids: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(ids).buffer);
}

export function unpackIds(packed: Uint8Array): number[] {
  // A BLOB's bytes may start anywhere in a shared buffer: copy before reading them as 4-byte numbers.
  return [...new Uint32Array(new Uint8Array(packed).buffer)];
}

/** True for a kind that is sent in the lane; creating is an upsert. */
export function isOfLane(kind: number, lane: 'stock' | 'products'): boolean {
  return lane === 'stock'
    ? kind === kinds.stock || kind === kinds.lowers
    : kind === kinds.upsert || kind === kinds.create || kind === kinds.blocks;
}
