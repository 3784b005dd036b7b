import { shownValue } from '../domain/complaint.ts';
import type { FixedWidth } from './fixed-width.ts';

/** What a person has to look at in a file of fixed width. */
export function fixedPoints({ columns, doubts, shownBy }: FixedWidth): readonly string[] {
  const places = columns.map(
    ({ name, start, length }) => `${shownValue(name)} ${start} to ${start + length - 1}`,
  );
  return [
    `the columns are guessed ${shownBy}: ${places.join(', ')}. Compare them with the description of the export, because a longer value may need more places than the sample shows`,
    ...doubts.map((doubt) => `columns: ${doubt}`),
  ];
}
