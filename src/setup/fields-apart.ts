import { type Complaint, shownValue } from '../domain/complaint.ts';
import { type Column, filledCells } from './column.ts';
import type { Field } from './field-words.ts';
import type { FirstRows } from './first-rows.ts';
import { elementOf } from './repeated.ts';
import { isCalled, usualNames } from './words.ts';

const fieldNames = /(?:^|\/)METADATA\/FIELD$/;
const namelessField = 'COL/DATA';

/**
 * FMPXMLRESULT of FileMaker: its records hold `<COL>`, `<COL>`, … and do not say which field is which. Fields would be
 * found by their places alone, so a field that the next export has before the stock would become the stock. Such a
 * sample is refused, and this says why.
 */
export function fieldsApart(
  { format, options, columns }: FirstRows,
  file: string,
): Complaint | undefined {
  if (format === 'json' || format === 'ndjson') return namesInFirstList(columns, file);
  if (format !== 'xml') return undefined;
  const isApart =
    fieldNames.test(options.path ?? '') || columns.some(({ name }) => name === namelessField);
  return isApart ? fileMaker(file) : namesBeside(columns.filter(isElement), file);
}

/**
 * `["sku","name"]` stands before `["A1","Bolt"]`, and would become an article. Two usual names prove it: a single one
 * may be a value.
 */
function namesInFirstList(columns: readonly Column[], file: string): Complaint | undefined {
  const areLists = columns.every(({ name }) => /^\d+$/.test(name));
  const names = columns.map(({ cells }) => cells[0] ?? '');
  if (!areLists || usualNames(names) < 2) return undefined;
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `has its names in the first of its lists (${shownValue(names.join(', '))}), which would be read as an article.`,
    remedy: 'Export objects with a name beside each value ({"sku": …}), or CSV.',
  };
}

/**
 * `<key>sku</key><string>A1</string>` of a property list,
 * `<member><name>sku</name><value>A1</value></member>` of XML-RPC.
 */
function namesBeside(columns: readonly Column[], file: string): Complaint | undefined {
  const number = columns.find((column) => isNameOf(column, 'externalId'));
  if (number === undefined) return undefined;
  const others = columns.filter(({ name }) => elementOf(name) === elementOf(number.name));
  const isBeside = others.some(
    (column) => isNameOf(column, 'name') || isNameOf(column, 'availableQty'),
  );
  return isBeside ? besideValues(file, number.name) : undefined;
}

/** True of an element. An attribute is left aside, because its name stands in the field itself. */
function isElement({ name }: Column): boolean {
  return !name.includes('@');
}

/** Whether every text of the column is a name for a column of the field. */
function isNameOf(column: Column, field: Field): boolean {
  const filled = filledCells(column);
  return filled.length > 0 && filled.every((cell) => isCalled(cell, field));
}

function besideValues(file: string, column: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: `names its fields in elements beside their values (${column}); if only their places are read, the value of one field could be read as the value of another.`,
    remedy:
      'Export JSON or CSV, or XML with an element for each field or the names in an attribute (<field name="…">).',
  };
}

function fileMaker(file: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: 'is XML of FileMaker that names its fields outside the records (FMPXMLRESULT).',
    remedy:
      'Export it as Excel (.xlsx) with field names in the first row, as Merge (.mer), or as XML with the grammar FMPDSORESULT.',
  };
}
