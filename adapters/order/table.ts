import {
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
  jsonText,
  leafText,
  leavesOf,
} from '../../src/domain/json.ts';
import {
  type OrderColumn,
  type OrderColumnName,
  orderColumns,
} from '../../src/domain/order-columns.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { plainDecimal } from './decimal.ts';
import { type Fields, orderFields } from './fields.ts';
import { changeFields, headFields, inWords } from './head.ts';
import { isLineKey, isOrderKey } from './keys.ts';

/** A text, or a number that the service sent as one. */
export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** An order as a table has it: its own cells, and those of each line, in the order of the columns. */
interface OrderTable {
  readonly order: readonly Cell[];
  readonly lines: readonly (readonly Cell[])[];
}

const standard: readonly OrderColumn[] = orderColumns.map((field) => ({ field, name: field }));

export interface Columns {
  readonly order: readonly OrderColumn[];
  readonly line: readonly OrderColumn[];
}

/** Those that were asked for, else all; the columns of the order and those of its lines, each in their order. */
export function columnsOf(wanted: readonly OrderColumn[] = standard): Columns {
  return {
    order: wanted.filter(({ field }) => !isOfLine(field)),
    line: wanted.filter(({ field }) => isOfLine(field)),
  };
}

function isOfLine(field: OrderColumnName): boolean {
  return field.startsWith(linePrefix);
}

const linePrefix = 'line.';

/** What the file says itself: a field of the service with such a name that says something else is another one. */
const ofFile: ReadonlySet<string> = new Set(orderColumns.slice(0, orderColumns.indexOf('uuid')));

/** `other` holds what is in no column of these. */
export function tableOf(document: OrderDocument, columns: Columns): OrderTable {
  const fields = orderFields(document);
  const own = orderCells(document);
  const names = columns.line.map(({ field }) => field.slice(linePrefix.length));
  const orderNames = columns.order.map(({ field }) => field);
  const ofService = orderNames.filter((name) => !ofFile.has(name));
  const other = otherFields(fields.order, ofService);
  return {
    order: orderNames.map((name) => {
      if (name === 'other') return textCell(other);
      return isOrderKey(name) ? keyCell(own(name)) : own(name);
    }),
    lines: linesOf(document).map((line, index) => {
      const rest = otherFields(fields.lines[index], names);
      return names.map((name) => {
        if (name === 'other') return textCell(rest);
        return isLineKey(name) ? keyCell(cellOf(line[name])) : cellOf(line[name]);
      });
    }),
  };
}

function otherFields(fields: Fields | undefined, names: readonly string[]): string {
  for (const name of names) if (name !== 'other') fields?.take(name);
  return (fields?.rest() ?? []).map(inWords).join('; ');
}

/** The order's own field counts; the summary's where the order has none, or a blank one. */
function orderCells(document: OrderDocument): (name: OrderColumnName) => Cell {
  const { summary, detail } = document;
  const head = new Map(headFields(document).map(({ name, text }) => [name, text]));
  return (name) => {
    if (name === 'changed') return textCell(changedText(document));
    if (name === 'orderNumber') return textCell(document.orderNumber);
    const own = head.get(name);
    if (own !== undefined) return textCell(own);
    const [block = '', inner] = name.split('.');
    if (inner !== undefined) return cellOf(objectIn(detail, block)[inner]);
    const ofOrder = cellOf(objectIn(detail, 'order')[name]);
    return ofOrder.text.trim() === '' ? cellOf(summary[name]) : ofOrder;
  };
}

/** The row of each line repeats it, and the file is the whole order: of a thousand changes the first ones are enough. */
const changedLengthMax = 4_000;

function changedText(document: OrderDocument): string {
  const texts = changeFields(document).map(({ text }) => text);
  let length = 0;
  const held = texts.filter((text) => {
    length += text.length;
    return length <= changedLengthMax;
  });
  const left = texts.length - held.length;
  return [...held, ...(left === 0 ? [] : [`and ${left} more`])].join('; ');
}

const noFields: JsonObject = {};

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : noFields;
}

function linesOf({ detail }: OrderDocument): readonly JsonObject[] {
  const { lines } = objectIn(detail, 'order');
  return Array.isArray(lines) ? lines.filter(isJsonObject) : [];
}

function textCell(text: string): Cell {
  return { text, isNumber: false };
}

/** Nobody calculates with a key, and one column of them is not now a text and now a number. */
function keyCell({ text }: Cell): Cell {
  return textCell(text);
}

function cellOf(value: Json | undefined): Cell {
  if (isNumberText(value) || typeof value === 'number') return numberCell(jsonText(value) ?? '');
  return textCell(textOf(value));
}

function numberCell(text: string): Cell {
  const decimal = plainDecimal(text);
  return { text: decimal ?? text, isNumber: decimal !== undefined };
}

function textOf(value: Json | undefined): string {
  return leafText(value) ?? parts(value ?? null);
}

/** An address may come as fields one day: their texts, in their order. */
function parts(value: Json): string {
  const texts = [...leavesOf(value)].map(([, leaf]) => leafText(leaf) ?? '');
  return texts.join(' ').trim();
}
