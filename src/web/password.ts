import type { Clock } from '../domain/clock.ts';
import type { Secret } from '../domain/secret.ts';
import { addressKey } from './address.ts';
import { sameText } from './session.ts';

const wrongTriesMax = 5;
const windowMs = 5 * 60_000;
/** For the answer to an address that has to wait. */
export const retryAfterSeconds = windowMs / 1000;
/** While so many addresses have guessed wrongly, no new one is let in until some have waited. */
const addressesMax = 1_000;

interface Tries {
  readonly since: number;
  readonly wrong: number;
  /** The last wrong one. */
  readonly given: string;
}

/** `later`: there were too many wrong ones, and the given one was not looked at. */
export type Judgement = 'open' | 'wrong' | 'later';

/**
 * The password of the page. An address that has sent five wrong ones has to wait for some minutes (fault 109). The same
 * one again is no further guess: a monitor with an old password would lock out the person at its machine for ever.
 */
export class PasswordDoor {
  readonly #clock: Clock;
  readonly #password: Secret;
  readonly #tries = new Map<string, Tries>();

  constructor(clock: Clock, password: Secret) {
    this.#clock = clock;
    this.#password = password;
  }

  judge(address: string, given: string): Judgement {
    this.#forgetOld();
    const key = addressKey(address);
    const tries = this.#tries.get(key);
    if ((tries?.wrong ?? 0) >= wrongTriesMax) return 'later';
    if (tries === undefined && this.#tries.size >= addressesMax) return 'later';
    if (sameText(given, this.#password.reveal())) {
      this.#tries.delete(key);
      return 'open';
    }
    if (tries !== undefined && sameText(given, tries.given)) return 'wrong';
    const since = tries?.since ?? this.#clock.monotonic();
    this.#tries.set(key, { since, wrong: (tries?.wrong ?? 0) + 1, given });
    return 'wrong';
  }

  #forgetOld(): void {
    const now = this.#clock.monotonic();
    for (const [key, { since }] of this.#tries) {
      if (now - since >= windowMs) this.#tries.delete(key);
    }
  }
}

/** The password of an `Authorization: Basic` header, for monitors that cannot log in by a form. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}
