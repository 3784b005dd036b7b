/** Without its case, which languages do not share: YANLIŞ is yanlış, and ß has no capital of its own. */
export function caseless(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('\u0307', '');
}
