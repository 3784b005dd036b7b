import { it } from 'vitest';
import { openStatusListener } from '../../src/web/status-listener.ts';
import { sampleFacts } from './sample-facts.ts';
import { TestClock } from './test-clock.ts';

it('serve', async () => {
  const deps = {
    clock: new TestClock(),
    facts: () => sampleFacts,
    why: async () => ({
      product: 'ART-1',
      lastSeen: { file: 'artikel.csv', row: 812 },
      mapped: { name: '<b>Schraube</b>' },
      calls: [{ at: '08:02', status: 200 }],
    }),
    act: async () => ({ sentence: 'Released.' }),
    note: console.log,
  };
  const l = await openStatusListener(deps, {
    listen: { host: '127.0.0.1', port: 18480 },
    language: (process.env['PAGE_LANGUAGE'] ?? 'en') as 'en',
  });
  console.log(l.url);
  await new Promise((r) => setTimeout(r, Number(process.env['SERVE_MS'] ?? 5000)));
  await l.close();
}, 600_000);
