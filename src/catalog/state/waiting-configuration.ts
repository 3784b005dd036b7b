import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** In `meta`. */
export const waitingConfigurationOf = (source: string): string =>
  `configuration behind undo of ${source}`;

/**
 * Behind an undo the marketplace holds what a person put back and no file says. A changed configuration would read the
 * file again and overwrite that, so it waits for the next export; that it waits is told.
 */
export function waitBehindUndo({ meta, events }: CatalogStore, undo: RunRow, at: number): void {
  meta.set(waitingConfigurationOf(undo.source), String(undo.id));
  events.add(at, undo.source, sentenceOf(undo));
}

/** The sentence that it waits; undefined once an export was read since. */
export function waitingConfiguration({ meta, sources, runs }: CatalogStore, source: string) {
  const undo = runs.get(Number(meta.get(waitingConfigurationOf(source)) ?? 0));
  return undo === undefined || sources.acceptedRun(source) !== undo.id
    ? undefined
    : sentenceOf(undo);
}

/** The same with the source. */
export function waitingText(store: CatalogStore, source: string): string | undefined {
  const sentence = waitingConfiguration(store, source);
  return sentence && `${source}: ${sentence}`;
}

function sentenceOf({ id, undoes }: RunRow): string {
  return `A change in its configuration or in the program applies only from the next export with other content on, because run ${id} took back run ${undoes}.`;
}
