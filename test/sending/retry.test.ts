import { describe, expect, it } from 'vitest';
import type { HttpOutcome } from '../../src/domain/exchange.ts';
import { problems } from '../../src/domain/problem.ts';
import {
  backoffMs,
  firstHistory,
  type History,
  type Next,
  nextStep,
} from '../../src/sending/retry.ts';
import { answer, none } from './service.ts';

const nowMs = Date.parse('2026-11-20T08:00:00Z');
const date = 'Fri, 20 Nov 2026 08:00:00 GMT';
const at = { nowMs, random: 0.5, right: 'catalog:write' };

function step(outcome: HttpOutcome, history: Partial<History> = {}): Next {
  return nextStep(outcome, { ...firstHistory, ...history }, at);
}

const again = (waitMs: number) => ({ kind: 'again', waitMs });
const pause = (everybodyMs: number, waitMs = 0) => ({ kind: 'again', waitMs, everybodyMs });
const done = { kind: 'done' };

describe('what every error type of the specification leads to', () => {
  const expected: Record<keyof typeof problems, unknown> = {
    VALIDATION_ERROR: done,
    MALFORMED_REQUEST: done,
    MISSING_PARAMETER: done,
    TYPE_MISMATCH: done,
    INVALID_ARGUMENT: done,
    UNAUTHENTICATED: { kind: 'stop', stop: { scope: 'all', probeMs: 60_000 } },
    ERROR: done,
    FORBIDDEN: { kind: 'stop', stop: { scope: 'lane', probeMs: 600_000 } },
    NOT_FOUND: done,
    ORDER_NOT_FOUND: done,
    PRODUCT_NOT_FOUND: done,
    METHOD_NOT_ALLOWED: { kind: 'stop', stop: { scope: 'lane', probeMs: 600_000 } },
    UNSUPPORTED_MEDIA_TYPE: { kind: 'stop', stop: { scope: 'lane', probeMs: 600_000 } },
    PAYLOAD_TOO_LARGE: done,
    STOCK_INSUFFICIENT: done,
    ORDER_CANNOT_CANCEL: done,
    MEDIA_TYPE_NOT_SUPPORTED: done,
    MEDIA_TOO_LARGE: done,
    MEDIA_HANDLE_INVALID: done,
    AMENDMENT_IN_FLIGHT: done,
    CREDIT_LIMIT_EXCEEDED: done,
    CREDIT_HOLD: done,
    DUPLICATE_EXTERNAL_ID: done,
    PRICE_NOT_SUPPORTED_VIA_CONNECT: done,
    ORDER_VERSION_CONFLICT: done,
    CONFLICT_OPTIMISTIC_LOCK: done,
    DATA_INTEGRITY_VIOLATION: done,
    IDEMPOTENCY_KEY_REUSED: done,
    INVALID_LINK_CODE: done,
    INSTANCE_ALREADY_LINKED: {
      kind: 'stop',
      stop: { scope: 'all', probeMs: Number.POSITIVE_INFINITY },
    },
    INSTANCE_RECONCILE_REQUIRED: { kind: 'stop', stop: { scope: 'all' } },
    INSTANCE_GONE: { kind: 'stop', stop: { scope: 'all' } },
    RATE_LIMIT_EXCEEDED: pause(1_500),
    MAINTENANCE: again(1_500),
    INTERNAL_ERROR: again(1_500),
  };

  it.each(Object.entries(expected))('%s is treated as its row says', (type, next) => {
    const [status = 0] = problems[type as keyof typeof problems].status;
    expect(step(answer(status, { type }))).toMatchObject(next as object);
  });
});

describe('what other outcomes lead to', () => {
  it.each([
    ['200', answer(200), done],
    ['201', answer(201), done],
    ['204', answer(204), done],
    ['a connection that was cut', none('reset'), again(1_500)],
    ['no answer in time', none('timeout'), again(1_500)],
    ['an answer that cannot be read', none('unreadable'), again(1_500)],
    ['500 with HTML', answer(500, { body: '<html>' }), again(1_500)],
    ['502 with HTML', answer(502, { body: '<html>' }), again(1_500)],
    ['504 without a body', answer(504), again(1_500)],
    [
      '200 with bytes that cannot be read',
      {
        ...answer(500, { type: 'UNREADABLE' }),
        status: 200,
        problem: { type: 'UNREADABLE', title: '', status: 200, detail: '', instance: '' },
      },
      again(1_500),
    ],
    ['503 with HTML', answer(503, { body: '<html>' }), again(1_500)],
    ['408 of any type', answer(408, { type: 'ERROR' }), again(1_500)],
    ['an unknown type with 500', answer(500, { type: 'NEW' }), again(1_500)],
    ['ENTITY_NOT_FOUND with 404', answer(404, { type: 'SESSION_NOT_FOUND' }), done],
    ['an unknown type with 409', answer(409, { type: 'CONFLICT' }), done],
    ['an unknown type with 400', answer(400, { type: 'NEW_RULE' }), done],
    ['an unknown type with 413', answer(413, { type: 'NEW_LIMIT' }), done],
    ['an unknown type with 422', answer(422, { type: 'NEW_RULE' }), done],
    [
      'an unknown type with an unknown status',
      answer(418, { type: 'TEAPOT' }),
      { kind: 'stop', stop: { scope: 'lane', code: 'TEAPOT' } },
    ],
    ['a known type with an unknown status', answer(418, { type: 'NOT_FOUND' }), done],
    ['an unknown type with 410', answer(410, { type: 'CURSOR_GONE' }), done],
    [
      'an installation that is gone',
      answer(410, { type: 'INSTANCE_GONE' }),
      { kind: 'stop', stop: { scope: 'all' } },
    ],
    [
      '403 of any type',
      answer(403, { type: 'WRONG_SIDE' }),
      { kind: 'stop', stop: { scope: 'lane' } },
    ],
    [
      '401 without an error type',
      answer(401, { body: 'no' }),
      { kind: 'stop', stop: { scope: 'all' } },
    ],
  ])('%s is judged by what is known of it', (_name, outcome, next) => {
    expect(step(outcome)).toMatchObject(next);
  });

  it.each([400, 403, 404, 405, 410, 415, 422])(
    'fault 54: %d in HTML is the word of something on the way, so the outcome is open',
    (status) => {
      expect(step(answer(status, { body: '<html>not here</html>' }))).toEqual(again(1_500));
    },
  );

  it('fault 52: a 403 names the right that is missing, and every stop says what to do', () => {
    const forbidden = step(answer(403, { type: 'FORBIDDEN', detail: 'scope' }));
    expect(forbidden).toMatchObject({
      stop: {
        code: 'FORBIDDEN',
        sentence: 'The API key lacks the right catalog:write (scope).',
        remedy: problems.FORBIDDEN.remedy,
      },
    });
    expect(step(answer(401, { type: 'UNAUTHENTICATED' }))).toMatchObject({
      stop: {
        sentence: 'The marketplace refused the API key.',
        remedy: problems.UNAUTHENTICATED.remedy,
      },
    });
  });
});

describe('backoff', () => {
  it.each([
    [0, 0, 1_000],
    [0, 0.999, 1_999],
    [1, 0, 2_000],
    [2, 0, 4_000],
    [7, 0, 128_000],
    [8, 0, 150_000],
    [8, 0.999, 299_850],
    [5_000, 0, 150_000],
  ])('fault 51: after %d failures and chance %d it waits %d ms', (failures, random, waitMs) => {
    expect(backoffMs(failures, random)).toBeCloseTo(waitMs, 5);
  });

  it('grows with the failures of the request', () => {
    expect(step(none('reset'), { failures: 3 })).toEqual(again(12_000));
    expect(step(answer(500, { type: 'INTERNAL_ERROR' }), { failures: 3 })).toEqual(again(12_000));
  });
});

describe('fault 49: waiting after a 429', () => {
  const reset = (headers: Record<string, string>, history: Partial<History> = {}) =>
    step(answer(429, { type: 'RATE_LIMIT_EXCEEDED', headers }), history);
  const inSeconds = (seconds: number) => String(nowMs / 1000 + seconds);

  it.each([
    ['Reset in seconds', { date, 'x-ratelimit-reset': inSeconds(30) }, 30_500],
    ['Reset in milliseconds', { date, 'x-ratelimit-reset': String(nowMs + 30_000) }, 30_500],
    [
      'Reset goes before Retry-After',
      { date, 'x-ratelimit-reset': inSeconds(30), 'retry-after': '5' },
      30_500,
    ],
    [
      'a Reset that is past: Retry-After',
      { date, 'x-ratelimit-reset': inSeconds(-30), 'retry-after': '5' },
      5_500,
    ],
    [
      'a Reset of garbage: Retry-After',
      { date, 'x-ratelimit-reset': 'soon', 'retry-after': '5' },
      5_500,
    ],
    [
      'a negative Reset: Retry-After',
      { date, 'x-ratelimit-reset': '-1', 'retry-after': '5' },
      5_500,
    ],
    [
      'a Reset of two headers: Retry-After',
      { date, 'x-ratelimit-reset': '1, 2', 'retry-after': '5' },
      5_500,
    ],
    [
      'a Reset years ahead: Retry-After',
      { date, 'x-ratelimit-reset': inSeconds(1e8), 'retry-after': '5' },
      5_500,
    ],
    ['no Reset: Retry-After', { date, 'retry-after': '5' }, 5_500],
    ['neither: backoff', { date }, 1_500],
    [
      'a Date of ours that is an hour slow',
      { date: 'Fri, 20 Nov 2026 09:00:00 GMT', 'x-ratelimit-reset': inSeconds(3_630) },
      30_500,
    ],
    ['no Date: our clock', { 'x-ratelimit-reset': inSeconds(30) }, 30_500],
    [
      'a Date of garbage: our clock',
      { date: 'yesterday', 'x-ratelimit-reset': inSeconds(30) },
      30_500,
    ],
    [
      'a Date that does not exist: our clock',
      { date: 'Fri, 99 Nov 2026 09:00:00 GMT', 'x-ratelimit-reset': inSeconds(30) },
      30_500,
    ],
  ])('waits as told by: %s', (_name, headers, waitMs) => {
    expect(reset(headers)).toEqual(pause(waitMs));
  });

  it('is never shorter than Reset and at most a second longer', () => {
    const headers = { date, 'x-ratelimit-reset': inSeconds(10) };
    const outcome = answer(429, { type: 'RATE_LIMIT_EXCEEDED', headers });
    for (const random of [0, 0.25, 0.999]) {
      const next = nextStep(outcome, firstHistory, { ...at, random });
      expect(next).toEqual(pause(10_000 + random * 1_000));
    }
  });

  it('holds a request back by itself from the third time on, in case its key keeps the answer', () => {
    const headers = { date, 'retry-after': '1' };
    expect(reset(headers, { failures: 1 })).toEqual(pause(1_500, 0));
    expect(reset(headers, { failures: 2 })).toEqual(pause(1_500, 1_500));
    expect(reset(headers, { failures: 5 })).toEqual(pause(1_500, 12_000));
  });

  it('that tells nothing holds all others back for seconds, however often its key answers so', () => {
    expect(reset({}, { failures: 20 })).toEqual(pause(6_000, 225_000));
  });
});

describe('fault 50: waiting after a 503', () => {
  const step503 = (headers: Record<string, string>) =>
    step(answer(503, { type: 'MAINTENANCE', headers }));

  it.each([
    ['seconds', { 'retry-after': '120' }, 120_500],
    ['a date', { date, 'retry-after': 'Fri, 20 Nov 2026 08:02:00 GMT' }, 120_500],
    ['a month: a day', { 'retry-after': String(30 * 86_400) }, 86_400_500],
  ])('holds everybody back for Retry-After as %s', (_name, headers, waitMs) => {
    expect(step503(headers)).toEqual(pause(waitMs));
  });

  it.each([
    ['a date that is past', { date, 'retry-after': 'Fri, 20 Nov 2026 07:00:00 GMT' }],
    ['zero', { 'retry-after': '0' }],
    ['garbage', { 'retry-after': 'later' }],
    ['absent', {}],
    [
      'absent, and a Reset says nothing here',
      { date, 'x-ratelimit-reset': String(nowMs / 1000 + 30) },
    ],
  ])('is a 5xx like others where Retry-After is %s', (_name, headers) => {
    expect(step503(headers)).toEqual(again(1_500));
  });
});

describe('fault 44: an answered failure that never ends', () => {
  const worn = { failures: 9, answeredFailures: 7, answeredForMs: 30 * 60_000 };
  const exhausted = { kind: 'exhausted' };

  it.each([
    ['500', answer(500, { type: 'INTERNAL_ERROR' })],
    ['429 under the key', answer(429, { type: 'RATE_LIMIT_EXCEEDED' })],
    ['503 under the key', answer(503, { type: 'MAINTENANCE' })],
    ['HTML from something on the way', answer(406, { body: '<html>blocked</html>' })],
  ])('gives the key up after the eighth %s in half an hour', (_name, outcome) => {
    expect(step(outcome, worn)).toMatchObject(exhausted);
    expect(step(outcome, { ...worn, answeredFailures: 6 })).not.toMatchObject(exhausted);
    expect(step(outcome, { ...worn, answeredForMs: 30 * 60_000 - 1 })).not.toMatchObject(exhausted);
  });

  it('is not reached by requests without an answer, nor by a definitive one', () => {
    expect(step(none('reset'), worn)).toMatchObject({ kind: 'again' });
    expect(step(answer(422, { type: 'VALIDATION_ERROR' }), worn)).toEqual(done);
  });
});
