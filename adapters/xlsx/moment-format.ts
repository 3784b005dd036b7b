import { type DateParts, dateText } from './date-text.ts';
import type { FormatPart } from './format-parts.ts';
import type { NumberFormat } from './number-format.ts';
import { plainNumber } from './plain-number.ts';
import { shownDay } from './shown-day.ts';

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** Dates and times go as ISO text; of a date no more than its format shows, for the rest of it nobody has written. */
export function momentFormat(parts: readonly FormatPart[]): NumberFormat {
  const shows = momentParts(parts);
  const moment = (stored: string, startsIn1904: boolean): string =>
    dateText(Number(stored), shows, startsIn1904) ?? plainNumber(stored);
  const isDay = shows.hasDate && !shows.hasTime && !shows.isElapsed;
  const shown = isDay ? shownDay(parts) : undefined;
  const format = (stored: string, startsIn1904: boolean): string => {
    const whole = moment(stored, startsIn1904);
    return shown && isoDay.test(whole) ? shown(whole) : whole;
  };
  return Object.assign(format, { moment });
}

/** `m` is a month, except beside hours or seconds. */
function momentParts(parts: readonly FormatPart[]): DateParts {
  const letters = parts.flatMap((part) => (part.kind === 'moment' ? [part.letter] : []));
  const hasTime = letters.includes('h') || letters.includes('s');
  const isDay = ['y', 'd', 'e', 'b'].some((letter) => letters.includes(letter));
  return {
    hasDate: isDay || (letters.includes('m') && !hasTime),
    hasTime,
    isElapsed: parts.some((part) => part.kind === 'elapsed'),
  };
}
