import { configurationOf } from './pass/normal.ts';
import { lookAgain, type Room } from './requests/room.ts';
import { returnedSources } from './state/article-sources.ts';
import { noteMovedFields } from './state/moved-fields.ts';
import { changedOwnersOfStock } from './state/owners-of-stock.ts';
import { askStockAgain } from './state/stock-asked.ts';
import { waitBehindUndo } from './state/waiting-configuration.ts';
import { sourceFingerprint } from './terms/fingerprint.ts';
import type { SourceConfig } from './terms/ports.ts';

/**
 * After a restart with another configuration of a source, pilot, policy or brake: the file that counts is diffed anew, and
 * files that were refused under the old one are read again: their remedy may have been to correct the mapping. Where
 * other sources own the stock than before, or one that gives fields has come, their files are diffed anew, too.
 */
export function lookAtChangedSources(room: Room): void {
  const { store, config } = room.deps;
  noteMovedFields(room.deps);
  for (const source of config.sources) {
    const name = `configuration of ${source.name}`;
    const before = store.meta.get(name);
    const now = configurationOf(source, config);
    if (before === now) continue;
    store.transaction(() => {
      store.meta.set(name, now);
      if (isReadOtherwise(room, source)) store.sources.set(source.name, { header: null });
      if (before === undefined) return;
      forgetRefused(room, source);
      lookAtFile(room, source.name);
    });
  }
  store.transaction(() => {
    for (const source of changedOwnersOfStock(room.deps)) {
      if (source.kind === 'stock') forgetOthersStock(room);
      lookAtStock(room, source);
    }
    if (returnedSources(room.deps).length > 0) lookAtArticles(room);
  });
}

/**
 * Another delimiter, header row or mapping gives other columns to the same file, so it is measured by itself. Under other
 * limits alone a doubtful layout is as doubtful as before.
 */
function isReadOtherwise({ deps: { store } }: Room, source: SourceConfig): boolean {
  const name = `settings of ${source.name}`;
  const now = sourceFingerprint({ ...source, name: '' }, null);
  if (store.meta.get(name) === now) return false;
  store.meta.set(name, now);
  return true;
}

/** Of files of changes one that newer ones have overtaken would put its older values back: it is asked about instead. */
function forgetRefused({ deps: { store } }: Room, { name, contents }: SourceConfig): void {
  const counts = store.sources.acceptedRun(name) ?? 0;
  store.sources.forgetRefused(name, contents === 'delta' ? counts : 0);
}

/** A new article carries what its stock source exported, and not what a products source said before that owned it. */
function forgetOthersStock({ deps: { store, config } }: Room): void {
  for (const { name, kind } of config.sources)
    if (kind === 'products') store.mirror.forgetExported(name);
}

function lookAtStock(room: Room, { name, kind, contents }: SourceConfig): void {
  const { store, clock } = room.deps;
  // What waits for a yes was measured by its own stock; by another source's it may look like no jump (I13).
  const isHeld = store.holds.open().some(({ source }) => source === name);
  if (!isHeld) lookAtFile(room, name);
  if (kind === 'stock') askStockAgain(store, name);
  // What an older delta file of articles said of their stock is not kept.
  else if (contents === 'delta') store.events.add(clock.now(), name, keepsOlderStock(name));
}

/** Each, because what one of them has said meanwhile was sent without the fields of the one that is back. */
function lookAtArticles(room: Room): void {
  const { store, clock, config } = room.deps;
  for (const { name, kind, contents, mapping } of config.sources) {
    if (kind !== 'products') continue;
    lookAtFile(room, name);
    const isOfChanges = contents === 'delta' && mapping.name !== undefined;
    if (isOfChanges && store.sources.acceptedRun(name) !== undefined)
      store.events.add(clock.now(), name, keepsOlderFields(name));
  }
}

function keepsOlderFields(source: string): string {
  return `Other sources give fields of the articles of ${source} than at the last start: what no file that counts names keeps the fields that were sent before. Export all articles once.`;
}

function keepsOlderStock(source: string): string {
  return `${source} gives the stock from now on: what its newest file does not name keeps the stock that was sent before. Export all articles once.`;
}

function lookAtFile(room: Room, source: string): void {
  const { store } = room.deps;
  const row = store.sources.get(source);
  // A file that waits for its pass 1 is read under the new configuration anyway.
  const counts = store.runs.get(row?.accepted_run ?? 0);
  // An undo stands for what a person has seen and applied: the next file is read under the new configuration.
  if (counts === undefined || row?.run !== counts.id) return;
  if (counts.undoes === null) lookAgain(room, source);
  else waitBehindUndo(store, counts, room.deps.clock.now());
}
