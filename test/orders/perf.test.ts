import { it } from 'vitest';
import { World } from '/work/main/test/orders/world.ts';

it('perf', async () => {
  const world = new World();
  for (let id = 1; id <= 600; id += 1) world.market.put(String(id));
  const t = performance.now();
  const c = await world.pass(60000);
  console.log('600 orders', performance.now() - t, c);
  await world.close();
}, 60000);
