import type { Code } from '../../domain/codes.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

type Source = Pick<SourceConfig, 'name' | 'folder' | 'files'>;

export interface Takers<Other extends Source = Source> extends Pick<EngineDeps, 'fits'> {
  readonly sources: readonly Other[];
}

const wildcards = /[*?[\]{}]/g;

/**
 * Another source of the same folder whose `files:` takes the name, too, and is at least as narrow: most likely the file
 * is that source's export. A source that names the file without wildcards means it, so there is no other.
 */
export function otherTaker<Other extends Source>(
  { sources, fits }: Takers<Other>,
  { name: own, folder, files }: Source,
  name: string,
): Other | undefined {
  if (files.search(wildcards) < 0 || !fits(files, name)) return undefined;
  return sources.find(
    (other) =>
      other.name !== own &&
      other.folder === folder &&
      spelledOut(other.files) >= spelledOut(files) &&
      fits(other.files, name),
  );
}

/** How many characters of a name a glob spells out. */
function spelledOut(files: string): number {
  return files.replace(wildcards, '').length;
}

/** The refusals of a file that is another source's export: wrong columns, format or letters. */
const ofAnother: ReadonlySet<Code> = new Set<Code>([
  'FILE_COLUMN_MISSING',
  'FILE_STRUCTURE',
  'FILE_ENCODING',
]);

export function isOfAnother({ code }: Pick<Complaint, 'code'>): boolean {
  return ofAnother.has(code);
}

/**
 * Adds to a refusal whose export it most likely is: a person would else "correct" the mapping and spoil the right one.
 */
export function refusalOfShared(takers: Takers, source: Source, refusal: Complaint): Complaint {
  const other = otherTaker(takers, source, refusal.file ?? '');
  if (other === undefined || !isOfAnother(refusal)) return refusal;
  const { rule, remedy } = refusal;
  const narrow = narrowed(source);
  return {
    ...refusal,
    rule: `${rule} Source "${other.name}" matches this name too (files: "${other.files}").`,
    // With the same `files:` in both sources it may be this one's export as well.
    remedy:
      other.files === source.files
        ? `${remedy} Where it is an export of "${other.name}" alone: ${narrow}`
        : narrow,
  };
}

export function narrowed({ name, files }: Source): string {
  return `Narrow files: "${files}" of the source "${name}", so that it matches only its own exports.`;
}

export function matchedBy(
  { source, other }: { readonly source: Source; readonly other: Source },
  name: string,
): string {
  return `${name} is matched by source "${other.name}" (files: "${other.files}") and by this one (files: "${source.files}")`;
}

export function readsAsOwn(source: Pick<SourceConfig, 'pick'>): string {
  return `reads it as its own export${onceNewest(source)}`;
}

export function onceNewest({ pick }: Pick<SourceConfig, 'pick'>): string {
  return pick === 'newest' ? ' as soon as it is the newest one' : '';
}
