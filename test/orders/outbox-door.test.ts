import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createOutboxDoor } from '../../src/orders/outbox-door.ts';
import { openWorld, written } from './open-world.ts';

it('fault 34: whoever meets the outbox while another part claims it waits for that claim', async () => {
  const world = openWorld();
  await written(world);
  let isClaimed = false;
  const door = createOutboxDoor(
    { store: world.store, clock: systemClock },
    {
      async claim(expectedId) {
        await systemClock.sleep(50);
        isClaimed = true;
        return world.claim(expectedId);
      },
      stood: () => undefined,
    },
  );
  const opened = door.open();
  await systemClock.sleep(5);
  await door.meet();
  expect(isClaimed).toBe(true);
  expect(await opened).not.toHaveProperty('offline');
});
