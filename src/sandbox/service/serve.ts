import type { ServerResponse } from 'node:http';
import { parseJson } from '../base/json.ts';
import { bounds } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import type { Sky, Weather } from '../weather/sky.ts';
import { type Parcel, pack, refusalOf, spoil } from '../weather/spoil.ts';
import { type Answer, newTrace, type Trace } from './declaration.ts';
import type { Ledger } from './ledger.ts';
import { headerText, type Request } from './request.ts';
import { pause, transmit } from './transmit.ts';

type Serving = {
  market: Market;
  sky: Sky;
  ledger: Ledger;
  /** Added to every answer, e.g. the rate-limit headers. */
  extraHeaders(): Record<string, string>;
  signal: AbortSignal;
};

/** Does the work of one request; `early` takes the place of the work. */
type Work = (arrival: {
  request: Request;
  trace: Trace;
  early?: Answer | undefined;
}) => Promise<Answer>;

/** One request from arrival to departure: weather, work, ledger, weather, answer. */
export async function serve(
  serving: Serving,
  { request, response }: { request: Request; response: ServerResponse },
  work: Work,
): Promise<void> {
  const { market, sky, ledger, signal } = serving;
  const weather = sky.take(request);
  const trace = newTrace();
  await pause(market.settings.latencyMs + weather.delayBeforeMs, signal);
  if (signal.aborted) return;
  const parcel = await answerIn(serving, weather, { request, trace, work });
  ledger.append(entryOf(serving, { request, trace, weather, parcel }));
  await pause(weather.delayAfterMs, signal);
  if (!response.destroyed) await transmit(response, parcel, signal);
}

type Task = { request: Request; trace: Trace; work: Work };

async function answerIn(serving: Serving, weather: Weather, task: Task): Promise<Parcel> {
  const { request, trace, work } = task;
  const { before, after } = weather;
  if (before?.kind === 'reset' || before?.kind === 'hang') {
    return { ...pack({ status: 0 }), travel: before.kind, delayMs: before.delayMs ?? 0 };
  }
  const wallMs = serving.market.clock.wallMs();
  if (before?.kind === 'halfBatch') trace.halfBatch = before.type ?? 'INTERNAL_ERROR';
  const isRefusal = before !== undefined && before.kind !== 'halfBatch';
  const early = isRefusal ? refusalOf(before, request.path, wallMs) : undefined;
  const worked = await work({ request, trace, early });
  const answer = { ...worked, headers: { ...serving.extraHeaders(), ...worked.headers } };
  const isList = request.method === 'GET' && answer.status === 200;
  const last = isList ? serving.sky.exchange(request.path, answer) : undefined;
  if (!after) return pack(answer);
  return spoil({ rule: after, answer, before: last, path: request.path, wallMs });
}

type Report = { request: Request; trace: Trace; weather: Weather; parcel: Parcel };

function entryOf(serving: Serving, { request, trace, weather, parcel }: Report) {
  const { headers } = request;
  const isLost = parcel.travel === 'reset' || parcel.travel === 'hang' || parcel.travel === 'cut';
  return {
    at: new Date(serving.market.clock.nowMs()).toISOString(),
    method: request.method,
    path: request.path,
    query: Object.fromEntries(request.query),
    key: headerText(headers['idempotency-key']) ?? null,
    ifMatch: headerText(headers['if-match']) ?? null,
    contentType: headers['content-type'] ?? null,
    authorization: authorizationOf(headers.authorization, headers.cookie),
    body: parseOrNull(request),
    bytes: request.body.length,
    status: isLost ? 0 : parcel.status,
    answer: isLost ? null : parcel.shown,
    effects: trace.effects,
    replayed: trace.replayed,
    warnings: boundedWarnings(trace.warnings),
    ...(weather.label === undefined ? {} : { weather: weather.label }),
  };
}

function boundedWarnings(warnings: string[]): string[] {
  const more = warnings.length - bounds.warningsPerRequest;
  if (more <= 0) return warnings;
  return [...warnings.slice(0, bounds.warningsPerRequest), `and ${more} more warnings`];
}

function authorizationOf(header: string | undefined, cookie: string | undefined): string {
  if (header === undefined) return cookie?.includes('session=') ? 'session' : 'none';
  return header.split(' ')[0]?.toLowerCase() ?? 'none';
}

function parseOrNull({ body, headers }: Request): unknown {
  if (!headers['content-type']?.includes('json')) return null;
  try {
    return parseJson(body);
  } catch {
    return null;
  }
}
