import type { FileSet } from '../../files/stable.ts';

/** The name under which an export of one or several files is known. */
export function nameOf({ parts }: FileSet): string {
  return parts.map((part) => part.name).join(' + ');
}
