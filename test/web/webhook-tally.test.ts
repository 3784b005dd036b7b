import { describe, expect, it } from 'vitest';
import { WebhookTally } from '../../src/web/webhook-tally.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { TestClock } from './test-clock.ts';

describe('the tally of webhooks', () => {
  it('tells each delivery and each refusal to whoever looks on, and the log one line a minute', () => {
    const [notes, seen]: [string[], string[]] = [[], []];
    const tally = new WebhookTally({
      clock: new TestClock(),
      note: (text) => notes.push(text),
      told: (text) => seen.push(text),
    });
    tally.accept('order.placed');
    tally.accept('\u001b[31mred');
    const refusal = { reason: 'the signature is wrong', address: '203.0.113.9' };
    tally.refuse(refusal);
    tally.refuse(refusal);
    const refused = 'a post from 203.0.113.9 was refused: the signature is wrong';
    // Fault 118: what others send steers no terminal.
    expect(seen).toEqual(['order.placed was accepted', '␣[31mred was accepted', refused, refused]);
    expect(notes).toEqual([
      'refused 1 webhook post, the last from 203.0.113.9: the signature is wrong',
    ]);
  });

  it('has listened since the wall clock was set, where somebody set it (fault 113)', () => {
    const clock = new FakeClock();
    const tally = new WebhookTally({ clock, note: () => {}, told: () => {} });
    clock.jump(400 * 86_400_000);
    expect(tally.facts().listeningSince).toBe(clock.now());
  });

  it('fault 94: a stranger makes it look for the form of a wrong secret once a second at most', () => {
    const clock = new TestClock();
    const tally = new WebhookTally({ clock, note: () => {}, told: () => {} });
    const looks = [0, 999, 1, 500].map((later) => {
      clock.advance(later);
      return tally.mayDiagnose();
    });
    expect(looks).toEqual([true, false, true, false]);
  });

  it('remembers the last test.ping', () => {
    const clock = new TestClock();
    const tally = new WebhookTally({ clock, note: () => {}, told: () => {} });
    tally.accept('order.placed');
    expect(tally.facts().lastTestPingAt).toBeUndefined();
    tally.accept('test.ping');
    expect(tally.facts()).toMatchObject({ accepted: 2, lastTestPingAt: clock.now() });
  });
});
