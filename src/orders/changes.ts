import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  leafText,
  leavesOf,
} from '../domain/json.ts';
import type { ChangedField } from '../domain/order-document.ts';
import { isPresent, orderOf } from './summary.ts';

/** One version of an order as the ERP got it, or gets it. */
export interface OrderContent {
  readonly summary: JsonObject;
  readonly detail: JsonObject;
}

/** These fields differ in every version and tell nobody anything. */
const alwaysDifferent = new Set(['version', 'updatedAt']);

/**
 * What a clerk would see changed, in the words of the specification: `status`, `lines[2].quantity`, `customer.route`.
 * Line numbers count from 0, as in `detail.order.lines` of the new file; lines are matched by their id, so that an
 * inserted line is one change and not a change of every line after it.
 */
export function changedFields(before: OrderContent, after: OrderContent): ChangedField[] {
  const [from, to] = [flattened(before), flattened(after)];
  const names = new Set([...to.fields.keys(), ...from.fields.keys()]);
  const changed = [...names].flatMap((field) =>
    difference(field, from.fields.get(field), to.fields.get(field)),
  );
  return [...changed, ...changedLines(from.lines, to.lines)];
}

interface Flat {
  readonly fields: ReadonlyMap<string, Json>;
  readonly lines: readonly JsonObject[];
}

/** The order's own fields bare, then what only the summary has, then the blocks beside the order. */
function flattened({ summary, detail }: OrderContent): Flat {
  const order = orderOf(detail) ?? {};
  const { lines, ...own } = order;
  const { order: _, ...beside } = detail;
  const inSummary = Object.entries(summary).filter(([name]) => !(name in order));
  const fields = new Map([
    ...toldIn(own),
    ...toldIn(Object.fromEntries(inSummary)),
    ...toldIn(beside),
  ]);
  for (const name of alwaysDifferent) fields.delete(name);
  return { fields, lines: Array.isArray(lines) ? lines.filter(isJsonObject) : [] };
}

/** The leaves of a value by their path, without null: null says nothing. */
function toldIn(value: Json, path = ''): Map<string, Json> {
  return new Map([...leavesOf(value, path)].filter(([, leaf]) => isPresent(leaf)));
}

function difference(field: string, from: Json | undefined, to: Json | undefined): ChangedField[] {
  const [before, after] = [shown(from), shown(to)];
  if (before === after || isSameNumber(before, after)) return [];
  return [{ field, from: before, to: after }];
}

function shown(value: Json | undefined): string | null {
  return leafText(value) ?? null;
}

const decimal = /^(-?)(\d+)(?:\.(\d*?)0*)?$/;

/** 12.5 and 12.50 are one amount; 0012 and 12 are two numbers of articles. */
function isSameNumber(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false;
  const bare = canonical(before);
  return bare !== undefined && bare === canonical(after);
}

function canonical(text: string): string | undefined {
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return `${sign}${whole}.${fraction}`;
}

function changedLines(from: readonly JsonObject[], to: readonly JsonObject[]): ChangedField[] {
  const before = new Map(from.map((line, index) => [lineKey(line, index), { line, index }]));
  const changed = to.flatMap((line, index) => {
    const earlier = before.get(lineKey(line, index));
    before.delete(lineKey(line, index));
    if (earlier === undefined) return [{ field: `lines[${index}]`, from: null, to: inWords(line) }];
    return lineFields(`lines[${index}]`, earlier.line, line);
  });
  const removed = [...before.values()].map(({ line, index }) => ({
    field: `lines[${index}]`,
    from: inWords(line),
    to: null,
  }));
  return [...changed, ...removed];
}

/** spec "Order line fields": the id; a line without one is known by its place. */
function lineKey(line: JsonObject, index: number): string {
  return jsonText(line['id']) ?? `place ${index}`;
}

function lineFields(path: string, before: JsonObject, after: JsonObject): ChangedField[] {
  const [from, to] = [toldIn(before, path), toldIn(after, path)];
  const names = new Set([...to.keys(), ...from.keys()]);
  return [...names].flatMap((field) => difference(field, from.get(field), to.get(field)));
}

/** A whole line that came or went: `ART-1 Hex bolt: 5 pcs`. */
function inWords(line: JsonObject): string {
  const words = (...names: string[]) =>
    names.flatMap((name) => jsonText(line[name]) ?? []).join(' ');
  const article = words('sellerExternalId', 'productName') || words('productId');
  return `${article}: ${words('quantity', 'unitOfMeasure')}`;
}

/**
 * Whether two versions of an order differ in nothing but the status, that of an amendment, and the fields that differ
 * in every version. Then a command that was decided on the one version is as right on the other.
 */
export function sameButForStatus(before: JsonObject, after: JsonObject): boolean {
  const content = (detail: JsonObject) => ({ summary: {}, detail });
  return changedFields(content(before), content(after)).every(({ field }) =>
    ['status', 'amendmentStatus'].includes(field),
  );
}
