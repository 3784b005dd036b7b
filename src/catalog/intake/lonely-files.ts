import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { Offline } from '../../files/offline.ts';
import type { StableLook, WaitingFile } from '../../files/stable.ts';
import type { CatalogConfig, EngineDeps, SourceConfig } from '../terms/ports.ts';
import { unreadableRemedy } from './unreadable.ts';
import { createWaitingSince } from './waiting-since.ts';

/** A file that is not read yet; `why` and `waitsFor` as files/stable.ts says them. */
export interface UnreadFile
  extends Pick<WaitingFile, 'name' | 'giveUpAtMs'>,
    Partial<Pick<WaitingFile, 'why' | 'waitsFor'>> {
  /** Since when a file that belongs to it has been missing (monotonic). */
  readonly lonelySinceMs?: number;
  /** It has been written for so long that a person must see what writes it (restless-files.ts). */
  readonly neverRests?: boolean;
  /** Why the system did not let us read it. */
  readonly unreadable?: Offline['offline'];
}

/** So long an ERP may take from an export to its done file or companion. */
const patienceMs = 10 * 60_000;

export function isLonely({ why }: UnreadFile): boolean {
  return why === 'doneFile' || why === 'companion' || why === 'export';
}

/**
 * Notes since when files wait. An ERP that exports every minute under new names would never be told
 * if each new file began a new wait, so all files of a source share one. Not under `pick: each`,
 * where each file is waited for by itself.
 */
export function createLonelyWatch({ pick }: Pick<SourceConfig, 'pick'>) {
  const sinceOf = createWaitingSince(isLonely, ({ name }) => (pick === 'each' ? name : ''));
  return (waiting: readonly UnreadFile[], nowMs: number): readonly UnreadFile[] => {
    const since = sinceOf(waiting, nowMs);
    return waiting.map((file) => (isLonely(file) ? { ...file, lonelySinceMs: since(file) } : file));
  };
}

/** Companions whose export is not there, but for those that another source reads by themselves. */
export function aloneOf(
  { alone }: Pick<StableLook, 'alone'>,
  { name: own, folder }: Pick<SourceConfig, 'name' | 'folder'>,
  {
    config: { sources },
    fits,
  }: { readonly config: Pick<CatalogConfig, 'sources'> } & Pick<EngineDeps, 'fits'>,
): readonly WaitingFile[] {
  const others = sources.filter((other) => other.name !== own && other.folder === folder);
  return alone.filter(({ name }) => !others.some(({ files }) => fits(files, name)));
}

/** What the file waits for, in one sentence. */
export function waitSentence({ name, why, waitsFor = '', unreadable }: UnreadFile): string {
  if (unreadable !== undefined) return unreadable.sentence;
  switch (why) {
    case 'doneFile':
      return `${name} waits for its done file ${waitsFor}.`;
    case 'companion':
      return `${name} waits for ${waitsFor}, which companions: of the source names.`;
    case 'export':
      return `${name} waits for ${waitsFor}, which it belongs to.`;
    case 'earlier':
      return `${name} waits for ${waitsFor}, which is read before it.`;
    case 'olderAgain':
      return `${name}, which was read before ${waitsFor}, waits a moment, because ${waitsFor} is no longer there.`;
    default:
      return `${name} did not become stable.`;
  }
}

/** What a person can do; undefined where that is told of the other file that this one waits for. */
export function waitRemedy({ why, unreadable }: UnreadFile): string | undefined {
  if (unreadable !== undefined) return unreadableRemedy(unreadable);
  switch (why) {
    case 'doneFile':
      return 'Write it after the export, or correct stable.doneFile of the source.';
    case 'companion':
      return 'Export it too, or correct companions: of the source.';
    case 'export':
      return 'Export both, or correct files: of the source.';
    case 'earlier':
    case 'olderAgain':
      return undefined;
    default:
      return stillWritten;
  }
}

/** Faults 1 and 2: the file was different at every look. */
const stillWritten =
  'Find out what still writes it: the ERP should write under another name and rename the file when it is complete.';

/** The files that wait too long. Without `nowMs` all of them, for then nobody will look again. */
export function lonelyNeeds(
  { name, folder }: Pick<SourceConfig, 'name' | 'folder'>,
  waiting: readonly UnreadFile[],
  nowMs = Number.POSITIVE_INFINITY,
): readonly NeedsYou[] {
  const late = waiting.filter(
    (file) => isLonely(file) && nowMs - (file.lonelySinceMs ?? nowMs) >= patienceMs,
  );
  const [first, ...others] = late;
  if (first === undefined) return [];
  const more =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'more file waits', 'more files wait')} like it.`;
  return [
    {
      id: `waits-${name}`,
      what: `${name}: ${waitSentence(first)}`,
      cause: `There is no ${first.waitsFor ?? ''} in ${folder}, and without it the export is not read.${more}`,
      effect: 'Buyers see what was exported before.',
      fix: waitRemedy(first) ?? '',
    },
  ];
}
