import { shownValue } from '../domain/complaint.ts';
import type { FixedWidth } from './fixed-width.ts';

/** What a person has to look at in a file of fixed width. */
export function fixedPoints({
  columns,
  doubts,
  shownBy,
  rowCounts,
}: FixedWidth): readonly string[] {
  const places = columns.map(
    ({ name, start, length }) => `${shownValue(name)} ${start} to ${start + length - 1}`,
  );
  return [
    `the columns are guessed ${shownBy}: ${places.join(', ')}. Compare them with the description of the export, because a longer value may need more places than the sample shows`,
    ...doubts.map((doubt) => `columns: ${doubt}`),
    ...(rowCounts === undefined ? [] : [rowCountText(rowCounts)]),
  ];
}

function rowCountText({ text, notMatches }: NonNullable<FixedWidth['rowCounts']>): string {
  const line = `${shownValue(text)} below the rows is not an article`;
  const remedy =
    'export without it (SQL Server: SET NOCOUNT ON, Oracle: SET FEEDBACK OFF), which is safer';
  return notMatches === undefined
    ? `${line}, and the first column is too narrow to leave it out with where: ${remedy}`
    : `${line}: where: leaves it out; or ${remedy}`;
}
