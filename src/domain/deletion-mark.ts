/** Where a format marks an article that it has deleted. An export that deletes nothing may have no such column. */
export const deletionMarks = {
  bmecat: '@mode',
  commerceml: 'Статус',
  datanorm: 'Verarbeitung',
} as const;

/** Mapped also where the rows at hand have none. */
export function isDeletionMark(column: string, format: string): boolean {
  return Object.entries(deletionMarks).some(
    ([marked, mark]) => marked === format && mark === column,
  );
}
