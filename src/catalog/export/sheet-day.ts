const writings = [
  /(?<!\d)(?<year>(?:19|20)\d\d)([-_.]?)(?<month>0[1-9]|1[0-2])\2(?<day>0[1-9]|[12]\d|3[01])(?!\d)/,
  /(?<!\d)(?<day>0?[1-9]|[12]\d|3[01])\.(?<month>0?[1-9]|1[0-2])\.(?<year>(?:19|20)\d\d)(?!\d)/,
];

/** Of a workbook that keeps the sheets of the days before: the day that is in the name is a later one. */
export function isOfLaterDay(sheet: string | undefined, than: string): boolean {
  const [now, before] = [dayOf(sheet ?? ''), dayOf(than)];
  return now !== undefined && before !== undefined && now > before;
}

/** Year, month and day, as texts that are in the order of the days. */
function dayOf(name: string): string | undefined {
  const found = writings
    .map((writing) => writing.exec(name)?.groups)
    .find((day) => day !== undefined);
  if (found === undefined) return undefined;
  const { year = '', month = '', day = '' } = found;
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
