import { count } from '../../domain/counted.ts';
import {
  type BrakeLimits,
  type FileFacts,
  fewestRows,
  type Hold,
  isMany,
  limitText,
  type PartRows,
} from '../terms/file-facts.ts';

/** Fewer changed rows are no sign: a small catalogue, or a supplier who really renames some articles. */
const fewestAtOnce = 20;
/** So many texts with other letters are no chance, however small the catalogue. */
const fewestFlipped = 5;
/** With fewer articles the stock may be exactly twice what it was by chance. */
const fewestDoubled = 10;
/** Share of all rows. Below it, equal rows may be batches of one article, of which there are more on some days. */
const repeatedShare = 0.02;
/**
 * Share of the known quantities. If more change at once, and by more than a day's trade, a fall to zero is doubtful.
 */
const quantitiesAtOnce = 0.9;

/** Brakes on content: each holds its own rows. The rest of the file is sent. */
export function doubts(facts: FileFacts, limits: BrakeLimits): Hold[] {
  const found = [
    encoding(facts),
    names(facts),
    columns(facts),
    numbers(facts),
    renumbered(facts, limits),
    cut(facts),
  ];
  return found.filter((hold) => hold !== undefined);
}

/** Under `duplicates: sum`: rows may be missing or there twice, so no sum of the file can be trusted. */
export function isPartialSum(facts: FileFacts): boolean {
  return facts.content.isSummed && whyPartial(facts) !== undefined;
}

/** Why rows that are added up may be there twice: a copy of the file beside it, or two exports in one file. */
function whyDoubled(facts: FileFacts): string | undefined {
  const { isDelta, content, quantityChanges } = facts;
  const { isSummed, parts, lastParts, hasHeaderAgain, doubled } = content;
  if (!isSummed) return undefined;
  if (hasHeaderAgain) return 'its header is repeated among its rows: are there two exports in it?';
  if (lastParts > 0 && parts > lastParts)
    return `it has ${count(parts)} files, last time it had ${count(lastParts)}: is one a copy?`;
  if (doubled >= fewestDoubled && doubled * 2 > quantityChanges)
    return `${count(doubled)} of ${count(quantityChanges)} changed stocks are exactly twice what they were: are rows in it twice?`;
  // A file of changes may have any length, and how many equal rows are usual there is not known.
  return isDelta ? undefined : (whyLong(facts) ?? whyRepeated(facts));
}

/** At least twice last time's rows. */
function whyLong({ file, content: { partRows } }: FileFacts): string | undefined {
  const longer = partRows.find(
    ({ rows, lastRows }) => lastRows >= fewestDoubled && rows >= 2 * lastRows,
  );
  return longer && `${rowsText(longer, file)}: are rows in it twice?`;
}

function whyRepeated({ content, read }: FileFacts): string | undefined {
  const { repeatedRows, lastRepeatedRows = repeatedRows } = content;
  const areMany = repeatedRows >= fewestDoubled && repeatedRows >= repeatedShare * read;
  return areMany && repeatedRows > 2 * lastRepeatedRows
    ? `${count(repeatedRows)} of its rows equal another one of their article, last time there were ${count(lastRepeatedRows)}: are rows in it twice?`
    : undefined;
}

/** Why cells of this file may not mean what they say; undefined where nothing speaks against them. */
export function whyMisread(facts: FileFacts, held: readonly Hold[]): string | undefined {
  if (facts.content.isReconfigured) return 'the configuration or the program was changed';
  const isMoved = held.some(({ kind }) => kind === 'names' || kind === 'columns');
  return isMoved ? 'its columns seem to have moved' : undefined;
}

/** Why this file may take nothing away before it is released: cells may be misread, or rows may be missing. */
export function whyDoubted(facts: FileFacts, held: readonly Hold[]): string | undefined {
  const both = [whyMisread(facts, held), whyPartial(facts)].filter((why) => why !== undefined);
  return both.length === 0 ? undefined : both.join('; ');
}

/** Why rows may be missing or there twice. */
function whyPartial(facts: FileFacts): string | undefined {
  const { cutFiles, emptyParts, parts, lastParts } = facts.content;
  if (emptyParts.length > 0)
    return `${emptyParts.join(', ')} has no rows, was it exported completely?`;
  if (parts < lastParts)
    return `it has ${count(parts)} of ${count(lastParts)} files, is one missing?`;
  if (cutFiles.length > 0)
    return `${parts > 1 ? cutFiles.join(', ') : 'it'} ends within a line, was the export cut off?`;
  return whyDoubled(facts) ?? whyShort(facts);
}

/** Less than half of last time's rows. Not asked of files of changes, which may have any length. */
function whyShort({ read, file, content, isDelta }: FileFacts): string | undefined {
  if (isDelta) return undefined;
  const whole = { file, rows: read, lastRows: content.lastRows };
  const shorter = [...content.partRows, whole].find(
    ({ rows, lastRows }) => lastRows >= fewestAtOnce && rows * 2 < lastRows,
  );
  return shorter && `${rowsText(shorter, file)}: was the export cut off?`;
}

/** `whole`: the name of the export, which the sentence has named already. */
function rowsText({ file, rows, lastRows }: PartRows, whole: string): string {
  return `${file === whole ? 'it' : file} has ${count(rows)} rows, last time it had ${count(lastRows)}`;
}

/** So much of the stock changes at once, and by so much, that a fall to zero may be another column's value. */
export function isStockMoved({
  allQuantities,
  quantityChanges,
  isLikeDailySales,
}: Pick<FileFacts, 'allQuantities' | 'quantityChanges' | 'isLikeDailySales'>): boolean {
  const areNearlyAll =
    quantityChanges >= fewestAtOnce && quantityChanges > quantitiesAtOnce * allQuantities;
  return areNearlyAll && !isLikeDailySales;
}

/** Fault 6: the file can be read in several code pages, and this time it seems to be written in another one. */
function encoding({ file, content }: FileFacts): Hold | undefined {
  const { flipped, renamed, lettered } = content;
  const changed = flipped + renamed;
  if (!isFlipped(content) || flipped * 2 <= changed) return undefined;
  // All texts with such letters are held: they are written in the same code page.
  return {
    kind: 'encoding',
    items: lettered,
    sentence: `${count(flipped)} of ${count(changed)} changed texts of ${file} become ? or other letters beyond a–z: is the encoding right? All ${count(lettered)} rows that would send such letters are held, except for their stock; the rest of the file is sent.`,
  };
}

/** Fewer may have been corrected by hand, unless no article of the file keeps the letters that it had. */
function isFlipped({ flipped, keepsLetters }: FileFacts['content']): boolean {
  return flipped >= fewestFlipped || (flipped >= fewestRows && !keepsLetters());
}

function names({ file, content }: FileFacts): Hold | undefined {
  const { renamed, moved, known } = content;
  // Where columns are found by their place, the brake on moved columns holds these rows and more.
  if (!isMost(renamed, known) || isMost(moved, known)) return undefined;
  return {
    kind: 'names',
    items: renamed,
    sentence: `${count(renamed)} of ${count(known)} names of ${file} change at once: have its columns moved? The rest of the file is sent.`,
  };
}

/** Fault 5: cells that mean something else, barcodes that become others, or new numbers in place of the known ones. */
function columns({ file, read, before, vanished, content }: FileFacts): Hold | undefined {
  const { moved, rebarcoded, misplaced, known, created } = content;
  const hold = (sentence: string): Hold => ({ kind: 'columns', items: misplaced, sentence });
  if (isMost(moved, known))
    return hold(
      `${count(moved)} of ${count(known)} articles of ${file} change their content at once, and columns are found by their place: have columns moved? The rest of the file is sent.`,
    );
  if (isMost(rebarcoded, known))
    return hold(
      `${count(rebarcoded)} of ${count(known)} barcodes of ${file} change at once: have its columns moved? The rest of the file is sent.`,
    );
  if (!isMost(created, read) || !isMost(vanished, before)) return undefined;
  return hold(
    `${file} names ${count(created)} new articles and misses ${count(vanished)} of ${count(before)} known ones: have its columns moved? The new ones are held.`,
  );
}

/**
 * contract.md "Brakes", `factor`: the same for numbers of the content. The stock of published articles goes (plan.ts).
 */
function numbers({ file, content }: FileFacts): Hold | undefined {
  const { jumps, sending } = content.numbers;
  if (jumps.length === 0) return undefined;
  const columns = jumps.map(
    ({ field, by, rows, changes }) =>
      `${count(rows)} of ${count(changes)} changed values of ${field} jump by exactly ${by}`,
  );
  return {
    kind: 'numbers',
    items: sending,
    sentence: `In ${file} ${columns.join(', ')}: is the number style right? Rows that give such a value are held, except for their stock; the rest of the file is sent.`,
  };
}

/**
 * As many as the brake on vanished rows would hold: then one release creates the new and takes the old ones away.
 */
export function isRenumbering({ content }: FileFacts, limits: BrakeLimits): boolean {
  return isMany(content.renumbered, content.beforeRenumbering, limits);
}

function renumbered(facts: FileFacts, limits: BrakeLimits): Hold | undefined {
  if (!isRenumbering(facts, limits)) return undefined;
  const { file, content } = facts;
  const rows = content.renumbered;
  return {
    kind: 'renumbered',
    items: rows,
    sentence: `${file} gives ${count(rows)} of ${count(content.beforeRenumbering)} articles another number (same barcode or name; ${limitText(limits.vanished)}): they keep the old one until this is released.`,
  };
}

/** Fault 4: a value that is cut off in the last line can look like a whole one. */
function cut({ read, content }: FileFacts): Hold | undefined {
  const { cutFiles, cutRows, isSummed } = content;
  // Where rows are added up, all sums wait instead (isPartialSum).
  if (cutFiles.length === 0 || cutRows === 0 || isSummed) return undefined;
  return {
    kind: 'cut',
    items: cutRows,
    sentence: `${cutFiles.join(', ')} ends within a line, unlike the file before: was the export cut off? Its last row, ${count(cutRows)} of ${count(read)}, is held.`,
  };
}

function isMost(part: number, whole: number): boolean {
  return part >= fewestAtOnce && part * 2 > whole;
}
