import type { PastRun, RunBooks } from '../../domain/facts.ts';
import type { RunRow } from '../../store/runs.ts';
import { takenOff } from '../requests/taken-off.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { booksOfRun, notesOf } from './books.ts';

/** What happens to an article that an export leaves out, by the kind of its request. */
const words: ReadonlyMap<string, string> = new Map([
  ['hide', 'hidden'],
  ['remove', 'unpublished'],
  ['zero', 'stock to zero'],
]);

/** How many articles a run took off sale, in words. Undefined if none. */
export function takenOffText(store: CatalogStore, run: number): string | undefined {
  const found = [...takenOff(store, run)];
  if (found.length === 0) return undefined;
  return found.map(([kind, count]) => `${count} taken off sale (${words.get(kind)})`).join(', ');
}

/** What is to be said of a run beside its books, with its source. */
export function runNotes(store: CatalogStore, { run, source }: RunBooks): string[] {
  const off = takenOffText(store, run);
  const texts = [...(off === undefined ? [] : [`${off}.`]), ...notesOf(store, run)];
  return texts.map((text) => `${source}: ${text}`);
}

export function pastRun(store: CatalogStore, run: RunRow): PastRun {
  const off = takenOffText(store, run.id);
  return { ...booksOfRun(run), ...(off === undefined ? {} : { takenOff: off }) };
}

/** True while articles that the file leaves out are still to be taken off sale; its rows may be through already. */
export function isTakingOff(store: CatalogStore, { id, source }: RunRow): boolean {
  const row = store.sources.get(source);
  if (row?.run !== id || row.done === 1) return false;
  return store.plans.takesAway(id);
}
