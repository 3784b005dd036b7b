import { expect, it, onTestFinished } from 'vitest';
import { createAlerts, type Unreached } from '../../src/alerts/alerts.ts';
import type { Message } from '../../src/alerts/message.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { need } from './needs.ts';

const minute = 60_000;

/** A daemon that tells one need by mail, which one of several gets at the given try for him alone. */
function telling(arrivesAt: number) {
  const clock = new FakeClock();
  const running = new AbortController();
  onTestFinished(() => running.abort());
  let mails = 0;
  let tries = 0;
  const again = async (): Promise<undefined> => {
    tries += 1;
    if (tries < arrivesAt) throw new Error('come back later');
  };
  const send = async (): Promise<Unreached> => {
    mails += 1;
    return { place: 'it@firma.example', why: 'greylisted', again };
  };
  const alerts = createAlerts({
    ...{ clock, signal: running.signal, quietForMs: 15 * minute },
    channels: [{ name: 'mail', place: 'all', send }],
    frame: () => ({ language: 'en', host: 'erp-1' }),
    memory: { read: () => undefined, write: () => undefined },
    standing: async () => ({ needs: [need('held:1')], isUnseen: () => false }),
  });
  alerts.start();
  return { clock, alerts, mails: () => mails, tries: () => tries };
}

it('who was only put off is told again, alone and a few times, until it arrives', async () => {
  const { clock, alerts, mails, tries } = telling(3);
  await clock.pass(2 * minute);
  expect(tries()).toBe(1);
  const cause = 'alerts.mail, it@firma.example: come back later';
  expect(alerts.needsYou()).toMatchObject([{ id: 'ALERTS_FAILED mail', cause }]);
  await clock.pass(60 * minute);
  expect([tries(), mails()]).toEqual([3, 1]);
  expect(alerts.needsYou()).toEqual([]);
});

it('who is put off for ever is told no more after an hour, and stays shown', async () => {
  const { clock, alerts, mails, tries } = telling(Number.POSITIVE_INFINITY);
  await clock.pass(180 * minute);
  expect([tries(), mails()]).toEqual([4, 1]);
  expect(alerts.needsYou()).toHaveLength(1);
});

it('who was put off learns what is before learning that it is over', async () => {
  const clock = new FakeClock();
  const running = new AbortController();
  onTestFinished(() => running.abort());
  const got: string[] = [];
  let standing = [need('held:1')];
  let isKnown = false;
  const send = async ({ subject }: Message): Promise<Unreached | undefined> => {
    const deliver = async (): Promise<undefined> => {
      if (!isKnown) throw new Error('come back later');
      got.push(subject);
    };
    const unreached = { place: 'it@firma.example', why: 'greylisted', again: deliver };
    return isKnown ? deliver() : unreached;
  };
  const alerts = createAlerts({
    ...{ clock, signal: running.signal, quietForMs: 15 * minute },
    channels: [{ name: 'mail', place: 'all', send }],
    frame: () => ({ language: 'en', host: 'erp-1' }),
    memory: { read: () => undefined, write: () => undefined },
    standing: async () => ({ needs: standing, isUnseen: () => false }),
  });
  alerts.start();
  await clock.pass(10 * minute);
  isKnown = true;
  standing = [];
  await clock.pass(60 * minute);
  expect(got).toMatchObject([
    expect.stringContaining('What of held:1'),
    expect.stringMatching(/No longer: What of held:1/),
  ]);
});
