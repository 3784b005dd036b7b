import { describe, expect, it, onTestFinished } from 'vitest';
import { type Alerts, type Channel, createAlerts } from '../../src/alerts/alerts.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { need } from './needs.ts';

const second = 1_000;
const minute = 60 * second;

interface Desk {
  /** What outlives a process. */
  memory: string | undefined;
  readonly clock: FakeClock;
  /** Subjects by channel, in the order they were sent. */
  readonly sent: { mail: string[]; webhook: string[] };
  /** What needs somebody now. */
  ids: readonly string[];
  /** What may stand although nobody sees it. */
  unseen: readonly string[];
  /** Why mail does not go out. */
  broken: string | undefined;
  /** Whom of several mail does not reach. */
  unreached: string | undefined;
  /** A process of its own on the same memory; the one before has ended. */
  open(names?: readonly Channel['name'][]): Alerts;
}

function desk(): Desk {
  const clock = new FakeClock();
  let running = new AbortController();
  onTestFinished(() => running.abort());
  const sent: Desk['sent'] = { mail: [], webhook: [] };
  const channel = (name: Channel['name']): Channel => ({
    name,
    place: 'lager@firma.example',
    async send({ subject }) {
      if (name === 'mail' && made.broken !== undefined) throw new Error(made.broken);
      sent[name].push(subject.replace('[Stockhand erp-1] ', ''));
      if (name === 'webhook' || made.unreached === undefined) return undefined;
      return { place: made.unreached, why: 'nobody of that name' };
    },
  });
  const made: Desk = {
    clock,
    sent,
    memory: undefined,
    ids: [],
    unseen: [],
    broken: undefined,
    unreached: undefined,
    open(names = ['webhook']) {
      running.abort();
      running = new AbortController();
      const alerts: Alerts = createAlerts({
        clock,
        signal: running.signal,
        channels: names.map(channel),
        frame: () => ({ language: 'en', host: 'erp-1' }),
        quietForMs: 15 * minute,
        memory: {
          read: () => made.memory,
          write: (text) => {
            made.memory = text;
          },
        },
        standing: async () => ({
          needs: [...made.ids.map(need), ...alerts.needsYou()],
          isUnseen: (id) => made.unseen.includes(id),
        }),
      });
      return alerts;
    },
  };
  return made;
}

describe('a daemon tells', () => {
  it('what needs somebody within seconds, and says when it is over', async () => {
    const made = desk();
    made.open().start();
    made.ids = ['offline-articles'];
    await made.clock.pass(20 * second);
    expect(made.sent.webhook).toEqual(['What of offline-articles.']);
    made.ids = [];
    await made.clock.pass(2 * minute);
    expect(made.sent.webhook[1]).toBe('No longer: What of offline-articles.');
    await made.clock.pass(60 * minute);
    expect(made.sent.webhook).toHaveLength(2);
  });

  it('nothing of what was there for a moment only', async () => {
    const made = desk();
    made.open().start();
    for (let moment = 0; moment < 5; moment += 1) {
      made.ids = ['offline-articles'];
      await made.clock.pass(5 * second);
      made.ids = [];
      await made.clock.pass(90 * second);
    }
    expect(made.sent.webhook).toEqual([]);
  });

  it('nothing a second time behind a restart, and the end of what was mended meanwhile', async () => {
    const made = desk();
    made.open().start();
    made.ids = ['held:1', 'offline-articles'];
    await made.clock.pass(30 * second);
    made.open().start();
    await made.clock.pass(5 * minute);
    expect(made.sent.webhook).toEqual(['2 items need you']);
    made.ids = ['held:1'];
    made.open().start();
    await made.clock.pass(5 * minute);
    expect(made.sent.webhook).toEqual(['2 items need you', 'No longer: What of offline-articles.']);
  });

  it('of an outage nothing before it has lasted five minutes: it goes on by itself', async () => {
    const made = desk();
    made.open().start();
    made.ids = ['stopped-NO_ANSWER'];
    await made.clock.pass(4 * minute);
    expect(made.sent.webhook).toEqual([]);
    await made.clock.pass(2 * minute);
    expect(made.sent.webhook).toEqual(['What of stopped-NO_ANSWER.']);
  });

  it.each([
    'null',
    '{"webhook":{"told":[null],"toldAt":{}}}',
    '{"webhook":{"told":[{"id":5}],"toldAt":{}}}',
    '{"webhook":{"told":[],"toldAt":null}}',
    '{"webhook":{"told":[{"id":"x","what":"x","untoldSinceMs":"soon"}],"toldAt":{}}}',
    '{"webhook":{"told":[],"toldAt":{"held":"soon"}}}',
  ])(
    'all of it where what was told before cannot be read any more: %s (fault 35)',
    async (text) => {
      const made = desk();
      made.memory = text;
      made.ids = ['held:1'];
      made.open().start();
      await made.clock.pass(20 * second);
      expect(made.sent.webhook).toEqual(['What of held:1.']);
    },
  );

  it('not that something is over before a started one has looked everywhere', async () => {
    const made = desk();
    made.ids = ['offline-articles'];
    await made.open().tell();
    made.ids = [];
    made.open().start();
    await made.clock.pass(50 * second);
    made.ids = ['offline-articles'];
    await made.clock.pass(10 * minute);
    expect(made.sent.webhook).toEqual(['What of offline-articles.']);
  });

  it('not that something is over while the process cannot know it, and that it is once it can', async () => {
    const made = desk();
    made.ids = ['held:1'];
    await made.open().tell();
    [made.ids, made.unseen] = [[], ['held:1']];
    made.open().start();
    await made.clock.pass(60 * minute);
    expect(made.sent.webhook).toEqual(['What of held:1.']);
    made.unseen = [];
    await made.clock.pass(minute);
    expect(made.sent.webhook[1]).toBe('No longer: What of held:1.');
  });

  it('everything on one channel while the other does not work, and shows that it does not', async () => {
    const made = desk();
    made.broken = 'connect ECONNREFUSED';
    const alerts = made.open(['mail', 'webhook']);
    alerts.start();
    made.ids = ['held:1'];
    await made.clock.pass(minute);
    expect(made.sent).toEqual({
      mail: [],
      webhook: ['What of held:1.', 'An alert could not be sent.'],
    });
    expect(alerts.needsYou()).toMatchObject([
      { id: 'ALERTS_FAILED mail', cause: 'alerts.mail, lager@firma.example: connect ECONNREFUSED' },
    ]);
    made.broken = undefined;
    await made.clock.pass(5 * minute);
    expect(made.sent.mail).toEqual(['What of held:1.']);
    expect(alerts.needsYou()).toEqual([]);
    expect(made.sent.webhook.at(-1)).toBe('No longer: An alert could not be sent.');
  });

  it('everything once where one of several is not reached, and shows whom', async () => {
    const made = desk();
    made.unreached = 'it@firma.example';
    const alerts = made.open(['mail', 'webhook']);
    alerts.start();
    made.ids = ['held:1'];
    await made.clock.pass(20 * minute);
    expect(made.sent).toEqual({
      mail: ['What of held:1.'],
      webhook: ['What of held:1.', 'An alert could not be sent.'],
    });
    expect(alerts.needsYou()).toMatchObject([
      { id: 'ALERTS_FAILED mail', cause: 'alerts.mail, it@firma.example: nobody of that name' },
    ]);
    made.unreached = undefined;
    made.ids = [];
    await made.clock.pass(5 * minute);
    expect(alerts.needsYou()).toEqual([]);
  });

  it('what nobody could be told of while it stood once it is over, also behind a restart', async () => {
    const made = desk();
    made.broken = 'connect ECONNREFUSED';
    made.open(['mail']).start();
    made.ids = ['held:1'];
    await made.clock.pass(30 * second);
    [made.ids, made.broken] = [[], undefined];
    made.open(['mail']).start();
    await made.clock.pass(30 * minute);
    expect(made.sent.mail).toEqual(['No longer: What of held:1.']);
  });

  it('again and again, ever more seldom, until somebody can be told', async () => {
    const made = desk();
    let tries = 0;
    const reason = 'connect ECONNREFUSED';
    Object.defineProperty(made, 'broken', {
      get: () => {
        tries += 1;
        return reason;
      },
    });
    made.open(['mail']).start();
    made.ids = ['held:1'];
    await made.clock.pass(60 * minute);
    // Each failure reads it twice: after 1, 2, 4, 8, 15, 15 … minutes.
    expect(tries / 2).toBe(7);
  });
});

describe('a pass that ends', () => {
  it('tells at once, and at its next time only what has changed', async () => {
    const made = desk();
    made.ids = ['refused-articles'];
    await made.open().tell();
    await made.open().tell();
    made.ids = [];
    await made.open().tell();
    expect(made.sent.webhook).toEqual([
      'What of refused-articles.',
      'No longer: What of refused-articles.',
    ]);
  });
});

describe('a program that ends by itself', () => {
  it('says why, calls nothing over of which it knows nothing, and is told over by the next one', async () => {
    const made = desk();
    made.ids = ['held:1'];
    await made.open().tell();
    await made.open().tellEnd(need('ended'));
    await made.open().tellEnd(need('ended'));
    expect(made.sent.webhook).toEqual(['What of held:1.', 'What of ended.']);
    made.open().start();
    await made.clock.pass(5 * minute);
    expect(made.sent.webhook.slice(2)).toEqual(['No longer: What of ended.']);
  });
});

describe('a memory that says nothing', () => {
  it.each([['no JSON'], ['[]'], ['null'], ['{"webhook":{"told":7}}']])(
    'of %s lets all be told anew',
    async (text) => {
      const sent: string[] = [];
      const alerts = createAlerts({
        clock: new FakeClock(),
        signal: new AbortController().signal,
        channels: [
          {
            name: 'webhook',
            place: 'chat',
            send: async ({ subject }) => {
              sent.push(subject);
              return undefined;
            },
          },
        ],
        frame: () => ({ language: 'en', host: 'erp-1' }),
        quietForMs: 0,
        memory: { read: () => text, write: () => undefined },
        standing: async () => ({ needs: [need('held:1')], isUnseen: () => false }),
      });
      await alerts.tell();
      expect(sent).toEqual(['[Stockhand erp-1] What of held:1.']);
    },
  );
});
