import type { PastRun, RunBooks } from '../../domain/facts.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { booksOfRun, notesOf } from './books.ts';

/** What happens to an article that an export leaves out, by the kind of its request. */
const words: ReadonlyMap<string, string> = new Map([
  ['hide', 'hidden'],
  ['remove', 'unpublished'],
  ['zero', 'stock to zero'],
]);

/** How many articles a run took off sale. No row stands for them, so the books do not count them. Undefined if none. */
export function takenOffText({ requests }: CatalogStore, run: number): string | undefined {
  const counts = new Map<string, number>();
  for (const { kind, status, answer } of requests.answersOf(run, [...words.keys()])) {
    // A repeated DELETE answers 404: the product is gone (fault 53).
    const done = kind === 'remove' && status === 404 ? 1 : succeededIn(answer);
    counts.set(kind, (counts.get(kind) ?? 0) + done);
  }
  const found = [...counts].filter(([, count]) => count > 0);
  if (found.length === 0) return undefined;
  return found.map(([kind, count]) => `${count} taken off sale (${words.get(kind)})`).join(', ');
}

/** The number that settle.ts stores with an answer; 0 for a refusal, which has none. */
function succeededIn(answer: string | null): number {
  const { succeeded = 0 } = JSON.parse(answer ?? '{}') as { readonly succeeded?: number };
  return succeeded;
}

/** What is to be said of a run beside its books, with its source. */
export function runNotes(store: CatalogStore, { run, source }: RunBooks): string[] {
  const takenOff = takenOffText(store, run);
  const texts = [...(takenOff === undefined ? [] : [`${takenOff}.`]), ...notesOf(store, run)];
  return texts.map((text) => `${source}: ${text}`);
}

export function pastRun(store: CatalogStore, run: RunRow): PastRun {
  const takenOff = takenOffText(store, run.id);
  return { ...booksOfRun(run), ...(takenOff === undefined ? {} : { takenOff }) };
}

/** True while articles that the file leaves out are still to be taken off sale; its rows may be through already. */
export function isTakingOff(store: CatalogStore, { id, source }: RunRow): boolean {
  const row = store.sources.get(source);
  if (row?.run !== id || row.done === 1) return false;
  return store.plans.takesAway(id);
}
