import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openChat } from '../support/chat.ts';
import { bundled, root, shipped } from '../support/program.ts';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const both = {
  catalog: twoExports,
  orders: ordersByFile.replace('pollEvery: 10m', 'pollEvery: 2s'),
};
const isHere = spawnSync('prlimit', ['--version']).status === 0;
const describePrlimit = isHere ? describe.concurrent : describe.skip;
const hardlyOpens = 'Stockhand can hardly open files and connections any more.';
const callsStay = 'Calls to the disk or to the name server (DNS) do not return.';

/** Of a process that runs: what it may have open from now on; the higher limit stays where it is. */
function allow(pid: number, descriptors: number): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${descriptors}:`]);
  expect(status, String(stderr)).toBe(0);
}

const openOf = (pid: number): number => fs.readdirSync(`/proc/${pid}/fd`).length;

const isLogged = (scene: Scene, words: string): Promise<true> =>
  until(`the log says "${words}"`, () => scene.read('stockhand.log').includes(words));

/** What a whole day is made of: articles, stock, an order, and the ERP's word on an earlier one. */
async function work(scene: Scene): Promise<() => Promise<void>> {
  const [first, second] = await scene.orders({ count: 2 });
  scene.write('out/artikel.csv', articlesFile(wares(9)));
  scene.write('out/bestand.csv', stockFile(wares(9)));
  return async () => {
    await until('articles and stock are up', async () => {
      const products = await scene.market.products();
      return products.length === 9 && products.every(({ availableQty }) => availableQty);
    });
    for (const order of [first, second])
      await until('the order file is there', () =>
        scene.names('orders').some((name) => name.includes(`-${order?.id}-`)),
      );
    scene.write('commands/c.csv', `orderId,action,version\r\n${first?.id},accept,any\r\n`);
    await until('the command is done', () =>
      scene.names('receipts').some((name) => scene.read(`receipts/${name}`).includes(',done,')),
    );
    const names = scene.names('orders');
    expect(new Set(names.map((name) => name.split('-')[0])).size).toBe(names.length);
    const keys = (await scene.market.mutations()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  };
}

/** Whoever waits to read the pipe goes on, with nothing. */
function release(pipe: string): void {
  try {
    fs.closeSync(fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK));
  } catch (cause) {
    expect(cause).toMatchObject({ code: 'ENXIO' });
  }
}

/** Connections that say nothing and come again when they are ended. */
function crowd(addresses: readonly (string | undefined)[], each: number): () => void {
  let isOver = false;
  const open = new Set<net.Socket>();
  const come = (port: number): void => {
    if (isOver) return;
    const socket = net.connect(port, '127.0.0.1');
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open.delete(socket);
      setTimeout(come, 100, port);
    });
  };
  for (const address of addresses)
    for (let count = 0; count < each; count += 1) come(Number(new URL(address ?? '').port));
  return () => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
}

describePrlimit('fault 117: what the system gives runs out', { timeout }, () => {
  it(
    'with 80 files and connections in all, a crowd at both listeners leaves enough for the work',
    inScene(both, async (scene) => {
      const daemon = await scene.daemon({ by: ['prlimit', '--nofile=80'] });
      const leave = crowd([daemon.status, daemon.webhooks], 60);
      const isDone = await work(scene);
      await isDone();
      leave();
      expect(scene.read('stockhand.log')).not.toContain('EMFILE');
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    }),
  );

  it(
    'with nothing left to open, it says so in the log, loses nothing, and goes on once there is',
    inScene(both, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      const daemon = await scene.daemon();
      await until('it is at work', async () => (await scene.market.products()).length === 2);
      allow(daemon.pid, 10);
      const isDone = await work(scene);
      await isLogged(scene, hardlyOpens);
      expect(scene.names('orders')).toEqual([]);
      allow(daemon.pid, 1_024);
      await isDone();
      await isLogged(scene, `No longer: ${hardlyOpens}`);
    }),
  );

  it(
    'with little left, somebody is told while that is still possible',
    inScene(both, async (scene) => {
      const chat = await openChat();
      const hook = `http://127.0.0.1:${chat.port}/hook`;
      fs.appendFileSync(scene.config, `alerts: { webhook: "${hook}" }\n`);
      const daemon = await scene.daemon();
      await until('the page answers', async () => (await daemon.healthz()) === 200);
      allow(daemon.pid, openOf(daemon.pid) + 6);
      await until('the chat is told', () => chat.texts.some((text) => text.includes(hardlyOpens)));
      const need = (await daemon.facts()).needsYou.find(({ id }) => id === 'OPEN_FILES');
      expect(need?.cause).toMatch(/^\d+ of the \d+ that this process may have open are open\.$/);
      expect(need?.fix).toContain('LimitNOFILE');
      chat.close();
    }),
  );

  it(
    'with too few for a start, it says which limit to raise',
    inScene(both, async (scene) => {
      // Too few to load what ships, for the state, for a thread, and for what the daemon reads. Newer Node.js needs
      // fewer to load and more afterwards.
      for (const [program, descriptors, command = 'run'] of [
        [shipped, 36],
        [shipped, 180, 'status'],
        [bundled, 24],
        [bundled, 28],
        [bundled, 30],
      ] as const) {
        const limited = [`--nofile=${descriptors}`, process.execPath, program];
        const run = [command, '--json', '--config', scene.config];
        const { code, stdout } = await scene.command('prlimit', ...limited, ...run).ended;
        expect(code).toBe(1);
        expect(JSON.parse(stdout)).toMatchObject({
          error: { code: 'OPEN_FILES', remedy: expect.stringContaining('LimitNOFILE') },
        });
      }
    }),
  );

  it(
    'with every thread of libuv taken, it says so, loses nothing, and goes on once they are free',
    inScene(both, async (scene) => {
      const pipe = scene.path('pipe');
      spawnSync('mkfifo', [pipe]);
      const preload = pathToFileURL(path.join(root, 'test/support/misfortune.mjs')).href;
      const daemon = await scene.daemon({
        env: {
          NODE_OPTIONS: `--import ${preload}`,
          ...{ MISFORTUNE: scene.path('misfortune'), PIPE: pipe },
        },
      });
      scene.write('misfortune', 'main starve');
      const isDone = await work(scene);
      const isTold = async (): Promise<boolean> =>
        (await daemon.facts()).needsYou.some(({ what }) => what === callsStay);
      await until('the page says so', isTold);
      await until('the threads are free', async () => {
        release(pipe);
        return !(await isTold());
      });
      await isDone();
    }),
  );
});
