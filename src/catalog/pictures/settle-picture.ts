import type { Answered } from '../../domain/exchange.ts';
import { noPicture } from '../../domain/picture.ts';
import { isGoneStatus } from '../../domain/problem.ts';
import type { PictureRow } from '../../store/pictures.ts';
import type { RequestItem, RequestKind } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { refusalOf } from '../terms/refusal.ts';

/** The same bytes get so many fresh presigns; then a person has to look (fault 58). */
const triesMax = 3;

/** Refusals that a fresh presign of the file as it is now may heal. */
const healing: ReadonlySet<string> = new Set(['MEDIA_HANDLE_INVALID', 'CONFLICT_OPTIMISTIC_LOCK']);

interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly at: number;
}

type Whose = Pick<PictureRow, 'product' | 'wished'>;

export function isPictureKind(kind: RequestKind): boolean {
  return kind === 'picture' || kind === 'unpicture';
}

/** What the answer to a commit or to a deletion means; runs inside of the transaction that stores the answer. */
export function settlePicture(
  store: CatalogStore,
  item: RequestItem,
  { verdict, at }: { verdict: Answered; at: number },
): 'succeeded' | 'failed' {
  const { answer } = verdict;
  const shown = item.picture ?? noPicture;
  // A product without a picture has none to delete (as fault 53).
  const isGone = shown === noPicture && isGoneStatus(answer.status);
  if (isGone || (answer.status >= 200 && answer.status < 300)) {
    store.pictures.confirm(item.product, shown);
    return 'succeeded';
  }
  refusedPicture(store, { product: item.product, wished: shown }, { verdict, at });
  return 'failed';
}

/** What a refused presign, commit or deletion means: another try, or a person. */
export function refusedPicture(
  store: CatalogStore,
  whose: Whose,
  { verdict: { kind, answer }, at }: { verdict: Answered; at: number },
): void {
  const trouble = { ...refusalOf(answer), at };
  if (kind === 'exhausted' || healing.has(trouble.code)) triedPicture(store, whose, trouble);
  else refusePicture(store, whose, trouble);
}

/** The picture is due again, from its file on; after three such tries it is parked. */
export function triedPicture(store: CatalogStore, whose: Whose, trouble: Trouble): void {
  if (store.pictures.tried(whose.product) >= triesMax) refusePicture(store, whose, trouble);
}

/** Parks the picture: it is not sent again before its bytes change or a person says so. */
export function refusePicture(
  store: CatalogStore,
  { product, wished }: Whose,
  { code, message, at }: Trouble,
): void {
  store.pictures.refuse({ product, wish: wished ?? noPicture, code, message, at });
}
