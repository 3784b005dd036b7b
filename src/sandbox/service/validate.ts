import type { z } from 'zod';
import { dropNulls, isObject } from '../base/absent.ts';
import { Problem } from '../base/problem.ts';
import type { Endpoint, Trace } from './declaration.ts';
import { mismatch } from './parameter.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function checkPathParameters(endpoint: Endpoint, params: Record<string, string>): void {
  for (const [name, text] of Object.entries(params)) {
    if (text === '') throw new Problem('MISSING_PARAMETER', `Path parameter ${name} is missing`);
    const whole = endpoint.numeric?.includes(name) ?? false;
    if (whole && !/^\d{1,19}$/.test(text)) throw mismatch(name, 'an integer', text);
    const isUuid = endpoint.uuid?.includes(name) ?? false;
    if (isUuid && !uuid.test(text)) throw mismatch(name, 'a UUID', text);
  }
}

export function readQuery(endpoint: Endpoint, query: URLSearchParams, trace: Trace) {
  const known = endpoint.query ?? [];
  for (const name of query.keys()) {
    if (!known.some((parameter) => parameter.name === name)) {
      trace.warnings.push(`unknown query parameter ${name}`);
    }
  }
  const values: Record<string, unknown> = {};
  for (const parameter of known) {
    const text = query.get(parameter.name);
    if (text !== null && text !== '') values[parameter.name] = parameter.read(text);
  }
  return values;
}

/** The validated body; unknown fields are dropped silently, but the ledger counts them. */
export function readBody(endpoint: Endpoint, parsed: unknown, trace: Trace): unknown {
  if (!endpoint.body) {
    if (parsed !== undefined) trace.warnings.push('a body was sent where none is read');
    return undefined;
  }
  if (parsed === undefined) return {};
  if (endpoint.spec === 'Catalog') refusePrices(parsed);
  const required = endpoint.absentIs400;
  if (required !== undefined && isObject(parsed) && (parsed[required] ?? null) === null) {
    throw new Problem('INVALID_ARGUMENT', `${required} is required`);
  }
  return validate(endpoint.body, parsed, trace);
}

/** Throws VALIDATION_ERROR naming every field that failed. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  trace: Trace,
): z.output<Schema> {
  const checked = schema.safeParse(dropNulls(value));
  if (!checked.success) {
    const reasons = checked.error.issues.map(
      (issue) => `${issue.path.map(String).join('.') || 'body'}: ${issue.message}`,
    );
    throw new Problem('VALIDATION_ERROR', reasons.join('; '));
  }
  warnOfUnknown(value, checked.data, trace);
  return checked.data;
}

function warnOfUnknown(sent: unknown, kept: unknown, trace: Trace): void {
  if (!isObject(sent) || !isObject(kept)) return;
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null && !Object.hasOwn(kept, name)) trace.warnings.push(`unknown field ${name}`);
  }
}

/** "Any catalog payload that carries unitPrice or currency is refused" (spec "What the service does" 4). */
function refusePrices(body: unknown): void {
  const list = Array.isArray(body) ? body : isObject(body) ? [body, ...itemsOf(body)] : [];
  for (const part of list) {
    if (!isObject(part)) continue;
    const price = ['unitPrice', 'currency'].find((name) => Object.hasOwn(part, name));
    if (price) throw new Problem('PRICE_NOT_SUPPORTED_VIA_CONNECT', `${price} cannot be set here`);
  }
}

function itemsOf(body: Record<string, unknown>): unknown[] {
  return Array.isArray(body['items']) ? body['items'] : [];
}
