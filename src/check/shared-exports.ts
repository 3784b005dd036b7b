import { readsTheSame } from '../catalog/intake/co-readers.ts';
import {
  isOfAnother,
  matchedBy,
  narrowed,
  onceNewest,
  otherTaker,
  readsAsOwn,
  type Takers,
} from '../catalog/intake/shared-names.ts';
import type { SourceConfig } from '../config/declaration.ts';
import type { FileEntry } from '../files/entry.ts';
import { ignoreCase } from '../files/names.ts';
import { orOffline } from '../files/offline.ts';
import type { Files } from '../files/port.ts';
import type { Finding } from './check.ts';
import { readSample } from './sample.ts';
import { takersOf } from './takers.ts';

/**
 * Exports of another source that `files:` of this one takes, too: they are read as soon as one is the newest, and
 * nobody would notice before. `told`: a file that a refusal has told of already.
 */
export async function sharedFindings(
  files: Files,
  { source, sources }: { readonly source: SourceConfig; readonly sources: readonly SourceConfig[] },
  reportedFile: string | undefined,
): Promise<Finding[]> {
  const { folder, companions } = source;
  // With companions it cannot be known which of them belong to another source's export.
  if (companions.length > 0) return [];
  const scan = await files.scan({ folder, files: [source.files], ignoreCase });
  const entries = 'offline' in scan ? [] : scan.entries.filter(({ name }) => name !== reportedFile);
  const findings: Finding[] = [];
  const takers = takersOf(sources);
  for (const [other, entry] of newestOfOthers(takers, source, entries)) {
    const hasOwn = entries.some(({ name }) => !takers.fits(other.files, name));
    const finding = await findingOf({ source, other, hasOwn }, entry);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** The newest export of each other source: one is enough, because thousands may be there. */
function newestOfOthers(
  takers: Takers<SourceConfig>,
  source: SourceConfig,
  entries: readonly FileEntry[],
): ReadonlyMap<SourceConfig, FileEntry> {
  const newest = new Map<SourceConfig, FileEntry>();
  for (const entry of entries) {
    const other = otherTaker(takers, source, entry.name);
    if (other !== undefined && entry.mtimeMs >= (newest.get(other)?.mtimeMs ?? 0))
      newest.set(other, entry);
  }
  return newest;
}

interface Pair {
  readonly source: SourceConfig;
  readonly other: SourceConfig;
  /** Beside the other source's exports lie some that only this one takes. */
  readonly hasOwn?: boolean;
}

/**
 * Two sources may read one file if one takes articles and the other stock, or if both have the same `files:`. A file
 * that this source cannot read is a finding even then. So is one beside which it has whole exports of its own: what
 * the other source's export leaves out would vanish.
 */
async function findingOf(pair: Pair, entry: FileEntry): Promise<Finding | undefined> {
  const { source, other, hasOwn } = pair;
  const read = await orOffline(entry.path, () => readSample(source, entry, [entry]));
  if ('offline' in read) return undefined;
  const isUnreadable = 'refusal' in read && isOfAnother(read.refusal);
  const isWhole = source.contents === 'full' && source.pick === 'newest';
  const isOtherKind = other.kind !== source.kind && !(isWhole && hasOwn);
  const isMeant = isOtherKind || other.files === source.files;
  if (!isUnreadable && 'refusal' in read) return undefined;
  if (!isUnreadable && isMeant) return movedFinding(pair, entry);
  const becomes = isUnreadable
    ? `cannot read it: it is refused${onceNewest(source)}`
    : readsAsOwn(source);
  return {
    ...warned(source),
    sentence: `${matchedBy(pair, entry.name)}, which ${becomes}.`,
    remedy: narrowed(source),
  };
}

/** Only sources that read the very same files wait for each other. */
function movedFinding({ source, other }: Pair, entry: FileEntry): Finding | undefined {
  if (source.afterImport !== 'move' || readsTheSame(source, other)) return undefined;
  return {
    ...warned(source),
    sentence: `${matchedBy({ source, other }, entry.name)}, which moves it away after its own import: if "${other.name}" has not read it by then, it never does.`,
    remedy: `Give both sources the same files: and pick:, so that the file stays until both have read it, or set afterImport: keep in "${source.name}".`,
  };
}

function warned({ name: place }: SourceConfig): Pick<Finding, 'area' | 'level' | 'place'> {
  return { area: 'files', level: 'warning', place };
}
