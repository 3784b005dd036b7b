import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openChat } from '../support/chat.ts';
import type { DaemonStart } from '../support/program.ts';
import {
  inScene,
  ordersByFile,
  type Scene,
  timeout,
  twoExports,
  webhookSecret,
} from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';
import { envelope, sign } from '../web/signing.ts';

const both = { catalog: twoExports, orders: ordersByFile };
const service: DaemonStart = { env: { STOCKHAND_SERVICE: '1' } };
const minuteMs = 60_000;

async function killed(scene: Scene, start?: DaemonStart): Promise<void> {
  const daemon = await scene.daemon(start);
  expect(daemon.safeMode).toBeUndefined();
  daemon.kill('SIGKILL');
  await daemon.ended;
}

/** As after five ends, the last of them so long ago. */
function fiveEnds(scene: Scene, agoMs: number): void {
  const last = Date.now() - agoMs;
  const recent = [4, 3, 2, 1, 0].map((index) => last - index * 10_000);
  const ends = { recent, cause: 'the test.', loop: { since: recent[0], count: 5 } };
  fs.mkdirSync(scene.path('state'), { recursive: true, mode: 0o700 });
  fs.writeFileSync(scene.path('state/ends.json'), JSON.stringify({ ends }));
}

async function deliver(address: string): Promise<number> {
  const body = envelope('order.created');
  const signature = sign(body, Math.floor(Date.now() / 1_000), webhookSecret);
  const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
const isAtWork = async (scene: Scene): Promise<boolean> =>
  (await scene.market.products()).length > 0;

/** Up to eight starts one after the other. */
describe.concurrent('fault 116: safe mode', { timeout: 2 * timeout }, () => {
  it(
    'begins after five ends of a service that nobody saw, and ends with a restart',
    inScene(both, async (scene) => {
      for (let end = 0; end < 5; end += 1) await killed(scene, service);
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      const safe = await scene.daemon(service);
      expect(safe.safeMode).toContain('has ended by itself 5 times since');
      expect(safe.safeMode).toContain('it was killed, or its memory was used up');
      expect(await safe.stop()).toMatchObject({ code: 0 });
      expect(await isAtWork(scene)).toBe(false);
      const next = await scene.daemon(service);
      expect(next.safeMode).toBeUndefined();
      await until('the export goes up', () => isAtWork(scene));
      await next.stop();
    }),
  );

  it(
    'never begins where somebody kills a daemon that runs by hand',
    inScene(both, async (scene) => {
      for (let end = 0; end < 7; end += 1) await killed(scene);
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      const daemon = await scene.daemon();
      expect(daemon.safeMode).toBeUndefined();
      await until('the export goes up', () => isAtWork(scene));
    }),
  );

  it(
    'says so on the page, in the terminal, in the log and by one alert; it does nothing else',
    inScene(both, async (scene) => {
      const chat = await openChat();
      fs.appendFileSync(
        scene.config,
        `alerts: { webhook: "http://127.0.0.1:${chat.port}/hook" }\n`,
      );
      fiveEnds(scene, minuteMs);
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      await scene.orders();
      const before = await scene.now();
      const safe = await scene.daemon();
      const facts = await safe.facts();
      expect(facts).toMatchObject({ state: 'failing', needsYou: [{ id: 'SAFE_MODE' }] });
      expect(facts.sentence).toMatch(/^Safe mode: Stockhand has ended by itself 5 times since /);
      expect(facts.needsYou[0]?.fix).toContain('restart');
      const health = await fetch(new URL('/healthz', safe.status));
      expect([health.status, await health.text()]).toEqual([
        503,
        expect.stringContaining('Safe mode'),
      ]);
      const page = await (await fetch(safe.status)).text();
      expect(page).toContain('Safe mode: Stockhand has ended by itself 5 times');
      expect((await fetch(new URL('/metrics', safe.status))).status).toBe(200);
      expect((await scene.run('status')).stdout).toContain('Safe mode');
      const refused = await scene.json<{ error: { code: string; remedy: string } }>('pause');
      expect(refused).toMatchObject({ error: { code: 'SAFE_MODE' }, exitCode: 1 });
      expect(refused.error.remedy).toContain('stockhand service restart');
      const doctor = await scene.run('doctor', '--offline');
      expect(doctor.stdout).toContain('Safe mode');
      await until('the chat is told', () => chat.texts[0]);
      await safe.stop();
      chat.close();
      expect(chat.texts).toEqual([expect.stringContaining('Safe mode')]);
      expect(count(scene.read('stockhand.log'), /"level":50.*SAFE_MODE/g)).toBe(1);
      expect(await scene.market.ledger(before)).toEqual([]);
      expect(scene.names('orders')).toEqual([]);
    }),
  );

  it(
    'answers webhooks, so that the marketplace does not end the endpoint (fault 102)',
    inScene(both, async (scene) => {
      fiveEnds(scene, minuteMs);
      const safe = await scene.daemon();
      for (let delivery = 0; delivery < 6; delivery += 1)
        expect(await deliver(safe.webhooks ?? '')).toBe(204);
      expect((await safe.facts()).webhooks).toMatchObject({ accepted: 6 });
    }),
  );

  it(
    'ends by itself and goes on with the work that waited',
    inScene(both, async (scene) => {
      // Its five minutes are over soon, but not before it has started.
      fiveEnds(scene, 5 * minuteMs - 30_000);
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      const [order] = await scene.orders();
      const daemon = await scene.daemon();
      expect(daemon.safeMode).toContain('Safe mode');
      await until('it works again', () => daemon.stdout().match(/"started":true/g)?.length === 2);
      await until('the export goes up', () => isAtWork(scene));
      await until('the order is there', () =>
        scene.names('orders').some((name) => name.includes(`-${order!.id}-`)),
      );
      expect((await scene.run('status')).stdout).not.toContain('Safe mode');
    }),
  );

  it(
    'comes back at once where a try fails, and waits twice as long',
    inScene(both, async (scene) => {
      fiveEnds(scene, 6 * minuteMs);
      await killed(scene, service);
      const { safeMode } = await scene.daemon(service);
      expect(safeMode).toContain('6 times');
    }),
  );
});
