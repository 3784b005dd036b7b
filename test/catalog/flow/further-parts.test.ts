import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { open, room, useRoom } from '../one-room.ts';
import { commerceml, datanorm } from '../tree-exports.ts';

useRoom();

const stable = 'folder: ./out, stable: { quiet: 0s }, numbers: "1234.56"';
const names = 'mapping: { externalId: Ид, name: Наименование }';
const exchange = (keys: string, more = '') =>
  `  sources:\n    - { name: goods, ${stable}, format: commerceml, files: import0_1.xml, ${keys} }${more}`;
const stock = (keys: string) =>
  `\n    - { name: stock, kind: stock, ${stable}, format: commerceml, ${keys}, mapping: { externalId: Ид, availableQty: Остаток } }`;
const both = 'companions: [offers0_1.xml]';

const read = ['import0_1.xml', 'offers0_1.xml'];
const withStock = names.replace(' }', ', availableQty: Остаток }');

const write = (name: string) => room.shop.write(`out/${name}`, commerceml(['A']));
/** What is told of such parts; the files here hold too little for some mappings. */
const needs = async () =>
  (await room.catalog.needsYou())
    .map(({ what }) => what)
    .filter((what) => / by no source/.test(what));
const unread = (name: string) => `goods: ${name} is read by no source.`;

/** A pass over these files: what it leaves for a person. */
async function passOver(files: readonly string[]) {
  for (const name of files) write(name);
  await room.pass();
  return needs();
}

function dated(name: string, ms: number): void {
  fs.utimesSync(`${room.shop.folder}/out/${name}`, ms / 1_000, ms / 1_000);
}

describe('a further part of an export that no source reads', () => {
  it('needs somebody, and check warns of it, until it is gone', async () => {
    await open(exchange(`${both}, ${names}`));
    await passOver([...read, 'import0_2.xml']);
    expect(await room.catalog.needsYou()).toEqual([
      {
        id: 'further-goods',
        what: unread('import0_2.xml'),
        cause: `Such a name means a further part of import0_1.xml in ${room.shop.folder}/out, but files: and companions: of the source leave it out.`,
        effect: 'Articles and stock that are only there are missing.',
        fix: 'Write companions: ["offers0_1.xml","import0_2.xml"] in the source, or delete what the ERP has left there from an older export.',
      },
    ]);
    const { findings } = await check(room.shop.config, { offline: true });
    expect(findings).toContainEqual({
      ...{ area: 'files', level: 'warning', place: 'goods' },
      sentence: 'import0_2.xml is read by no source.',
      remedy: expect.stringContaining('Write companions: ["offers0_1.xml","import0_2.xml"]'),
    });
    room.remove('import0_2.xml');
    expect(await passOver([])).toEqual([]);
  });

  it.each([
    ['in other capitals', names, 'IMPORT0_2.XML'],
    ['of the offers', names, 'offers0_10.xml'],
    ['of the stock, if the offers had it', withStock, 'rests0_1.xml'],
  ])('is told %s', async (_, mapping, name) => {
    await open(exchange(`${both}, ${mapping}`));
    expect(await passOver([...read, name])).toEqual([unread(name)]);
  });

  it('is told though the export was one file', async () => {
    await open(exchange(`contents: delta, ${names}`));
    expect(await passOver(['import0_1.xml', 'import0_2.xml'])).toEqual([unread('import0_2.xml')]);
  });

  it.each([
    ['the stock, and no stock is read', 'rests0_1.xml'],
    ['of another exchange', 'import1_2.xml'],
    ['no part', 'import0_1_old.xml'],
    ['the packed copy of one that is read', 'import0_1.xml.gz'],
    ['the export of another source', 'offers0_2.xml', stock('files: offers0_*.xml')],
    [
      'a companion of another source',
      'offers0_2.xml',
      stock('files: offers1.xml, companions: [offers0_2.xml]'),
    ],
    ['a done file', 'import0_2.xml', '', ', doneFile: import0_2.xml'],
  ])('is nothing where it is %s', async (_, name, ...[others = '', doneFile = '']) => {
    await open(exchange(`${both}, ${names}`, others).replace('quiet: 0s', `quiet: 0s${doneFile}`));
    expect(await passOver([...read, name])).toEqual([]);
  });

  it('is nothing where nothing of its kind is read', async () => {
    await open(exchange(withStock));
    expect(await passOver(read)).toEqual([]);
  });

  it('is nothing where it is left over from an older export, also after that was moved away', async () => {
    await open(exchange(`afterImport: move, ${names}`));
    fs.mkdirSync(`${room.shop.folder}/out`, { recursive: true });
    write('import0_2.xml');
    dated('import0_2.xml', Date.now() - 7 * 60 * 60_000);
    expect(await passOver(['import0_1.xml'])).toEqual([]);
    expect(await passOver([])).toEqual([]);
    expect(fs.existsSync(`${room.shop.folder}/out/import0_1.xml`)).toBe(false);
    expect(await passOver(['import0_2.xml'])).toEqual([unread('import0_2.xml')]);
  });

  it('is told of DATANORM, but not of its prices', async () => {
    await open(
      `  sources:\n    - { name: goods, ${stable}, format: datanorm, files: DATANORM.001, companions: ["{stem}.002"], mapping: { externalId: Artikelnummer, name: Kurztext1 } }`,
    );
    const header =
      'V 230526Lieferung                              Firma                              04EUR';
    for (const name of [
      'DATANORM.001',
      'DATANORM.002',
      'datanorm.003',
      'DATPREIS.001',
      'DATANORM.RAB',
    ])
      room.shop.write(`out/${name}`, datanorm(header, name));
    await room.pass();
    expect(await needs()).toEqual([unread('datanorm.003')]);
  });
});
