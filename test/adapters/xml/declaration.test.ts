import { expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/read.ts';
import { fileOf, reading } from './reading.ts';

const read = (content: string | Uint8Array) =>
  reading(xml, [fileOf('artikel.xml', content)], { path: 'product' });

it('a declaration is read behind blank lines', async () => {
  const cyrillic =
    '\r\n <?xml version="1.0" encoding="windows-1251"?><c><product><name>Болт</name></product></c>';
  expect((await read('\n<?xml version="1.0"?><c></b>')).refusal?.rule).toContain(
    'line 2, column 25',
  );
  const bytes = Buffer.from(cyrillic.replace('Болт', '\xc1\xee\xeb\xf2'), 'latin1');
  expect(await read(bytes)).toMatchObject({ rows: [{ name: 'Болт' }], refusal: undefined });
});

it('a second declaration is reported as another document', async () => {
  const declared = '<?xml version="1.0"?>\n<c/>\n';
  expect((await read(declared + declared)).refusal?.remedy).toContain('its own file');
});

it('XML 1.1 may name control characters, which XML 1.0 must not', async () => {
  const say = (version: string) =>
    read(`<?xml version="${version}"?><c><product><name>a&#1;b</name></product></c>`);
  expect((await say('1.1')).rows).toEqual([{ name: 'a\u0001b' }]);
  expect((await say('1.0')).refusal?.rule).toContain('column 41: &#1 is not a reference');
});

it('a byte order mark is no text, also where it is written twice', async () => {
  const mark = '\ufeff';
  expect((await read(`${mark}${mark}<c><product><n>1</n></product></c>`)).rows).toEqual([
    { n: '1' },
  ]);
});
