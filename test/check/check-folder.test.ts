import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { restoredFrom } from '../../src/domain/restored.ts';
import { outboxInState } from '../../src/outbox-in-state.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { openShop } from '../support/catalog.ts';
import { temporaryFolder } from '../support/folder.ts';

const dayMs = 24 * 60 * 60_000;

async function checked(
  keys: string,
  fill: (folder: string) => void,
): Promise<readonly (readonly [level: string, sentence: string])[]> {
  const shop = await openShop(
    `  sources:\n    - { name: wares, folder: ./out, files: "artikel*.csv", ${keys} mapping: { externalId: Nr, name: Name } }`,
  );
  fill(path.join(shop.folder, 'out'));
  const { findings } = await check(shop.config, { offline: true });
  return findings
    .filter(({ area, level }) => area === 'files' && level !== 'ok')
    .map(({ level, sentence }) => [level, sentence]);
}

const write = (folder: string, name = 'artikel.csv'): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, 'Nr;Name\nA;Nagel\n');
  return file;
};

const link = (folder: string): void => {
  fs.symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'artikel2.csv'));
};

describe('check names what the daemon would not read', () => {
  it.each([
    ['alone', () => {}, 'error'],
    ['beside an export', write, 'warning'],
  ] as const)('a link %s', async (_, fill, level) => {
    const found = await checked('', (folder) => {
      fill(folder);
      link(folder);
    });
    expect(found).toEqual([[level, expect.stringContaining('is a symbolic link')]]);
  });

  it.skipIf(process.platform === 'win32' || process.platform === 'darwin')(
    'an export whose name is not UTF-8',
    async () => {
      const found = await checked('', (folder) => {
        const name = Buffer.from([...Buffer.from(path.join(folder, 'artikel')), 0xfc]);
        fs.writeFileSync(Buffer.concat([name, Buffer.from('.csv')]), 'Nr;Name\nA;Nagel\n');
      });
      expect(found).toEqual([
        ['error', expect.stringContaining('name that is not written in UTF-8')],
      ]);
    },
  );

  it.each(['', '{name}.ok'])('an export whose done file %j is not there', async (doneFile) => {
    const keys = doneFile === '' ? '' : `stable: { doneFile: "${doneFile}" },`;
    const waits =
      'artikel.csv is read only together with its done file artikel.csv.ok, which is missing.';
    expect(await checked(keys, write)).toEqual(doneFile === '' ? [] : [['warning', waits]]);
    const whole = (folder: string) => [write(folder), write(folder, 'artikel.csv.ok')];
    expect(await checked(keys, whole)).toEqual([]);
  });

  it('an older file of a union whose done file is not there', async () => {
    const two = (folder: string) =>
      [write(folder), write(folder, 'artikel2.csv'), write(folder, 'artikel2.csv.ok')].length;
    const keys = 'pick: union, stable: { doneFile: "{name}.ok" },';
    const waits =
      'The files of the union are read only together with the done file artikel.csv.ok, which is missing.';
    expect(await checked(keys, two)).toEqual([['warning', waits]]);
  });

  it.each([
    ['artikel.csv.gz', 'Write files: "artikel*.csv.gz" in the source, or'],
    ['artikel.txt', 'If that is the export, write files: "artikel*.txt" in the source.'],
    ['artikel.csv.tmp', 'the ERP should rename it when it is complete.'],
  ])('%s, of which files: just misses the name', async (name, remedy) => {
    const shop = await openShop(
      '  sources: [{ name: wares, folder: ./out, files: "artikel*.csv", mapping: { externalId: Nr, name: Name } }]',
    );
    write(path.join(shop.folder, 'out'), name);
    const { findings } = await check(shop.config, { offline: true });
    expect(findings).toContainEqual({
      ...{ area: 'files', level: 'warning', place: 'wares' },
      sentence: `has no file yet: ${name} is there, and files: "artikel*.csv" does not match that name.`,
      remedy: expect.stringContaining(remedy),
    });
  });

  it.each([
    ['newest', [['warning', expect.stringContaining('ahead of this computer’s clock')]]],
    ['each', []],
  ])('with pick: %s an export dated a month ahead (fault 20)', async (pick, findings) => {
    const found = await checked(`pick: ${pick},`, (folder) => {
      const writtenAt = (Date.now() + 30 * dayMs) / 1_000;
      fs.utimesSync(write(folder), writtenAt, writtenAt);
    });
    expect(found).toEqual(findings);
  });
});

it('check names a folder of commands that is not there, as it does those that it writes', async () => {
  const shop = await openShop(
    '  sources: [{ name: wares, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name } }]',
    'orders: { outbox: { folder: ./orders }, commands: { folder: ./befehle, receipts: ./receipts } }\n',
  );
  const { findings } = await check(shop.config, { offline: true });
  expect(findings.filter(({ place }) => place.endsWith('befehle'))).toEqual([
    expect.objectContaining({
      level: 'error',
      sentence: expect.stringContaining('does not exist'),
    }),
  ]);
});

it.each([
  ['a folder that the daemon makes', 'logs/new/log.txt', [['ok', 'can be written.']]],
  ['a file in place of its folder', 'out/artikel.csv/log.txt', [['error', expect.any(String)]]],
  ['no place outside the data folder', '../data/log/log.txt', []],
])('check looks where the log is to be: %s', async (_, file, expected) => {
  const shop = await openShop(
    '  sources: [{ name: wares, folder: ./out, files: "artikel*.csv", mapping: { externalId: Nr, name: Name } }]',
  );
  write(path.join(shop.folder, 'out'));
  const place = path.join(shop.folder, file);
  const dataDir = path.join(shop.folder, '../data');
  const config = { ...shop.config, dataDir, log: { ...shop.config.log, file: place } };
  const { findings } = await check(config, { offline: true });
  const found = findings.filter((finding) => finding.place === place);
  expect(found.map(({ level, sentence }) => [level, sentence])).toEqual(expected);
});

describe('check says whose outbox it is', () => {
  const marker = (owner: string) => `ours\nowner ${owner}\n`;
  const orders = 'orders: { outbox: { folder: ./orders } }\n';
  const isOther = 'is the outbox of another Stockhand, or of one whose data folder is gone.';

  async function found(
    text: string,
    remembered: Readonly<Record<string, string>>,
    change: (folder: string) => void = () => undefined,
  ) {
    const shop = await openShop(
      '  sources: [{ name: wares, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name } }]',
      orders,
    );
    const known = Object.entries(remembered);
    if (known.length > 0) {
      const store = openOrdersStore(path.join(shop.config.dataDir, 'orders.db'));
      for (const [name, value] of known) store.log.remember(name, value);
      store.close();
    }
    if (text !== '') {
      fs.mkdirSync(path.join(shop.folder, 'orders', '.stockhand'));
      shop.write('orders/.stockhand/marker', text);
    }
    change(path.join(shop.folder, 'orders'));
    const { findings } = await check(shop.config, { offline: true });
    const left = known.length > 0 ? shop.names('state') : [];
    expect(left).toEqual(known.length > 0 ? ['orders.db'] : []);
    if (text !== '') expect(shop.read('orders/.stockhand/marker')).toBe(text);
    return findings
      .filter(({ place, level }) => place.endsWith('/orders') && level !== 'ok')
      .map(({ level, sentence }) => [level, sentence]);
  }
  const us = { 'outbox.id': 'ours', 'outbox.owner': 'us' };
  const restored = { ...us, [restoredFrom]: '2026' };
  const taken = ['warning', expect.stringContaining(isOther)];
  const lost = ['error', expect.stringContaining('another Stockhand,')];
  const unmounted = ['error', expect.stringContaining('has no marker file')];

  it.each([
    { outbox: 'new', text: '', state: {}, findings: [] },
    { outbox: 'that of another until now', text: marker('them'), state: {}, findings: [taken] },
    { outbox: 'ours', text: marker('us'), state: us, findings: [] },
    { outbox: 'ours, of before owners were known', text: 'ours\n', state: us, findings: [] },
    { outbox: 'ours no more', text: marker('them'), state: us, findings: [lost] },
    { outbox: 'not mounted', text: '', state: us, findings: [unmounted] },
    { outbox: 'that of a restored state', text: marker('us'), state: restored, findings: [taken] },
  ])('an outbox that is $outbox', async ({ text, state, findings }) => {
    expect(await found(text, state)).toEqual(findings);
  });

  it('and tells a missing folder and a link once', async () => {
    expect(await found('', us, (folder) => fs.rmdirSync(folder))).toEqual([
      ['error', expect.stringContaining('does not exist')],
    ]);
    const link = (folder: string) => {
      fs.renameSync(folder, `${folder}.of-share`);
      fs.symlinkSync(`${folder}.of-share`, folder);
    };
    expect(await found(marker('us'), us, link)).toEqual([
      ['error', expect.stringContaining('is a symbolic link')],
    ]);
  });

  it('of a state in which a daemon works it reads what is in the journal, and leaves it there', async () => {
    const file = path.join(temporaryFolder(), 'orders.db');
    const store = openOrdersStore(file);
    store.log.remember('outbox.id', 'ours');
    const wal = fs.statSync(`${file}-wal`).size;
    expect(outboxInState(path.dirname(file))).toEqual({ id: 'ours' });
    expect(fs.statSync(`${file}-wal`).size).toBe(wal);
    store.close();
    fs.writeFileSync(file, 'no database');
    expect(outboxInState(path.dirname(file))).toBeUndefined();
  });
});
