import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseOptions } from '../../src/cli/rehearse.ts';
import type { RehearsalReport } from '../../src/rehearsal/report.ts';
import { erpOf } from '../support/erp.ts';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, csv, stockFile, wares } from '../support/wares.ts';

const list = wares(80);
const both = {
  catalog: twoExports.replace('quiet: 200ms }', 'quiet: 200ms }\n      afterImport: move'),
  orders: ordersByFile,
};
const supplied = ['state', 'out', 'orders', 'commands', 'receipts', 'results'];

/** Every file and folder with its content and its times. */
function everything(scene: Scene, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(scene.path(folder), { recursive: true, withFileTypes: true })
      .map((entry) => path.join(entry.parentPath, entry.name))
      .concat(scene.path(folder))
      .sort()
      .map((file) => {
        const { mtimeMs, ctimeMs, nlink } = fs.statSync(file);
        const isFile = fs.statSync(file).isFile();
        const bytes = isFile
          ? createHash('sha256').update(fs.readFileSync(file)).digest('hex')
          : '';
        return [path.relative(scene.folder, file), mtimeMs, ctimeMs, nlink, bytes].join(' ');
      }),
  );
}

/** Counts who knocks, and lets nobody in. */
async function openGate(): Promise<{ url: string; knocks: () => number; close: () => void }> {
  let knocks = 0;
  const server = net.createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `http://127.0.0.1:${port}`, knocks: () => knocks, close: () => server.close() };
}

async function rehearsal(scene: Scene, ...args: string[]) {
  const report = await scene.json<RehearsalReport>('sandbox', '--rehearse', ...args);
  fs.rmSync(report.folder, { recursive: true, force: true });
  return report;
}

function isFinal(books: string): boolean {
  return (JSON.parse(books) as { final: boolean }).final;
}

describe.concurrent('a rehearsal', { timeout }, () => {
  it(
    'says what the next pass would do, over no socket but its own, and touches nothing of the supplier',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(list));
      scene.write('out/bestand.csv', stockFile(list));
      const fresh = await rehearsal(scene, '--orders', '0');
      expect(fresh).toMatchObject({ begun: { hadState: false, products: 0 }, exitCode: 0 });
      expect(fresh.asked.effects).toEqual({ productCreated: 80 });
      await scene.run('plan');
      const planned = await rehearsal(scene, '--orders', '0');
      expect(planned.catalog.runs).toEqual(fresh.catalog.runs);
      expect(await scene.market.ledger()).toEqual([]);

      await scene.run('run', '--once');
      expect(scene.names('out')).toEqual(['bestand.csv', 'done']);
      const rest = list.slice(20);
      const renamed = rest.map((ware, n) => ({
        ...ware,
        name: n === 3 ? '' : `${ware.name}${n < 19 ? ' neu' : ''}`,
      }));
      scene.write('out/artikel2.csv', articlesFile(renamed));
      scene.write('out/bestand2.csv', stockFile(rest.map(({ id }) => ({ id, stock: 7 }))));
      scene.write('commands/befehle.csv', csv(['orderNumber', 'action'], [['X-1', 'accept']]));
      const gate = await openGate();
      const portal = 'proxy: "GATE", portal: { session: real }, auth: token, baseUrl: "GATE"';
      const text = fs.readFileSync(scene.config, 'utf8');
      const real = text.replace(/baseUrl: "[^"]+"/, portal.replaceAll('GATE', gate.url));
      fs.writeFileSync(scene.config, real.replace('apiKey: sandbox-key', 'apiKey: the-real-key'));
      const before = everything(scene, supplied);

      const report = await rehearsal(scene);
      expect(everything(scene, supplied)).toEqual(before);
      expect(gate.knocks()).toBe(0);
      gate.close();
      expect(report).toMatchObject({
        exitCode: 2,
        insteadOf: gate.url,
        begun: { hadState: true, products: 80, confirmed: 80, fromExport: 0, byNameOnly: 0 },
        orders: { placed: 3, written: 3, commands: { refused: 0 } },
      });
      const books = report.catalog.runs.map(({ file, read, unchanged, sent, held, rejected }) => [
        file,
        { read, unchanged, sent, held, rejected },
      ]);
      expect(Object.fromEntries(books)).toEqual({
        'artikel2.csv': { read: 60, unchanged: 41, sent: 18, held: 0, rejected: 1 },
        'bestand2.csv': { read: 60, unchanged: 0, sent: 60, held: 0, rejected: 0 },
      });
      expect(report.asked.effects).toEqual({ productUpdated: 18, stockSet: 60 });
      expect(report.asked.warnings).toEqual({});
      expect(report.catalog.held).toMatchObject([{ source: 'articles', items: 20 }]);
      expect(report.catalog.rejected).toMatchObject([
        { file: 'artikel2.csv', row: 5, externalId: 'A-024', column: 'Bezeichnung' },
      ]);
      const releases = report.waitsForPerson.filter(({ fix }) => fix.includes('stockhand release'));
      expect(releases).toEqual([]);
    }),
  );

  it(
    'works beside a running daemon, in words and in a storm, and leaves what it wrote in the folder that it names',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(list.slice(0, 3)));
      scene.write('out/bestand.csv', stockFile(list.slice(0, 3)));
      const [order] = await scene.orders();
      const daemon = await scene.daemon();
      await erpOf(scene).filesOf(order!.id, 1);
      await until('both imports have ended', () => {
        const books = scene.names('results').filter((name) => name.endsWith('.books.json'));
        return books.length === 2 && books.every((name) => isFinal(scene.read(`results/${name}`)));
      });
      const text = fs.readFileSync(scene.config, 'utf8');
      fs.writeFileSync(scene.config, text.replace('STK: pcs', 'STK: box'));
      const since = await scene.now();
      // The daemon may bring a book to its folder once more, of the same words.
      const results = () => scene.names('results').map((name) => scene.read(`results/${name}`));
      const untouched = () => [everything(scene, supplied.slice(1, -1)), results()];
      const before = untouched();

      const args = ['--storm', 'lossy line', '--orders', '1'];
      const { stdout, code } = await scene.run('sandbox', '--rehearse', ...args);
      expect([code, untouched()]).toEqual([0, before]);
      expect(await scene.market.mutations(since)).toEqual([]);
      expect(await daemon.healthz()).toBe(200);
      expect(stdout).toContain(`Nothing was sent to ${scene.market.url}.`);
      expect(stdout).toMatch(/began with 3 confirmed products of the state\./);
      expect(stdout).toMatch(/artikel\.csv \(read again\)/);
      expect(stdout).toMatch(/^ {2}3 {2}productUpdated$/m);

      const folder = /written is in (\S+):/.exec(stdout)?.[1] ?? '';
      expect(path.basename(folder)).toMatch(/^stockhand-rehearsal-/);
      expect(
        fs.readdirSync(path.join(folder, 'orders')).filter((name) => !name.startsWith('.')),
      ).toHaveLength(3);
      expect(fs.readdirSync(folder)).not.toContain('state');
      expect(JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'))).toMatchObject({
        folder,
      });
      fs.rmSync(folder, { recursive: true });
      await daemon.stop();
    }),
  );

  it(
    'offers no release of a file of which every row was rejected',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(list.map((ware) => ({ ...ware, name: '' }))));
      const { stdout } = await scene.run('sandbox', '--rehearse', '--orders', '0');
      expect(stdout).toMatch(/^ {2}articles: .* the whole file is held\.$/m);
      expect(stdout).toMatch(/nothing in this file can be released\.$/m);
      expect(stdout).not.toContain('release it when');
      fs.rmSync(/written is in (\S+):/.exec(stdout)![1]!, { recursive: true });
    }),
  );

  it('takes no option that would have no meaning', () => {
    expect(() => refuseOptions({ rehearse: true, uploadPort: '1' })).toThrow(/--upload-port/);
    expect(() => refuseOptions({ rehearse: true, storm: 'monday', orders: '2' })).not.toThrow();
  });
});
