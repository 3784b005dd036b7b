import { parse, stringify } from 'lossless-json';
import {
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
  mayHoldNumberText,
  type NumberText,
} from '../domain/json.ts';

/** A value; or one sentence that says why the bytes do not hold one. */
export type Decoded<Value> = { readonly value: Value } | { readonly fault: string };

/** Deeper than any answer of the spec; a parser that calls itself must not run out of stack (fault 54). */
export const nestingMax = 64;

/** Keys that would reach a prototype, or make a text of the sender look like one of our numbers. */
const droppedKeys = new Set(['__proto__', 'isLosslessNumber']);

class WrittenNumber implements NumberText {
  readonly isLosslessNumber = true;
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/**
 * Bytes of the service → JSON with every digit kept (fault 54: ids above 2^53, `12.50`). A null field is dropped,
 * because the spec says that null and missing are the same. Objects have no prototype.
 */
export function decodeJson(bytes: Uint8Array): Decoded<Json> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (nestingOf(text) > nestingMax)
      return { fault: `is nested deeper than ${nestingMax} levels` };
    return { value: cleaned(parsed(text)) };
  } catch (error) {
    return { fault: error instanceof TypeError ? 'is not UTF-8 text' : 'is not valid JSON' };
  }
}

/** As `decodeJson`, for the answers that must be an object. */
export function decodeObject(bytes: Uint8Array): Decoded<JsonObject> {
  const decoded = decodeJson(bytes);
  if ('fault' in decoded) return decoded;
  return isJsonObject(decoded.value) ? { value: decoded.value } : { fault: 'is not a JSON object' };
}

/** The same digits again; used where JSON of the service is written on. */
export function encodeJson(value: Json): Uint8Array {
  const quick = JSON.stringify(value);
  if (!mayHoldNumberText(quick)) return Buffer.from(quick);
  const text = stringify(value, undefined, undefined, [
    { test: (part) => isNumberText(part as Json), stringify: (part) => (part as NumberText).value },
  ]);
  return Buffer.from(text ?? 'null');
}

/**
 * The parser that keeps digits takes several times as long as JSON.parse. It is not needed if JSON.parse, written
 * again, gives the same text: then no digit was lost, and no second field of one name (fault 54).
 */
function parsed(text: string): unknown {
  const quick: unknown = JSON.parse(text);
  if (JSON.stringify(quick) === text) return quick;
  return parse(text, undefined, { parseNumber: numberOf });
}

function numberOf(text: string): number | NumberText {
  const number = Number(text);
  return String(number) === text ? number : new WrittenNumber(text);
}

function cleaned(value: unknown): Json {
  if (value instanceof WrittenNumber) return { isLosslessNumber: true, value: value.value };
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value as Json;
  const object: Record<string, Json> = Object.create(null);
  for (const [key, field] of Object.entries(value)) {
    if (field !== null && !droppedKeys.has(key)) object[key] = cleaned(field);
  }
  return object;
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** The deepest level of brackets outside of texts; needs no valid JSON. */
function nestingOf(text: string): number {
  let level = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isText = !isText;
    else if (isText && code === backslash) at += 1;
    else if (!isText && opening.has(code)) deepest = Math.max(deepest, ++level);
    else if (!isText && closing.has(code)) level -= 1;
  }
  return deepest;
}
