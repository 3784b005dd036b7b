/** A code that its program keeps as a number with places behind the mark: `39058.0` is 39058 (quirk 23). */
export function wholeCode(number: string): string {
  return number.replace(/^(-?\d+)\.0+$/, '$1');
}
