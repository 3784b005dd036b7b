import type { MappedField, SourceConfig } from '../config/declaration.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import { picturePathFault } from '../domain/picture-path.ts';
import type { Product, ProductField } from '../domain/product.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { numberExamples } from '../domain/quantity.ts';
import type { AttributeColumns } from './attributes.ts';
import { bindAttributes } from './attributes.ts';
import type { BoundField, Columns, FieldText } from './field.ts';
import { bindField, lookupIn } from './field.ts';
import { picturePathComplaint } from './picture-named.ts';
import { mapSum } from './sum.ts';
import { textLimits } from './text-limits.ts';
import type { Origin, Value } from './values.ts';
import {
  cutText,
  flag,
  keyText,
  leadTimeDays,
  offeredStock,
  orderQuantity,
  plainText,
  quantity,
} from './values.ts';
import { isWanted } from './where.ts';

/** The mapped fields of a row that hold something, without the key and the quantity. */
export type Fields = {
  -readonly [Field in Exclude<ProductField, 'externalId' | 'availableQty'>]?: Product[Field];
};

export interface MappedRow {
  readonly kind: 'row';
  readonly externalId: string;
  readonly fields: Fields;
  /** Thousandths; absent where the cell is empty or the field is not mapped. */
  readonly quantity?: number;
  /** Mapped fields whose cell is empty: kept or cleared by the source's rule. */
  readonly empty: readonly ProductField[];
  /** Names of mapped attributes whose cell is empty. */
  readonly emptyAttributes: readonly string[];
  readonly picture?: string;
  readonly notes: readonly Complaint[];
}

export type Mapped =
  | MappedRow
  /** Left out by `where`. */
  | { readonly kind: 'skipped' }
  /** `externalId` stands where the key could be read: the article has not vanished. */
  | {
      readonly kind: 'rejected';
      readonly externalId?: string;
      readonly complaints: readonly Complaint[];
    };

type Mapping = SourceConfig['mapping'];
const texts = ['name', 'description', 'categorySlug', 'unitOfMeasure', 'brand', 'barcode'] as const;
const numbers = ['minOrderQty', 'stepQty', 'leadTimeDays'] as const;

export type Cells = readonly (string | undefined)[];

export function isCells(cells: Cells | Complaint): cells is Cells {
  return Array.isArray(cells);
}

/** One row while its fields are read: every bad value is told, not only the first. */
interface OpenRow {
  readonly cells: Cells;
  readonly fields: Fields;
  readonly empty: ProductField[];
  readonly notes: Complaint[];
  readonly complaints: Complaint[];
  emptyAttributes: readonly string[];
  quantity: number | undefined;
  picture: string | undefined;
}

type ReadInto = (row: OpenRow) => void;

const noNames: readonly string[] = [];

/** The rows of one table or the elements of one tree under the source's mapping, which is bound to its columns once. */
export function bindRows(
  source: SourceConfig,
  file: AttributeColumns,
): (cells: Cells | Complaint) => Mapped {
  const readKey = bindKey(source, file);
  const steps = stepsOf(source, file);
  return (cells) => {
    if (!isCells(cells)) return { kind: 'rejected', complaints: [cells] };
    // A row of empty cells, as spreadsheets leave them between and below tables, says nothing.
    if (cells.every((cell) => (cell ?? '').trim() === '')) return { kind: 'skipped' };
    const wanted = source.where.length === 0 || isWanted(source, lookupIn(file, cells));
    if (wanted === false) return { kind: 'skipped' };
    const key = readKey(cells);
    if ('complaint' in key) return { kind: 'rejected', complaints: [key.complaint] };
    const row = openRow(cells);
    if (wanted !== true) row.complaints.push(conditionFault(wanted.fault));
    for (const readInto of steps) readInto(row);
    return row.complaints.length > 0
      ? { kind: 'rejected', externalId: key.value, complaints: row.complaints }
      : mappedRow(key.value, row);
  };
}

function openRow(cells: Cells): OpenRow {
  return {
    cells,
    fields: {},
    empty: [],
    notes: [],
    complaints: [],
    emptyAttributes: noNames,
    quantity: undefined,
    picture: undefined,
  };
}

function mappedRow(
  externalId: string,
  { fields, empty, emptyAttributes, notes, quantity, picture }: OpenRow,
): MappedRow {
  const row: MappedRow = { kind: 'row', externalId, fields, empty, emptyAttributes, notes };
  if (quantity === undefined && picture === undefined) return row;
  return {
    ...row,
    ...(quantity === undefined ? {} : { quantity }),
    ...(picture === undefined ? {} : { picture }),
  };
}

/** A row of which it cannot be said whether it is used: never sent, never left out in silence. */
function conditionFault(fault: string): Complaint {
  const { remedy } = codes.ROW_EXPRESSION;
  return { code: 'ROW_EXPRESSION', rule: `The condition of where: ${fault}.`, remedy };
}

function bindKey({ mapping, numberStyle }: SourceConfig, file: Columns) {
  const read = bindField(mapping.externalId, file, numberStyle);
  const remedy = 'Fill the key column, or leave the row out with where:.';
  return (cells: Cells): Value<string> => {
    const { text, column, complaint } = read(cells);
    if (complaint !== undefined) return { complaint };
    if (text.trim() !== '') return keyText(text, column, textLimits.externalId);
    return {
      complaint: { code: 'ROW_KEY_MISSING', column, rule: 'has no article number.', remedy },
    };
  };
}

/** What is read of each row, in the order in which its complaints are told. */
function stepsOf(source: SourceConfig, file: AttributeColumns): readonly ReadInto[] {
  const { mapping, numberStyle } = source;
  const { isActive, availableQty, attributes, picture } = mapping;
  const bound = (mapped: MappedField): BoundField => bindField(mapped, file, numberStyle);
  return [
    ...texts.map((field) => textStep(field, mapping[field], bound)),
    ...numbers.map((field) => numberStep(field, mapping[field], { bound, numberStyle })),
    isActive && valueStep('isActive', bound(isActive), ({ text, column }) => flag(text, column)),
    availableQty && quantityStep(source, file, availableQty),
    attributes && attributesStep(bindAttributes(attributes, file, numberStyle)),
    picture && pictureStep(bound(picture)),
  ].filter((step) => step !== undefined);
}

/** The field's text; undefined where it is empty or has no translation. */
function readText(
  row: OpenRow,
  field: Exclude<keyof Mapping, 'attributes' | 'picture'>,
  read: BoundField,
): FieldText | undefined {
  const text = read(row.cells);
  if (text.complaint !== undefined) row.complaints.push(text.complaint);
  else if (text.text !== '') return text;
  else if (field === 'name') row.complaints.push(nameMissing(text.column));
  else row.empty.push(field);
  return undefined;
}

function nameMissing(column: string): Complaint {
  const rule = 'is empty, but a product must have a name.';
  return { code: 'ROW_VALUE_MISSING', column, rule, remedy: 'Fill it in the ERP.' };
}

function valueStep<Field extends Exclude<keyof Fields, 'attributes'>>(
  field: Field,
  read: BoundField,
  convert: (text: FieldText) => Value<Fields[Field]>,
): ReadInto {
  return (row) => {
    const text = readText(row, field, read);
    if (text === undefined) return;
    const converted = convert(text);
    if ('complaint' in converted) row.complaints.push(converted.complaint);
    else row.fields[field] = converted.value;
  };
}

function textStep(
  field: (typeof texts)[number],
  mapped: MappedField | undefined,
  bound: (mapped: MappedField) => BoundField,
): ReadInto | undefined {
  if (mapped === undefined) return undefined;
  const longest = textLimits[field];
  const { cut } = mapped;
  return valueStep(field, bound(mapped), ({ text, column }) =>
    field === 'barcode'
      ? keyText(text, column, longest)
      : plainText(cut ? cutText(text, longest) : text, column, longest),
  );
}

function numberStep(
  field: (typeof numbers)[number],
  mapped: MappedField | undefined,
  {
    bound,
    numberStyle,
  }: { bound: (mapped: MappedField) => BoundField; numberStyle: NumberStyle | undefined },
): ReadInto | undefined {
  if (mapped === undefined) return undefined;
  const convert = field === 'leadTimeDays' ? leadTimeDays : orderQuantity;
  return valueStep(field, bound(mapped), (text) =>
    convert(text.text, originOf(mapped, text, numberStyle)),
  );
}

function quantityStep(source: SourceConfig, file: Columns, mapped: MappedField): ReadInto {
  const { numberStyle: style, negative, duplicates } = source;
  const read = bindField(mapped, file, style);
  const quantityOf = (row: OpenRow): Value<number> | undefined => {
    if (mapped.from.kind === 'sum') return mapSum(mapped, lookupIn(file, row.cells), style);
    const text = readText(row, 'availableQty', read);
    return text === undefined ? undefined : quantity(text.text, originOf(mapped, text, style));
  };
  return (row) => {
    const value = quantityOf(row);
    if (value === undefined) return;
    if ('complaint' in value) row.complaints.push(value.complaint);
    // A part of a sum may be anything: only the whole is limited (row-sums.ts).
    else if (duplicates === 'sum') row.quantity = value.value;
    else offerInto(row, offeredStock(value.value, mapped, negative));
  };
}

function offerInto(row: OpenRow, offered: ReturnType<typeof offeredStock>): void {
  if (offered.note !== undefined) row.notes.push(offered.note);
  if ('complaint' in offered) row.complaints.push(offered.complaint);
  else row.quantity = offered.value;
}

function attributesStep(read: ReturnType<typeof bindAttributes>): ReadInto {
  return (row) => {
    const { values, empty, complaints } = read(row.cells);
    row.complaints.push(...complaints);
    row.emptyAttributes = empty;
    row.fields.attributes = values;
  };
}

function pictureStep(read: BoundField): ReadInto {
  return (row) => {
    const { text, column, complaint } = read(row.cells);
    if (complaint !== undefined) row.complaints.push(complaint);
    if (complaint !== undefined || text === '') return;
    row.picture = text;
    const fault = picturePathFault(text);
    if (fault !== undefined) row.notes.push({ ...picturePathComplaint(text, fault), column });
  };
}

function originOf(
  { rounding }: MappedField,
  { column, isComputed }: FieldText,
  declared: NumberStyle | undefined,
): Origin {
  const style = isComputed ? numberExamples['1234.56'] : declared;
  return { column, style, rounding };
}
