import { counted } from '../../domain/counted.ts';
import { StockhandError } from '../../domain/error.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { RunRow } from '../../store/runs.ts';
import { canBeReleased } from '../state/held-facts.ts';
import { pauseText } from '../state/pauses.ts';
import type { StateDeps } from '../terms/ports.ts';

/**
 * An undo becomes the newest run of its source. Rows that the file before it has not sent yet, or that wait for
 * release, would be lost. So that file must come to its end first. Throws RUN_OPEN.
 */
export function refuseOpen(deps: StateDeps, { id, source }: RunRow): void {
  const { store } = deps;
  const row = store.sources.get(source);
  const newest = store.runs.get(row?.run ?? 0);
  if (newest === undefined) return;
  const name = `${shownExport(newest.file)} (run ${newest.id})`;
  const cannot = `Run ${id} cannot be taken back yet`;
  if (row?.done === 0)
    throw notThrough(`${cannot}: ${name} is not finished`, pauseText(store, source));
  // What the run itself holds is taken back with it.
  const held = store.holds.open().find(({ run }) => run === newest.id && run !== id);
  if (held === undefined) return;
  const waits =
    held.items === 0
      ? `${name}, a newer file, is held as a whole.`
      : `of ${name}, a newer file, ${counted(held.items, 'article is', 'articles are')} held.`;
  const release = canBeReleased(deps, held)
    ? `, or release exactly that (stockhand release ${held.id})`
    : '';
  throw new StockhandError('RUN_OPEN', `${cannot}: ${waits}`, {
    remedy: `Take back run ${newest.id} first (stockhand undo ${newest.id}) or export again${release}.`,
  });
}

/** A paused source never comes to an end by itself, so the remedy is to resume it. */
function notThrough(what: string, paused: string | undefined): StockhandError {
  if (paused === undefined) return new StockhandError('RUN_OPEN', `${what}.`);
  return new StockhandError('RUN_OPEN', `${what}, because ${paused}.`, {
    remedy: 'Resume it first (stockhand resume), then take the run back.',
  });
}
