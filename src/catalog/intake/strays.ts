import type { Complaint } from '../../domain/complaint.ts';
import type { IgnoredName } from '../../files/scan.ts';

const strayWords = {
  symlink: 'is a symbolic link, which could lead anywhere, and is not read.',
  special: 'is a pipe or a device and is not read.',
  folder: 'is a folder, not a file.',
  notUtf8: 'has a name that is not written in UTF-8, and cannot be opened.',
} as const;
const newName =
  'Write its name without accents, or mount the share so that names arrive in UTF-8 (iocharset=utf8).';

/** Names that fit and are no files (fault 15). */
export function straysOf(ignored: readonly IgnoredName[]): Complaint[] {
  return ignored.flatMap(({ name, why }) => {
    // A wide glob such as `*` fits folders that nobody means, as done/ and error/.
    if (!(why in strayWords) || (why === 'folder' && !name.includes('.'))) return [];
    const rule = strayWords[why as keyof typeof strayWords];
    const remedy =
      why === 'notUtf8'
        ? newName
        : 'Put the file itself into the folder, or narrow files: of the source.';
    return [{ code: 'FILE_STRUCTURE', file: name, rule, remedy }];
  });
}
