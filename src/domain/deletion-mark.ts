/** Where a format marks an article that it has deleted, the usual place first. An export that deletes nothing may have no such column. */
export const deletionMarks = {
  bmecat: ['@mode'],
  commerceml: ['Статус', 'ПометкаУдаления'],
  datanorm: ['Verarbeitung'],
  // Not of the standard: the adapter says in it what stands in several places of a message.
  gdsn: ['withdrawn'],
} as const;

/** Mapped also where the rows at hand have none. */
export function isDeletionMark(column: string, format: string): boolean {
  const marks: Readonly<Record<string, readonly string[]>> = deletionMarks;
  return marks[format]?.includes(column) ?? false;
}
