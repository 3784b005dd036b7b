import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { openShop } from '../support/catalog.ts';

const shopOf = (picture = 'Bild') =>
  openShop(
    `  sources:\n    - { name: wares, folder: ./out, files: "artikel.csv", mapping: { externalId: Nr, name: Name, picture: ${picture} } }`,
  );

async function warned(...pictures: string[]): Promise<readonly string[]> {
  const shop = await shopOf();
  shop.write('out/A.png', '');
  const rows = pictures.map((file, at) => `${at};Obst ${at};"${file}"`);
  shop.write('out/artikel.csv', `Nr;Name;Bild\n${rows.join('\n')}\n`);
  const { findings } = await check(shop.config, { offline: true });
  return findings
    .filter(({ level }) => level === 'warning')
    .map(({ sentence, remedy }) => `${sentence.replace(shop.folder, '')} ${remedy}`);
}

it('check says which pictures of the first rows are not in the folder, and names the first', async () => {
  expect(await warned('a.png', 'b.png', '', 'c.png')).toEqual([
    '2 of 3 pictures that the first rows name are not in /out, first in row 3: "b.png". Put them there, or correct the column of picture:.',
  ]);
  expect(await warned('a.png', '')).toEqual([]);
});

it('check says how to take the first of several pictures in a cell', async () => {
  const [warning] = await warned('a.png|b.png');
  expect(warning).toContain(`picture: { expression: 'part(row["Bild"], "|", 1)' }`);
});

it('fault 25: check says which pictures are never opened', async () => {
  expect(await warned('a.png', '../a.png')).toEqual([
    expect.stringMatching(
      /^1 of 2 pictures that the first rows name is never opened, first row 3, "\.\.\/a\.png": leads out of the picture folder\. Give the path/,
    ),
  ]);
});

it('check says that the folder of pictures is not there, and that one can be read', async () => {
  const shop = await openShop(
    '  sources: [{ name: wares, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name } }]\n  pictures: { folder: ./bilder }',
  );
  const place = path.join(shop.folder, 'bilder');
  const told = async () => {
    const { findings } = await check(shop.config, { offline: true });
    return findings.filter((finding) => finding.place === place);
  };
  expect(await told()).toEqual([
    expect.objectContaining({ level: 'error', sentence: `${place} does not exist.` }),
  ]);
  fs.mkdirSync(place);
  expect(await told()).toEqual([
    expect.objectContaining({ level: 'ok', sentence: 'can be read.' }),
  ]);
});
