import { cpSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runsWhole, runsWholeMs } from '../../../src/domain/retention.ts';
import { renewCatalog } from '../../../src/store/restored-catalog.ts';
import { dialect, open, room, undone, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

useRoom();

const flagged = `  vanished: hide
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, isActive: { column: Aktiv, translate: { '1': true, '0': false } } } }`;
const texts = `
    - { name: texts, folder: ./out, files: "texte.csv", ${dialect}, mapping: { externalId: Nr, description: Text } }`;
const named = flagged.replace(/, isActive: .*/, ' } }');
const speaking = texts.replace(
  'Text }',
  "Text, isActive: { column: Aktiv, translate: { '1': true, '0': false } } }, empty: clear",
);
const others = Array.from({ length: 9 }, (_, n) => `B${n};Niete ${n};1`);
const nail = async () =>
  (await room.market.products()).find(({ externalId }) => externalId === 'A');

function passOver(...rows: readonly string[]) {
  room.write('artikel.csv', ['Nr;Name;Aktiv', ...rows]);
  return room.pass();
}

/** The article with this cell, then hidden because no row names it, then named again with an empty cell. */
async function returned(
  flag: string,
  meanwhile: () => Promise<void> = async () => undefined,
  more = '',
) {
  await open(`${flagged}${more}`);
  await passOver(`A;Nagel;${flag}`, ...others);
  await passOver(...others);
  expect(await nail()).toMatchObject({ isActive: false });
  await meanwhile();
  await passOver('A;Nagel neu;', ...others);
  return nail();
}

describe('a hidden article that an export names again with an empty isActive under empty: keep', () => {
  it('returns on sale: no cell had said that it is inactive', async () => {
    expect(await returned('1')).toMatchObject({ isActive: true, name: 'Nagel neu' });
  });

  it('returns on sale after the run that hid it was forgotten (fault 39)', async () => {
    const forgotten = async () => {
      for (let run = 0; run <= runsWhole; run += 1) await passOver(...others, `C;Dübel ${run};1`);
      const { store } = room.catalog;
      expect([...store.forgetSteps(Date.now() + 2 * runsWholeMs)].length).toBeGreaterThan(0);
      expect(store.runs.get(2)).toMatchObject({ forgotten: 1 });
    };
    expect(await returned('1', forgotten)).toMatchObject({ isActive: true, name: 'Nagel neu' });
  });

  it('returns on sale after a second source gave other fields of it', async () => {
    const described = async () => {
      room.write('texte.csv', ['Nr;Text', 'A;Lang']);
      await room.pass();
      expect(await nail()).toMatchObject({ isActive: false, description: 'Lang' });
    };
    expect(await returned('1', described, texts)).toMatchObject({ isActive: true });
  });

  it('returns on sale after it was hidden twice: by an undo, and by the next export', async () => {
    await open(flagged);
    await passOver(...others);
    const { runs } = await passOver('A;Nagel;1', ...others);
    await undone(runs[0]?.run);
    const end = await ledgerEnd(room.market);
    await passOver(...others, 'C;Dübel;1');
    expect(await callsSince(room.market, end)).toContainEqual([
      'upsert',
      expect.objectContaining({ externalId: 'A', isActive: false }),
    ]);
    await passOver('A;Nagel neu;', ...others);
    expect(await nail()).toMatchObject({ isActive: true, name: 'Nagel neu' });
  });

  it.each([
    ['its own source', ''],
    ['one of two sources', texts],
  ])('stays as a cell of %s said that named it while it was hidden', async (_, more) => {
    const since = async () => {
      await passOver('A;Nagel;0', ...others);
      const end = await ledgerEnd(room.market);
      await passOver('A;Nagel;0', ...others, 'C;Dübel;1');
      expect(await callsSince(room.market, end)).toEqual([
        ['upsert', expect.objectContaining({ externalId: 'C' })],
      ]);
    };
    expect(await returned('1', since, more)).toMatchObject({ isActive: false, name: 'Nagel neu' });
  });

  it('stays as the cell of a row said that was rejected while it was hidden', async () => {
    const rejected = async () => {
      const { runs } = await passOver(`A;${'N'.repeat(501)};0`, ...others);
      expect(runs).toMatchObject([{ rejected: 1 }]);
      const end = await ledgerEnd(room.market);
      await passOver(`A;${'N'.repeat(501)};0`, ...others, 'C;Dübel;1');
      expect(await callsSince(room.market, end)).toHaveLength(1);
    };
    expect(await returned('1', rejected)).toMatchObject({ isActive: false, name: 'Nagel neu' });
  });

  it('is not held for such a row: it is off sale already', async () => {
    const hidden = ['A', 'E', 'G'];
    await open(flagged);
    await passOver(...hidden.map((id) => `${id};Nagel;1`), ...others);
    await passOver(...others);
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await room.pass();
    expect(await nail()).toMatchObject({ isActive: false });
    await passOver(...hidden.map((id) => `${id};${'N'.repeat(501)};0`), ...others);
    expect(await room.catalog.held()).toEqual([]);
  });

  it.each([
    ['its own source', ''],
    ['one of two sources', texts],
  ])('returns on sale after the cell of %s that named it meanwhile was undone', async (_, more) => {
    const takenBack = async () => {
      const { runs } = await passOver('A;Nagel;0', ...others);
      await undone(runs[0]?.run);
    };
    expect(await returned('1', takenBack, more)).toMatchObject({ isActive: true });
  });

  it('stays as its last cell said where that had taken it off sale', async () => {
    expect(await returned('0')).toMatchObject({ isActive: false, name: 'Nagel neu' });
  });

  it('stays so where another source gives it a new text in the pass that hides it', async () => {
    await open(`${flagged}${texts}`);
    room.write('texte.csv', ['Nr;Text', 'A;Kurz']);
    await passOver('A;Nagel;0', ...others);
    room.write('texte.csv', ['Nr;Text', 'A;Lang']);
    await passOver(...others);
    await passOver('A;Nagel neu;', ...others);
    expect(await nail()).toMatchObject({ isActive: false, name: 'Nagel neu', description: 'Lang' });
  });
});

describe('a hidden article of which another source says isActive', () => {
  it('stays hidden once the run that named it again was undone, whatever that source says then', async () => {
    await open(`${named}${speaking}`);
    const says = (flag: string) => room.write('texte.csv', ['Nr;Text;Aktiv', `A;Lang;${flag}`]);
    says('0');
    await passOver('A;Nagel;', ...others);
    await passOver(...others);
    const { runs } = await passOver('A;Nagel;', 'C;Dübel;', ...others);
    await undone(runs[0]?.run);
    says('1');
    await room.pass();
    expect(await nail()).toMatchObject({ isActive: false });
    await passOver('A;Nagel neu;', ...others);
    expect(await nail()).toMatchObject({ isActive: true });
  });

  it.each([
    ['hidden already', ['named', 'left out', '1', 'undone', 'named'], true],
    ['hidden since', ['named', '1', 'left out', 'undone', 'named'], true],
    ['hidden before, and named again since', ['named', 'left out', '1', 'named', 'undone'], true],
    ['hidden since, and blocked before', ['0', 'named', '1', 'left out', 'undone', 'named'], false],
    ['blocked while it was hidden', ['named', 'left out', '0', '1', 'undone', 'named'], false],
  ])(
    'is on sale as that source says without its run that was undone: %s',
    async (_, steps, isActive) => {
      await open(`${named}${speaking}`);
      let spoken: number | undefined;
      for (const [at, step] of steps.entries())
        if (step === 'undone') await undone(spoken);
        else if (step === 'named') await passOver(`A;Nagel ${at};`, ...others);
        else if (step === 'left out') await passOver(`C;Dübel ${at};`, ...others);
        else {
          room.write('texte.csv', ['Nr;Text;Aktiv', `A;Lang ${at};${step}`]);
          spoken = (await room.pass()).runs[0]?.run;
        }
      expect(await nail()).toMatchObject({ isActive });
    },
  );

  it('is on sale as that source says once the run that left it out was undone, until one leaves it out again', async () => {
    await open(`${named}${speaking}`);
    room.write('texte.csv', ['Nr;Text;Aktiv', 'A;Lang;0']);
    await passOver('A;Nagel;', 'C;Dübel;', ...others);
    const { runs } = await passOver(...others);
    await undone(runs[0]?.run);
    room.write('texte.csv', ['Nr;Text;Aktiv', 'A;Lang;1']);
    await room.pass();
    expect(await nail()).toMatchObject({ isActive: true });
    await passOver('C;Dübel;', ...others);
    expect(await nail()).toMatchObject({ isActive: false });
  });

  it('returns on sale where the newest cell of that source is empty under empty: clear', async () => {
    await open(`${named}${speaking}`);
    await passOver('A;Nagel;', ...others);
    await passOver(...others);
    for (const flag of ['0', '']) {
      room.write('texte.csv', ['Nr;Text;Aktiv', `A;Lang;${flag}`]);
      await room.pass();
      expect(await nail()).toMatchObject({ isActive: false });
    }
    await passOver('A;Nagel neu;', ...others);
    expect(await nail()).toMatchObject({ isActive: true });
  });
});

describe('an article that was blocked, and that an empty cell put on sale under empty: clear', () => {
  it('is given back its former name by an undo', async () => {
    await open(flagged.replace('hide', 'ignore').replace('mapping', 'empty: clear, mapping'));
    await passOver('A;Nagel;0', ...others);
    await passOver('A;Nagel;', ...others);
    await undone((await passOver('A;Stift;', ...others)).runs[0]?.run);
    expect(await nail()).toMatchObject({ isActive: true, name: 'Nagel' });
  });
});

describe('an article that was unpublished, and that an undo brought back', () => {
  it('is given what another source says of it then', async () => {
    await open(`${named}${texts}`.replace('hide', 'unpublish'));
    await passOver('A;Nagel;', ...others);
    await undone((await passOver(...others)).runs[0]?.run);
    expect(await nail()).toMatchObject({ name: 'Nagel' });
    room.write('texte.csv', ['Nr;Text', 'A;Lang']);
    await room.pass();
    expect(await nail()).toMatchObject({ name: 'Nagel', description: 'Lang' });
  });
});

describe('a hidden article that an export names again after vanished: hide was changed', () => {
  it.each([
    ['ignore', 'clears'],
    ['ignore', 'keeps'],
    ['unpublish', 'keeps'],
  ] as const)('is seen again under %s, where an omitted field %s', async (vanished, omitted) => {
    const plain = flagged.replace(/, isActive: .*/, ' } }');
    await open(plain, { omitted });
    await passOver('A;Nagel;', ...others);
    await passOver(...others);
    expect(await nail()).toMatchObject({ isActive: false });
    const { config } = room.shop;
    await room.restart({
      ...room.shop,
      config: { ...config, catalog: { ...config.catalog!, vanished } },
    });
    await room.pass();
    const since = await ledgerEnd(room.market);
    await passOver('A;Nagel;', ...others);
    expect(await callsSince(room.market, since)).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', isActive: true }],
    ]);
    expect(await nail()).toMatchObject({ isActive: true });
  });
});

describe('an article that was hidden before a backup and is on sale since (fault 34)', () => {
  const stopped = async () => {
    await room.catalog.stop();
    room.catalog.store.close();
    return room.shop.config.dataDir;
  };

  it('is hidden again after the restore by an export that leaves it out, once, and returns with the next', async () => {
    await open(flagged);
    await passOver('A;Nagel;1', 'D;Dorn;0', ...others);
    await passOver('D;Dorn;0', ...others);
    const dataDir = await stopped();
    cpSync(dataDir, `${dataDir}.before`, { recursive: true });
    await room.restart();
    await passOver('A;Nagel;1', 'D;Dorn;0', ...others);
    expect(await nail()).toMatchObject({ isActive: true });
    await stopped();
    rmSync(dataDir, { recursive: true });
    cpSync(`${dataDir}.before`, dataDir, { recursive: true });
    renewCatalog(dataDir, { at: 1, text: 'restored' });
    await room.restart();
    await passOver('C;Dübel;1', 'D;Dorn;0', ...others);
    expect(await nail()).toMatchObject({ isActive: false });
    const end = await ledgerEnd(room.market);
    await passOver('C;Dübel neu;1', 'D;Dorn;0', ...others);
    expect(await callsSince(room.market, end)).toHaveLength(1);
    await passOver('A;Nagel;', 'C;Dübel neu;1', 'D;Dorn;0', ...others);
    expect(await nail()).toMatchObject({ isActive: true });
  });
});
