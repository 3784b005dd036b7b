import type { Code } from '../../domain/codes.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

type Source = Pick<SourceConfig, 'name' | 'folder' | 'files'>;

export interface Takers<Other extends Source = Source> extends Pick<EngineDeps, 'fits'> {
  readonly sources: readonly Other[];
}

const wildcards = /[*?[\]{}]/g;

/**
 * Another source of the same folder whose `files:` takes the name too, and is no wider: it is most likely an export of that
 * one. Whoever spells out a name means it, whichever source names it as well.
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

/** So many characters of a name a glob says itself. */
function spelledOut(files: string): number {
  return files.replace(wildcards, '').length;
}

/** What another export is refused for: nobody reads its columns, its format or its letters here. */
const ofAnother: ReadonlySet<Code> = new Set<Code>([
  'FILE_COLUMN_MISSING',
  'FILE_STRUCTURE',
  'FILE_ENCODING',
]);

export function isOfAnother({ code }: Pick<Complaint, 'code'>): boolean {
  return ofAnother.has(code);
}

/** A refusal that names the source whose export it is: to correct the mapping by it would spoil the right one. */
export function refusalOfShared(takers: Takers, source: Source, refusal: Complaint): Complaint {
  const other = otherTaker(takers, source, refusal.file ?? '');
  if (other === undefined || !isOfAnother(refusal)) return refusal;
  const { rule, remedy } = refusal;
  const narrow = narrowed(source);
  return {
    ...refusal,
    rule: `${rule} Source "${other.name}" takes this name too (files: "${other.files}").`,
    // Where both are written alike, it may be an export of this one as well.
    remedy:
      other.files === source.files
        ? `${remedy} Where it is an export of "${other.name}" alone: ${narrow}`
        : narrow,
  };
}

export function narrowed({ name, files }: Source): string {
  return `Narrow files: "${files}" of source "${name}", so that it takes its own exports alone.`;
}
