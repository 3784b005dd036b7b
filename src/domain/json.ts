/** A number as the service wrote it, where a JavaScript number would lose a digit (12.50, 2^53 + 1). */
export interface NumberText {
  readonly isLosslessNumber: true;
  readonly value: string;
}

/** JSON with every digit kept. Objects have no prototype that a key of the sender could reach. */
export type Json = null | boolean | string | number | NumberText | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isNumberText(value: Json | undefined): value is NumberText {
  return typeof value === 'object' && value !== null && 'isLosslessNumber' in value;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumberText(value)
  );
}

/** The objects of a list; none where it is no list. */
export function jsonObjectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * Whether a text of `JSON.stringify` holds one of these, or a text that looks like one: it then has to be written by
 * what keeps digits, which takes several times as long.
 */
export function mayHoldNumberText(text: string): boolean {
  return text.includes('isLosslessNumber');
}

const numberText = /\{"isLosslessNumber":true,"value":"(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"\}/g;

/**
 * JSON for whoever reads our answers: a number is a number, with every digit. In a text the quotes would be escaped.
 */
export function jsonWithDigits(value: unknown): string {
  const text = JSON.stringify(value);
  return mayHoldNumberText(text) ? text.replace(numberText, '$1') : text;
}

/** The text of a string or number, undefined for anything else: ids and amounts are compared as text. */
export function jsonText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isNumberText(value) ? value.value : undefined;
}

/** As `jsonText`, of a yes or no too: what a cell, an element or a list of changes shows. */
export function leafText(value: Json | undefined): string | undefined {
  return typeof value === 'boolean' ? String(value) : jsonText(value);
}

/** Each value that holds no other, with its path: `customer.name`, `lines[2].quantity`. */
export function* leavesOf(value: Json, path = ''): Generator<readonly [path: string, leaf: Json]> {
  if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value))
      yield* leavesOf(inner, path === '' ? name : `${path}.${name}`);
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* leavesOf(inner, `${path}[${index}]`);
  } else yield [path, value];
}

/** As plain values: a number that JavaScript would write otherwise (`12.50`) is the text of its digits. */
export function plainObject(object: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plain(value)]));
}

export function plain(value: Json): unknown {
  if (isNumberText(value)) return value.value;
  if (isJsonObject(value)) return plainObject(value);
  return Array.isArray(value) ? value.map(plain) : value;
}
