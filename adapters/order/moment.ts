/**
 * The parts of an ISO 8601 instant as XML Schema and EDIFACT want them: `2026-01-31`, `08:02:11.5`, `Z` or `+02:00`.
 */
interface Moment {
  readonly date: string;
  readonly time: string;
  readonly zone: string;
}

const instant =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)(Z|[+-](?:0\d|1[0-3]):[0-5]\d)$/;

/** Undefined where the text is no instant, or a day that no calendar has. */
export function momentOf(text: string): Moment | undefined {
  const [, date = '', time = '', zone = ''] = instant.exec(text) ?? [];
  return isDate(date) ? { date, time, zone } : undefined;
}

/** The same moment in UTC, for formats whose times have no zone. */
export function utcMomentOf(text: string): Moment | undefined {
  return isInstant(text) ? momentOf(new Date(text).toISOString()) : undefined;
}

export function isInstant(text: string): boolean {
  return momentOf(text) !== undefined;
}

/** A day of the calendar, `2026-02-28`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
