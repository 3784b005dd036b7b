/** Which parts of a moment a format shows. */
export interface DateParts {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Hours beyond 24, as `[h]:mm` counts them. */
  readonly isElapsed: boolean;
}

const daySeconds = 86_400;
const dayMs = daySeconds * 1_000;
/** 9999-12-31, the last day that a workbook can show. */
const lastDay = 2_958_465;
const startOf1900 = Date.UTC(1899, 11, 30);
const startOf1904 = Date.UTC(1904, 0, 1);
/** Workbooks count a 29 February 1900 that never was; days before it are one later. */
const fictitiousDay = 60;

/** ISO text of a day number; undefined where it is no moment that a workbook can show. */
export function dateText(
  days: number,
  parts: DateParts,
  startsIn1904: boolean,
): string | undefined {
  const seconds = Math.round(days * daySeconds);
  if (!(seconds >= 0 && seconds < (lastDay + 1) * daySeconds)) return undefined;
  if (parts.isElapsed) return clock(seconds, '0');
  const day = Math.floor(seconds / daySeconds);
  const time = clock(seconds % daySeconds, '00');
  if (!parts.hasDate) return time;
  const date = calendarDay(day, startsIn1904);
  return parts.hasTime ? `${date}T${time}` : date;
}

/** The day number that ISO text stands for; NaN of another text. */
export function dayNumber(text: string, startsIn1904: boolean): number {
  if (/^\d\d:/.test(text)) return (Date.parse(`1970-01-01T${text}Z`) % dayMs) / dayMs;
  const moment = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  if (startsIn1904) return (moment - startOf1904) / dayMs;
  const days = (moment - startOf1900) / dayMs;
  return days <= fictitiousDay ? days - 1 : days;
}

function calendarDay(day: number, startsIn1904: boolean): string {
  if (startsIn1904) return isoDay(startOf1904 + day * dayMs);
  if (day === fictitiousDay) return '1900-02-29';
  return isoDay(startOf1900 + (day < fictitiousDay ? day + 1 : day) * dayMs);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function clock(seconds: number, hourPattern: string): string {
  const hours = Math.floor(seconds / 3_600);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const rest = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${String(hours).padStart(hourPattern.length, '0')}:${rest}`;
}
