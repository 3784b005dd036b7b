/**
 * Where a format marks an article that it has deleted, the usual place first. An export that deletes nothing may have
 * no such column.
 */
export const deletionMarks = {
  bmecat: ['@mode'],
  commerceml: ['Статус', 'ПометкаУдаления'],
  datanorm: ['Verarbeitung'],
  // Not of the standard: the adapter says in it what is in several places of a message.
  gdsn: ['withdrawn'],
} as const;

/** Mapped also where the rows at hand have none. */
export function isDeletionMark(column: string, format: string): boolean {
  const marks: Readonly<Record<string, readonly string[]>> = deletionMarks;
  return marks[format]?.includes(column) ?? false;
}

const words: Readonly<Record<string, RegExp>> = {
  '@mode': /^delete$/i,
  Статус: /^удал[её]н$/i,
  ПометкаУдаления: /^(?:true|истина|да|1)$/i,
  // X: it has another number from now on, so there is none of this one.
  Verarbeitung: /^[LX]$/i,
  withdrawn: /^true$/,
};

/** Whether the text of such a place says that the article is deleted. */
export function saysDeleted(column: string, text: string | undefined): boolean {
  return text !== undefined && words[column]?.test(text.trim()) === true;
}
