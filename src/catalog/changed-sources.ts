import { configurationOf } from './normal.ts';
import type { Room } from './room.ts';
import { lookAgain } from './room.ts';

/**
 * After a restart with another configuration of a source, pilot, policy or brake: the file that counts is diffed anew, and
 * files that were refused under the old one are read again: their remedy may have been to correct the mapping.
 */
export function lookAtChangedSources(room: Room): void {
  const { store, config } = room.deps;
  for (const source of config.sources) {
    const name = `configuration of ${source.name}`;
    const before = store.meta.get(name);
    const now = configurationOf(source, config);
    if (before === now) continue;
    store.transaction(() => {
      store.meta.set(name, now);
      if (before === undefined) return;
      store.sources.forgetRefused(source.name);
      // Another delimiter or header row gives other columns to the same file.
      store.sources.set(source.name, { header: null });
      const row = store.sources.get(source.name);
      // A file that waits for its pass 1 is read under the new configuration anyway.
      const counts = store.runs.get(row?.accepted_run ?? 0);
      // An undo stands for what a person has seen and applied: the next file is read under the new configuration.
      const isFile = counts !== undefined && counts.undoes === null;
      if (isFile && row?.run === counts.id) lookAgain(room, source.name);
    });
  }
}
