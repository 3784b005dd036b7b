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
