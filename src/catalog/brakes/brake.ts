import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { count, countedWithCommas } from '../../domain/counted.ts';
import { isJump } from '../pass/jumps.ts';
import { whyMoved } from '../pass/moved-stock.ts';
import {
  type BrakeLimits,
  type Deactivated,
  type FileFacts,
  type Hold,
  isMany,
  isMoreThan,
  limitText,
  percent,
} from '../terms/file-facts.ts';
import { isOfNoRow } from '../terms/plan.ts';
import {
  doubts,
  isPartialSum,
  isRenumbering,
  isStockMoved,
  whyDoubted,
  whyMisread,
} from './doubts.ts';

const fewestRejected = 10;

/** What an earlier look at this same file led to: kinds that a person released, and holds of which rows still wait. */
interface Said {
  readonly allowed: ReadonlySet<string>;
  readonly waiting: readonly Hold[];
}

/** What a person must allow first. Each hold keeps back only its own part of the file (I13). */
export function brakes(facts: FileFacts, limits: BrakeLimits, { allowed, waiting }: Said): Hold[] {
  const isHeld = (hold: Hold | undefined): hold is Hold =>
    hold !== undefined && !allowed.has(hold.kind);
  const whole = [
    emptyFile(facts),
    doubtfulLayout(facts),
    tooManyRejected(facts, limits),
    nothingCounts(facts),
  ].find(isHeld);
  const before = whole ?? waiting.find(isOfNoRow);
  if (before !== undefined) return [before];
  // A doubt that was released still counts as a doubt for what the file takes away.
  const content = doubts(facts, limits);
  const why = whyDoubted(facts, content);
  const bounds = { limits, why };
  const taking = [
    vanished(facts, bounds),
    deactivated(facts, { limits, why: whyMisread(facts, content) }),
    zeroed(facts, bounds),
    jumped(facts),
  ];
  const found = [...taking, ...content].filter(isHeld);
  return [...found, ...waiting.filter(({ kind }) => !found.some((hold) => hold.kind === kind))];
}

/** The limits, and why the whole file is doubtful, if it is: then it takes nothing away before it is released. */
interface Bounds {
  readonly limits: BrakeLimits;
  readonly why: string | undefined;
}

/** Fault 3. Held also if nothing was there before: an empty export cannot be meant. */
function emptyFile(facts: FileFacts): Hold | undefined {
  const { file, read, before, isDelta } = facts;
  if (read > 0 || isDelta) return undefined;
  const last = before === 0 ? '' : `, last time it had ${count(before)}`;
  return {
    kind: 'empty',
    items: before,
    sentence: `${file} holds 0 rows${last}: nothing was changed.${whatReleaseDoes(facts)}`,
  };
}

/** Held like an empty file: it has rows, but none of them names an article (lessons 10). */
function nothingCounts(facts: FileFacts): Hold | undefined {
  const { file, read, named, isDelta, content } = facts;
  const before = content.lastNamed ?? facts.before;
  if (isDelta || read === 0 || named > 0 || before === 0) return undefined;
  return {
    kind: 'empty',
    items: before,
    sentence: `None of the ${count(read)} rows of ${file} can be used, last time it named ${count(before)} articles: nothing was changed. Are its article numbers and where: of the source still right?${whatReleaseDoes(facts)}`,
  };
}

function whatReleaseDoes({ vanished, vanishedMeans }: FileFacts): string {
  if (vanished === 0 || vanishedMeans === 'nothing') return '';
  return ` Releasing it would ${verbs[vanishedMeans]} ${countedWithCommas(vanished, 'article')}.`;
}

const verbs = { hide: 'hide', unpublish: 'unpublish', zero: 'set to zero' } as const;

function doubtfulLayout({ doubt, read, isDelta }: FileFacts): Hold | undefined {
  // A file without rows has no columns either; `emptyFile` tells it.
  if (doubt === undefined || (read === 0 && !isDelta)) return undefined;
  return { kind: 'layout', items: read, sentence: doubt };
}

/** Whether so many rows are rejected that the whole file is held. */
export function areTooManyRejected(
  { rejected, read }: Pick<FileFacts, 'rejected' | 'read'>,
  { tooManyRejected: { share, count: most } }: Pick<BrakeLimits, 'tooManyRejected'>,
): boolean {
  return rejected > most || (rejected >= fewestRejected && isMoreThan(share, rejected, read));
}

function tooManyRejected(facts: FileFacts, limits: BrakeLimits): Hold | undefined {
  if (!areTooManyRejected(facts, limits)) return undefined;
  return {
    kind: 'rejected',
    items: facts.read - facts.rejected + facts.lowering - facts.skipped,
    sentence: `${count(facts.rejected)} of ${count(facts.read)} rows of ${facts.file} were rejected (${limitText(limits.tooManyRejected)}): the whole file is held.`,
  };
}

function vanished(facts: FileFacts, { limits, why }: Bounds): Hold | undefined {
  const gone =
    facts.vanished - (isRenumbering(facts, limits) ? facts.content.renumberedVanished : 0);
  if (gone <= 0 || facts.vanishedMeans === 'nothing') return undefined;
  const all = gone >= facts.before;
  const many = isMany(gone, facts.before, limits);
  const isUnread = facts.unreadableKeys > facts.lastUnreadableKeys;
  if (!all && !many && !isUnread && why === undefined) return undefined;
  const isByLimit = many && !all && !isUnread && why === undefined;
  const verb = verbs[facts.vanishedMeans];
  const limit = limitText(limits.vanished);
  const doubt = all || many ? [limit, why].filter(Boolean).join('; ') : (why ?? unreadable(facts));
  return {
    kind: 'vanished',
    items: gone,
    sentence: `${facts.file} would ${verb} ${count(gone)} of ${count(facts.before)} articles (${doubt}); the rest of the file is sent.${isByLimit ? limitToRaise(facts) : ''}`,
  };
}

/**
 * If so many sell out each day the question comes each day, and nobody reads it any more. Doubts are asked whatever the
 * limit.
 */
function limitToRaise({ vanishedMeans }: FileFacts): string {
  if (vanishedMeans !== 'zero') return '';
  return ' If so many sell out at once every day, raise brake.vanished, which applies to all sources.';
}

/** Fault 5: the column of `isActive` has moved or is written otherwise, and the file takes the whole shop off sale. */
function deactivated({ file, deactivated }: FileFacts, { limits, why }: Bounds): Hold | undefined {
  const { rows, activated, active, columns } = deactivated;
  if (rows === 0) return unblocked(file, deactivated);
  const many = rows >= active || isMany(rows, active, limits);
  if (!many && why === undefined) return undefined;
  const limit = many ? limitText(limits.vanished) : undefined;
  const doubt = [limit, why].filter(Boolean).join('; ');
  const by = columns.length === 0 ? '' : `: column ${columns.join(' + ')}`;
  const others =
    activated === 0
      ? ''
      : `, and so ${activated === 1 ? 'does' : 'do'} ${count(activated)} that it would put on sale`;
  return {
    kind: 'deactivated',
    items: rows + activated,
    sentence: `${file} would deactivate ${count(rows)} of ${count(active)} articles (${doubt})${by}. They stay as they are, except for their stock${others}; the rest of the file is sent.`,
  };
}

/**
 * No source maps `isActive` any more, so articles that the ERP had blocked would go on sale. No file shows that as a
 * change.
 */
function unblocked(file: string, { unblocked: rows, activated }: Deactivated): Hold | undefined {
  if (rows === 0) return undefined;
  const articles = countedWithCommas(rows, 'article that was', 'articles that were');
  return {
    kind: 'deactivated',
    items: activated,
    sentence: `${file} would put ${articles} inactive on sale: no source maps isActive any more. They stay as they are, except for their stock; the rest of the file is sent.`,
  };
}

/** A far smaller file that takes nothing away is not held, but gets a note (lessons 10). */
export function manyStay(facts: FileFacts, limits: BrakeLimits): Complaint | undefined {
  const { file, read, named, vanishedMeans, isDelta, content } = facts;
  const { lastRows, lastNamed = 0 } = content;
  if (vanishedMeans !== 'nothing' || isDelta) return undefined;
  const stays = 'what was sent of the others stays.';
  if (isMany(lastRows - read, lastRows, limits)) {
    const rule = `${file} has ${count(read)} rows, last time it had ${count(lastRows)}: ${stays}`;
    return complaintOf({ code: 'FILE_SMALLER', rule });
  }
  if (!isMany(lastNamed - named, lastNamed, limits)) return undefined;
  const rule = `The ${count(read)} rows of ${file} name ${count(named)} articles, last time it had ${count(lastNamed)}: ${stays}`;
  return complaintOf({ code: 'FILE_SMALLER', rule });
}

function unreadable({ unreadableKeys: rows }: FileFacts): string {
  return `${countedWithCommas(rows, 'row has', 'rows have')} no readable article number`;
}

function zeroed(facts: FileFacts, { limits, why }: Bounds): Hold | undefined {
  if (isPartialSum(facts)) return partialSums(facts, why);
  const { share, count: most } = limits.zeroed;
  const isMany = facts.zeroed > most && isMoreThan(share, facts.zeroed, facts.quantities);
  const moved = isStockMoved(facts)
    ? `${count(facts.quantityChanges)} of ${count(facts.allQuantities)} quantities change at once`
    : undefined;
  const doubt = isMany ? `limit: ${percent(share)} and ${count(most)}` : (why ?? moved);
  if (facts.zeroed === 0 || doubt === undefined) return undefined;
  return {
    kind: 'zeroed',
    items: facts.zeroed,
    sentence: `${facts.file} would set the stock of ${count(facts.zeroed)} of ${count(facts.quantities)} articles to zero (${doubt}); buyers can still order these.`,
  };
}

/** A file of a sum is missing: every changed sum may be too small, not only those that fall to zero. */
function partialSums(facts: FileFacts, why = 'rows may be missing'): Hold | undefined {
  if (facts.sending === 0) return undefined;
  return {
    kind: 'zeroed',
    items: facts.sending,
    sentence: `${facts.file} would change the stock of ${countedWithCommas(facts.sending, 'article')} to sums that may be wrong (${why}); that stock stays as it is.`,
  };
}

/** Only quantities like `1.250` jump, so only these are in doubt. Not where all quantities are doubted anyway. */
export function isMisread(facts: FileFacts): boolean {
  const { jumped, misread } = facts;
  return misread.rows > 0 && !isJump(jumped.rows, jumped.of) && whyMoved(facts) === undefined;
}

function jumped(facts: FileFacts): Hold | undefined {
  if (isMisread(facts)) return misread(facts);
  const { by, rows, of, isNear } = facts.jumped;
  if (!isJump(rows, of)) return moved(facts);
  return {
    kind: 'factor',
    // A column is written in one number style: if that is in doubt, so are the values that do not jump.
    items: facts.sending,
    sentence: `${count(rows)} of ${count(of)} changed quantities of ${facts.file} jump by ${isNear ? 'about' : 'exactly'} ${by}: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.`,
  };
}

/** Fault 5, for the stock: its column seems to have the values of another one. */
function moved(facts: FileFacts): Hold | undefined {
  const why = whyMoved(facts);
  if (why === undefined) return undefined;
  return {
    kind: 'factor',
    items: facts.sending,
    sentence: `In ${facts.file} ${why}: have its columns moved? Rows that would send a quantity are held, with all that they change; the others are sent.`,
  };
}

/** Fault 7: the ERP was set to another language, and thousands are read as decimals. */
function misread({ file, misread: { by, rows, sending } }: FileFacts): Hold {
  const jumping =
    rows === 1
      ? `1 quantity of ${file} with one mark before its last three digits jumps`
      : `${count(rows)} quantities of ${file} with one mark before their last three digits jump`;
  return {
    kind: 'factor',
    items: sending,
    sentence: `${jumping} by ${by}: is the number style right? ${countedWithCommas(sending, 'quantity written so is', 'quantities written so are')} held; the rest of the file is sent.`,
  };
}
