import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { createFiles } from '../../src/files/port.ts';
import { type OrderWatch, watchOrderFolders } from '../../src/order-watch.ts';
import { until } from '../support/until.ts';
import { realFiles, World } from './world.ts';

const hourMs = 3_600_000;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Looks once an hour by itself, and otherwise only when a watcher wakes it. */
function watched(accept: 'manual' | 'onAcknowledged'): World {
  let watch: OrderWatch | undefined;
  const world = new World({ options: { lookEveryMs: hourMs, pollEvery: hourMs, accept } });
  closing.push(() => world.close());
  world.deps = () => {
    const deps = createFilesDeps(systemClock);
    const { outboxFolder: folder } = world;
    watch = watchOrderFolders(deps, createFiles(deps), [folder, world.commandFolder]);
    closing.push(watch.close);
    const { files } = watch;
    return {
      files: { ...realFiles, scan: files.scan },
      async claimOutbox(known) {
        const claimed = await files.claimOutbox({ folder, known, newId: 'this-outbox' });
        if ('offline' in claimed) return claimed;
        const { id, owner } = claimed;
        return { id, owner, outbox: files.outbox({ folder, id, owner }) };
      },
    };
  };
  world.restart();
  watch?.onHint(() => world.flow.look());
  return world;
}

const isWritten = (world: World): boolean => world.outboxNames().length === 1;

/** A watched folder whose looks also show what is dropped into another: as on a share, no event tells of that. */
async function watchedFolder() {
  const [folder = '', elsewhere = ''] = ['here', 'elsewhere'].map((name) =>
    fs.mkdtempSync(path.join(os.tmpdir(), `stockhand-${name}-`)),
  );
  closing.push(async () => fs.rmSync(folder, { recursive: true, force: true }));
  closing.push(async () => fs.rmSync(elsewhere, { recursive: true, force: true }));
  let pastMs = 0;
  const deps = createFilesDeps({
    ...systemClock,
    monotonic: () => systemClock.monotonic() + pastMs,
  });
  const plain = createFiles(deps);
  const entriesElsewhere = async () => {
    const scan = await plain.scan({ folder: elsewhere, files: ['*'], ignoreCase: false });
    return 'offline' in scan ? [] : scan.entries;
  };
  const watch = watchOrderFolders(
    deps,
    {
      ...plain,
      scan: async (request) => ({
        ...(await plain.scan(request)),
        ...(request.files.length > 0 && { entries: await entriesElsewhere() }),
      }),
      outbox: (place) => ({
        ...plain.outbox(place),
        async list() {
          const list = await plain.outbox(place).list();
          const names = (await entriesElsewhere()).map(({ name }) => name);
          return 'offline' in list ? list : { ...list, names: [...list.names, ...names] };
        },
      }),
    },
    [folder],
  );
  closing.push(watch.close);
  const claimed = await watch.files.claimOutbox({ folder, known: {}, newId: 'this-outbox' });
  if ('offline' in claimed) throw new Error(claimed.offline.sentence);
  const facts = () => watch.facts()[0]!;
  await until('the watcher', () => facts().watching);
  return {
    folder,
    facts,
    /** So much time that a watcher has told what it will ever tell. */
    wait: () => {
      pastMs += 5_000;
    },
    outbox: watch.files.outbox({ folder, id: claimed.id }),
    scan: () => watch.files.scan({ folder, files: ['*'], ignoreCase: false }),
    dropElsewhere: () => fs.writeFileSync(path.join(elsewhere, 'accept.csv'), 'orderId'),
  };
}

const orderFile = (sequence: number) => `${String(sequence).padStart(9, '0')}-1-0123abcd.json`;

describe('deafness', () => {
  it.each(['commands', 'outbox'] as const)(
    'fault 19: a look at the %s that knows more than the watcher told calls it deaf',
    async (which) => {
      const { facts, scan, outbox, wait, dropElsewhere } = await watchedFolder();
      const look = which === 'outbox' ? () => outbox.list() : scan;
      await look();
      await look();
      expect(facts()).toMatchObject({ missed: 0, deaf: false });
      dropElsewhere();
      await look();
      wait();
      await look();
      expect(facts()).toMatchObject({ missed: 1, deaf: true });
    },
  );

  it('is healed where another folder was put in the place of the outbox', async () => {
    const { folder, outbox, facts } = await watchedFolder();
    await outbox.list();
    fs.cpSync(folder, `${folder}.new`, { recursive: true });
    fs.renameSync(folder, `${folder}.old`);
    fs.renameSync(`${folder}.new`, folder);
    closing.push(async () => fs.rmSync(`${folder}.old`, { recursive: true }));
    let sequence = 0;
    const { hints } = facts();
    await until('a hint from the new folder', async () => {
      sequence += 1;
      fs.writeFileSync(path.join(folder, orderFile(sequence)), '{}');
      await outbox.list();
      return facts().hints > hints + 3;
    });
    expect(facts()).toMatchObject({ watching: true, deaf: false });
  });
});

describe('watched folders', () => {
  it('let a command act as soon as its file rests, however rarely anybody looks', async () => {
    const world = watched('manual');
    world.market.put('1');
    world.flow.start();
    await until('the order file', () => isWritten(world));
    await until('the accept', () => {
      // A watcher begins a moment after the first look; a file dropped before that would wait for the next one.
      world.drop(
        `accept-${fs.readdirSync(world.commandFolder).length}.csv`,
        'orderId,action\n1,accept\n',
      );
      return world.market.effects().includes('1 accept');
    });
  });

  it('let a taken order file count at once', async () => {
    const world = watched('onAcknowledged');
    world.market.put('1');
    world.flow.start();
    await until('the order file', () => isWritten(world));
    await until('the accept', () => {
      fs.writeFileSync(path.join(world.outboxFolder, 'other.txt'), String(Math.random()));
      if (world.outboxNames().some((name) => name.endsWith('.json')))
        world.take(world.outboxNames().filter((name) => name.endsWith('.json')));
      return world.market.effects().includes('1 accept');
    });
  });
});
