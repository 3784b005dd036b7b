/** What the first rows show of a column. */
export interface ColumnLooks {
  /** How its values are written, such as `a9` for A100 and `9` for 1.250,00; undefined where too variously. */
  readonly forms: ReadonlySet<string> | undefined;
  /** Values that are in several rows, as units and warehouses do. */
  readonly words: ReadonlySet<string>;
}

export type Forms = readonly ColumnLooks[];

const number = /[-+]?\d(?:[\d.,'\s]*\d)?-?/g;
const letters = /\p{L}+/gu;
const mostForms = 3;
/** A total, a rule of dashes or a missing value among the first rows says nothing of a column. */
const usualShare = 0.75;

/** Cells without a digit have no form: words are written like other words. */
export function formOf(cell: string): string | undefined {
  const text = cell.trim();
  if (!/\d/.test(text)) return undefined;
  return text.replace(number, '9').replace(letters, 'a');
}

export function columnForms(rows: readonly (readonly string[])[]): Forms {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const cells = rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
    return { forms: formsOf(cells), words: wordsOf(cells) };
  });
}

function formsOf(cells: readonly string[]): ReadonlySet<string> | undefined {
  const seen = cells.map(formOf).filter((form) => form !== undefined);
  const forms = new Set(seen);
  const areUsual = seen.length > 0 && seen.length >= usualShare * cells.length;
  return areUsual && forms.size <= mostForms ? forms : undefined;
}

function wordsOf(cells: readonly string[]): ReadonlySet<string> {
  return new Set(cells.filter((cell, at) => cells.indexOf(cell) < at));
}
