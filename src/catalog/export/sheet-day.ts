const writings = [
  /(?<!\d)(?<year>(?:19|20)\d\d)([-_.]?)(?<month>0[1-9]|1[0-2])\2(?<day>0[1-9]|[12]\d|3[01])(?!\d)/,
  /(?<!\d)(?<day>0?[1-9]|[12]\d|3[01])\.(?<month>0?[1-9]|1[0-2])\.(?<year>(?:19|20)\d\d)(?!\d)/,
];

/** `Stock 2026-11-21` is of a later day than `Stock 2026-11-20`: a workbook may keep the sheets of earlier days. */
export function isOfLaterDay(sheet: string | undefined, than: string): boolean {
  const [now, before] = [dayOf(sheet ?? ''), dayOf(than)];
  return now !== undefined && before !== undefined && now > before;
}

/** The day in a name as `year-month-day`, so that texts compare like days. */
function dayOf(name: string): string | undefined {
  const found = writings
    .map((writing) => writing.exec(name)?.groups)
    .find((day) => day !== undefined);
  if (found === undefined) return undefined;
  const { year = '', month = '', day = '' } = found;
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
