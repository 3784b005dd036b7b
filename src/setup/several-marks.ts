import { flag } from '../catalog/mapping/flag.ts';
import { lastStep } from '../domain/column-name.ts';
import type { Column } from './column.ts';
import { translationOf } from './fit.ts';
import type { Guess } from './guess.ts';

/** Nobody reads a longer list of combined values: then one column is read, and the others are told. */
const textsMax = 24;

/** How many rows of the sample the column takes off sale. */
export function offSale(one: Guess, columns: readonly Column[]): number {
  return cellsOf(one, columns).filter((cell) => isOnSale(one, cell) === false).length;
}

/**
 * `Gesperrt` and `Inaktiv` both take articles off sale: if one alone were read, articles that the
 * other has marked would be sold. So all such columns are read together, and only those combined
 * values are listed that are on sale by each column.
 */
export function withOtherMarks(
  first: Guess | undefined,
  others: readonly Guess[],
  columns: readonly Column[],
): Guess | undefined {
  if (first === undefined) return undefined;
  const read = [first];
  let found = first;
  for (const other of others.filter((one) => isBeside(one, first))) {
    const both = together(first, [...read, other], columns);
    if (both !== undefined) read.push(other);
    found = both ?? found;
  }
  return found;
}

/**
 * Whether two columns stand at the same place of a tree: `price/active` says nothing of the article beside its own
 * `active`.
 */
function isBeside({ columns: [name = ''] }: Guess, { columns: [other = ''] }: Guess): boolean {
  return name !== other && placeOf(name) === placeOf(other);
}

function placeOf(name: string): string {
  return name.slice(0, name.length - lastStep(name).length);
}

/**
 * Whether some row is on sale by all these columns. A mark that nobody maintains, such as `Published` of an unused
 * shop, would hide the whole catalogue.
 */
function leavesSome(read: readonly Guess[], columns: readonly Column[]): boolean {
  const saying = read.map((one) => cellsOf(one, columns).map((cell) => isOnSale(one, cell)));
  return saying[0]?.some((_, row) => saying.every((said) => said[row] === true)) === true;
}

function together(
  first: Guess,
  read: readonly Guess[],
  columns: readonly Column[],
): Guess | undefined {
  if (!leavesSome(read, columns)) return undefined;
  const names = read.flatMap((one) => one.columns);
  const texts = read.map((one) => textsOf(one, columns));
  const all = combined(texts.map(({ on, off }) => [...on, ...off]));
  const on = combined(texts.map((one) => one.on));
  const off = all.filter((cells) => cells.some((cell, at) => texts[at]?.off.includes(cell)));
  // `X` and empty joined looks like empty and `X`: then a sign between them tells which column said it.
  const told = [joined, apart].find((asText) => tells(asText, on, off));
  if (told === undefined || (told === apart && names.some(isNoTemplate))) return undefined;
  const onSale = new Set(on.map(told));
  const listed = [...onSale].filter((text) => text !== '');
  const mayBeEmpty = all.some((cells) => joined(cells) === '');
  const empty = onSale.has('') ? 'true' : 'false';
  if (listed.length > textsMax || listed.includes(empty)) return undefined;
  const translate = Object.fromEntries(listed.map((text) => [text, 'true']));
  return {
    ...first,
    columns: names,
    steps: {
      ...(told === apart ? { template: names.map((name) => `{${name}}`).join(sign) } : {}),
      translate: listed.length > 0 ? translate : (first.steps.translate ?? {}),
      otherwise: 'false',
      ...(mayBeEmpty ? { default: empty } : {}),
    },
    certainty: 'likely',
    reason: `each of ${names.join(' and ')} takes articles off sale; what is not listed is not on sale`,
  };
}

/**
 * The texts of the column, with an empty one if there may be empty cells: those that mean on sale, and the others. With
 * the blanks that fill them up, because cells are joined with these.
 */
function textsOf(one: Guess, columns: readonly Column[]) {
  const shown = columnOf(one, columns)?.padded ?? cellsOf(one, columns);
  const texts = [...new Set(one.steps.default === undefined ? shown : [...shown, ''])];
  return {
    on: texts.filter((text) => isOnSale(one, text.trim()) === true),
    off: texts.filter((text) => isOnSale(one, text.trim()) !== true),
  };
}

function combined(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (before, list) => before.flatMap((cells) => list.map((cell) => [...cells, cell])),
    [[]],
  );
}

/** Cells as `columns:` joins them, without empty ones. */
function joined(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .join(' ')
    .trim();
}

const sign = '/';

/** Cells as a `template:` with this sign between the columns has them; empty where all are. */
function apart(cells: readonly string[]): string {
  return cells.every((cell) => cell === '') ? '' : cells.join(sign).trim();
}

/** Braces in the name of a column would end its place in a template. */
function isNoTemplate(name: string): boolean {
  return /[{}]/.test(name);
}

type AsText = (cells: readonly string[]) => string;
type Rows = readonly (readonly string[])[];

function tells(asText: AsText, on: Rows, off: Rows): boolean {
  const onSale = new Set(on.map(asText));
  return !off.some((cells) => onSale.has(asText(cells)));
}

function columnOf({ columns: [name] }: Guess, columns: readonly Column[]): Column | undefined {
  return columns.find((column) => column.name === name);
}

function cellsOf(one: Guess, columns: readonly Column[]): readonly string[] {
  return columnOf(one, columns)?.cells ?? [];
}

/** Undefined for what is neither yes nor no. */
function isOnSale({ steps }: Guess, cell: string): boolean | undefined {
  const { otherwise, default: instead = 'true' } = steps;
  const empty = translationOf(steps, '') ?? translationOf(steps, instead) ?? instead;
  const said = flag(cell === '' ? empty : (translationOf(steps, cell) ?? otherwise ?? cell), '');
  return 'value' in said ? said.value : undefined;
}
