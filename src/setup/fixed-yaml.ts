import type { FixedWidth } from './fixed-width.ts';
import type { Look } from './look.ts';
import { scalar } from './yaml-line.ts';

/** `columns:` of a file of fixed width, which are a guess. */
export function columnLines({ columns, shownBy, doubts }: FixedWidth): readonly string[] {
  return [
    '      # The places of the columns are guessed from this sample: compare them with the description of the export. A longer value',
    `      # may need more places than the sample shows. Guessed ${shownBy}.`,
    ...doubts.map((doubt) => `      # Please check: ${doubt}.`),
    '      columns:',
    ...columns.map(
      ({ name, start, length }) =>
        `        - { name: ${scalar(name)}, start: ${start}, length: ${length} }`,
    ),
  ];
}

/** The condition that leaves out `(3 rows affected)`. */
export function rowCountRule({ fixed }: Look): readonly string[] {
  const { column, notMatches } = fixed?.rowCounts ?? {};
  return column === undefined || notMatches === undefined
    ? []
    : [`{ column: ${scalar(column)}, notMatches: ${JSON.stringify(notMatches)} }`];
}
