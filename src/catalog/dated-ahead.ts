import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { FileEntry } from '../files/entry.ts';
import type { StandingExport } from '../files/stable.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';
import { nameOf } from './set-name.ts';

/** No zone is so far ahead: some shares write local time for UTC. */
const zoneMs = 15 * 60 * 60_000;

const timeOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19);

/**
 * Fault 20: one night of a wrong clock in the ERP, and the export of that night stays the newest for as long as its date
 * lies ahead. No time decides which of two is right, but somebody must know of one that came after the other had been
 * read, and is dated before it all the same.
 */
export function hiddenBehind(
  store: Pick<CatalogStore, 'sources' | 'runs' | 'meta'>,
  { name }: Pick<SourceConfig, 'name'>,
  byAge: readonly StandingExport[],
): Complaint | undefined {
  const newest = byAge.at(-1);
  if (newest === undefined) return undefined;
  const ahead = nameOf(newest.set);
  const run = store.runs.get(store.sources.taken(name, ahead)?.run ?? 0);
  if (run === undefined || writtenAt(newest) <= run.started_at) return undefined;
  const others = byAge.slice(0, -1).filter((other) => writtenAt(other) > run.started_at);
  const before = stoodBeside(store, name, { run: run.id, files: others.map(stampOf) });
  const hidden = others.findLast((one) => one.isRead !== true && !before.has(stampOf(one)));
  if (hidden === undefined) return undefined;
  const rule = `is dated ${timeOf(writtenAt(hidden))} and is not read: ${ahead}, read at ${timeOf(run.started_at)} by this computer’s clock, counts as the newest, because it is dated ${timeOf(writtenAt(newest))} (all UTC).`;
  return datedAhead(nameOf(hidden.set), rule);
}

/** What stood in the folder when that run's file was read: where each date lies ahead, older ones lie ahead as well. */
function stoodBeside(
  { meta }: Pick<CatalogStore, 'meta'>,
  source: string,
  now: { readonly run: number; readonly files: readonly string[] },
): ReadonlySet<string> {
  const { run, files } = JSON.parse(meta.get(besideNewest(source)) ?? '{}') as Partial<typeof now>;
  if (run === now.run) return new Set(files);
  meta.set(besideNewest(source), JSON.stringify(now));
  return new Set(now.files);
}

/** In `meta`. */
export function besideNewest(source: string): string {
  return `beside the newest of ${source}`;
}

/** For whoever has no memory of what was read: a day that no zone explains. */
export function aheadOfClock(
  { name, mtimeMs }: Pick<FileEntry, 'name' | 'mtimeMs'>,
  now: number,
): Complaint | undefined {
  if (mtimeMs <= now + zoneMs) return undefined;
  const rule = `is dated ${timeOf(mtimeMs)} (UTC), ahead of this computer’s clock: what is exported under another name and dated before it is not read.`;
  return datedAhead(name, rule);
}

function datedAhead(file: string, rule: string): Complaint {
  return { code: 'FILE_DATED_AHEAD', file, rule, remedy: codes.FILE_DATED_AHEAD.remedy };
}

/** Epoch ms by the clock of its share. */
function writtenAt({ set }: StandingExport): number {
  return set.parts[0]?.mtimeMs ?? 0;
}

function stampOf(one: StandingExport): string {
  return `${nameOf(one.set)} ${writtenAt(one)}`;
}
