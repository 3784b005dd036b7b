import type { NeedsYou } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { Offline } from '../../files/offline.ts';
import type { SourceConfig } from '../terms/ports.ts';

/** An export that was read, and that `afterImport: move` could not take out of its folder. */
export interface Unmoved {
  readonly file: string;
  readonly why: Offline['offline'];
  /** Monotonic time of the first try; it is tried with every look. */
  readonly sinceMs: number;
}

/** So long is waited: a share may come back, or a program let go of the file. */
const patienceMs = 10 * 60_000;

/** A move needs rights in both folders, but the system's message names only the target. */
export function unmovedRemedy(
  { reason, remedy }: Unmoved['why'],
  { folder }: Pick<SourceConfig, 'folder'>,
): string {
  switch (reason) {
    case 'denied':
      return `Give that account the right to write there and in ${folder}; Stockhand tries again by itself.`;
    case 'notAFolder':
      return 'Rename the file that is in its place; Stockhand tries again by itself.';
    default:
      return remedy;
  }
}

/** The files that have stayed too long. Without `nowMs` all of them, for then nobody tries again. */
export function unmovedNeeds(
  source: Pick<SourceConfig, 'name' | 'folder'>,
  unmoved: readonly Unmoved[],
  nowMs = Number.POSITIVE_INFINITY,
): readonly NeedsYou[] {
  const late = unmoved.filter(({ sinceMs }) => nowMs - sinceMs >= patienceMs);
  const [first, ...others] = late;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` ${others.length} more like it.`;
  return [
    {
      id: `unmoved-${source.name}`,
      what: `${source.name}: ${shownExport(first.file)} was read and cannot be moved away.`,
      cause: `${first.why.sentence}${more}`,
      effect:
        'Its values are used all the same; an ERP that waits for its folder to be empty continues to wait.',
      fix: unmovedRemedy(first.why, source),
    },
  ];
}
