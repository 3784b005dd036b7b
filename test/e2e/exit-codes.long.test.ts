import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';

const both = { catalog: twoExports, orders: ordersByFile };

/** What a program that starts the command sees: the code, and the one document on stdout. */
async function ended(scene: Scene, ...args: string[]) {
  const { exitCode, error } = await scene.json<{ readonly error?: { readonly code: string } }>(
    ...args,
  );
  return [exitCode, error?.code];
}

describe.concurrent('exit codes with --json', { timeout }, () => {
  it(
    'are 64 for a source that does not exist and for a command without its second word',
    inScene(both, async (scene) => {
      expect(await ended(scene, 'plan', '--source', 'artikel')).toEqual([64, 'USAGE']);
      expect(await ended(scene, 'orders')).toEqual([64, 'USAGE']);
    }),
  );

  it(
    'are 64 for a port that is none or in use, a storm or state file that does not exist, and a clock that stands',
    inScene(both, async (scene) => {
      const { port } = new URL(scene.market.sandbox.url);
      for (const wrong of ['x', '1.5', '99999', port])
        expect(await ended(scene, 'sandbox', '--port', wrong)).toEqual([64, 'USAGE']);
      expect(await ended(scene, 'sandbox', '--port', '0', '--storm', 'x')).toEqual([64, 'USAGE']);
      expect(await ended(scene, 'sandbox', '--port', '0', '--speed', '0')).toEqual([64, 'USAGE']);
      const state = import.meta.dirname;
      expect(await ended(scene, 'sandbox', '--port', '0', '--state', state)).toEqual([64, 'USAGE']);
      expect(await ended(scene, 'demo', '--port', 'x')).toEqual([64, 'USAGE']);
    }),
  );

  it(
    'are 1 for a command that the marketplace refuses',
    inScene(both, async (scene) => {
      const [order] = await scene.orders();
      await scene.json('run', '--once');
      const refused = await scene.json('orders', 'dispatch', order!.orderNumber);
      expect(refused).toMatchObject({ outcome: 'refused', code: 'CONFLICT', exitCode: 1 });
      const [line] = (await scene.json<{ list: unknown[] }>('orders', 'list')).list;
      const { orderNumber, version } = order!;
      expect(line).toMatchObject({ orderId: String(order!.id), orderNumber, version, sequence: 1 });
    }),
  );

  it(
    'are 1 for an article that nobody knows, and 0 for one that an export names, also where it was rejected',
    inScene(both, async (scene) => {
      const why = async (article: string) => (await scene.run('why', 'product', article)).code;
      expect(await why('A-1')).toBe(1);
      scene.write('out/artikel.csv', 'ArtNr;Bezeichnung;ME\nA-1;Nagel;STK\nB-2;;STK\n');
      await scene.run('run', '--once');
      expect([await why('A-1'), await why('B-2'), await why('A-3')]).toEqual([0, 0, 1]);
    }),
  );

  it(
    'are 2 for a status where something needs you, also beside a daemon, else 0',
    inScene(both, async (scene) => {
      const status = async () => (await scene.run('status')).code;
      expect(await status()).toBe(0);
      scene.write('out/artikel.csv', 'ArtNr;Bezeichnung;ME\nA-1;Nagel;STK\nB-2;;STK\n');
      await scene.run('run', '--once');
      expect(await status()).toBe(2);
      await scene.daemon();
      expect(await status()).toBe(2);
    }),
  );
});

describe('the demo', { timeout }, () => {
  it(
    'answers one JSON document with its balanced books',
    inScene(both, async (scene) => {
      const { passes, exitCode } = await scene.json<{ passes: OnceReport[] }>('demo', '--once');
      expect(exitCode).toBe(0);
      const runs = passes.flatMap(({ catalog }) => catalog.runs);
      expect(runs.length).toBeGreaterThan(3);
      for (const { read, unchanged, sent, held, rejected, skipped } of runs)
        expect(unchanged + sent + held + rejected + skipped).toBe(read);
    }),
  );

  it(
    'says that its port is in use before it does anything',
    inScene(both, async (scene) => {
      const { port } = new URL(scene.market.sandbox.url);
      const { code, stdout, stderr } = await scene.run('demo', '--port', port);
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
      expect(stderr).toContain(`Port ${port} is in use by another program.`);
    }),
  );
});
