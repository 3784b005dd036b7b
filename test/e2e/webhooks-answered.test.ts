import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Scene } from '../support/scene.ts';
import { inScene, standardConfig, timeout, twoExports, webhookSecret } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';
import { envelope, sign } from '../web/signing.ts';

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const ordersAt = (port: number): string => `
orders:
  pollEvery: 10m
  outbox: { folder: ./orders }
webhooks: { listen: "127.0.0.1:${port}", secrets: [${webhookSecret}] }
`;

/** A marketplace ends an endpoint after five failures in a row; a real port, because it does not move. */
function withEndpoint(play: (scene: Scene, deliver: () => Promise<number>) => Promise<void>) {
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
const failuresInARowMax = 4;

/** One after the other, over the time in which the daemon meets with the fault. */
async function failuresInARow(deliver: () => Promise<number>): Promise<number> {
  let [now, most, accepted] = [0, 0, 0];
  for (let count = 0; count < deliveries; count += 1) {
    const isAccepted = (await deliver()) === 204;
    accepted += Number(isAccepted);
    now = isAccepted ? 0 : now + 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(accepted).toBeGreaterThan(deliveries / 2);
  return most;
}

async function isWaiting(scene: Scene): Promise<void> {
  await until('the log says what the state lacks', () =>
    /"code":"DISK".*takes no writes/.test(scene.read('stockhand.log')),
  );
}

async function goesOn(scene: Scene, orderId: number | undefined): Promise<void> {
  scene.write('out/artikel.csv', articlesFile(wares(3)));
  await until('the order file is there', () =>
    scene.names('orders').some((name) => name.includes(`-${orderId}-`)),
  );
  await until('the articles are up', async () => (await scene.market.products()).length === 3);
}

describe.concurrent('fault 102: deliveries are answered', { timeout }, () => {
  it('while the disk of the state is full; then all goes on by itself', async (context) => {
    let isMounted = true;
    await withEndpoint(async (scene, deliver) => {
      fs.mkdirSync(scene.path('state'));
      const mount = ['-t', 'tmpfs', '-o', 'size=8M', 'tmpfs', scene.path('state')];
      isMounted = spawnSync('mount', mount).status === 0;
      if (!isMounted) return;
      try {
        const daemon = await scene.daemon();
        await until('the daemon is at work', async () => (await daemon.healthz()) === 200);
        const ballast = scene.path('state/ballast');
        expect(() => fs.writeFileSync(ballast, Buffer.alloc(9_000_000))).toThrow('ENOSPC');
        const [order] = await scene.orders();
        expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
        await isWaiting(scene);
        const status = await scene.run('status');
        expect(status.stdout).toContain('takes no writes');
        expect((await scene.run('pause')).stderr).toContain('database or disk is full');
        fs.rmSync(ballast);
        await goesOn(scene, order?.id);
        expect(await daemon.stop()).toMatchObject({ code: 0 });
      } finally {
        spawnSync('umount', ['-l', scene.path('state')]);
      }
    })();
    if (!isMounted) context.skip('mounting is not permitted here');
  });

  it(
    'while another program has locked the databases; then all goes on by itself',
    withEndpoint(async (scene, deliver) => {
      const daemon = await scene.daemon();
      await until('the daemon is at work', async () => (await daemon.healthz()) === 200);
      const locks = ['orders', 'catalog'].map((name) => new Sqlite(scene.path(`state/${name}.db`)));
      for (const database of locks) database.exec('BEGIN IMMEDIATE');
      const [order] = await scene.orders();
      expect(await failuresInARow(deliver)).toBeLessThanOrEqual(failuresInARowMax);
      await isWaiting(scene);
      for (const database of locks) database.close();
      await goesOn(scene, order?.id);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    }),
  );

  it(
    'where they have come before a stop; one that comes meanwhile is answered or finds nobody, and is never refused',
    withEndpoint(async (scene, deliver) => {
      const daemon = await scene.daemon();
      expect(await deliver()).toBe(204);
      let isOver = false;
      const answers: Promise<number>[] = [];
      const sending = (async () => {
        while (!isOver) {
          answers.push(deliver());
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      })();
      await daemon.stop();
      isOver = true;
      await sending;
      const refused = (await Promise.all(answers)).filter((status) => ![204, 0].includes(status));
      expect(refused).toEqual([]);
      expect(answers.length).toBeGreaterThan(0);
    }),
  );
});
