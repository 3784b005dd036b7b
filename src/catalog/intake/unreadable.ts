import type { NeedsYou } from '../../domain/facts.ts';
import { stableGraceMs } from '../../domain/stable-grace.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { Offline } from '../../files/offline.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { UnreadFile } from './lonely-files.ts';

/** An export at rest that the system did not let us read (fault 18). */
export interface Unreadable {
  readonly name: string;
  readonly parts: readonly FileEntry[];
  readonly why: Offline['offline'];
  /** Monotonic. */
  readonly sinceMs: number;
  readonly againAtMs: number;
  readonly tries: number;
}

const againAfterMs = 2_000;
const againMaxMs = 60_000;

/** The same export after one more try; the pauses double. */
export function unreadAgain(
  before: Unreadable | undefined,
  { name, parts, why }: Pick<Unreadable, 'name' | 'parts' | 'why'>,
  nowMs: number,
): Unreadable {
  const { sinceMs = nowMs, tries = 0 } = before?.name === name ? before : {};
  const againAtMs = nowMs + Math.min(againMaxMs, againAfterMs * 2 ** tries);
  return { name, parts, why, sinceMs, againAtMs, tries: tries + 1 };
}

/** As a file that waits, with the time until when `run --once` does. For a missing right it does not wait at all. */
function unreadFile(
  { name, why, sinceMs }: Unreadable,
  { stable }: Pick<SourceConfig, 'stable'>,
): UnreadFile {
  const waitMs = why.reason === 'denied' ? 0 : stable.quiet + stableGraceMs;
  return { name, giveUpAtMs: sinceMs + waitMs, unreadable: why };
}

/** The unreadable file, if it is at rest in the folder now. */
export function unreadableIn(
  source: SourceConfig,
  unreadable: Unreadable | undefined,
  atRest: ReadonlySet<string>,
): readonly UnreadFile[] {
  const isThere = unreadable !== undefined && atRest.has(unreadable.name);
  return isThere ? [unreadFile(unreadable, source)] : [];
}

export function unreadableNeed(
  { name: source }: Pick<SourceConfig, 'name'>,
  waiting: readonly UnreadFile[],
): NeedsYou[] {
  return waiting.flatMap(({ name, unreadable }) =>
    unreadable === undefined
      ? []
      : [
          {
            id: `unreadable-${source}`,
            what: `${source}: ${name} cannot be read.`,
            cause: unreadable.sentence,
            effect: 'Buyers see what was exported before.',
            fix: unreadableRemedy(unreadable),
          },
        ],
  );
}

export function unreadableRemedy({
  reason,
  remedy,
}: Pick<Offline['offline'], 'reason' | 'remedy'>): string {
  return reason === 'denied'
    ? 'Give that account the right to read the file, also when the ERP writes it again; Stockhand tries again by itself.'
    : remedy;
}
