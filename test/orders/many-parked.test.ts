import { expect, it } from 'vitest';
import { openWritten } from './open-world.ts';

it('a retry sends every parked command again, and those of one order, however many are parked', async () => {
  const world = await openWritten();
  const { market } = world;
  market.put('2');
  await world.pass();
  const texts = { version: null, reason: null, trackingCode: null, notes: null };
  const park = (orderId: string, count: number) => {
    const rows = Array.from({ length: count }, (_, row) => ({ row, orderNumber: '', orderId }));
    const file = world.store.commandFiles.take({
      sha256: orderId,
      name: orderId,
      receipt: '',
      knowledge: { sequence: 0, acknowledgement: 0 },
      entry: '',
      state: 'MOVED',
      commands: rows.map((row) => ({ ...row, action: 'accept', ...texts })),
      at: 0,
    });
    for (const row of world.store.commands.outcomes(file))
      world.store.commands.change(row, { known: 1, state: 'PARKED' }, 0);
  };
  park('1', 101);
  park('2', 1);
  expect(world.flow.retry('2')).toBe(1);
  expect(world.flow.retry()).toBe(101);
});
