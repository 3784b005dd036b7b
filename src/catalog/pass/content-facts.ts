import { type NumberField, numberFields } from '../../domain/product.ts';
import { isByPlace } from '../terms/by-place.ts';
import { hashOfContent } from '../terms/fingerprint.ts';
import { type Growing, growingFloats, growingIntegers } from '../terms/growing.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import {
  beyondAscii,
  inAscii,
  isContentFlipped,
  isFlipped,
  isRestored,
  type Named,
  type Traits,
  traitsOf,
  unpackTraits,
} from '../terms/traits.ts';
import { type ColumnChanges, createColumnChanges, jumpBetween } from './jumps.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';
import { createSpoiledTexts } from './spoiled-texts.ts';

/**
 * What a pass notes of names, barcodes and numbers, for the
 * brakes on files whose columns, letters or numbers have moved.
 */
export interface ContentFacts {
  /** A row whose content differs from what the mirror keeps of the article. */
  compare(index: number, before: Before, now: Wish): void;
  /** A rejected row that makes its article inactive (blocked.ts). */
  block(index: number): void;
  /** Where columns are found by their place: records that change anything but letters beyond ASCII. */
  readonly moved: readonly number[];
  /** Records that make an article inactive that the marketplace may offer (fault 5). */
  readonly deactivated: readonly number[];
  /** Records that make an article active which was confirmed as inactive. */
  readonly activated: readonly number[];
  /** Records with another name that differs in more than letters beyond ASCII. */
  readonly renamed: readonly number[];
  /**
   * Records whose texts differ only in letters beyond ASCII, as another encoding makes them. Not those that get lost
   * letters back.
   */
  readonly flipped: readonly number[];
  /** Records of changed and new texts with letters beyond ASCII, or with a `?` that may have been such a letter. */
  readonly lettered: readonly number[];
  /** Records whose barcode becomes another one. */
  readonly rebarcoded: readonly number[];
  /** Records that give an article its first barcode: where columns have moved, that may be no barcode. */
  readonly barcoded: readonly number[];
  /** Values of minimum order, step and lead time that become others. */
  readonly numbers: Readonly<Record<NumberField, ColumnChanges>>;
  readonly newcomers: Newcomers;
  /** Articles that the marketplace does not have, and of which no stock export that counts has said anything yet. */
  readonly unstocked: number;
}

/** `content`: all fields in one text. */
interface Wish {
  readonly whole: Named | undefined;
  readonly content: string;
}

type Before = Pick<KnownProduct, 'contentHash' | 'traits' | 'exportedQuantity' | 'refusedHash'> &
  Parameters<Knowledge['mayBeActive']>[0] &
  Parameters<Knowledge['sentOf']>[0];

interface Change extends Wish {
  readonly now: Traits;
  readonly whole: Named;
  readonly known: Before;
}

/** Which texts differ in letters beyond ASCII alone; 'restored': they get back letters that they had lost. */
function lettersOf(before: Traits, change: Change): 'name' | 'content' | 'restored' | undefined {
  const { now, whole, content, known } = change;
  if (isFlipped(before, now)) return isRestored(before, whole) ? 'restored' : 'name';
  if (!isContentFlipped(before, now)) return undefined;
  return hashOfContent(inAscii(content)) === known.contentHash ? 'restored' : 'content';
}

/** New articles by place: the record, and the hashes of name and barcode. */
export interface Newcomers {
  readonly count: number;
  at(place: number): { readonly record: number; readonly name: number; readonly barcode: number };
}

/**
 * `knowsSource`: a file of this source, or of one that is gone,
 * was accepted before. Else nothing can have been renumbered.
 */
export function createContentFacts(
  { knowsSource, jumpFactor, source }: Pick<PassInput, 'knowsSource' | 'jumpFactor' | 'source'>,
  { mayBeActive, sentOf }: Pick<Knowledge, 'mayBeActive' | 'sentOf'>,
): ContentFacts {
  const isPlaced = isByPlace(source);
  const moved: number[] = [];
  const deactivated: number[] = [];
  const activated: number[] = [];
  const renamed: number[] = [];
  const flipped: number[] = [];
  const barcodes = createBarcodes();
  const lettered: number[] = [];
  const numbers = createNumbers(jumpFactor);
  const newcomers = createNewcomers();
  const isSpoiled = createSpoiledTexts({ sentOf });
  let unstocked = 0;
  const create = (index: number, before: Before, now: Traits): void => {
    if (before.exportedQuantity === null && before.refusedHash === null) unstocked += 1;
    if (!knowsSource) return;
    newcomers.add(index, now);
    numbers.compare(index, undefined, now);
  };
  const change = (index: number, before: Traits, changed: Change): void => {
    const { now } = changed;
    const letters = lettersOf(before, changed);
    const isOther = letters === 'name' || letters === 'content';
    if (isOther && isSpoiled({ ...changed, isNamed: letters === 'name' })) flipped.push(index);
    if (letters === undefined) {
      if (isPlaced) moved.push(index);
      if (before.name !== now.name) renamed.push(index);
    }
    if (before.isActive === false && now.isActive !== false) activated.push(index);
    barcodes.compare(index, before, now);
    numbers.compare(index, before, now);
  };
  return {
    compare(index, known, { whole, content }) {
      if (whole === undefined) return;
      const { contentHash, traits } = known;
      const now = traitsOf(whole, content);
      if (now.isActive === false && mayBeActive(known)) deactivated.push(index);
      if ((knowsSource || contentHash !== null) && beyondAscii.test(content)) lettered.push(index);
      if (contentHash === null) {
        create(index, known, now);
        return;
      }
      if (traits === null) return;
      change(index, unpackTraits(traits), { now, whole, content, known });
    },
    block: (index) => void deactivated.push(index),
    ...{ moved, deactivated, activated, renamed, flipped, lettered },
    ...{ rebarcoded: barcodes.rebarcoded, barcoded: barcodes.barcoded },
    numbers: numbers.columns,
    newcomers,
    get unstocked() {
      return unstocked;
    },
  };
}

function createBarcodes() {
  const rebarcoded: number[] = [];
  const barcoded: number[] = [];
  return {
    rebarcoded,
    barcoded,
    compare(index: number, { barcode: was }: Traits, { barcode: is }: Traits): void {
      if (is === 0 || is === was) return;
      if (was === 0) barcoded.push(index);
      else rebarcoded.push(index);
    },
  };
}

function createNumbers(jumpFactor: number) {
  const columns: Record<NumberField, ColumnChanges> = {
    minOrderQty: createColumnChanges(),
    stepQty: createColumnChanges(),
    leadTimeDays: createColumnChanges(),
  };
  return {
    columns,
    compare(index: number, before: Traits | undefined, now: Traits): void {
      for (const field of numberFields) {
        const [was, is] = [before?.[field], now[field]];
        if (is === undefined || is === was) continue;
        columns[field].add(index, was, jumpBetween(was ?? 0, is, jumpFactor));
      }
    },
  };
}

function createNewcomers() {
  const records: Growing<Int32Array> = growingIntegers();
  const names = growingFloats();
  const barcodes = growingFloats();
  let count = 0;
  return {
    add(record: number, { name, barcode }: Traits): void {
      records.set(count, record);
      names.set(count, name);
      barcodes.set(count, barcode);
      count += 1;
    },
    get count() {
      return count;
    },
    at: (place: number) => ({
      record: records.get(place),
      name: names.get(place),
      barcode: barcodes.get(place),
    }),
  };
}
