import type { ProductRow } from '../../store/mirror.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { namesArticles } from '../terms/source-kinds.ts';
import { isInactive } from '../terms/traits.ts';
import type { Touched } from './touched.ts';

/** What tells whether an article is inactive because an export does not name it, or by the word of one (own-hides.ts). */
export interface HiddenInput {
  readonly source: SourceConfig;
  /** Whether a request hid the product because an export no longer named it. */
  readonly isOwnHide: (request: number | null, product: number) => boolean;
  /** What the source itself said of it before the run is that it is inactive. */
  readonly wasSaidInactive: (product: number) => boolean;
}

/**
 * The article was hidden before the run, or is so since, if the source names no articles: then only another one can have
 * left it out.
 */
export function isHidden(
  { source, isOwnHide, wasSaidInactive }: HiddenInput,
  { id, content_request: request }: ProductRow,
  { content }: Touched,
): boolean {
  if (isOwnHide(content?.wasSentIn ?? null, id)) return true;
  return !namesArticles(source) && isOwnHide(request, id) && !wasSaidInactive(id);
}

/** A hidden article that a cell called inactive looks as before, and yet is inactive by another word. */
export function isOtherWord(
  { isOwnHide }: HiddenInput,
  row: ProductRow,
  { content }: Touched,
): boolean {
  // Nothing is looked up for active articles, which most are.
  if (row.content_hash === null || !isInactive(row)) return false;
  return isOwnHide(content?.wasSentIn ?? null, row.id) && !isOwnHide(row.content_request, row.id);
}
