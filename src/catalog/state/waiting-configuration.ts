import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';

const nameOf = (source: string): string => `configuration behind undo of ${source}`;

/** A person put back what no file says, so no file is read again under a changed configuration: that is told. */
export function waitBehindUndo({ meta, events }: CatalogStore, undo: RunRow, at: number): void {
  meta.set(nameOf(undo.source), String(undo.id));
  events.add(at, undo.source, sentenceOf(undo));
}

/** That it waits, as long as no export has been read since. */
export function waitingConfiguration({ meta, sources, runs }: CatalogStore, source: string) {
  const undo = runs.get(Number(meta.get(nameOf(source)) ?? 0));
  return undo === undefined || sources.get(source)?.accepted_run !== undo.id
    ? undefined
    : sentenceOf(undo);
}

function sentenceOf({ id, undoes }: RunRow): string {
  return `What has changed in its configuration or in the program waits for the next export with other content, because run ${id} took back run ${undoes}.`;
}
