import { type Books, booksOf, kinds } from '../terms/plan.ts';

/**
 * A file is looked at again, perhaps with another configuration, while rows that an earlier look has sent have no answer
 * yet. Whatever this look says of such a row, it waits: the answer counts it. `open`: the products of these rows.
 */
export function booksWithOpen(
  marks: Uint8Array,
  ids: { readonly [record: number]: number },
  open: readonly number[],
): Books {
  const left = new Set(open);
  const counted = marks.slice();
  // Backwards, because of the rows of a sum the last one stands for all.
  for (let record = marks.length - 1; record >= 0 && left.size > 0; record -= 1)
    if (left.delete(ids[record] ?? 0)) counted[record] = kinds.upsert;
  const books = booksOf(counted);
  // A row that is left out names no product any more.
  const unnamed = Math.min(left.size, books.skipped);
  return { ...books, skipped: books.skipped - unnamed, waiting: books.waiting + unnamed };
}
