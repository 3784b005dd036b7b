import type { CatalogConfig } from '../config/declaration.ts';
import type { RequestKind } from './request-items.ts';

/** What decides how the story of an article goes on. */
export interface StepFacts {
  readonly externalId: string;
  readonly isKnown: boolean;
  /** The marketplace has confirmed its content. */
  readonly isConfirmed: boolean;
  readonly isRefused: boolean;
  readonly isRejected: boolean;
  /** Its row was given up, although nothing is wrong with it. */
  readonly isStuck: boolean;
  /** An older file of changes said more of it than was ever sent. */
  readonly isUnsaid: boolean;
  /** An answer left open what became of its last request. */
  readonly isInDoubt: boolean;
  readonly request?: { readonly isOpen: boolean; readonly kind: RequestKind };
  /** Which kinds of export name it in the files that count. */
  readonly namedBy: ReadonlySet<'products' | 'stock'>;
  /** The hold that keeps its row, or its vanishing, back. */
  readonly hold?: number;
  readonly pausedSource?: string;
  /** The source that named it last, where the configuration has it no more and no other names it. */
  readonly goneSource?: string;
  /** Some source takes it away when its export names it no longer. */
  readonly canVanish: boolean;
  /** Some file that concerns it is not through yet. */
  readonly isUnfinished: boolean;
  readonly vanished: CatalogConfig['vanished'];
  /** Exports that stand there and cannot be read yet, in words. */
  readonly unread: readonly string[];
}

const again = 'It comes back when an export names it.';

/** What comes next for one article, true whatever came before; what a file says that waits is not known. */
export function nextStep(facts: StepFacts): string {
  return [stepOf(facts), ...facts.unread.map((text) => `Not read yet: ${text}`)].join(' ');
}

function stepOf(facts: StepFacts): string {
  const { externalId, request, hold } = facts;
  if (request?.isOpen === true)
    return 'A request is under way; it is repeated by itself until the marketplace has answered it.';
  if (facts.isRefused)
    return `Correct it in the ERP, or send it again: stockhand retry --product ${externalId}`;
  if (facts.isStuck) return `It is stuck; send it again: stockhand retry --product ${externalId}`;
  if (facts.isRejected) return 'Correct the row in the ERP and export again.';
  if (hold !== undefined) return `It is held: export again, or allow it: stockhand release ${hold}`;
  if (facts.isUnsaid)
    return 'An earlier export said more of it than was sent: export it again with all its cells.';
  const isOpen = facts.isUnfinished || facts.isInDoubt;
  if (facts.pausedSource !== undefined && isOpen)
    return `Its source is paused; it goes on after: stockhand resume ${facts.pausedSource}`;
  if (!facts.namedBy.has('products')) return stepOfUnnamed(facts);
  if (isOpen) return 'It is sent with the next pass, where it differs.';
  if (facts.isConfirmed && facts.unread.length > 0) return 'It is in step with what was read.';
  return facts.isConfirmed
    ? 'Nothing: it is in step.'
    : 'It is not on the marketplace; it is sent with the next export that names it.';
}

function stepOfUnnamed({ isKnown, isConfirmed, isInDoubt, ...facts }: StepFacts): string {
  const kind = facts.request?.kind;
  if (!isConfirmed && !isInDoubt) {
    if (kind === 'remove')
      return `Nothing: the export no longer names it, so it was unpublished. ${again}`;
    if (facts.namedBy.has('stock'))
      return 'Nothing: only a stock export names it; it is created when a products export names it.';
    return isKnown ? 'Nothing: no export names it.' : 'No export names it.';
  }
  if (kind === 'hide' && !isInDoubt)
    return `Nothing: the export no longer names it, so it is hidden. ${again}`;
  if (facts.goneSource !== undefined)
    return `Nothing: its source ${facts.goneSource} is gone from the configuration, so it stays on the marketplace. Call the source so again, or hide the article in the supplier portal.`;
  if (!facts.canVanish && facts.vanished !== 'ignore')
    return 'Nothing: none of the exports that count has named it, so it stays on the marketplace.';
  return facts.vanished === 'ignore'
    ? 'Nothing: the export no longer names it; with vanished: ignore it stays on the marketplace.'
    : 'The export no longer names it: it leaves the marketplace with the next pass.';
}
