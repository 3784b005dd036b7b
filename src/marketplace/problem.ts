import { shownText } from '../domain/complaint.ts';
import type { HttpAnswer, HttpRequest } from '../domain/exchange.ts';
import { type JsonObject, jsonText } from '../domain/json.ts';
import { isPage, type Problem } from '../domain/problem.ts';
import type { Secret } from '../domain/secret.ts';
import { paths } from './paths.ts';
import { decodeJson, decodeObject } from './wire.ts';

/** Longer texts are cut, so that a proxy's whole page does not get into logs and receipts. */
const textMax = 2_000;

/** Types of frameworks that say no more than the status (RFC 9457, 4.2.1): whatever answers at a wrong address sends them. */
const statusAlone = /^about:blank$|^https?:\/\/tools\.ietf\.org\/html\/rfc.*/;

/**
 * The problem of an answer that is not 2xx (spec "Error object"). Any field may be missing, and a proxy sends HTML:
 * then the type is `HTTP_<status>`, which no row of the spec has, so that it never passes for the service's own word.
 * Its texts are one line each: a line end would look like a line of ours in a terminal or a receipt (fault 118).
 */
export function readProblem(status: number, body: Uint8Array): Problem {
  const decoded = decodeObject(body);
  const fields: JsonObject = 'value' in decoded ? decoded.value : {};
  const text = (name: string): string => shownText(jsonText(fields[name]) ?? '').slice(0, textMax);
  return {
    type: text('type').replace(statusAlone, '') || `HTTP_${status}`,
    title: text('title') || `HTTP status ${status}`,
    // The status line decides: a body cannot turn a refusal into something else.
    status,
    detail: text('detail'),
    instance: text('instance'),
  };
}

const mask = '***';
/** A shorter key would be found in ordinary words. */
const secretMin = 6;

/** A server may repeat a key that it refuses; its words stand in the log, in alerts and on the page (fault 119). */
export function withoutSecrets(
  problem: Problem,
  secrets: readonly (Secret | undefined)[],
): Problem {
  const texts = secrets
    .map((secret) => secret?.reveal() ?? '')
    .filter((text) => text.length >= secretMin);
  const masked = (words: string): string =>
    texts.reduce((rest, text) => rest.replaceAll(text, mask), words);
  return { ...problem, title: masked(problem.title), detail: masked(problem.detail) };
}

/**
 * A 2xx whose JSON cannot be read leaves the outcome open, and the key brings the answer again (fault 54).
 * That is so only where the spec shows a body: an order action is confirmed by its status alone (fault
 * 130), a DELETE may have no body, and a read is decoded by whoever asked. A web page in answer to a DELETE
 * or a read comes from something on the way.
 */
export function unreadable(request: HttpRequest, answer: Answered): Problem | undefined {
  if (!isJsonDue(request, answer)) return undefined;
  const decoded = decodeJson(answer.body);
  if ('value' in decoded) return undefined;
  const title = 'The answer cannot be read';
  return { type: 'UNREADABLE', title, status: answer.status, detail: decoded.fault, instance: '' };
}

function isJsonDue({ method, path, credential }: HttpRequest, { body }: Answered): boolean {
  if (credential !== 'bearer') return false;
  const isWrite = method === 'POST' || method === 'PUT';
  return isWrite ? path.startsWith(paths.catalog) : isPage(body);
}

type Answered = Pick<HttpAnswer, 'status' | 'body'>;
