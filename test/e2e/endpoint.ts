import net from 'node:net';
import { expect } from 'vitest';
import {
  inScene,
  type Scene,
  standardConfig,
  twoExports,
  webhookSecret,
} from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';
import { envelope, sign } from '../web/signing.ts';

/** Below those that the system gives to connections: one of them may be taken before the daemon listens. */
const [lowestPort, portsAbove] = [20_000, 12_000];

/** A real port, because an endpoint's address does not move. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * portsAbove);
    const server = net.createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

const ordersAt = (port: number): string => `
orders:
  pollEvery: 10m
  outbox: { folder: ./orders }
webhooks: { listen: "127.0.0.1:${port}", secrets: [${webhookSecret}] }
`;

/** A marketplace ends an endpoint after five failures in a row; a real port, because it does not move. */
export function withEndpoint(
  play: (scene: Scene, deliver: () => Promise<number>) => Promise<void>,
) {
  return async () => {
    const port = await freePort();
    const config = standardConfig({ catalog: twoExports, orders: ordersAt(port) });
    await inScene({ config }, (scene) => play(scene, () => delivered(port)))();
  };
}

/** The status of one signed delivery; 0 where nobody answered. */
async function delivered(port: number): Promise<number> {
  const body = envelope('order.placed');
  const signature = sign(body, Math.floor(Date.now() / 1_000), webhookSecret);
  const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
  const url = `http://127.0.0.1:${port}/webhooks/marketplace`;
  const signal = AbortSignal.timeout(5_000);
  return fetch(url, { method: 'POST', headers, body, signal }).then(
    ({ status }) => status,
    () => 0,
  );
}

const deliveries = 40;
/** A marketplace waits longer before it tries again; this machine may be busy. */
const [pauseMs, pauseAfterFailureMs] = [100, 400];
export const failuresInARowMax = 4;

/** One after the other, over the time in which the daemon meets with the fault. */
export async function failuresInARow(deliver: () => Promise<number>): Promise<number> {
  let [now, most, accepted] = [0, 0, 0];
  for (let count = 0; count < deliveries; count += 1) {
    const isAccepted = (await deliver()) === 204;
    accepted += Number(isAccepted);
    now = isAccepted ? 0 : now + 1;
    most = Math.max(most, now);
    const restMs = isAccepted ? pauseMs : pauseAfterFailureMs;
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  expect(accepted).toBeGreaterThan(deliveries / 2);
  return most;
}

export async function isWaiting(scene: Scene): Promise<void> {
  await until('the log says what the state lacks', () =>
    /"code":"DISK".*cannot be written/.test(scene.read('stockhand.log')),
  );
}

export async function goesOn(scene: Scene, orderId: number | undefined): Promise<void> {
  scene.write('out/artikel.csv', articlesFile(wares(3)));
  await until('the order file is there', () =>
    scene.names('orders').some((name) => name.includes(`-${orderId}-`)),
  );
  await until('the articles are up', async () => (await scene.market.products()).length === 3);
}
