import { isDrawnLine } from '../../src/domain/total-row.ts';

/** What is no article in a list whose rows are between bars, as SAP saves its lists unconverted. */
export interface Frame {
  /** The rows of the header, which each page repeats. */
  readonly titles: readonly (readonly string[])[];
  /** Places of the columns of article numbers and barcodes. */
  readonly keys: readonly number[];
}

const bar = '|';
const stars = /^\*+(?:\s|$)/;

/** Undefined where the header does not begin and end with a bar: the rows of such a file are of any kind. */
export function frameOf(
  titles: readonly (readonly string[])[],
  delimiter: string,
  keys: readonly number[],
): Frame | undefined {
  const areFramed = titles.length > 0 && titles.every(isBetweenBars);
  return delimiter === bar && areFramed ? { titles, keys } : undefined;
}

function isBetweenBars(fields: readonly string[]): boolean {
  return fields.length > 2 && fields[0]?.trim() === '' && fields.at(-1)?.trim() === '';
}

/**
 * Whether a row is one that the list draws, repeats or adds. An article is between bars, so a line without one is
 * the head of a page; a total has stars, and no article number.
 */
export function isOfFrame(frame: Frame, fields: readonly string[]): boolean {
  if (fields.length === 1 || isDrawnLine(fields)) return true;
  return isTitle(frame, fields) || isTotal(frame, fields);
}

function isTitle({ titles }: Frame, fields: readonly string[]): boolean {
  return titles.some(
    (title) =>
      title.length === fields.length &&
      title.every((name, at) => name.trim() === fields[at]?.trim()),
  );
}

function isTotal({ keys }: Frame, fields: readonly string[]): boolean {
  const first = fields[1]?.trim() ?? '';
  if (keys.length === 0 || !stars.test(first)) return false;
  return keys.every((key) => key === 1 || (fields[key] ?? '').trim() === '');
}
