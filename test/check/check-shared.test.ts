import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, type Finding } from '../../src/check/check.ts';
import { openShop } from '../support/catalog.ts';

const articles = ['Nr;Name', 'A;Nagel'];
const stock = ['Nr;Menge', 'A;5'];
const both = ['Nr;Name;Menge', 'A;Nagel;5'];

/** What `check` warns of where these files stand, the last one newest. */
async function checked(
  [wide, narrow]: readonly [string, string],
  files: readonly (readonly [name: string, rows: readonly string[]])[],
): Promise<readonly Finding[]> {
  const shop = await openShop(`  sources:
    - { name: articles, folder: ./out, delimiter: ";", ${wide}, mapping: { externalId: Nr, name: Name } }
    - { name: lager, folder: ./out, delimiter: ";", ${narrow} }`);
  for (const [place, [name, rows]] of files.entries()) {
    shop.write(`out/${name}`, `${rows.join('\r\n')}\r\n`);
    const writtenAt = Date.now() / 1_000 - files.length + place;
    fs.utimesSync(path.join(shop.folder, 'out', name), writtenAt, writtenAt);
  }
  const { findings } = await check(shop.config, { offline: true });
  return findings.filter(({ area, level }) => area === 'files' && level !== 'ok');
}

const asStock = (files: string) =>
  `kind: stock, files: "${files}", mapping: { externalId: Nr, availableQty: Menge }`;
const wide = 'files: "artikel*.csv"';
const narrow =
  'Narrow files: "artikel*.csv" of the source "articles", so that it matches only its own exports.';

describe('a file that the globs of two sources take', () => {
  it('is warned of before it is the newest one', async () => {
    const found = await checked(
      [wide, asStock('artikelbestand*.csv')],
      [
        ['artikelbestand.csv', stock],
        ['artikel_neu.csv', articles],
      ],
    );
    expect(found).toEqual([
      {
        ...{ area: 'files', level: 'warning', place: 'articles' },
        sentence:
          'artikelbestand.csv is matched by source "lager" (files: "artikelbestand*.csv") and by this one (files: "artikel*.csv"), which cannot read it: it is refused as soon as it is the newest one.',
        remedy: narrow,
      },
    ]);
  });

  it('is an error once it is, which names the other source and the glob to narrow', async () => {
    const found = await checked(
      [wide, asStock('artikelbestand*.csv')],
      [['artikelbestand.csv', stock]],
    );
    expect(found).toEqual([
      {
        ...{ area: 'files', level: 'error', place: 'articles', remedy: narrow },
        sentence: expect.stringContaining(
          'Source "lager" matches this name too (files: "artikelbestand*.csv").',
        ),
      },
    ]);
  });

  it('is warned of where another source of articles exports it and this one can read it', async () => {
    const other = 'files: "artikel_zusatz*.csv", mapping: { externalId: Nr, brand: Name }';
    const found = await checked([wide, other], [['artikel_zusatz.csv', articles]]);
    expect(found.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('which reads it as its own export as soon as it is the newest'),
    ]);
  });

  it('is warned of where this one can read it, and has exports of its own beside it', async () => {
    const own = ['artikel_neu.csv', articles] as const;
    const other = asStock('artikelbestand*.csv');
    const found = await checked([wide, other], [own, ['artikelbestand.csv', both]]);
    expect(found).toMatchObject([{ level: 'warning', place: 'articles', remedy: narrow }]);
    const changes = `${wide}, contents: delta`;
    expect(await checked([changes, other], [own, ['artikelbestand.csv', both]])).toEqual([]);
  });

  it.each([
    ['both spell out its name', 'files: "artikel.csv"', { others: 'artikel.csv', rows: stock }],
    ['one gives the stock of the same files', wide, { others: 'artikel*.csv', rows: both }],
    ['one gives the stock of some files', wide, { others: 'artikelbestand*.csv', rows: both }],
  ])('is nothing to warn of where %s', async (_, files, { others, rows }) => {
    const found = await checked([files, asStock(others)], [[others.replace('*', ''), rows]]);
    expect(found.filter(({ sentence }) => /match/.test(sentence))).toEqual([]);
  });

  it.each([
    ['another glob', asStock('artikelbestand*.csv')],
    ['another pick', `${asStock('artikel*.csv')}, pick: each`],
  ])('is warned of where one source moves it away that the other reads by %s', async (_, other) => {
    const file = [['artikelbestand.csv', both]] as const;
    const [found, ...more] = await checked([`${wide}, afterImport: move`, other], file);
    expect(found).toMatchObject({ level: 'warning', place: 'articles' });
    expect(found?.sentence).toMatch(
      /^artikelbestand\.csv is matched by source "lager" .* which moves it away after its own import: if "lager" has not read it by then, it never does\.$/,
    );
    expect(found?.remedy).toBe(
      'Give both sources the same files: and pick:, so that the file stays until both have read it, or set afterImport: keep in "articles".',
    );
    expect(more).toEqual([]);
  });

  it('is nothing to warn of where both move it, with the same files: and pick:', async () => {
    const file = [['artikel.csv', both]] as const;
    const other = `${asStock('artikel*.csv')}, afterImport: move`;
    expect(await checked([`${wide}, afterImport: move`, other], file)).toEqual([]);
  });
});
