import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, csv, wares } from '../support/wares.ts';

interface Line {
  readonly level: number;
  readonly part?: string;
  readonly msg: string;
  readonly cause?: string;
  readonly fix?: string;
}

const warn = 40;

function linesOf(scene: Scene): Line[] {
  const text = scene.read('stockhand.log');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

function told(scene: Scene, words: string): Line[] {
  return linesOf(scene).filter(({ msg }) => msg.includes(words));
}

async function untilTold(scene: Scene, words: string): Promise<Line> {
  return until(`the log says "${words}"`, () => told(scene, words)[0]);
}

describe.concurrent('the log file alone', { timeout }, () => {
  it(
    'tells how each import of a pass ended, once, also over several passes',
    inScene({ catalog: twoExports }, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(wares(3)));
      await scene.run('run', '--once');
      scene.write('out/artikel.csv', articlesFile(wares(4)));
      await scene.run('run', '--once');
      const books = linesOf(scene).filter(({ part }) => part === 'articles');
      expect(books.map(({ msg }) => msg)).toEqual([
        expect.stringContaining('artikel.csv (run 1): 3 rows read, 3 sent'),
        expect.stringContaining('4 rows read, 1 sent, 3 unchanged'),
      ]);
    }),
  );

  it(
    'names the file, the cause and the next action of what needs a person',
    inScene({ catalog: twoExports }, async (scene) => {
      scene.write('out/artikel.csv', csv(['Nummer', 'Bezeichnung', 'ME'], [['A-1', 'Rad', 'STK']]));
      const { exitCode } = await scene.json('run', '--once');
      expect(exitCode).toBe(2);
      const [need, ...more] = linesOf(scene).filter(({ part }) => part === 'needsYou');
      expect(more).toEqual([]);
      expect(need).toMatchObject({ level: warn, fix: expect.stringMatching(/\w+/) });
      expect(need?.cause).toContain('ArtNr');
      expect(need?.cause).toContain('artikel.csv');
    }),
  );

  it(
    'ends a pass with 2 where it cannot be written, and status tells it without a daemon',
    inScene({ catalog: twoExports }, async (scene) => {
      const written = scene.read('stockhand.yaml');
      const elsewhere = written.replace('./stockhand.log', './stockhand.yaml/stockhand.log');
      fs.writeFileSync(scene.config, elsewhere);
      const pass = await scene.run('run', '--once');
      expect(pass).toMatchObject({
        code: 2,
        stdout: expect.stringContaining('stockhand.log: ENOTDIR'),
      });
      const { needsYou } = await scene.json<{ needsYou: unknown[] }>('status');
      expect(needsYou).toMatchObject([{ id: 'LOG_UNWRITTEN' }]);
    }),
  );

  it(
    'tells a daemon’s trouble when it comes and when it has gone, and its last words before it ends',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      const daemon = await scene.daemon();
      // Every step at the folder tells a lost marker in the same words, whichever of them meets it first.
      const marker = scene.path('orders/.stockhand/marker');
      await scene.orders();
      await scene.run('retry', '--all');
      // Only then the marker's id is kept: an outbox whose marker is gone before that is claimed anew.
      await until('an order is written', () =>
        scene.names('orders').some((name) => name.endsWith('.json')),
      );
      fs.renameSync(marker, scene.path('away'));
      await scene.orders();
      await scene.run('retry', '--all');
      const offline = await until('it needs somebody', async () =>
        (await daemon.facts()).needsYou.find(({ id }) => id === 'OUTBOX_OFFLINE'),
      );
      expect(await untilTold(scene, offline.what)).toMatchObject({
        level: warn,
        cause: offline.cause,
        fix: offline.fix,
      });
      fs.renameSync(scene.path('away'), marker);
      await untilTold(scene, `No longer: ${offline.what}`);
      await scene.weather({ kind: 'status', status: 500, method: 'POST', count: 4 });
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      await untilTold(scene, 'The marketplace answered 500');
      await untilTold(scene, 'The marketplace answers again.');
      await until(
        'all is sent',
        async () => (await daemon.facts()).catalog?.products.confirmed === 2,
      );
      await daemon.stop();
      expect(told(scene, '2 rows read, 2 sent')).toHaveLength(1);
    }),
  );
});
