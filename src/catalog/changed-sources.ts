import { lookAgain, type Room } from './requests/room.ts';
import { returnedSources } from './state/article-sources.ts';
import { noteMovedFields } from './state/moved-fields.ts';
import { newOwnerOfStock } from './state/owner-of-stock.ts';
import { askStockAgain } from './state/stock-to-resend.ts';
import { waitBehindUndo } from './state/waiting-configuration.ts';
import { configurationName, configurationOf, sourceFingerprint } from './terms/fingerprint.ts';
import type { SourceConfig } from './terms/ports.ts';

/**
 * After a restart with another mapping, pilot, policy or brake: the file that counts is diffed again, and files that
 * were refused under the old configuration are read again, because the mapping may have been corrected for them. If
 * another source owns the stock than before, its file is diffed again, too; if a products source has come or is back,
 * those of all products sources.
 */
export function lookAtChangedSources(room: Room): void {
  const { store, config } = room.deps;
  noteMovedFields(room.deps);
  for (const source of config.sources) {
    const name = configurationName(source.name);
    const before = store.meta.get(name);
    const now = configurationOf(source, config);
    if (before === now) continue;
    store.transaction(() => {
      store.meta.set(name, now);
      if (isReadOtherwise(room, source)) store.sources.set(source.name, { header: null });
      if (before === undefined) return;
      forgetRefused(room, source);
      forgetInterrupted(room, source);
      lookAtFile(room, source.name);
    });
  }
  store.transaction(() => {
    const owner = newOwnerOfStock(room.deps);
    if (owner?.kind === 'stock') forgetOthersStock(room);
    if (owner !== undefined) lookAtStock(room, owner);
    if (returnedSources(room.deps).length > 0) lookAtArticles(room);
  });
}

/** In `meta`: how the source was read at the last start. */
export const settingsName = (source: string): string => `settings of ${source}`;

/**
 * Another delimiter, header row or mapping gives other columns to the same file, so it is not compared with the file
 * before. If only limits have changed, a doubtful layout is as doubtful as before.
 */
function isReadOtherwise({ deps: { store } }: Room, source: SourceConfig): boolean {
  const name = settingsName(source.name);
  const now = sourceFingerprint({ ...source, name: '' }, null);
  if (store.meta.get(name) === now) return false;
  store.meta.set(name, now);
  return true;
}

/**
 * A reading under the configuration before this one may have been interrupted. What it noted of articles must not count,
 * so each row is read again: the hashes may be those of the configuration before that one, which is back.
 */
function forgetInterrupted({ deps: { store } }: Room, { name }: SourceConfig): void {
  const { run = null, accepted_run: accepted, plan } = store.sources.get(name) ?? {};
  if (run !== null && run !== accepted && plan === null) store.parts.dropRun(name, run);
  store.index.voidKnown();
}

/**
 * A refused delta file that newer ones have overtaken would put older values back: it is not read again, and a person
 * is asked.
 */
function forgetRefused({ deps: { store } }: Room, { name, contents }: SourceConfig): void {
  const counts = store.sources.acceptedRun(name) ?? 0;
  store.sources.forgetRefused(name, contents === 'delta' ? counts : 0);
}

/**
 * A new article gets the stock that the stock source exported, and not the one of a products source that owned the
 * stock before.
 */
function forgetOthersStock({ deps: { store, config } }: Room): void {
  for (const { name, kind } of config.sources)
    if (kind === 'products') store.mirror.forgetExported(name);
}

function lookAtStock(room: Room, { name, kind, contents }: SourceConfig): void {
  const { store, clock } = room.deps;
  // A held file was compared with its own source's stock. Compared with another source's, its jump may not show (I13).
  const isHeld = store.holds.open().some(({ source }) => source === name);
  if (!isHeld) lookAtFile(room, name);
  if (kind === 'stock') askStockAgain(store, name);
  // What an older delta file of articles said of their stock is not kept.
  else if (contents === 'delta') store.events.add(clock.now(), name, keepsOlderStock(name));
}

/**
 * Looks at every source of articles again: what one of them said meanwhile was sent without the fields of the source
 * that has come.
 */
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
  return `Other sources give fields of the articles of ${source} than at the last start: articles that no file in use names keep the fields that were sent before. Export all articles once.`;
}

function keepsOlderStock(source: string): string {
  return `${source} gives the stock from now on: articles that its newest file does not name keep the stock that was sent before. Export all articles once.`;
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
