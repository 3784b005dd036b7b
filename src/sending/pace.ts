import { setMaxListeners } from 'node:events';
import type { Clock } from '../domain/clock.ts';
import {
  type Lane,
  type LaneFacts,
  lanes,
  proxyRemedy,
  tlsRemedy,
  tokenRemedy,
} from '../domain/exchange.ts';
import { type Budget, createBudget } from './budget.ts';
import { createGate, type Gate } from './gate.ts';
import { type Access, createLanes, type Kind, type Lanes, type Waiting } from './lanes.ts';
import type { RateLimit } from './rate-limit.ts';
import { backoffMs, type Stop } from './retry.ts';

/** More requests never wait in one lane, because whoever makes them goes through rows and makes only a few ahead. */
export const waitingMax = 10_000;

/**
 * So many failures in a row, with nothing served in between, are an outage of the lane: then one request tries after
 * each backoff. What only a person ends, such as a certificate, is one at its first failure.
 */
const outageAfter = 3;

/** An answer, of the service or of something in its place, that leaves the outcome open. */
export type Answered =
  | { readonly status: number | 'with a redirect'; readonly isOfOthers: boolean }
  | 'noTls'
  | 'noTunnel'
  | 'noToken';

/** What a request learnt for all others. */
export type Effect =
  /** The service did its work: it took the request or refused it. */
  | { readonly kind: 'served'; readonly rate?: RateLimit | undefined }
  /** The outcome is open. `answered`: the answer that came all the same; `cause`: why, in a sentence. */
  | {
      readonly kind: 'failed';
      readonly answered?: Answered | undefined;
      readonly cause?: string | undefined;
    }
  /** 429 or 503: nobody sends before that time is over. */
  | { readonly kind: 'pause'; readonly waitMs: number }
  | { readonly kind: 'stop'; readonly stop: Stop }
  /** Given up, or it concerned another host. */
  | { readonly kind: 'nothing' };

/** The right to have one request under way; given back with what it learnt. */
interface Turn {
  end(effect: Effect): void;
}

export interface Pace {
  /** Waits for a turn; undefined when the signal came first. */
  enter(kind: Kind, signal: AbortSignal): Promise<Turn | undefined>;
  facts(): PaceFacts;
}

interface PaceFacts {
  readonly lanes: readonly LaneFacts[];
  /** Epoch ms before which nothing is sent. */
  readonly waitsUntil?: number;
}

interface LaneState {
  inFlight: number;
  failures: number;
  /** Of the last failure. */
  answered: Answered | undefined;
  cause: string | undefined;
  /** Closed while the outcome of the lane's requests stays open. */
  readonly outage: Gate<never>;
  /** Closed where a right is missing or the program is wrong. */
  readonly stops: Readonly<Record<Access, Gate<Stop>>>;
}

interface State {
  readonly maxInFlight: number;
  readonly clock: Clock;
  readonly waiting: Lanes;
  readonly lanes: Readonly<Record<Lane, LaneState>>;
  /** Closed by 429 and 503. */
  readonly door: Gate<never>;
  /** Closed by 401 and by the end of the installation. */
  readonly key: Gate<Stop>;
  readonly budget: Budget;
  wake: AbortController | undefined;
}

/** The one pace of all requests to the service (design section 6, fault 51, I14). */
export function createPace(deps: { readonly maxInFlight: number; readonly clock: Clock }): Pace {
  const state: State = {
    ...deps,
    waiting: createLanes(),
    lanes: eachLane(() => ({
      inFlight: 0,
      failures: 0,
      answered: undefined,
      cause: undefined,
      outage: createGate(),
      stops: { read: createGate<Stop>(), write: createGate<Stop>(), portal: createGate<Stop>() },
    })),
    door: createGate(),
    key: createGate<Stop>(),
    budget: createBudget(deps.clock),
    wake: undefined,
  };
  return { enter: (kind, signal) => enter(state, kind, signal), facts: () => factsOf(state) };
}

function eachLane<Value>(make: () => Value): Readonly<Record<Lane, Value>> {
  return Object.fromEntries(lanes.map((lane) => [lane, make()])) as Record<Lane, Value>;
}

function enter(state: State, kind: Kind, signal: AbortSignal): Promise<Turn | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  if (state.waiting.waiting(kind.lane) >= waitingMax) {
    throw new Error(`more than ${waitingMax} requests wait in one lane`);
  }
  // One signal stops all requests that wait, so it may have thousands of listeners.
  setMaxListeners(0, signal);
  return new Promise((resolve) => {
    const giveUp = (): void => {
      state.waiting.remove(waiting);
      resolve(undefined);
      letGo(state);
    };
    const waiting: Waiting = {
      ...kind,
      go() {
        signal.removeEventListener('abort', giveUp);
        resolve(start(state, kind));
      },
    };
    signal.addEventListener('abort', giveUp, { once: true });
    state.waiting.add(waiting);
    letGo(state);
  });
}

/** Lets everybody go whose turn it is, then sleeps until the next moment at which somebody may. */
function letGo(state: State): void {
  const nowMs = state.clock.monotonic();
  const next = (): Waiting | undefined =>
    state.waiting.next(
      (kind) => opensAt(state, kind) <= nowMs,
      (kind) => hasSlot(state, kind),
    );
  for (let waiting = next(); waiting !== undefined; waiting = next()) waiting.go();
  wakeLater(state, nowMs);
}

/** One slot is kept for the first lane, so that an import never fills the whole door. */
function hasSlot({ lanes, maxInFlight }: State, { lane }: Kind): boolean {
  const all = underWay(lanes);
  if (all >= maxInFlight) return false;
  return lane === 'orders' || maxInFlight === 1 || all - lanes.orders.inFlight < maxInFlight - 1;
}

function underWay(of: State['lanes']): number {
  return Object.values(of).reduce((sum, { inFlight }) => sum + inFlight, 0);
}

/** A refused API key, a missing right or an outage of the lane says nothing of a portal session. */
function gatesOf(state: State, { lane, access }: Kind): readonly Gate<unknown>[] {
  if (access === 'portal') return [state.door];
  const { outage, stops } = state.lanes[lane];
  return [state.door, state.key, outage, stops[access]];
}

function opensAt(state: State, kind: Kind): number {
  const moments = gatesOf(state, kind).map((gate) => gate.opensAt());
  return Math.max(...moments, state.budget.opensAt(kind.lane));
}

function wakeLater(state: State, nowMs: number): void {
  state.wake?.abort();
  state.wake = undefined;
  const moments = state.waiting.kinds().map((kind) => opensAt(state, kind));
  const soonest = Math.min(...moments.filter((moment) => moment > nowMs));
  if (!Number.isFinite(soonest)) return;
  const wake = new AbortController();
  state.wake = wake;
  void state.clock.sleep(soonest - nowMs, wake.signal).then(() => {
    if (!wake.signal.aborted) letGo(state);
  });
}

function start(state: State, kind: Kind): Turn {
  const tried = gatesOf(state, kind).filter((gate) => gate.enter());
  state.lanes[kind.lane].inFlight += 1;
  state.budget.take();
  return {
    end(effect) {
      state.lanes[kind.lane].inFlight -= 1;
      const nowMs = state.clock.monotonic();
      for (const gate of tried) {
        if (effect.kind === 'served') gate.pass();
        else gate.leave(nowMs);
      }
      take(state, kind, effect);
      letGo(state);
    },
  };
}

function take(state: State, { lane, access }: Kind, effect: Effect): void {
  const here = state.lanes[lane];
  const nowMs = state.clock.monotonic();
  if (effect.kind === 'served' || effect.kind === 'stop') {
    here.failures = 0;
    here.outage.open();
  }
  if (effect.kind === 'served' && effect.rate !== undefined) {
    state.budget.learn(effect.rate, underWay(state.lanes));
  }
  if (effect.kind === 'failed') {
    here.failures += 1;
    here.answered = effect.answered;
    here.cause = effect.cause;
    const steps = here.failures - (typeof effect.answered === 'string' ? 1 : outageAfter);
    if (steps >= 0) here.outage.close(nowMs + backoffMs(steps, state.clock.random()));
  }
  if (effect.kind === 'pause') state.door.close(nowMs + effect.waitMs);
  if (effect.kind === 'stop') {
    const { stop } = effect;
    const gate = stop.scope === 'all' ? state.key : here.stops[access];
    gate.close(nowMs + stop.probeMs, { reason: stop, againMs: stop.probeMs });
  }
}

function factsOf(state: State): PaceFacts {
  const untilMs = Math.max(state.door.closedUntil() ?? 0, state.budget.opensAt('orders'));
  const waitsMs = untilMs - state.clock.monotonic();
  return {
    lanes: lanes.map((lane) => {
      const { inFlight } = state.lanes[lane];
      const stopped = stoppedBy(state, lane);
      const facts = { lane, waiting: state.waiting.waiting(lane), inFlight };
      return stopped === undefined ? facts : { ...facts, stopped };
    }),
    ...(waitsMs > 0 ? { waitsUntil: state.clock.now() + waitsMs } : {}),
  };
}

function stoppedBy(state: State, lane: Lane): LaneFacts['stopped'] {
  const { outage, stops, answered, cause } = state.lanes[lane];
  const stop = state.key.reason() ?? stops.write.reason() ?? stops.read.reason();
  if (stop !== undefined) {
    return { code: stop.code, sentence: stop.sentence, remedy: stop.remedy };
  }
  if (outage.closedUntil() === undefined) return undefined;
  return { code: 'NO_ANSWER', ...tellOutage(answered), ...(cause !== undefined && { cause }) };
}

const silent = {
  sentence: 'The marketplace does not answer; one request is tried from time to time.',
  remedy: 'Nothing to do: Stockhand continues by itself. If this lasts, check the network.',
};

/** What is refused (a certificate, an address without TLS) stays so until somebody renews or corrects it. */
const untrusted = {
  sentence:
    'No secure connection (TLS) to the marketplace can be made; one request is tried from time to time.',
  remedy: `${tlsRemedy} Stockhand continues by itself.`,
};

const untunnelled = {
  sentence:
    'The proxy lets nothing through to the marketplace; one request is tried from time to time.',
  remedy: `${proxyRemedy} Stockhand continues by itself.`,
};

const unnamed = {
  sentence:
    'The marketplace gives no token in the field that marketplace.token names; one request is tried from time to time.',
  remedy: tokenRemedy,
};

function tellOutage(answered: Answered | undefined) {
  if (answered === undefined) return silent;
  if (answered === 'noTls') return untrusted;
  if (answered === 'noTunnel') return untunnelled;
  if (answered === 'noToken') return unnamed;
  const { status, isOfOthers } = answered;
  if (!isOfOthers) {
    return {
      sentence: `The marketplace answers with errors (${status}); one request is tried from time to time.`,
      remedy: 'Nothing to do: Stockhand continues by itself. If this lasts, ask the marketplace.',
    };
  }
  // A shop's own page under a wrong address, or a proxy: neither mends itself.
  return {
    sentence: `Something answers ${status}, but not as the marketplace does; one request is tried from time to time.`,
    remedy:
      'Check marketplace.baseUrl, and what is between Stockhand and the marketplace (proxy, firewall). Stockhand continues by itself.',
  };
}
