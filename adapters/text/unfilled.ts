/**
 * A field without the NULs (low-values) that COBOL and C fill it up with. Within a value they are no blanks: 1 and 234
 * are not 1 234.
 */
export function unfilled(field: string): string {
  if (!field.endsWith('\0') && !field.startsWith('\0')) return field;
  const start = field.search(/[^\s\0]/);
  if (start === -1) return '';
  let end = field.length;
  while (/[\s\0]/.test(field.charAt(end - 1))) end -= 1;
  return field.slice(start, end);
}
