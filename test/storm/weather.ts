import type { Clock } from '../../src/domain/clock.ts';
import type { HttpOutcome, HttpRequest, Transport } from '../../src/domain/exchange.ts';
import { readProblem } from '../../src/marketplace/problem.ts';
import type { Letter, Reply, TinyMarket } from '../support/tiny-market.ts';
import { problem } from '../support/tiny-market.ts';

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
type Kind = keyof typeof weather | 'fine';

export interface Storm {
  readonly transport: Transport;
  /** When requests came (monotonic ms), and until when each 429 asked for silence. */
  readonly came: number[];
  readonly silences: { readonly from: number; readonly until: number }[];
  calm(): void;
}

const timeoutMs = 60_000;

/** The line between a sender and the tiny service, on virtual time. */
export function stormTo(
  market: TinyMarket,
  { clock, chance }: { readonly clock: Clock; readonly chance: () => number },
): Storm {
  const came: number[] = [];
  const silences: { from: number; until: number }[] = [];
  let isCalm = false;

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
        if (reply.status === 429)
          silences.push({
            from: clock.monotonic() + soonMs,
            until: clock.monotonic() + resetAt * 1_000 - now,
          });
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
      case 'fine':
        return { outcome: told(market.take(letter, now), now), afterMs: soonMs };
    }
  };

  return {
    came,
    silences,
    calm() {
      isCalm = true;
    },
    transport: {
      async send({ method, path, headers, body }: HttpRequest, signal) {
        if (method === 'GET') {
          await clock.sleep(20, signal);
          return told({ status: 200, body: '{}' }, clock.now());
        }
        came.push(clock.monotonic());
        const letter = { method, path, key: headers?.['idempotency-key'], body };
        const { outcome, afterMs } = carry(letter, isCalm ? 'fine' : kindOf(chance() * 1_000));
        await clock.sleep(afterMs, signal);
        return signal.aborted ? none('aborted') : outcome;
      },
    },
  };
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
