import { describe, expect, it } from 'vitest';
import type { LiveLine } from '../../src/live/live.ts';
import { bundled, type Running } from '../support/program.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };

function linesOf(tail: Running): LiveLine[] {
  const whole = tail.stdout().split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as LiveLine);
}

describe.concurrent('stockhand tail', { timeout }, () => {
  it(
    'follows files, calls, webhooks and orders as one stream, and ends with Ctrl-C',
    inScene(both, async (scene) => {
      const [order] = await scene.orders();
      const daemon = await scene.daemon();
      const tail = scene.start('tail', '--json');
      await until('it follows the daemon', () => linesOf(tail).length > 0);
      scene.write('out/artikel.csv', articlesFile(wares(3)));
      const headers = { 'X-Service-Signature': 't=1,v1=00' };
      await fetch(daemon.webhooks!, { method: 'POST', body: '{}', headers });
      const has = (part: string, text: RegExp) =>
        linesOf(tail).some((line) => line.part === part && text.test(line.text));
      await until('the file is told', () => has('articles', /artikel\.csv.*3 rows read, 3 sent/));
      await until('its call is told', () =>
        has('calls', /^POST .*\/products\/batch: 200 \(\d+ ms\)$/),
      );
      await until('the post is told', () =>
        has('webhooks', /^a post from 127\.0\.0\.1 was refused/),
      );
      const written = new RegExp(`^Order ${order!.id} written: `);
      await until('the order is told', () => has('outbox', written));
      const times = linesOf(tail).map(({ at }) => Date.parse(at));
      expect(times.every((time) => time > 0)).toBe(true);
      tail.kill('SIGTERM');
      expect((await tail.ended).code).toBe(0);
      expect(tail.stderr()).toBe('');
      expect(await daemon.healthz()).toBe(200);
    }),
  );

  it(
    'ends well when the daemon ends, and says where none runs',
    inScene(both, async (scene) => {
      const { code, stderr } = await scene.run('tail');
      expect(stderr).toContain('No daemon runs on');
      expect(stderr).toContain('stockhand run');
      expect(code).toBe(1);
      const daemon = await scene.daemon();
      const tail = scene.start('tail');
      await until('it follows the daemon', () => tail.stdout() !== '');
      daemon.kill('SIGTERM');
      expect((await tail.ended).code).toBe(0);
    }),
  );

  it(
    'ends well when nobody reads it any more',
    inScene(both, async (scene) => {
      await scene.daemon();
      const shell = `"$0" "$1" tail --config "$2" | head -1; echo "\${PIPESTATUS[0]}"`;
      const { execPath } = process;
      const tail = scene.command('bash', '-c', shell, execPath, bundled, scene.config);
      await until('its reader has left', () => tail.stdout() !== '');
      scene.write('out/artikel.csv', articlesFile(wares(3)));
      const { stdout, stderr } = await tail.ended;
      expect(stdout).toMatch(/\n0\n$/);
      expect(stderr).not.toContain('EPIPE');
    }),
  );
});
