import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { offlineHanging } from '../../src/files/offline.ts';
import { createCourier } from '../../src/shares/courier.ts';

interface Call {
  readonly id: number;
  readonly method: string;
}

it('fault 17: a call to another folder of a share is lost to the share, not to the folder that hung', async () => {
  const events = new EventEmitter();
  const hung = offlineHanging('nas/out does not answer.');
  const courier = createCourier('nas', { clock: systemClock }, () => ({
    on: (event, listener) => events.on(event, listener),
    postMessage(message) {
      const { id, method } = message as Call;
      if (method === 'scan') events.emit('message', { kind: 'result', id, value: hung });
    },
    end: () => undefined,
  }));
  const other = courier.call('listNames', ['nas/stock']);
  expect(await courier.call('scan', ['nas/out'])).toEqual(hung);
  const sentence = 'nas does not answer. Until it does, nothing in its folders is read or written.';
  expect(await other).toMatchObject({ offline: { reason: 'hangs', sentence } });
});

it('fault 17: a share that hung is left alone for a while, so that who looks at it every two seconds does not wait each time', async () => {
  let nowMs = 0;
  let begun = 0;
  const clock = { ...systemClock, monotonic: () => nowMs };
  const hung = offlineHanging('nas/out does not answer.');
  const courier = createCourier('nas', { clock, deadlineMs: 1_000 }, () => {
    const events = new EventEmitter();
    begun += 1;
    return {
      on: (event, listener) => events.on(event, listener),
      postMessage: (message) =>
        events.emit('message', { kind: 'result', id: (message as Call).id, value: hung }),
      end: () => events.emit('exit'),
    };
  });
  await courier.call('scan', ['nas/out']);
  nowMs = 2_999;
  expect(await courier.call('scan', ['nas/in'])).toMatchObject({ offline: { reason: 'hangs' } });
  expect(begun).toBe(1);
  nowMs = 3_000;
  await courier.call('scan', ['nas/out']);
  expect(begun).toBe(2);
});
