import { expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/read.ts';
import { fileOf, reading } from './reading.ts';

const read = (text: string, path: string) => reading(xml, [fileOf('a.xml', text)], { path });

it.each([
  ['<articles/>', 'articles/article', 'FILE_EMPTY'],
  ['<articles>\n</articles>', 'articles/article', 'FILE_EMPTY'],
  ['<shop><goods/></shop>', 'shop/goods/item', 'FILE_EMPTY'],
  ['<shop/>', 'shop/goods/item', 'FILE_EMPTY'],
  ['<articles>No connection</articles>', 'articles/article', 'FILE_STRUCTURE'],
  ['<articles><error/></articles>', 'articles/article', 'FILE_STRUCTURE'],
  ['<error/>', 'articles/article', 'FILE_STRUCTURE'],
  ['<shop><goods/><error/></shop>', 'shop/goods/item', 'FILE_STRUCTURE'],
  ['<shop><good/></shop>', 'shop/goods/item', 'FILE_STRUCTURE'],
])(
  'fault 3: an error page is no empty list: %s with path %s is refused as %s',
  async (text, path, code) => {
    expect((await read(text, path)).refusal).toMatchObject({ code });
  },
);

it('a long list gives each of its elements once, in their order', async () => {
  const numbers = Array.from({ length: 3_000 }, (_, n) => `A${n}`);
  const text = `<articles>${numbers.map((number) => `<article>${number}</article>`).join('\n')}</articles>`;
  const { rows, rowNumbers, refusal } = await read(text, 'articles/article');
  expect(refusal).toBeUndefined();
  expect(rows).toEqual(numbers.map((number) => ({ '.': number })));
  expect(rowNumbers).toEqual(numbers.map((_, at) => at + 1));
});

it('a path from the root down leads to no element that is deeper', async () => {
  const text = '<shop><item>1</item><x><shop><item>2</item></shop></x></shop>';
  expect((await read(text, '/shop/item')).rows).toEqual([{ '.': '1' }]);
  expect((await read(text, 'shop/item')).rows).toHaveLength(2);
});
