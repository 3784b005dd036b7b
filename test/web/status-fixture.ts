import { afterEach, beforeEach } from 'vitest';
import type { StatusFacts } from '../../src/domain/facts.ts';
import type { StatusSettings } from '../../src/web/status-guard.ts';
import { openStatusListener, type StatusListener } from '../../src/web/status-listener.ts';
import { sampleFacts } from './sample-facts.ts';
import { TestClock } from './test-clock.ts';

/** A status listener on a free port, with what it was told and asked. Made anew for each test. */
export class StatusFixture {
  clock = new TestClock();
  facts: () => StatusFacts | Promise<StatusFacts> = () => sampleFacts;
  /** What `why` and `act` throw. */
  fail: Error | undefined;
  /** What `why` knows nothing of. */
  unknown = '';
  readonly acts: unknown[][] = [];
  readonly notes: string[] = [];
  readonly open: StatusListener[] = [];

  async start(settings: Partial<StatusSettings> = {}): Promise<string> {
    const listener = await openStatusListener(
      {
        clock: this.clock,
        facts: () => this.facts(),
        why: async (question) => {
          if (this.fail !== undefined) throw this.fail;
          const isKnown = !Object.values(question).includes(this.unknown);
          return { text: JSON.stringify(question), isKnown };
        },
        act: async (...call) => {
          if (this.fail !== undefined) throw this.fail;
          this.acts.push(call);
          return { sentence: 'Done as asked.' };
        },
        note: (text) => this.notes.push(text),
      },
      { listen: { host: '127.0.0.1', port: 0 }, language: 'en', ...settings },
    );
    this.open.push(listener);
    return listener.url;
  }
}

/** `status()` is the fixture of the running test. */
export function useStatus(): () => StatusFixture {
  let fixture = new StatusFixture();
  beforeEach(() => {
    fixture = new StatusFixture();
  });
  afterEach(async () => {
    await Promise.all(fixture.open.map((listener) => listener.close()));
  });
  return () => fixture;
}

/** What a browser holds after it has opened the page. */
export async function openPage(url: string, cookie?: string) {
  const answer = await fetch(url, cookie === undefined ? {} : { headers: { cookie } });
  const html = await answer.text();
  const [, token = ''] = /name="stockhand-token" content="([^"]+)"/.exec(html) ?? [];
  const [set = ''] = (answer.headers.get('set-cookie') ?? cookie ?? '').split(';', 1);
  return { status: answer.status, html, token, cookie: set, headers: answer.headers };
}

export interface SentAction {
  readonly name: string;
  readonly args: unknown;
  readonly headers?: Record<string, string>;
}

export function sendAction(url: string, { name, args, headers = {} }: SentAction) {
  return fetch(`${url}/api/actions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(args),
  });
}

/** Sends actions as the page does that has just been opened. */
export async function actionsOf(url: string) {
  const { cookie, token } = await openPage(url);
  const headers = { cookie, 'x-stockhand-token': token };
  return (name: string, args: unknown) => sendAction(url, { name, args, headers });
}

/** Moves the clock on until the promise has ended: for waits that only a clock ends. */
export async function passTime<T>(clock: TestClock, waiting: Promise<T>): Promise<T> {
  let over = false;
  const mark = () => {
    over = true;
  };
  waiting.then(mark, mark);
  while (!over) {
    clock.advance(1_000);
    await clock.breathe();
  }
  return waiting;
}
