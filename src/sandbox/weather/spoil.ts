import { isObject } from '../base/absent.ts';
import { Problem, problemBody } from '../base/problem.ts';
import type { Answer } from '../service/declaration.ts';
import { rateLimited } from '../service/rate.ts';
import { problemTypeOf, type Rule, refusals } from './rule.ts';

/** What goes over the wire: an answer and how badly it travels. */
export type Parcel = {
  status: number;
  headers: Record<string, string>;
  /** undefined: no body. */
  text: string | undefined;
  /** What the ledger shows. */
  shown: unknown;
  travel: 'whole' | 'reset' | 'hang' | 'cut' | 'drip';
  delayMs: number;
};

/** The limit that a rate storm speaks of; the spec shows no number. */
const usualLimit = 100;

const maintenancePage = '<!doctype html><title>Error</title><h1>Something went wrong</h1>';

/** An answer in good weather. */
export function pack(answer: Answer): Parcel {
  const json = answer.body === undefined ? undefined : JSON.stringify(answer.body);
  const text = answer.text ?? json;
  const type: Record<string, string> =
    json === undefined ? {} : { 'content-type': 'application/json' };
  return {
    status: answer.status,
    headers: { ...type, ...answer.headers },
    text,
    shown: answer.body ?? answer.text ?? null,
    travel: 'whole',
    delayMs: 0,
  };
}

/** The refusal that a rule stands for, as the service would write it. */
export function refusalOf(rule: Rule, instance: string, wallMs: number): Answer {
  const known = rule.kind in refusals ? refusals[rule.kind as keyof typeof refusals] : undefined;
  const status = rule.status ?? known?.status ?? statusOfType(rule);
  const type = problemTypeOf({ ...rule, type: rule.type ?? known?.type }, status);
  const problem = new Problem(type, rule.detail ?? 'Refused by the chosen weather', { status });
  const resetSeconds = Math.ceil((wallMs + (rule.delayMs ?? 1000)) / 1000);
  const storm = { limit: usualLimit, remaining: 0, resetSeconds };
  const rate = status === 429 ? rateLimited(storm, wallMs).headers : {};
  const headers = { 'content-type': 'application/problem+json', ...rate, ...known?.headers };
  const body = status < 300 ? {} : problemBody(problem, instance);
  return { status, headers: { ...headers, ...rule.headers }, body: rule.body ?? body };
}

function statusOfType(rule: Rule): number {
  return rule.type === undefined ? 500 : new Problem(problemTypeOf(rule, 500), '').status;
}

type Spoiling = {
  rule: Rule;
  answer: Answer;
  /** The answer before this one on the same path. */
  before: Answer | undefined;
  path: string;
  wallMs: number;
};

/** The answer as it leaves in bad weather. */
export function spoil({ rule, answer, before, path, wallMs }: Spoiling): Parcel {
  const parcel = pack(answer);
  const { text } = parcel;
  switch (rule.kind) {
    case 'reset':
    case 'hang':
    case 'cut':
      return { ...parcel, travel: rule.kind, delayMs: rule.delayMs ?? 0 };
    case 'drip':
      return { ...parcel, travel: 'drip', delayMs: rule.delayMs ?? 50 };
    case 'garble':
      return { ...parcel, text: garble(text ?? '') };
    case 'html':
      return page(parcel, rule.status ?? parcel.status);
    case 'contentType':
      return {
        ...parcel,
        headers: { ...parcel.headers, 'content-type': 'text/plain', ...rule.headers },
      };
    case 'body':
      return {
        ...pack({ ...answer, body: rule.body ?? null }),
        status: rule.status ?? answer.status,
      };
    case 'missingField':
    case 'unknownField':
    case 'nullField':
      return pack({ ...answer, body: alter(answer.body, rule) });
    case 'servedTwice':
      return pack(before ?? answer);
    case 'latency':
    case 'halfBatch':
      return parcel;
    default:
      return pack(refusalOf(rule, path, wallMs));
  }
}

/** As long as before, but no longer JSON. */
function garble(text: string): string {
  const middle = Math.floor(text.length / 2);
  return `${text.slice(0, middle)}\ufffd}{${text.slice(middle + 3)}`;
}

function page(parcel: Parcel, status: number): Parcel {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { ...parcel, status, headers, text: maintenancePage, shown: maintenancePage };
}

/** Takes away, empties or adds a field, in every object that has it (or in every item). */
function alter(body: unknown, rule: Rule): unknown {
  if (Array.isArray(body)) return body.map((item) => alter(item, rule));
  if (!isObject(body)) return body;
  const field = rule.field ?? 'somethingNew';
  const inner = Object.entries(body)
    .filter(([name]) => rule.kind !== 'missingField' || name !== field)
    .map(([name, value]) => {
      const isEmptied = rule.kind === 'nullField' && name === field;
      return [name, isEmptied ? null : alter(value, rule)];
    });
  const extra = rule.kind === 'unknownField' ? { [field]: rule.value ?? { any: 'thing' } } : {};
  return { ...Object.fromEntries(inner), ...extra };
}
