/**
 * A text of others as one argument of a command that people copy: in quotes where a shell would split or change it.
 * Double quotes count everywhere; what POSIX shells read inside of them needs single ones.
 */
export function argument(text: string): string {
  if (/^[\p{L}\p{N}.,:/@+=_-]+$/u.test(text)) return text;
  return /["$`!]|\\$/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
