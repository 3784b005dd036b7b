import type { ProductRow } from '../../store/mirror.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { type Touched, touchedBy } from './touched.ts';

/**
 * Whose word something of an article is by now: that of the run that is asked about, or of a later one. Undefined where
 * it is older than that run, which then changed nothing of it.
 */
export type Word = 'own' | 'later' | undefined;

type RunBefore = (run: number) => number | null | undefined;

/**
 * Run 5 says 20, run 6 says 30, run 7 takes back 6: it is 20 again, the word of run 5. `before` tells whose word it was
 * before a run that has left it as it was.
 */
export function wordOf(run: number, newest: number, before: RunBefore): Word {
  let by = newest;
  while (by > run) {
    const next = before(by);
    if (next == null || next >= by) break;
    by = next;
  }
  if (by === run) return 'own';
  return newest > run ? 'later' : undefined;
}

/** The same of the content and the stock of articles, from the requests of runs. */
export interface LastWord {
  /** Also of an article that was taken off the marketplace: whose word it is that it is not there. */
  content(row: ProductRow): Word;
  stock(row: ProductRow): Word;
}

export function lastWordOf({ requests, runs }: CatalogStore, run: number): LastWord {
  const read = new Map<number, ReadonlyMap<number, Touched>>();
  const touchedIn = (id: number): ReadonlyMap<number, Touched> => {
    const touched = read.get(id) ?? touchedBy({ requests }, id);
    read.set(id, touched);
    return touched;
  };
  const before = (product: number, part: 'content' | 'stock') => (by: number) => {
    const undoes = runs.get(by)?.undoes ?? null;
    const changed = touchedIn(undoes ?? by).get(product)?.[part];
    // The file changed it, and was not taken back.
    const isOwnWord = undoes === null && changed?.was !== changed?.now;
    return isOwnWord ? undefined : changed?.wasRun;
  };
  return {
    content: ({ id, content_hash: hash, content_run: newest }) =>
      // Somebody else has taken it off.
      hash === null && newest === null ? 'later' : wordOf(run, newest ?? 0, before(id, 'content')),
    stock: ({ id, quantity_run: newest }) => wordOf(run, newest ?? 0, before(id, 'stock')),
  };
}
