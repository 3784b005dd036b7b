import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { StandingExport } from '../../files/stable.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import { isNamedLater, keepBeside, stampOf, writtenAt } from './beside.ts';

/** Some shares write local time as UTC, but no time zone is so far ahead. */
const zoneMs = 15 * 60 * 60_000;

const timeOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19);

/**
 * Fault 20: for one night the ERP's clock was a year ahead, and that night's export stays the newest for a year. Or the
 * share's clock was set back, or copies keep old times, so that the next export is dated before the last one. No time
 * decides which is right, but a file that came after the newest was read and is dated before it must be told.
 */
export function hiddenBehind(
  store: Pick<CatalogStore, 'sources' | 'runs' | 'meta'>,
  { name }: Pick<SourceConfig, 'name'>,
  byAge: readonly StandingExport[],
): Complaint | undefined {
  const newest = byAge.at(-1);
  if (newest === undefined) return undefined;
  const run = store.runs.get(store.sources.taken(name, nameOf(newest.set))?.run ?? 0);
  if (run === undefined) return undefined;
  const isAhead = writtenAt(newest) > run.started_at;
  const others = byAge.slice(0, -1);
  // Files that were there already are not reported: a clock that runs ahead dates them ahead, too, and names may have
  // another order.
  const before = new Set(keepBeside(store, name, { run: run.id, newest, others }).files);
  const hidden = others
    .filter((one) => (isAhead && writtenAt(one) > run.started_at) || isNamedLater(one, newest))
    .findLast((one) => one.isRead !== true && !before.has(stampOf(one)));
  return hidden && hiddenComplaint(hidden, newest, run);
}

function hiddenComplaint(
  hidden: StandingExport,
  newest: StandingExport,
  { started_at: readAt }: Pick<RunRow, 'started_at'>,
): Complaint {
  const rule = `is dated ${timeOf(writtenAt(hidden))} and is not read: ${nameOf(newest.set)}, read at ${timeOf(readAt)} by this computer’s clock, counts as the newest, because it is dated ${timeOf(writtenAt(newest))} (all UTC).`;
  return datedAhead(nameOf(hidden.set), rule);
}

/** For a look without memory of earlier ones: the file is dated further ahead than any time zone explains. */
export function aheadOfClock(
  { name, mtimeMs }: Pick<FileEntry, 'name' | 'mtimeMs'>,
  now: number,
): Complaint | undefined {
  if (mtimeMs <= now + zoneMs) return undefined;
  const rule = `is dated ${timeOf(mtimeMs)} (UTC), ahead of this computer’s clock: what is exported under another name and dated before it is not read.`;
  return datedAhead(name, rule);
}

function datedAhead(file: string, rule: string): Complaint {
  return complaintOf({ code: 'FILE_DATED_AHEAD', file, rule });
}
