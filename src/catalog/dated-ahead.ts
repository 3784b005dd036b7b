import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { FileEntry } from '../files/entry.ts';
import type { StandingExport } from '../files/stable.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';
import { nameOf } from './set-name.ts';

/** What the clocks of two computers on one network may differ by. */
const skewMs = 60_000;
/** No zone is so far ahead: some shares write local time for UTC. */
const zoneMs = 15 * 60 * 60_000;

const timeOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19);

/**
 * Fault 20: one night of a wrong clock in the ERP, and the export of that night stays the newest for as long as its date
 * lies ahead. No time decides which of two is right, but somebody must know of one that was never read though it was
 * written after the other had been.
 */
export function hiddenBehind(
  { sources, runs }: Pick<CatalogStore, 'sources' | 'runs'>,
  { name }: Pick<SourceConfig, 'name'>,
  { byAge, now }: { readonly byAge: readonly StandingExport[]; readonly now: number },
): Complaint | undefined {
  const newest = byAge.at(-1);
  if (newest === undefined || writtenAt(newest) <= now + skewMs) return undefined;
  const ahead = nameOf(newest.set);
  const readAt = runs.get(sources.taken(name, ahead)?.run ?? 0)?.started_at;
  if (readAt === undefined) return undefined;
  const isHidden = (other: StandingExport): boolean =>
    other.isRead === false && writtenAt(other) > readAt && writtenAt(other) <= now + skewMs;
  const hidden = byAge.slice(0, -1).findLast(isHidden);
  if (hidden === undefined) return undefined;
  const rule = `is dated ${timeOf(writtenAt(hidden))} and is not read: ${ahead}, read at ${timeOf(readAt)}, counts as the newest, because it is dated ${timeOf(writtenAt(newest))}, ahead of this computer’s clock (all UTC).`;
  return datedAhead(nameOf(hidden.set), rule);
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
