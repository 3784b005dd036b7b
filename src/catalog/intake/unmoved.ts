import type { NeedsYou } from '../../domain/facts.ts';
import type { Offline } from '../../files/offline.ts';
import type { SourceConfig } from '../terms/ports.ts';

/** An export that was read, and that `afterImport: move` could not take out of its folder. */
export interface Unmoved {
  readonly file: string;
  readonly why: Offline['offline'];
  /** Monotonic time of the first try; it is tried with every look. */
  readonly sinceMs: number;
}

/** A share comes back, and a program lets go of a file. */
const patienceMs = 10 * 60_000;

/** A move takes the file out of the one folder and puts it into the other: what is said names the latter alone. */
export function unmovedRemedy(
  { reason, remedy }: Unmoved['why'],
  { folder }: Pick<SourceConfig, 'folder'>,
): string {
  switch (reason) {
    case 'denied':
      return `Give that account the right to write there and in ${folder}; it is tried again by itself.`;
    case 'notAFolder':
      return 'Rename the file that stands in its place; it is tried again by itself.';
    default:
      return remedy;
  }
}

/** What stays too long; all of it where `nowMs` is not given, as nobody tries again. */
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
      what: `${source.name}: ${first.file} was read and cannot be moved away.`,
      cause: `${first.why.sentence}${more}`,
      effect:
        'What it says counts all the same; an ERP that waits for its folder to be empty goes on waiting.',
      fix: unmovedRemedy(first.why, source),
    },
  ];
}
