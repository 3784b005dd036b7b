import type { Column } from './column.ts';
import type { Field } from './field-words.ts';
import type { Guess } from './guess.ts';

/** What programs leave at a code for the sake of spreadsheets, and no code has. */
interface Mark {
  readonly text: string;
  /** A cell with the mark; if its sign stands elsewhere, it belongs to the codes. */
  readonly cell: RegExp;
  readonly fields: readonly Field[];
  readonly told: string;
}

const marks: readonly Mark[] = [
  {
    // 4006381333931.0 (quirk 23): pandas if a cell of the column is empty, and what copies the numbers of a workbook.
    text: '.0',
    cell: /^\d+\.0$/,
    // Of article numbers it would make another one's of a later 10.05, and no check digit would tell.
    fields: ['barcode'],
    told: 'the .0 of whole numbers is removed',
  },
  {
    // '00101 (quirk 24): Shopify, so that Excel leaves the zeros.
    text: "'",
    cell: /^'[^']+$/,
    fields: ['externalId', 'barcode'],
    told: "the ' before it is removed",
  },
];

function markOf({ cells }: Column): Mark | undefined {
  return marks.find(({ text, cell }) => {
    const marked = cells.filter((one) => one.includes(text.charAt(0)));
    return marked.length > 0 && marked.every((one) => cell.test(one));
  });
}

/** The column with its barcodes as they will be sent, so that they are judged as these. */
export function asBarcodes(column: Column): Column {
  const mark = markOf(column);
  if (mark === undefined) return column;
  return { ...column, cells: column.cells.map((cell) => cell.replace(mark.text, '')) };
}

/** The guess of an article number or barcode with the step that drops such a mark. */
export function withoutMark(one: Guess, columns: readonly Column[]): Guess {
  const read = columns.filter(({ name }) => one.columns.includes(name));
  const mark = read.map(markOf).find((found) => found?.fields.includes(one.field));
  if (mark === undefined) return one;
  return {
    ...one,
    steps: { ...one.steps, replace: [{ from: mark.text, to: '' }] },
    reason: `${one.reason}; ${mark.told}`,
  };
}
