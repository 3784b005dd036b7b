import type { MappedField, MappingConfig, SourceConfig } from '../../config/declaration.ts';
import { type Cells, isCells, isEmptyCell } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { type NumberField, numberFields } from '../../domain/product.ts';
import { type AttributeColumns, bindAttributes } from './attributes.ts';
import { bindCellFaults, type CellFaults } from './cell-faults.ts';
import { type BoundField, bindField, type Columns, columnsOf, lookupIn } from './field.ts';
import { type ComputedNumber, isFault, textOf } from './field-text.ts';
import { bindFilledBits } from './filled.ts';
import { asFlag, flag } from './flag.ts';
import { bindHeaderAgain } from './header-again.ts';
import { bindKey } from './key.ts';
import { added, type Fields, type Mapped, Row } from './mapped-row.ts';
import { bindElementRemedy } from './missing-element.ts';
import { type BoundNumber, bindNumber } from './number-field.ts';
import { bindNumberMarks } from './number-marks.ts';
import { pictureStep } from './picture-step.ts';
import { bindSum, type Sum } from './sum.ts';
import { textLimits } from './text-limits.ts';
import { bindTotalRow } from './total-row.ts';
import {
  cutText,
  keyText,
  leadTimeDays,
  offeredStock,
  orderQuantity,
  plainText,
  quantity,
  type Value,
} from './values.ts';
import { isWanted } from './where.ts';
import { bindWithdrawn } from './withdrawn.ts';

const texts = ['name', 'description', 'categorySlug', 'unitOfMeasure', 'brand', 'barcode'] as const;

type ReadInto = (row: Row) => void;
type Bind = (mapped: MappedField) => BoundField;
type BindNumber = (mapped: MappedField) => BoundNumber;

/** The rows of one table or the elements of one tree under the source's mapping, which is bound to its columns once. */
export function bindRows(
  source: SourceConfig,
  file: AttributeColumns,
): (cells: Cells | Complaint) => Mapped {
  const faultsOf = bindCellFaults(source, file);
  const [map, unusable] = [bindFilled(source, file), bindUnusable(source, file)];
  return (cells) => {
    if (!isCells(cells)) return { kind: 'rejected', complaints: [cells] };
    if (cells.unusable !== undefined) return unusable(cells, cells.unusable);
    const faults = faultsOf(cells);
    if (faults?.isOfKey) return { kind: 'rejected', complaints: faults.complaints };
    // A row of empty cells, as spreadsheets leave them between and below tables, says nothing.
    return cells.every(isEmptyCell) ? { kind: 'skipped' } : map(cells, faults);
  };
}

function bindFilled(source: SourceConfig, file: AttributeColumns) {
  const [readKey, headerAgain] = [bindKey(source, file), bindHeaderAgain(source, file)];
  const totalRow = bindTotalRow(source, file);
  const withdrawn = source.mapping.isActive ? undefined : bindWithdrawn(source, file);
  const steps = stepsOf(source, file);
  const filledBits = bindFilledBits(source, file);
  const all = source.where.length === 0;
  const isChanges = source.kind === 'products' && source.contents === 'delta';
  const leftOut = (cells: Cells): Mapped => {
    const key = isChanges ? readKey(cells) : undefined;
    const isNamed = key !== undefined && 'value' in key;
    return isNamed ? { kind: 'skipped', externalId: key.value } : { kind: 'skipped' };
  };
  return (cells: Cells, faults: CellFaults | undefined): Mapped => {
    const wanted = all || faults?.isOfWhere || isWanted(source, lookupIn(file, cells));
    if (wanted === false) return leftOut(cells);
    const key = readKey(cells);
    if ('complaint' in key) return { kind: 'rejected', complaints: [key.complaint] };
    const unusable = headerAgain?.(cells) ?? totalRow?.(key.value, cells) ?? withdrawn?.(cells);
    if (unusable) return { kind: 'rejected', externalId: key.value, complaints: [unusable] };
    const row = new Row(key.value, cells);
    row.filled = filledBits(cells);
    if (wanted !== true) {
      row.isInDoubt = true;
      row.complain(wanted);
    }
    if (faults) return faultyRow(row, faults, steps);
    for (const readInto of steps) readInto(row);
    return row.mapped();
  };
}

/** Its stock is read unless a wrong cell may say it: sold out, an article without its name would stay on sale. */
function faultyRow(row: Row, faults: CellFaults, steps: readonly ReadInto[]): Mapped {
  const { complaints, isOfWhere, isOfStock } = faults;
  row.isInDoubt ||= isOfWhere || isOfStock;
  for (const complaint of complaints) row.complain(complaint);
  for (const readInto of steps) readInto(row);
  return { ...row.mapped(), kind: 'rejected', complaints };
}

/**
 * A row that cannot be used, as an offer whose product the file lacks. Its article has not vanished, and is told until
 * a row of it is read. Its stock is read, for that may be less than what is offered (pass/lowered.ts); its other faults
 * are not told. Where `isActive` is read only from cells that the row lacks, `inactive` is no word of the ERP.
 */
function bindUnusable(source: SourceConfig, file: AttributeColumns) {
  const [readKey, steps] = [bindKey(source, file), stepsOf(source, file)];
  const { isActive } = source.mapping;
  const columns = isActive === undefined ? [] : columnsOf(isActive);
  return (cells: Cells, complaint: Complaint): Mapped => {
    const key = readKey(cells);
    if ('complaint' in key) return { kind: 'rejected', complaints: [complaint] };
    const row = new Row(key.value, cells);
    row.complain(complaint);
    row.isInDoubt = source.where.length > 0;
    for (const readInto of steps) readInto(row);
    const lookup = lookupIn(file, cells);
    if (columns.every((column) => isEmptyCell(lookup(column)))) delete row.fields.isActive;
    return { ...row.mapped(), kind: 'rejected', complaints: [complaint] };
  };
}

/** What is read of each row, in the order in which its complaints are told. */
function stepsOf(source: SourceConfig, file: AttributeColumns): readonly ReadInto[] {
  const { mapping, numberStyle } = source;
  const { isActive, availableQty, attributes, picture } = mapping;
  const bound: Bind = (mapped) => bindField(mapped, file, numberStyle);
  const boundNumber: BindNumber = (mapped) => bindNumber(mapped, file, numberStyle);
  return [
    ...texts.map((field) => textStep(field, mapping[field], bound)),
    namelessStep(bindElementRemedy('name', mapping, file)),
    ...numberFields.map((field) => numberStep(field, mapping[field], boundNumber)),
    isActive && flagStep(bound(asFlag(isActive))),
    isActive && withdrawnStep(bindWithdrawn(source, file)),
    availableQty && quantityStep(source, file, availableQty),
    attributes && attributesStep(bindAttributes(attributes, file, numberStyle)),
    picture && pictureStep(bound(picture)),
    bindNumberMarks(source, file),
  ].filter((step) => step !== undefined);
}

/** What the field says; undefined where it is empty or has no value. */
function readText(
  row: Row,
  field: Exclude<keyof MappingConfig, 'attributes' | 'picture'>,
  { column, read }: BoundField,
): string | ComputedNumber | undefined {
  const stated = read(row.cells);
  if (isFault(stated)) row.complain(stated.complaint);
  else if (!isNothing(field, textOf(stated))) return stated;
  else {
    row.empty = added(row.empty, field);
    if (field === 'name') row.nameless = nameMissing(column, row.cells);
  }
  return undefined;
}

/** A name may not be blank (spec "Product"); `replace` or `translate` may make one of blanks. */
function isNothing(field: keyof MappingConfig, text: string): boolean {
  return (field === 'name' ? text.trim() : text) === '';
}

const headingRemedy =
  'If the row is a heading, leave it out with where:, by notEmpty: true of a column that only articles fill; otherwise fill in the name in the ERP.';

/** A row with a single filled cell may be the heading of a group of articles. */
function nameMissing(column: string, cells: Cells): Complaint {
  const rule = 'is empty, but a product must have a name.';
  const isHeading = cells.filter((cell) => !isEmptyCell(cell)).length === 1;
  const remedy = isHeading ? headingRemedy : 'Fill it in the ERP.';
  return { code: 'ROW_VALUE_MISSING', column, rule, remedy };
}

function valueStep<Field extends Exclude<keyof Fields, 'attributes'>>(
  field: Field,
  bound: BoundField,
  convert: (stated: string | ComputedNumber, cells: Cells) => Value<Fields[Field]>,
): ReadInto {
  return (row) => {
    const stated = readText(row, field, bound);
    if (stated === undefined) return;
    const value = tellOf(row, convert(stated, row.cells));
    if (value !== undefined) row.fields[field] = value;
  };
}

/** The value, once the row has what is wrong with it or to be noted; undefined where there is none. */
function tellOf<T>(row: Row, stated: Value<T>): T | undefined {
  // Not by `isFault`, which texts are asked by: for V8 a test of fewer shapes is quicker, and a million rows come here.
  if ('complaint' in stated) {
    row.complain(stated.complaint);
    return undefined;
  }
  if (stated.note !== undefined) row.note(stated.note);
  return stated.value;
}

function textStep(
  field: (typeof texts)[number],
  mapped: MappedField | undefined,
  bind: Bind,
): ReadInto | undefined {
  if (mapped === undefined) return undefined;
  const longest = textLimits[field];
  const isKey = field === 'barcode';
  const bound = isKey ? withoutZeros(bind(mapped)) : bind(mapped);
  const [judged, isCut] = isKey ? [keyText, false] : [plainText, mapped.cut];
  return valueStep(field, bound, (stated) => {
    const text = textOf(stated);
    return judged(isCut ? cutText(text, longest) : text, bound.column, longest);
  });
}

/** Fields of digits alone are filled with zeros where an article has no barcode: in DATANORM, on IBM i. */
function withoutZeros({ column, read }: BoundField): BoundField {
  return {
    column,
    read: (cells) => {
      const stated = read(cells);
      return typeof stated === 'string' && /^0+$/.test(stated) ? '' : stated;
    },
  };
}

function namelessStep(elementRemedy: ReturnType<typeof bindElementRemedy>): ReadInto {
  return (row) => {
    const remedy = row.nameless && elementRemedy(row.cells);
    if (row.nameless && remedy) row.nameless = { ...row.nameless, remedy };
  };
}

function flagStep(bound: BoundField): ReadInto {
  return valueStep('isActive', bound, (stated) => flag(textOf(stated), bound.column));
}

/** Rejects an article that its export withdraws, unless the row takes it off sale anyway. */
function withdrawnStep(withdrawn: ReturnType<typeof bindWithdrawn>): ReadInto | undefined {
  return (
    withdrawn &&
    ((row) => {
      const { isActive } = row.fields;
      const complaint = isActive === false ? undefined : withdrawn(row.cells, isActive);
      if (complaint !== undefined) row.complain(complaint);
    })
  );
}

function numberStep(
  field: NumberField,
  mapped: MappedField | undefined,
  bind: BindNumber,
): ReadInto | undefined {
  if (mapped === undefined) return undefined;
  const bound = bind(mapped);
  const convert = field === 'leadTimeDays' ? leadTimeDays : orderQuantity;
  return valueStep(field, bound, (stated, cells) =>
    convert(textOf(stated), bound.originOf(stated, cells)),
  );
}

function quantityStep(source: SourceConfig, file: Columns, mapped: MappedField): ReadInto {
  const { numberStyle: style, negative, duplicates } = source;
  const bound = bindNumber(mapped, file, style);
  const sumOf = mapped.from.kind === 'sum' ? bindSum(mapped, file, style) : undefined;
  const quantityOf = (row: Row): Value<number> | Sum | undefined => {
    if (sumOf !== undefined) return sumOf(row.cells);
    const stated = readText(row, 'availableQty', bound);
    return stated === undefined
      ? undefined
      : quantity(textOf(stated), bound.originOf(stated, row.cells));
  };
  return (row) => {
    const value = quantityOf(row);
    if (value === undefined) return;
    if ('columns' in value) row.columns = value.columns;
    const stock = tellOf(row, value);
    // A part of a sum may be anything: only the whole is limited (row-sums.ts).
    const isWhole = stock !== undefined && duplicates !== 'sum';
    row.quantity = isWhole ? tellOf(row, offeredStock(stock, mapped, negative)) : stock;
  };
}

function attributesStep(read: ReturnType<typeof bindAttributes>): ReadInto {
  return (row) => {
    const { values, empty, complaints, notes, areOpen } = read(row.cells);
    row.attributesAreOpen = areOpen;
    for (const complaint of complaints) row.complain(complaint);
    for (const note of notes) row.note(note);
    row.emptyAttributes = empty;
    row.fields.attributes = values;
  };
}
