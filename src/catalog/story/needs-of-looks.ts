import { type Complaint, complaintText } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { furtherNeeds } from '../intake/further-parts.ts';
import { goneExportNeed } from '../intake/gone-export.ts';
import type { IntakeLook } from '../intake/intake.ts';
import { exportsLookedAt, lateExport } from '../intake/late-export.ts';
import { lonelyNeeds } from '../intake/lonely-files.ts';
import { missedNeeds } from '../intake/missed-export.ts';
import { restlessNeeds } from '../intake/restless-files.ts';
import { untakenOf } from '../intake/unread-exports.ts';
import { unreadableNeed } from '../intake/unreadable.ts';
import { isPaused } from '../state/pause.ts';
import type { CatalogStore, EngineDeps, SourceConfig } from '../terms/ports.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export type Looks = ReadonlyMap<string, IntakeLook & { readonly at: number }>;
type Deps = Pick<EngineDeps, 'store' | 'config' | 'clock'>;

/**
 * Folders that are offline and files that are not read: what the state does not know. `nowMs`: monotonic; Infinity where
 * nobody looks again.
 */
export function needsOfLooks(
  { store, config, clock }: Deps,
  looks: Looks,
  nowMs: number,
): readonly NeedsYou[] {
  return config.sources.flatMap((source) => {
    const look = looks.get(source.name);
    const waiting = look?.waiting ?? [];
    return [
      ...lookNeeds(store, source, look),
      ...lonelyNeeds(source, waiting, nowMs),
      ...restlessNeeds(source, waiting),
      ...missedNeeds(source, look?.missed, nowMs),
      ...furtherNeeds(source, look?.further ?? []),
      ...goneExportNeed(source, look?.gone, clock.monotonic()),
      ...lateNeed({ store, clock }, source, look),
    ];
  });
}

const before = 'Buyers see what was exported before.';

function lookNeeds(
  store: CatalogStore,
  source: SourceConfig,
  look: IntakeLook | undefined,
): NeedsYou[] {
  const undoneEffect = 'Buyers see what the undo put back, and the rest as it was.';
  const refused = [...untakenOf(store, source, look), ...(look?.strays ?? [])];
  return [
    ...offlineNeed(source, look?.offline),
    ...unreadableNeed(source, look?.waiting ?? []),
    ...refused.map((one) =>
      refusedNeed(source, one, one.code === 'FILE_UNDONE' ? undoneEffect : before),
    ),
  ];
}

function offlineNeed({ name }: SourceConfig, offline: IntakeLook['offline']): NeedsYou[] {
  if (offline === undefined) return [];
  const { sentence: cause, remedy: fix } = offline;
  const what = `${name}: the folder cannot be used.`;
  return [{ id: `offline-${name}`, what, cause, effect: before, fix }];
}

function lateNeed(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { name }: SourceConfig,
  look: IntakeLook | undefined,
): NeedsYou[] {
  // Not told while the folder cannot be seen: an export may be there.
  if (look === undefined || look.offline !== undefined || isPaused(store, name)) return [];
  const now = clock.now();
  const startedAt = store.runs.starts(name, exportsLookedAt);
  const late = lateExport({ startedAt, writtenAt: look.writtenAt, now });
  if (late === undefined) return [];
  return [
    {
      id: `late-${name}`,
      what: `${name}: no export has come for ${hoursText(now - late.since)}.`,
      cause: `The last one is from ${new Date(late.since).toISOString()}; in the two weeks before it the longest pause was ${hoursText(late.longestMs)}.`,
      effect: 'Buyers see what was exported then, and can order what has been sold since.',
      fix: 'Check whether the ERP still exports, and into this folder. If it is meant to rest, there is nothing to do.',
    },
  ];
}

/** Exports may come every few minutes. */
function hoursText(ms: number): string {
  if (ms >= hourMs) return counted(Math.floor(ms / hourMs), 'hour');
  return counted(Math.ceil(ms / minuteMs), 'minute');
}

export function refusedNeed(source: SourceConfig, refused: Complaint, effect = before): NeedsYou {
  return {
    id: `refused-${source.name}`,
    what: `${source.name}: a file was refused.`,
    cause: complaintText({ ...refused, remedy: '' }).trim(),
    effect,
    fix: refused.remedy,
  };
}
