import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openSpooled } from '../../src/files/spooled.ts';
import { headOf } from '../../src/setup/format.ts';
import { configOf } from '../../src/setup/keep.ts';
import { scalar } from '../../src/setup/yaml-line.ts';
import { temporaryFolder } from '../support/folder.ts';
import { proposed } from './proposed.ts';

it.each(['0x1F', '0o17', '.inf', '.NaN'])('%s, a number to YAML, stands in quotes', (text) => {
  expect(scalar(text)).toBe(`"${text}"`);
});

it('a column may be called as what every object has', async () => {
  const rows = 'ArtNr;Bezeichnung;Constructor\nA-1;Bolt;Ferrari\nA-2;Nut;Lotus\n';
  const { text } = await proposed('a.csv', rows);
  expect(text).toContain('columns: [Constructor]');
});

it('a cell may say what every object has', async () => {
  const rows = 'ArtNr;Bezeichnung;ME;Aktiv\nA-1;Bolt;Stk;1\nA-2;Nut;constructor;0\n';
  const { text } = await proposed('a.csv', rows);
  expect(text).toContain(
    'translate: { Stk: pcs } } # by its name; these units are sent as they are: constructor',
  );
});

it('one row that cannot be read is one row', async () => {
  const rows = 'ArtNr;Bezeichnung\nA-1;Bolt\nA-2;Nut\nA-3;a;b;c\n';
  const { text } = await proposed('a.csv', rows);
  expect(text).toContain('# 1 row of the sample could not be read');
});

it('a sample may have more short lines than a call takes arguments', async () => {
  const { text } = await proposed('stock.csv', `sku,qty\n${'1001,5\n'.repeat(150_000)}`);
  expect(text).toContain('externalId: sku');
});

it('as much is looked at of a packed sample as of a plain one', async () => {
  const content = Buffer.from('A-1;Bolt\n'.repeat(50_000));
  const folder = temporaryFolder('head');
  const heads = [content, gzipSync(content)].map(async (bytes, at) => {
    const place = path.join(folder, `${at}.csv`);
    fs.writeFileSync(place, bytes);
    const file = openSpooled({ name: 'a.csv', path: place });
    return (await headOf(file, 300_000).finally(() => file.close())).bytes.length;
  });
  expect(await Promise.all(heads)).toEqual([300_000, 300_000]);
});

it('the attributes load when their # is removed, however long or odd a column is called', async () => {
  const names = [`Farbe ${'und Form '.repeat(30)}`.trim(), 'X\u2028Y', 'Z\u0085'];
  const { text } = await proposed(
    'a.csv',
    `ArtNr;Bezeichnung;${names.join(';')}\nA-1;Bolt;1;2;3\n`,
  );
  const config = await configOf(
    text.replace('#attributes:', 'attributes:'),
    '/tmp/a/stockhand.yaml',
  );
  const { attributes } = config.catalog?.sources[0]?.mapping ?? {};
  expect(JSON.stringify(attributes)).toContain(JSON.stringify(names[0]));
  expect(JSON.stringify(attributes)).toContain('X\u2028Y');
});

it('a column is found by --map however its accents are composed', async () => {
  const rows = 'ArtNr;Bezeichnung;Gr\u00f6\u00dfe\nA-1;Bolt;1\n';
  const { text } = await proposed('a.csv', rows, { map: ['description=gro\u0308\u00dfe'] });
  expect(text).toContain('description: Gr\u00f6\u00dfe');
});
