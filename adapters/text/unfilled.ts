/**
 * A field without the NULs (low-values) that COBOL and C fill it up with. Within a value they are no blanks: 1 and 234
 * are not 1 234.
 */
export function unfilled(field: string): string {
  const isFilled = field.endsWith('\0') || field.startsWith('\0');
  return isFilled ? field.replace(/^[\s\0]+|[\s\0]+$/g, '') : field;
}
