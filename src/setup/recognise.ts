import { isPriceName, mayBePrice, saysAmount } from '../domain/column-name.ts';
import { isDeletionMark } from '../domain/deletion-mark.ts';
import { allNumberFields } from '../domain/product.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { activeGuess, activeSteps } from './active.ts';
import { byName } from './by-name.ts';
import { barcodeByValues, nameGuess } from './by-values.ts';
import { type Column, filledShare } from './column.ts';
import { type Field, fieldWords } from './field-words.ts';
import { numbersIn } from './file-numbers.ts';
import { type FillDown, fillDownOf, filledDown } from './fill-down.ts';
import { fitOf, type Steps } from './fit.ts';
import type { Format } from './format.ts';
import { formatGuess } from './format-columns.ts';
import { withFreeBeside } from './free-beside.ts';
import { columnsRead, type Guess, guess } from './guess.ts';
import { type Kind, keyGuess } from './key.ts';
import { asBarcodes, withoutMark } from './left-marks.ts';
import { type Mark, unnamedMarks, unreadMarks } from './marks.ts';
import { withNameParts } from './name-parts.ts';
import { isNordicName } from './nordic.ts';
import type { NumbersGuess } from './number-style.ts';
import { withParents } from './parents.ts';
import { articleRows, type ParentRows, parentRows } from './product-type.ts';
import { articlesBeside, repetitionsOf, withoutAliases } from './repeated.ts';
import { saysBlocked } from './says-blocked.ts';
import { type ServiceRows, serviceRows, servicesLeftOut } from './services.ts';
import { stockOfToday } from './to-come.ts';
import { type Unfound, unfoundIn } from './unfound.ts';
import { unitGuess } from './unit-column.ts';
import { markedParents } from './variant-parents.ts';
import { matchName } from './words.ts';

/** What the columns of a sample say. */
export interface Recognised {
  readonly kind: Kind;
  readonly numbers: NumbersGuess | undefined;
  readonly guesses: readonly Guess[];
  /** Columns with values that no field is read from. */
  readonly left: readonly string[];
  /** Columns with prices, which are never sent. */
  readonly prices: readonly string[];
  /** Columns whose names say that they may be prices: never proposed as attributes. */
  readonly doubtful: readonly string[];
  readonly marks: readonly Mark[];
  /** Columns left over that may be marks by their values alone. */
  readonly unnamedMarks: readonly Mark[];
  readonly unfound: Unfound;
  /** Set where only the first row of a product says what its other rows leave out. */
  readonly fillDown?: FillDown;
  /** Rows that are left out, so that no product that only stands for its variants is sold. */
  readonly leftOut: readonly ParentRows[];
  /** Rows of services. They are only told, because some suppliers sell services. */
  readonly services?: ServiceRows;
}

/** What a person has said already; it stands, whatever the columns look like. */
export interface Told {
  readonly format?: Format;
  readonly kind?: Kind | undefined;
  /** `unknown`: the person does not know, and the values are not asked either. */
  readonly numbers?: NumbersGuess | 'unknown' | undefined;
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** Fields that are read from no column. */
  readonly without?: readonly Field[];
}

const nothingTold: Told = { columns: {} };

/** Makes the mapping out of the names and values of columns. Pure, and the same for every format. */
export function recognise(columns: readonly Column[], told: Told = nothingTold): Recognised {
  const named = columns.filter(({ name }) => name !== '');
  const plain = recogniseAsIs(named, told);
  const filled = plain.kind === 'products' ? filledDown(named, plain.guesses) : undefined;
  if (filled === undefined) return plain;
  const found = recogniseAsIs(filled.columns, told);
  return { ...found, fillDown: fillDownOf(filled, named, found.guesses) };
}

function recogniseAsIs(all: readonly Column[], told: Told): Recognised {
  const kind = told.kind ?? (isToldOfProducts(told) ? 'products' : kindOf(all));
  const isOfProducts = kind === 'products';
  const byKind = isOfProducts ? (parentRows(all) ?? servicesLeftOut(all)) : undefined;
  const byMark = isOfProducts ? markedParents(all) : undefined;
  const leftOut = [byKind, byMark].filter((rows) => rows !== undefined);
  const named = articleRows(all, leftOut);
  const shown = told.numbers ?? numbersIn(named);
  const numbers = shown === 'unknown' ? undefined : shown;
  const guesses = guessesIn(named, { ...told, kind, numbers });
  const services = isOfProducts && byKind === undefined ? serviceRows(named) : undefined;
  return {
    kind,
    numbers,
    guesses,
    leftOut,
    ...restOf(named, { kind, guesses, leftOut }, formatOf(told)),
    ...(services === undefined ? {} : { services }),
  };
}

/** The guesses of all fields, each with what the others say against it. */
function guessesIn(named: readonly Column[], told: Omit<Settled, 'isNordic'>): readonly Guess[] {
  const isNordic = named.some(({ name }) => isNordicName(name));
  const style = told.numbers?.style;
  const found = withNameParts(guessesOf(named, { ...told, isNordic }), named);
  return withParents(withFreeBeside(found, named, style), named, style);
}

/** The columns that no field is read from, and what a person should know of them. */
function restOf(
  named: readonly Column[],
  { kind, guesses, leftOut }: Pick<Recognised, 'kind' | 'guesses' | 'leftOut'>,
  format: Format,
) {
  const isOfProducts = kind === 'products';
  const columns = withoutAliases(named);
  const taken = new Set([...columnsRead(guesses), ...leftOut.map(({ column }) => column)]);
  const free = columns
    .filter((column) => filledShare(column) > 0)
    .map(({ name }) => name)
    .filter((name) => !taken.has(name) && !isDeletionMark(name, format));
  const marks = isOfProducts ? unreadMarks(columns, guesses) : [];
  const marked = new Set(marks.map(({ name }) => name));
  const [prices, others] = [free.filter(isPriceName), free.filter((name) => !isPriceName(name))];
  const left = others.filter((name) => !mayBePrice(name) && !marked.has(name));
  const rest = named.filter(({ name }) => left.includes(name));
  const byValues = isOfProducts ? unnamedMarks(rest) : [];
  return {
    left,
    prices,
    doubtful: others.filter(mayBePrice),
    marks,
    unnamedMarks: byValues,
    unfound: unfoundIn(rest, guesses, [...marks, ...byValues]),
  };
}

/** Whether a person maps a field that no stock list has: then the file is one of products. */
function isToldOfProducts({ columns }: Told): boolean {
  return productFields.some((field) => field !== 'availableQty' && columns[field] !== undefined);
}

/** A file with a stock and without words that could be a name can only be a stock list. */
function kindOf(columns: readonly Column[]): Kind {
  if (columns.some(({ name }) => matchName(name, 'name') !== undefined)) return 'products';
  if (nameGuess(columns) !== undefined) return 'products';
  return 'stock';
}

interface Settled extends Told {
  readonly isNordic: boolean;
  readonly kind: Kind;
  readonly numbers: NumbersGuess | undefined;
}

function guessesOf(columns: readonly Column[], told: Settled): readonly Guess[] {
  const key = toldGuess('externalId', columns, told) ?? keyGuess(columns, told.kind);
  const guesses = key === undefined ? [] : [key];
  const free = () =>
    columns.filter(({ name }) => !guesses.some((one) => one.columns.includes(name)));
  const fields = told.kind === 'stock' ? stockFields : productFields;
  for (const field of fields.filter((one) => told.without?.includes(one) !== true)) {
    const found = toldGuess(field, columns, told) ?? guessOf(field, free(), told);
    if (found !== undefined) guesses.push(found);
  }
  return guesses.map((one) => withoutMark(one, columns));
}

const stockFields: readonly Field[] = ['availableQty'];

/** A field that a person maps, and that is not read from a list of stock. */
export function unreadField(kind: Kind, { columns }: Pick<Told, 'columns'>): Field | undefined {
  if (kind === 'products') return undefined;
  const told = Object.keys(columns) as Field[];
  return told.find((field) => field !== 'externalId' && !stockFields.includes(field));
}

const productFields = (Object.keys(fieldWords) as Field[]).filter(
  (field) => field !== 'externalId',
);

function toldGuess(field: Field, columns: readonly Column[], told: Settled): Guess | undefined {
  const name = told.columns[field];
  if (name === undefined) return formatGuess(field, formatOf(told), columns);
  const column = columns.find((one) => one.name === name);
  const steps = column === undefined ? {} : toldSteps(field, column, told.numbers?.style);
  const reason = `you said so${doubtOf(field, name)}`;
  return guess(field, name, { steps, certainty: 'told', reason });
}

/** A person names the column alone: without these steps Stk, 0 and texts with tags would be sent or rejected as they are. */
function toldSteps(field: Field, column: Column, style: NumberStyle | undefined): Steps {
  if (field === 'isActive') return activeSteps(column);
  const fit = fitOf(field, column, style);
  return 'steps' in fit ? fit.steps : {};
}

function doubtOf(field: Field, name: string): string {
  const isPrice = allNumberFields.some((one) => one === field) && saysAmount(name);
  if (isPrice) return ', and it has the name of a price';
  return field === 'isActive' && saysBlocked(name)
    ? ', reversed, because its name says that it blocks articles'
    : '';
}

/** Formats in which `qty[2]` is a repeated element. In others it is a second column of one name. */
const trees: ReadonlySet<Format> = new Set([
  ...(['xml', 'json', 'ndjson', 'commerceml', 'bmecat', 'gdsn'] as const),
]);

function formatOf({ format = 'csv' }: Told): Format {
  return format;
}

function guessOf(field: Field, columns: readonly Column[], told: Settled): Guess | undefined {
  if (field === 'availableQty')
    return stockOfToday(columns, {
      style: told.numbers?.style,
      ...{ kind: told.kind, isNordic: told.isNordic },
      isTree: trees.has(formatOf(told)),
    });
  if (field === 'isActive') return activeGuess(columns);
  if (field === 'unitOfMeasure') return unitGuess(columns, told.numbers?.style);
  const judged = field === 'barcode' ? columns.map(asBarcodes) : columns;
  const named = byName(field, judged, told.numbers?.style);
  if (named !== undefined) return field === 'barcode' ? ofOneArticle(named, columns) : named;
  if (field === 'name') return nameGuess(judged);
  return field === 'barcode' ? barcodeByValues(judged) : undefined;
}

/** A list with an article number each holds variants: the barcode of the first one is not that of their parent. */
function ofOneArticle(found: Guess, columns: readonly Column[]): Guess {
  const column = columns.find(({ name }) => name === found.columns[0]);
  const number = column && articlesBeside(column, columns);
  if (column === undefined || number === undefined || repetitionsOf(column, columns).length < 2)
    return found;
  const reason = `comes more than once, and ${number} gives each an article number of its own`;
  return { ...found, certainty: 'likely', reason, isProposed: false };
}
