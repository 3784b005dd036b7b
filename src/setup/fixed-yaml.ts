import type { FixedWidth } from './fixed-width.ts';
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
