/** How a workbook writes yes: in cells and in the attributes of its elements. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
