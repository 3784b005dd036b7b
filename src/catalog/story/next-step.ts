import type { CatalogConfig } from '../../config/declaration.ts';
import { argument } from '../../domain/argument.ts';
import type { HeldFacts } from '../../domain/facts.ts';
import type { LeftOutRow } from '../pass/exported-row.ts';
import type { LeftFields } from '../state/left-fields.ts';
import type { RequestKind } from '../state/request-items.ts';
import type { PutBack } from '../undo/put-back.ts';
import { sinceRestoreText, type UnreadSince } from './since-restore.ts';

/** What decides how the story of an article continues. */
export interface StepFacts {
  readonly externalId: string;
  readonly isKnown: boolean;
  /** The marketplace has confirmed its content. */
  readonly isConfirmed: boolean;
  /** The marketplace refused the article, an export that counts still says the same, and no brake holds it. */
  readonly canRetry: boolean;
  /** The remedies of the complaints that reject a row of the article. */
  readonly remedies: readonly string[];
  /** Its row was given up, although nothing is wrong with it. */
  readonly isStuck: boolean;
  /** An older file of changes said more of it than was ever sent. */
  readonly hasUnapplied: boolean;
  /** An answer left open what became of its last request. */
  readonly isInDoubt: boolean;
  readonly request?: { readonly isOpen: boolean; readonly kind: RequestKind };
  /** Which kinds of export name it in the files that count. */
  readonly namedBy: ReadonlySet<'products' | 'stock'>;
  /** A stock export has said its stock. */
  readonly isStocked: boolean;
  /** The newest one leaves it out, so it has none (`missing: zero`). */
  readonly isEmptied?: boolean;
  /** The hold that keeps its row, or its vanishing, back. */
  readonly hold?: Pick<HeldFacts, 'id' | 'remedy'>;
  /** The hold of a whole file of a source that exports it. */
  readonly wholeHold?: Pick<HeldFacts, 'id' | 'source' | 'remedy'>;
  /** A row that names it where the configuration leaves it out, and no other products row names it. */
  readonly leftOut?: LeftOutRow;
  /** Only products exports without names name it. */
  readonly isNameless?: boolean;
  readonly pausedSource?: string;
  /** It is as an undo left it, whatever the file that counts says. */
  readonly putBack?: PutBack;
  /** The source that named it, if that is gone from the configuration and no other source names the article. */
  readonly goneSource?: string;
  /** A source that is gone from the configuration and had made the article inactive, which stays so. */
  readonly blockedBy?: string;
  /** The source that maps isActive now and has not said it of this article yet, which is inactive. */
  readonly awaits?: string;
  /** A source that made it inactive and no longer names it, so that it stays inactive. */
  readonly inactiveBy?: LeftFields | undefined;
  /** It left an export and was hidden, whatever was sent of it since. */
  readonly isHidden?: boolean;
  /** Some source takes it away when its export names it no longer. */
  readonly canVanish: boolean;
  /** `only` of the configuration leaves it out, whether a file names it or not. */
  readonly isOutsidePilot?: boolean;
  /** What happens next with its picture, if the marketplace does not have it as it is in the folder. */
  readonly picture?: string | undefined;
  /** Some file that concerns it is not through yet. */
  readonly isUnfinished: boolean;
  readonly vanished: CatalogConfig['vanished'];
  /** Why nothing is sent, such as a refused key, and what to do. */
  readonly stopped?: string | undefined;
  /** Folders that are offline and exports that cannot be read yet, in words. */
  readonly unread: readonly string[];
  /** Exports that were refused, settled or taken back by undo, in words. */
  readonly notRead: readonly string[];
  /** Sources that a restore left unread, so that what is unsure of the article waits for their next export. */
  readonly unreadSince?: readonly UnreadSince[];
  /** Sources of which another configuration waits behind an undo, in words. */
  readonly waits?: readonly string[];
}

const again = 'It is sent again when an export names it.';

/** What happens next with one article. Files that are not read yet are named, because what they say is not known. */
export function nextStep(facts: StepFacts): string {
  const step = stepOf(facts);
  const others = [
    ...facts.unread.map((text) => `Not read yet: ${text}`),
    ...facts.notRead.map((text) => `Not read: ${text}`),
    ...(facts.waits ?? []).map((text) => `Waits: ${text}`),
  ];
  if (others.length === 0) return step;
  return [step.endsWith('.') ? step : `${step}.`, ...others].join(' ');
}

function stepOf(facts: StepFacts): string {
  if (facts.request?.isOpen === true)
    return facts.stopped === undefined
      ? 'A request is under way; it is repeated by itself until the marketplace has answered it.'
      : `A request is under way and waits. ${facts.stopped}`;
  if (facts.leftOut?.by === 'only')
    return facts.hasUnapplied ? stepOfUnapplied(facts) : stepOutsidePilot(facts, facts.leftOut);
  return stepOfPerson(facts) ?? stepOfPass(facts);
}

/** What a person must do first; undefined if nothing. */
function stepOfPerson(facts: StepFacts): string | undefined {
  const { externalId, hold, wholeHold } = facts;
  const retry = `stockhand retry --product ${argument(externalId)}`;
  if (facts.canRetry) return `Correct it in the ERP, or send it again: ${retry}`;
  if (facts.isStuck) return `It is stuck; send it again: ${retry}`;
  if (facts.remedies.length > 0) return `Its row was rejected. ${facts.remedies.join(' ')}`;
  if (hold !== undefined) return `It is held: ${heldStep(hold)}`;
  if (wholeHold !== undefined)
    return `The export of its source ${wholeHold.source} is held as a whole: ${heldStep(wholeHold)}`;
  if (facts.hasUnapplied) return stepOfUnapplied(facts);
  const { unreadSince = [], isOutsidePilot, isUnfinished } = facts;
  if (unreadSince.length > 0 && isOutsidePilot !== true && !isUnfinished)
    return sinceRestoreText(unreadSince);
  if (!mayDiffer(facts)) return undefined;
  if (facts.pausedSource !== undefined)
    return `Its source is paused; it is sent after: stockhand resume ${facts.pausedSource}`;
  return facts.stopped && `What differs waits. ${facts.stopped}`;
}

/** Nothing is sent of an article that is not there and that no products export names. */
function mayDiffer({ namedBy, isConfirmed, ...of }: StepFacts): boolean {
  return isOpen(of) && (of.isInDoubt || isConfirmed || namedBy.has('products'));
}

function stepOfUnapplied({ isOutsidePilot = false }: StepFacts): string {
  return isOutsidePilot
    ? 'An earlier export said more about it than was sent, and only: of the configuration leaves it out: add it to only:, or remove only:, then export it again with all its cells.'
    : 'An earlier export said more about it than was sent: export it again with all its cells.';
}

function heldStep({ id, remedy }: NonNullable<StepFacts['hold']>): string {
  return remedy ?? `export again, or allow it: stockhand release ${id}`;
}

function isOpen({
  isUnfinished,
  isInDoubt,
}: Pick<StepFacts, 'isUnfinished' | 'isInDoubt'>): boolean {
  return isUnfinished || isInDoubt;
}

/** What the next pass does with the article. */
function stepOfPass(facts: StepFacts): string {
  const { putBack } = facts;
  const undone = putBack && !isOpen(facts) ? stepOfUndone(facts, putBack) : undefined;
  if (undone !== undefined) return undone;
  if (!facts.namedBy.has('products')) return stepOfUnnamed(facts);
  // Named, and yet left out by `where`: a file of changes takes nothing away.
  if (facts.leftOut !== undefined) return stepOfLeftOut(facts);
  if (isOpen(facts)) return 'It is sent with the next pass, where it differs.';
  if (!facts.isConfirmed)
    return 'It is not on the marketplace; it is sent with the next export that names it.';
  const inactive = stepOfInactive(facts);
  if (inactive !== undefined) return inactive;
  if (putBack !== undefined)
    return `Nothing: run ${putBack.run} put it back as it was before run ${putBack.undoes}; what the exports say is sent once they are written again with other content.`;
  if (facts.picture !== undefined) return `It is in step except for its picture: ${facts.picture}`;
  const { unread, notRead, waits = [] } = facts;
  if (unread.length + notRead.length + waits.length > 0) return 'It is in step with what was read.';
  if (facts.isEmptied === true)
    return 'Nothing: it is in step; the newest stock export leaves it out, so it has no stock.';
  return facts.isStocked && !facts.namedBy.has('stock')
    ? 'Nothing: it is in step; the newest stock export does not name it.'
    : 'Nothing: it is in step.';
}

/** What keeps buyers from ordering the article, whatever its row says. */
function stepOfInactive(facts: StepFacts): string | undefined {
  if (facts.blockedBy !== undefined)
    return `Nothing: its source ${facts.blockedBy} is gone from the configuration and had made it inactive, so buyers cannot order it. Put the source back, or map isActive in another one.`;
  if (facts.awaits !== undefined)
    return `Nothing: it was last exported as inactive, and ${facts.awaits}, which maps isActive, has not given isActive for it yet, so buyers cannot order it. It is on sale again once that source names it with isActive true.`;
  if (facts.inactiveBy !== undefined)
    return `Nothing: ${facts.inactiveBy.source} made it inactive and no longer names it, so that stays, and buyers cannot order it. It is on sale again once that source names it with isActive true.`;
  return undefined;
}

/**
 * An undo made the article stand otherwise than the newest export says. That lasts until other content is exported, or
 * the undo is undone.
 */
function stepOfUndone(
  { namedBy, request, ...facts }: StepFacts,
  { run, undoes }: PutBack,
): string | undefined {
  const isNamed = namedBy.has('products');
  const isTakenOff = request?.kind === 'remove' || request?.kind === 'hide';
  const end = `To end that now: stockhand undo ${run}.`;
  if (isNamed && isTakenOff)
    return `Nothing: run ${run} took it off the marketplace again with what run ${undoes} had brought, although the newest export names it; it is sent once that is written again with other content. ${end}`;
  if (isNamed || !facts.isConfirmed || !facts.canVanish || facts.isOutsidePilot === true)
    return undefined;
  if (facts.vanished === 'ignore') return undefined;
  return `Nothing: run ${run} put it back as it was before run ${undoes}, although the newest export leaves it out; it leaves the marketplace with the next export of other content that does not name it either. ${end}`;
}

function stepOfLeftOut(facts: StepFacts): string {
  const stays = facts.isConfirmed ? ', so it stays on the marketplace as it is' : '';
  return `Nothing: ${absenceText(facts)}${stays}. ${wayBack(facts)}`;
}

const placeText = ({ file, row }: LeftOutRow): string => `${file}, row ${row}`;

/** `only` neither sends an article nor lets it vanish. */
function stepOutsidePilot({ isConfirmed }: StepFacts, leftOut: LeftOutRow): string {
  const stays = isConfirmed ? ', so it stays on the marketplace as it is' : '';
  return `Nothing: ${placeText(leftOut)} names it, but only: of the configuration leaves it out${stays}. Add it to only:, or remove only:, and it is sent with the next pass.`;
}

/** Why no products export names it. */
function absenceText({ leftOut, isNameless = false }: Pick<StepFacts, 'leftOut' | 'isNameless'>) {
  if (leftOut !== undefined)
    return `${placeText(leftOut)} names it, but where: of source ${leftOut.source} leaves that row out`;
  return isNameless ? 'no products export with a name names it' : 'the export no longer names it';
}

function wayBack({ leftOut, isNameless = false }: Pick<StepFacts, 'leftOut' | 'isNameless'>) {
  if (leftOut !== undefined)
    return 'To send it, correct the row in the ERP and export again, or correct where:.';
  return isNameless ? 'It is sent again when one does.' : again;
}

function stepOfUnnamed({ isKnown, isConfirmed, isInDoubt, ...facts }: StepFacts): string {
  const kind = facts.request?.kind;
  const why = absenceText(facts);
  const back = wayBack(facts);
  if (!isConfirmed && !isInDoubt) {
    if (kind === 'remove') return `Nothing: ${why}, so it was unpublished. ${back}`;
    if (facts.leftOut !== undefined) return `Nothing: ${why}. ${back}`;
    if (facts.isNameless === true) return `Nothing: ${why}; it is created when one does.`;
    if (isOfStock(facts))
      return 'Nothing: only a stock export names it; it is created when a products export names it. If the marketplace has it already, take it over: stockhand adopt.';
    return isKnown ? 'Nothing: no export names it.' : namedByNobody;
  }
  if ((kind === 'hide' || facts.isHidden === true) && !isInDoubt)
    return `Nothing: ${why}, so it is hidden. ${back}`;
  return stepOfStanding({ ...facts, isInDoubt }, { why, back });
}

/** A number that is typed by hand is easily written otherwise than in the ERP. */
const namedByNobody =
  'No export names it. Give the number as it is in the ERP, with its capitals, blanks and zeros.';

function isOfStock({ namedBy, isStocked }: Pick<StepFacts, 'namedBy' | 'isStocked'>): boolean {
  return namedBy.has('stock') || isStocked;
}

/** For an article that is on the marketplace and named by no products export. */
function stepOfStanding(
  facts: Omit<StepFacts, 'isKnown' | 'isConfirmed'>,
  { why, back }: { readonly why: string; readonly back: string },
): string {
  const remedy = facts.leftOut === undefined ? '' : ` ${back}`;
  if (facts.goneSource !== undefined)
    return `Nothing: its source ${facts.goneSource} is gone from the configuration, so it stays on the marketplace. Name the source like this again, or hide the article in the supplier portal.`;
  if (facts.isOutsidePilot === true)
    return `Nothing: ${why}, and only: of the configuration leaves it out, so it stays on the marketplace as it is.`;
  if (facts.vanished === 'ignore')
    return `Nothing: ${why}; with vanished: ignore it stays on the marketplace.${remedy}`;
  if (facts.canVanish)
    return `${upper(why)}: it leaves the marketplace with ${leavesWith(facts)}.${remedy}`;
  return facts.leftOut === undefined && facts.isNameless !== true
    ? 'Nothing: none of the exports in use has named it, so it stays on the marketplace.'
    : `Nothing: ${why}, so it stays on the marketplace.${remedy}`;
}

/** A file that is through takes nothing away any more, so then the next export must. */
function leavesWith(facts: Pick<StepFacts, 'isUnfinished' | 'isInDoubt'>): string {
  return isOpen(facts) ? 'the next pass' : 'the next export of other content that does not name it';
}

/** With a capital letter, unless the text begins with a file's name. */
function upper(text: string): string {
  return /^(the|no) /.test(text) ? `${text[0]?.toUpperCase()}${text.slice(1)}` : text;
}
