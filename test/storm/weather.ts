import type { Clock } from '../../src/domain/clock.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest, Transport } from '../../src/domain/exchange.ts';
import { readProblem } from '../../src/marketplace/problem.ts';
import { type Letter, problem, type Reply, type TinyMarket } from '../support/tiny-market.ts';
import { OpenRequests } from './open-requests.ts';
import type { Silence } from './silence.ts';

/** How many of a thousand requests each kind of bad weather hits: 300 in all. */
const weather = {
  cutRequest: 40,
  lostAnswer: 40,
  cutAnswer: 40,
  slow: 30,
  garbled: 30,
  rateLimit: 40,
  failedBefore: 30,
  failedAfter: 20,
  maintenance: 30,
} as const;
type Kind = keyof typeof weather | 'forbidden' | 'fine';

export interface Storm {
  readonly transport: Transport;
  /** When each call came, the feed's too (monotonic ms). */
  readonly came: number[];
  readonly mutations: () => number;
  readonly silences: Silence[];
  readonly open: OpenRequests;
  calm(): void;
}

const timeoutMs = 60_000;
/** A 429 that its key has kept tells no Reset: all others wait for so long at most. */
const untoldMs = 8_000;

interface Sky {
  readonly clock: Clock;
  readonly chance: () => number;
  /** How many of a thousand other requests are refused for a missing right, which comes and goes. */
  readonly forbidden?: number;
}

/** The line between a sender and the tiny service, on virtual time. */
export function stormTo(market: TinyMarket, { clock, chance, forbidden = 0 }: Sky): Storm {
  const came: number[] = [];
  const silences: Silence[] = [];
  const tries = new Map<string, number>();
  const open = new OpenRequests();
  let mutations = 0;
  let isCalm = false;

  const kind = (): Kind => {
    if (forbidden > 0 && chance() * 1_000 < forbidden) return 'forbidden';
    return kindOf(chance() * 1_000);
  };
  const carry = (letter: Letter, kind: Kind): { outcome: HttpOutcome; afterMs: number } => {
    const now = clock.now();
    const soonMs = 5 + chance() * 50;
    const lost = (afterMs = soonMs) => ({ outcome: none('reset'), afterMs });
    switch (kind) {
      case 'cutRequest':
        return lost();
      case 'lostAnswer':
        market.take(letter, now);
        return lost();
      case 'cutAnswer':
      case 'garbled':
        return { outcome: spoilt(market.take(letter, now), kind, chance), afterMs: soonMs };
      case 'slow':
        return slow(market, letter, { now, chance });
      case 'rateLimit': {
        const reply = market.fail(letter, now, problem(429, 'RATE_LIMIT_EXCEEDED'));
        const resetAt = Math.ceil(now / 1_000) + 1 + Math.floor(chance() * 5);
        return {
          outcome: told(reply, now, { 'x-ratelimit-reset': String(resetAt) }),
          afterMs: soonMs,
        };
      }
      case 'failedBefore':
        return {
          outcome: told(market.fail(letter, now, problem(500, 'INTERNAL_ERROR')), now),
          afterMs: soonMs,
        };
      case 'failedAfter':
        return {
          outcome: told(market.takeAndFail(letter, now, problem(500, 'INTERNAL_ERROR')), now),
          afterMs: soonMs,
        };
      case 'maintenance': {
        const reply = market.fail(letter, now, problem(503, 'MAINTENANCE'));
        return { outcome: told(reply, now, { 'retry-after': '2' }), afterMs: soonMs };
      }
      case 'forbidden': {
        const reply = market.fail(letter, now, problem(403, 'FORBIDDEN'));
        return { outcome: told(reply, now), afterMs: soonMs };
      }
      case 'fine':
        return { outcome: told(market.take(letter, now), now), afterMs: soonMs };
    }
  };

  return {
    came,
    mutations: () => mutations,
    silences,
    open,
    calm() {
      isCalm = true;
    },
    transport: {
      async send({ method, path, headers, body }: HttpRequest, signal) {
        came.push(clock.monotonic());
        if (method === 'GET') {
          await clock.sleep(20, signal);
          return told({ status: 200, body: '{}' }, clock.now());
        }
        mutations += 1;
        const letter = { method, path, key: headers?.['idempotency-key'], body };
        open.left(letter);
        tries.set(letter.key ?? '', (tries.get(letter.key ?? '') ?? 0) + 1);
        const { outcome, afterMs } = carry(letter, isCalm ? 'fine' : kind());
        await clock.sleep(afterMs, signal);
        if (signal.aborted) return none('aborted');
        open.told(letter, outcome);
        if (outcome.kind === 'answer')
          silences.push(...silence(outcome, clock, tries.get(letter.key ?? '') ?? 0));
        return outcome;
      },
    },
  };
}

/** Whoever has failed twice and more rests by itself too. */
const restlessTries = 2;

function silence({ status, headers }: HttpAnswer, clock: Clock, tries: number): Silence[] {
  const from = clock.monotonic();
  const isAwaited = tries <= restlessTries;
  const reset = headers['x-ratelimit-reset'];
  const retryAfter = headers['retry-after'];
  if (status === 429 && reset !== undefined)
    return [{ from, until: Number(reset) * 1_000 - clock.now() + from, isTold: true, isAwaited }];
  if (status === 429) return [{ from, until: from + untoldMs, isTold: false, isAwaited: false }];
  return status !== 503 || retryAfter === undefined
    ? []
    : [{ from, until: from + Number(retryAfter) * 1_000, isTold: true, isAwaited }];
}

function kindOf(thrown: number): Kind {
  let left = thrown;
  for (const [kind, share] of Object.entries(weather)) {
    if (left < share) return kind as Kind;
    left -= share;
  }
  return 'fine';
}

function none(cause: 'reset' | 'timeout' | 'aborted'): HttpOutcome {
  return { kind: 'none', cause, detail: cause };
}

function told(
  { status, body }: Reply,
  now: number,
  more: Record<string, string> = {},
): HttpOutcome {
  const bytes = Buffer.from(body);
  const headers = { date: new Date(now).toUTCString(), ...more };
  const base = { kind: 'answer', status, headers, body: bytes } as const;
  return status < 300 ? base : { ...base, problem: readProblem(status, bytes) };
}

/** Cut at any byte: with a length that is known the line says so, else what came is no JSON. */
function spoilt(reply: Reply, kind: 'cutAnswer' | 'garbled', chance: () => number): HttpOutcome {
  if (kind === 'cutAnswer' || reply.body === '') return none('reset');
  const at = Math.floor(chance() * reply.body.length);
  const problemOf = {
    type: 'UNREADABLE',
    title: 'unreadable',
    status: reply.status,
    detail: '',
    raw: {},
  };
  const body = Buffer.from(reply.body.slice(0, at));
  return { kind: 'answer', status: reply.status, headers: {}, body, problem: problemOf as never };
}

/** Anything up to longer than the client's patience; what comes too late may have been carried out or not. */
function slow(
  market: TinyMarket,
  letter: Letter,
  { now, chance }: { now: number; chance: () => number },
): { outcome: HttpOutcome; afterMs: number } {
  const afterMs = chance() * timeoutMs * 1.3;
  const isLate = afterMs > timeoutMs;
  if (isLate && chance() < 0.5) return { outcome: none('timeout'), afterMs: timeoutMs };
  const reply = market.take(letter, now);
  return isLate
    ? { outcome: none('timeout'), afterMs: timeoutMs }
    : { outcome: told(reply, now), afterMs };
}
