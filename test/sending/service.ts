import type {
  HttpAnswer,
  HttpOutcome,
  HttpRequest,
  Mutation,
  NoAnswer,
  Sender,
  Transport,
  Verdict,
} from '../../src/domain/exchange.ts';
import { Secret } from '../../src/domain/secret.ts';
import { type Auth, createKeyAuth } from '../../src/marketplace/auth.ts';
import { readProblem } from '../../src/marketplace/problem.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import { FakeClock } from '../support/fake-clock.ts';

interface Seen {
  readonly at: number;
  readonly request: HttpRequest;
  /** How many were under way, this one included. */
  readonly underWay: number;
}

type Behaviour = (request: HttpRequest, seen: readonly Seen[]) => HttpOutcome;

/** A service on virtual time: it answers after `latencyMs` and keeps a record of what came when. */
class Service implements Transport {
  readonly seen: Seen[] = [];
  latencyMs = 20;
  #underWay = 0;
  readonly #clock: FakeClock;
  behave: Behaviour;

  constructor(clock: FakeClock, behave: Behaviour = () => answer(200)) {
    this.#clock = clock;
    this.behave = behave;
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    this.#underWay += 1;
    this.seen.push({ at: this.#clock.monotonic(), request, underWay: this.#underWay });
    const outcome = this.behave(request, this.seen);
    await this.#clock.sleep(this.latencyMs, signal);
    this.#underWay -= 1;
    return signal.aborted ? none('aborted') : outcome;
  }

  /** Seconds at which requests came, since the start. */
  seconds(): number[] {
    return this.seen.map(({ at }) => at / 1000);
  }
}

export function answer(
  status: number,
  options: { type?: string; detail?: string; headers?: Record<string, string>; body?: string } = {},
): HttpAnswer {
  const { type, detail, headers = {} } = options;
  const problem = type === undefined ? '' : JSON.stringify({ type, detail, status, title: type });
  const body = Buffer.from(options.body ?? problem);
  const base = { kind: 'answer', status, headers, body } as const;
  return status < 300 ? base : { ...base, problem: readProblem(status, body) };
}

export function none(cause: NoAnswer['cause']): NoAnswer {
  return { kind: 'none', cause, detail: cause };
}

export const forever = new AbortController().signal;

export interface DoorOptions {
  readonly maxInFlight?: number;
  readonly auth?: Auth;
  readonly behave?: Behaviour;
}

/** The whole sending side on virtual time, over a scripted service. */
export function openDoor(options: DoorOptions = {}) {
  const clock = new FakeClock();
  const service = new Service(clock, options.behave);
  const pace = createPace({ maxInFlight: options.maxInFlight ?? 4, clock });
  const auth = options.auth ?? createKeyAuth(new Secret('key'));
  const exchange = createExchange({ transport: service, pace, auth, clock });
  const sender = createSender({ exchange, clock });
  return { clock, service, pace, exchange, sender };
}

/** As the owners of requests do: what was refused as a kind of request goes on under a new key. */
export async function sendOn(
  sender: Sender,
  mutation: Mutation,
  signal: AbortSignal,
): Promise<Verdict> {
  const verdict = await sender.send(mutation, signal);
  if (verdict.kind !== 'unapplied') return verdict;
  return sendOn(sender, { ...mutation, key: `${mutation.key}+` }, signal);
}
