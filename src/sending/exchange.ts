import type { Clock } from '../domain/clock.ts';
import type {
  Exchange,
  HttpOutcome,
  HttpRequest,
  Lane,
  NoAnswer,
  SendingFacts,
  Transport,
} from '../domain/exchange.ts';
import { isOfOthers } from '../domain/problem.ts';
import type { Auth } from '../marketplace/auth.ts';
import type { Kind } from './lanes.ts';
import type { Answered, Effect, Pace } from './pace.ts';
import { rateLimitOf } from './rate-limit.ts';
import { firstHistory, type History, type Next, nextStep } from './retry.ts';
import { createTally, failureSentence } from './tally.ts';

interface ExchangeDeps {
  readonly transport: Transport;
  readonly pace: Pace;
  readonly auth: Auth;
  readonly clock: Clock;
}

export interface Attempted {
  readonly outcome: HttpOutcome;
  readonly next: Next;
}

/** The exchange as the sender sees it: it makes one attempt, and says what that means for the next. */
export interface Door extends Exchange {
  /** Undefined when the signal came before the request's turn: nothing was sent. */
  attempt(lane: Lane, request: HttpRequest, sending: Sending): Promise<Attempted | undefined>;
  /** How many requests the service has served so far: the proof that it is there. */
  served(): number;
  /** What came last in the lane is of a request that is not tried again. */
  gaveUp(lane: Lane): void;
  facts(): SendingFacts;
}

interface Sending {
  readonly signal: AbortSignal;
  /** Ends the wait for a turn as `signal` does, but no request that is under way. */
  readonly patience?: AbortSignal;
  readonly history: History;
}

const givenUp = { kind: 'none', cause: 'aborted', detail: 'the request was given up' } as const;

/** Every request passes here: it waits for its turn, gets its credential, and tells the others what it learnt. */
export function createExchange(deps: ExchangeDeps): Door {
  const { pace, clock } = deps;
  const tally = createTally(clock);
  const send = createAuthorized(deps, (lane) => tally.left(lane));
  let served = 0;

  const learn = (lane: Lane, request: HttpRequest, attempted: Attempted): Effect => {
    const effect = effectOf(request, attempted, clock.now());
    if (effect.kind === 'served') served += 1;
    if (effect.kind !== 'nothing') tally.came(lane, attempted.outcome, attempted.next);
    return effect;
  };

  const attempt: Door['attempt'] = async (lane, request, sending) => {
    const { signal, patience, history } = sending;
    const kind = kindOf(lane, request);
    const waiting = patience === undefined ? signal : AbortSignal.any([signal, patience]);
    const turn = await pace.enter(kind, waiting);
    let effect: Effect = { kind: 'nothing' };
    try {
      if (turn === undefined) return undefined;
      const outcome = await send(lane, request, signal);
      const at = { nowMs: clock.now(), random: clock.random(), right: rightFor(request, kind) };
      const attempted = { outcome, next: nextStep(outcome, history, at) };
      effect = learn(lane, request, attempted);
      return attempted;
    } finally {
      turn?.end(effect);
    }
  };

  return {
    attempt,
    served: () => served,
    gaveUp: tally.gaveUp,
    facts: () => ({ ...tally.facts(), ...pace.facts() }),
    async once(lane, request, signal) {
      const attempted = await attempt(lane, request, { signal, history: firstHistory });
      return attempted?.outcome ?? givenUp;
    },
  };
}

type Authorized = (lane: Lane, request: HttpRequest, signal: AbortSignal) => Promise<HttpOutcome>;

/**
 * Renews the token after a 401: once an attempt, and shared by all that met the same 401 (fault
 * 52). If a fresh token was refused, too, the next attempt begins with a new one, so that a probe
 * with a dead key costs one request and not two.
 */
function createAuthorized(
  { transport, auth }: ExchangeDeps,
  onSent: (lane: Lane) => void,
): Authorized {
  let isRefused = false;
  return async (lane, request, signal) => {
    const send = (): Promise<HttpOutcome> => {
      onSent(lane);
      return transport.send(request, signal);
    };
    if (request.credential !== 'bearer' || auth.renew === undefined) return send();
    const renew = (stale: ReturnType<Auth['bearer']>) => auth.renew?.(stale, { transport, signal });
    const isRenewed = isRefused || auth.bearer() === undefined;
    const missing = isRenewed ? await renew(auth.bearer()) : undefined;
    if (missing !== undefined) return missing;
    const used = auth.bearer();
    const first = await send();
    if (!isUnauthenticated(first) || isRenewed) {
      isRefused = isUnauthenticated(first);
      return first;
    }
    const refused = await renew(used);
    const second = refused ?? (await send());
    isRefused = isUnauthenticated(second);
    return second;
  };
}

function isUnauthenticated(outcome: HttpOutcome): boolean {
  return outcome.kind === 'answer' && outcome.status === 401;
}

function kindOf(lane: Lane, { method, credential }: HttpRequest): Kind {
  if (credential === 'portal') return { lane, access: 'portal' };
  return { lane, access: method === 'GET' ? 'read' : 'write' };
}

/** The scope as the specification names it ("Authentication" 2). */
function rightFor({ path }: HttpRequest, { access }: Kind): string {
  return `${path.includes('/supplier/orders') ? 'orders' : 'catalog'}:${access}`;
}

/**
 * What an attempt means for the other requests. An upload goes to another host and means nothing for them. A portal
 * session is not the API key: only its 429 or 503 counts for all.
 */
function effectOf(
  { credential }: HttpRequest,
  { outcome, next }: Attempted,
  nowMs: number,
): Effect {
  if (credential === 'none' || (outcome.kind === 'none' && outcome.cause === 'aborted')) {
    return { kind: 'nothing' };
  }
  if ('everybodyMs' in next && next.everybodyMs !== undefined) {
    return { kind: 'pause', waitMs: next.everybodyMs };
  }
  if (credential === 'portal') return { kind: 'nothing' };
  if (next.kind === 'stop') return { kind: 'stop', stop: next.stop };
  if (outcome.kind === 'none' || next.kind !== 'done') {
    return {
      kind: 'failed',
      answered: answeredBy(outcome),
      cause: failureSentence(outcome, next),
    };
  }
  return { kind: 'served', rate: rateLimitOf(outcome.headers, nowMs) };
}

const withoutAnswer: { readonly [Cause in NoAnswer['cause']]?: Answered } = {
  redirect: { status: 'with a redirect', isOfOthers: true },
  tls: 'noTls',
  proxy: 'noTunnel',
  token: 'noToken',
};

function answeredBy(outcome: HttpOutcome): Answered | undefined {
  if (outcome.kind === 'none') return withoutAnswer[outcome.cause];
  const { status, problem } = outcome;
  return problem === undefined ? undefined : { status, isOfOthers: isOfOthers(problem) };
}
