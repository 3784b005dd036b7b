import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';

export interface Session {
  /** `user` has shown the password, `guest` needed none. */
  readonly level: 'guest' | 'user';
  /** What every action must show beside the cookie (fault 108). */
  readonly token: string;
}

const lifetimeMs = 12 * 3_600_000;

/**
 * Sessions without a store, which somebody could fill: the cookie carries its level and its end under a MAC whose key
 * lives as long as the process. The token is another MAC over the cookie.
 */
export class Sessions {
  readonly #clock: Clock;
  readonly #secure: boolean;
  readonly #cookieName: string;
  readonly #key = randomBytes(32);

  constructor(clock: Clock, { port, secure }: { readonly port: number; readonly secure: boolean }) {
    this.#clock = clock;
    this.#secure = secure;
    // A browser sends cookies to all ports of a host: two daemons on one machine would overwrite each other's.
    this.#cookieName = `stockhand-${port}`;
  }

  /** A new session and the Set-Cookie value that carries it. */
  issue(level: Session['level']): { readonly session: Session; readonly setCookie: string } {
    const ends = Math.ceil(this.#clock.monotonic() + lifetimeMs);
    const content = `${level}.${ends}.${randomBytes(16).toString('base64url')}`;
    const value = `${content}.${this.#mac('session', content)}`;
    return {
      session: { level, token: this.#mac('token', value) },
      setCookie: this.#cookie(value, lifetimeMs / 1000),
    };
  }

  /** The Set-Cookie value that ends the session in the browser. */
  end(): string {
    return this.#cookie('', 0);
  }

  /** The session of the first cookie that is ours, unchanged and not over. */
  read(cookieHeader: string | undefined): Session | undefined {
    for (const pair of (cookieHeader ?? '').split(';')) {
      const [name, value = ''] = pair.trim().split('=', 2);
      if (name !== this.#cookieName) continue;
      const level = this.#levelOf(value);
      if (level !== undefined) return { level, token: this.#mac('token', value) };
    }
    return undefined;
  }

  #levelOf(value: string): Session['level'] | undefined {
    const [level, ends, random, mac] = value.split('.');
    if (level !== 'guest' && level !== 'user') return undefined;
    const content = `${level}.${ends}.${random}`;
    if (!sameText(mac ?? '', this.#mac('session', content))) return undefined;
    return Number(ends) > this.#clock.monotonic() ? level : undefined;
  }

  #mac(use: 'session' | 'token', text: string): string {
    return createHmac('sha256', this.#key).update(`${use}\n${text}`).digest('base64url');
  }

  #cookie(value: string, maxAgeSeconds: number): string {
    // Lax, so that a link from a mail finds the session; a POST from elsewhere never carries it.
    const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
    return `${this.#cookieName}=${value}; ${attributes}${this.#secure ? '; Secure' : ''}`;
  }
}

/** Compares in constant time, whatever the lengths. */
export function sameText(left: string, right: string): boolean {
  const key = randomBytes(16);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
