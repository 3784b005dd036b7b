import type { Clock } from '../domain/clock.ts';
import { shownValue } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import type { NeedsYou, WebhookFacts } from '../domain/facts.ts';
import { createListening } from '../domain/silence.ts';
import type { WebhookDeps } from './webhook-listener.ts';

/** A flood leaves a line a minute in the log, and not a line for each post (fault 101). */
const noteEveryMs = 60_000;
/** A wrong secret is looked into once a second at most: it costs HMACs (fault 94). */
const diagnoseEveryMs = 1_000;

export interface WebhookListenerFacts extends WebhookFacts {
  readonly needsYou: readonly NeedsYou[];
  /** Epoch milliseconds; begins again where the clock was set (fault 113). */
  readonly listeningSince: number;
}

interface Refusal {
  readonly reason: string;
  readonly address: string;
}

/** Counts deliveries and keeps the last of each kind, in memory alone: the listener writes nothing (invariant I9). */
export class WebhookTally {
  readonly #clock: Clock;
  readonly #listeningSince: () => number;
  readonly #note: (text: string) => void;
  readonly #told: (text: string) => void;
  #accepted = 0;
  #refused = 0;
  #lastAcceptedAt: number | undefined;
  #lastTestPingAt: number | undefined;
  #lastRefusal: { readonly at: number; readonly reason: string } | undefined;
  #trouble: NeedsYou | undefined;
  #refusedSinceNote = 0;
  #notedAt = Number.NEGATIVE_INFINITY;
  #diagnosedAt = Number.NEGATIVE_INFINITY;

  constructor({ clock, note, told }: Pick<WebhookDeps, 'clock' | 'note' | 'told'>) {
    this.#clock = clock;
    this.#listeningSince = createListening(clock);
    this.#note = note;
    this.#told = told;
  }

  accept(event: string): void {
    this.#accepted += 1;
    this.#lastAcceptedAt = this.#clock.now();
    if (event === 'test.ping') this.#lastTestPingAt = this.#lastAcceptedAt;
    this.#trouble = undefined;
    this.#told(`${shownValue(event)} was accepted`);
  }

  refuse({ reason, address }: Refusal): void {
    this.#refused += 1;
    this.#refusedSinceNote += 1;
    this.#told(`a post from ${address} was refused: ${reason}`);
    this.#lastRefusal = { at: this.#clock.now(), reason };
    const posts = counted(this.#refusedSinceNote, 'webhook post');
    const text = `refused ${posts}, the last from ${address}: ${reason}`;
    if (this.#sampled(text)) this.#refusedSinceNote = 0;
  }

  /** Counts what came by mistake or from a scanner of the internet. The reason is not kept. */
  ignore(): void {
    this.#refused += 1;
  }

  /** Tells something of an accepted delivery, no more often than refusals are reported. */
  remark(text: string): void {
    this.#sampled(text);
  }

  /** What needs a person until the next delivery is accepted. */
  trouble(trouble: NeedsYou): void {
    this.#trouble = trouble;
  }

  /** True once a second at most. */
  mayDiagnose(): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#diagnosedAt < diagnoseEveryMs) return false;
    this.#diagnosedAt = now;
    return true;
  }

  facts(): WebhookListenerFacts {
    return {
      listeningSince: this.#listeningSince(),
      accepted: this.#accepted,
      refused: this.#refused,
      needsYou: this.#trouble === undefined ? [] : [this.#trouble],
      ...(this.#lastAcceptedAt === undefined ? {} : { lastAcceptedAt: this.#lastAcceptedAt }),
      ...(this.#lastTestPingAt === undefined ? {} : { lastTestPingAt: this.#lastTestPingAt }),
      ...(this.#lastRefusal === undefined ? {} : { lastRefusal: this.#lastRefusal }),
    };
  }

  #sampled(text: string): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#notedAt < noteEveryMs) return false;
    this.#notedAt = now;
    this.#note(text);
    return true;
  }
}
