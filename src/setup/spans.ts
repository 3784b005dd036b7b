import type { Line } from './fixed-lines.ts';

/** Places of a line from the first to the last one, both counted from 0. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export function isBlank({ places }: Line, at: number): boolean {
  return (places[at] ?? ' ').trim() === '';
}

export function isBlankIn(lines: readonly Line[], at: number): boolean {
  return lines.every((line) => isBlank(line, at));
}

export function textIn({ places }: Line, { first, last }: Span): string {
  return places
    .slice(first, last + 1)
    .join('')
    .trim();
}

/** The places of the longest line. Not by spreading: a sample of short lines has more than a call takes arguments. */
export function placesMost(lines: readonly Line[]): number {
  return lines.reduce((most, { places }) => Math.max(most, places.length), 0);
}

/** The stretches without a place that is blank in all lines. */
export function spansOf(lines: readonly Line[]): readonly Span[] {
  const shared = Array.from({ length: placesMost(lines) }, (_, at) =>
    isBlankIn(lines, at) ? ' ' : '.',
  ).join('');
  return [...shared.matchAll(/\.+/g)].map(({ index, 0: { length: places } }) => ({
    first: index,
    last: index + places - 1,
  }));
}

const thousands = /^-?\d{1,3}(?: \d{3})*(?:[.,]\d+)?-?$/;

/**
 * Some line has two blanks or more between values on both sides, and within a value stands one at most. Or it has a
 * value on the right side alone, and the blank is not that of 1 234.
 */
export function isPadded(lines: readonly Line[], left: Span, right: Span): boolean {
  const parts = lines
    .map((line) => ({
      before: textIn(line, left),
      behind: textIn(line, right),
      both: textIn(line, { first: left.first, last: right.last }),
    }))
    .filter(({ behind }) => behind !== '');
  const areThousands = parts.every(({ both }) => thousands.test(both));
  return parts.some(({ before, behind, both }) =>
    before === '' ? !areThousands : both !== `${before} ${behind}`,
  );
}
