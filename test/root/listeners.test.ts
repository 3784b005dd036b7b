import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openListeners } from '../../src/listeners.ts';
import { configOf, marketplace } from '../config/judged.ts';
import { sampleFacts } from '../web/sample-facts.ts';

async function listening(port: number): Promise<net.Server> {
  const server = net.createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return server;
}

const portOf = (server: net.Server): number => (server.address() as net.AddressInfo).port;

it('gives back the address of the page where that of the webhooks is taken', async () => {
  const taken = await listening(0);
  const closed = await listening(0);
  const free = portOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  const text = `${marketplace}status: { listen: "127.0.0.1:${free}" }
webhooks: { secrets: [x], listen: "127.0.0.1:${portOf(taken)}" }
`;
  const parts = { config: await configOf(text), clock: systemClock } as never;
  await expect(openListeners(parts, {} as never)).rejects.toMatchObject({ code: 'LISTEN_FAILED' });
  expect(portOf(await listening(free))).toBe(free);
});

it('says of an address that this computer does not have which ones it can be', async () => {
  const text = `${marketplace}status: { listen: "127.0.0.1:0" }
webhooks: { secrets: [x], listen: "192.0.2.1:8481" }
`;
  const parts = { config: await configOf(text), clock: systemClock } as never;
  await expect(openListeners(parts, {} as never)).rejects.toMatchObject({
    code: 'LISTEN_FAILED',
    remedy:
      'Set an address that this computer has, or 0.0.0.0 for all that it has, at webhooks.listen.',
  });
});

it('answers a click on the page with what came of it, and not as done where nothing was', async () => {
  const config = await configOf(`${marketplace}status: { listen: "127.0.0.1:0" }\n`);
  const log = { info: () => undefined };
  const parts = { config, log, clock: systemClock, facts: () => sampleFacts } as never;
  const { addresses, closeStatus } = await openListeners(parts, {
    run: async () => ({ items: 0 }),
  });
  onTestFinished(closeStatus);
  const { status } = addresses();
  const page = await fetch(`${status}/api/page`);
  const headers = {
    'content-type': 'application/json',
    cookie: page.headers.get('set-cookie') ?? '',
    'x-stockhand-token': page.headers.get('x-stockhand-token') ?? '',
  };
  const body = JSON.stringify({ product: 'A-1' });
  const answer = await fetch(`${status}/api/actions/retry`, { method: 'POST', headers, body });
  expect(await answer.json()).toEqual({ sentence: 'Nothing was parked.' });
});
