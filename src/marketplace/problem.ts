import type { JsonObject } from '../domain/json.ts';
import { jsonText } from '../domain/json.ts';
import type { Problem } from '../domain/problem.ts';
import { decodeObject } from './wire.ts';

/** A page of a proxy is not carried through logs and receipts. */
const textMax = 2_000;

/**
 * The problem of an answer that is not 2xx (spec "Error object"). Any field may be missing, and a proxy sends HTML:
 * then the type is `HTTP_<status>`, which no row of the spec has, so that it never passes for the service's own word.
 */
export function readProblem(status: number, body: Uint8Array): Problem {
  const decoded = decodeObject(body);
  const fields: JsonObject = 'value' in decoded ? decoded.value : {};
  const text = (name: string): string => (jsonText(fields[name]) ?? '').slice(0, textMax);
  return {
    type: text('type') || `HTTP_${status}`,
    title: text('title') || `HTTP status ${status}`,
    // The status line decides: a body cannot turn a refusal into something else.
    status,
    detail: text('detail'),
    instance: text('instance'),
  };
}
