import type { FileEntry } from '../../files/entry.ts';
import type { FileSet, StableLook } from '../../files/stable.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { CopyingDeps, TakenFile } from './copying.ts';
import type { SeenFolder } from './folder-looks.ts';

interface Begun {
  readonly file: string;
  /** As they were read. */
  readonly parts: readonly FileEntry[];
  readonly doneFiles?: readonly FileEntry[];
  /** Of all of them. An older version left it out, and its note where they had left. */
  readonly sha256?: string;
}

/** In `meta`. By the files, for another source may read the same. */
function nameOf({ folder, files }: Pick<SourceConfig, 'folder' | 'files'>): string {
  return `half moved of ${folder} ${files}`;
}

interface Deps {
  readonly store: Pick<CatalogStore, 'meta'>;
  readonly stable: Pick<CopyingDeps['stable'], 'looksUnchanged'>;
}

export type Left = Required<Pick<Begun, 'file' | 'sha256'>>;

/** An export on its way out of the folder (`afterImport: move`). */
export interface HalfMoved {
  /** Called before the first file is moved. */
  begin(file: string, taken: Required<Omit<TakenFile, 'refused'>>): void;
  /** It has left, or none of its files could. */
  end(): void;
  /** An export of which the last look saw nothing any more: the process ended before it could say so. */
  readonly left: Left | undefined;
  /** Called before what is in the folder is judged. */
  lookUp(): void;
  /** What a look saw, without the rest of such an export. */
  lookAt(seen: Pick<SeenFolder, 'scan' | 'look'>): StableLook;
  /** The name of the export of which the last look saw some files and others not. */
  readonly rest: readonly string[];
  isRest(set: FileSet): boolean;
  takenOf(file: string): TakenFile | undefined;
}

/**
 * The files leave one after the other. If the process ends in between, or one of them cannot be moved, the rest is no
 * export of its own: read as one it would lack the articles of those that are gone. It is moved at a later look.
 */
export function createHalfMoved(
  { store: { meta }, stable }: Deps,
  source: Pick<SourceConfig, 'folder' | 'files'>,
): HalfMoved {
  let text: string | undefined;
  let begun = begunIn(text);
  let rest: readonly string[] = [];
  let left: Left | undefined;
  const know = (now: string | undefined): void => {
    if (now !== text) begun = begunIn(now);
    text = now;
  };
  const note = (now: string): void => {
    meta.set(nameOf(source), now);
    know(now);
  };
  const isOfIt = (part: FileEntry): boolean => {
    const before = begun.parts.get(part.path);
    return before !== undefined && stable.looksUnchanged(before, part);
  };
  const isRest = ({ parts }: FileSet): boolean =>
    parts.length < begun.parts.size && parts.every(isOfIt);
  return {
    begin(file, { parts, doneFiles, sha256 }) {
      const now = JSON.stringify({ file, parts, doneFiles, sha256 } satisfies Begun);
      if (now !== text) note(now);
    },
    end: () => note(none),
    get left() {
      return left;
    },
    lookUp: () => know(meta.get(nameOf(source))),
    lookAt({ scan: { entries, names }, look }) {
      const { file, sha256 } = begun;
      const standing = entries.filter(isOfIt).length;
      rest = standing > 0 && standing < begun.parts.size ? [file] : [];
      // An empty folder is a mount point without its share (fault 135): what has left lies in a folder below it.
      left = standing === 0 && names > 0 && sha256 !== undefined ? { file, sha256 } : undefined;
      return { ...look, stable: look.stable.filter((set) => !isRest(set)) };
    },
    get rest() {
      return rest;
    },
    isRest,
    takenOf: (file) =>
      file === begun.file
        ? { parts: [...begun.parts.values()], doneFiles: begun.doneFiles }
        : undefined,
  };
}

const none = '{"file":"","parts":[]}';

function begunIn(text = none) {
  const { file, parts, doneFiles = [], sha256 } = JSON.parse(text) as Begun;
  return { file, doneFiles, sha256, parts: new Map(parts.map((part) => [part.path, part])) };
}
