import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import type { AdapterOptions } from '../../../src/domain/adapter.ts';
import { fileOf, objectsOf, readAll } from '../text/reading.ts';

/** Rows as objects by column, empty columns left out. */
async function objects(text: string | Uint8Array, options: AdapterOptions = {}): Promise<unknown> {
  const read = await readAll(json, text, options);
  expect(read.refusal).toBeUndefined();
  expect(read.complaints).toEqual([]);
  return objectsOf(read).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, text]) => text !== '')),
  );
}

describe('json elements', () => {
  it.each([
    ['texts', '[{"a":"x","b":"ü \\u00fc\\n\\"\\\\\\/"}]', { a: 'x', b: 'ü ü\n"\\/' }],
    [
      'numbers with all their digits',
      '[{"a":1.50,"b":12345678901234567890,"c":-0.10,"d":1E5}]',
      { a: '1.50', b: '12345678901234567890', c: '-0.10', d: '1E5' },
    ],
    ['truth', '[{"a":true,"b":false}]', { a: 'true', b: 'false' }],
    ['null as an empty text', '[{"a":null,"b":1}]', { b: '1' }],
    ['nested objects', '[{"a":{"b":{"c":1}},"d":2}]', { 'a.b.c': '1', d: '2' }],
    ['lists', '[{"a":["x","y"]}]', { a: 'x', 'a[1]': 'x', 'a[2]': 'y' }],
    ['lists of objects', '[{"v":[{"s":1},{"s":2}]}]', { 'v.s': '1', 'v[1].s': '1', 'v[2].s': '2' }],
    [
      'lists in lists',
      '[{"a":[[1,2],[3]]}]',
      { a: '1', 'a[1][1]': '1', 'a[1][2]': '2', 'a[2][1]': '3' },
    ],
    ['an empty list as an empty text', '[{"a":[],"b":1}]', { b: '1' }],
    ['an empty object as nothing', '[{"a":{},"b":1}]', { b: '1' }],
    ['elements that are lists', '[["A1",5]]', { 1: 'A1', 2: '5' }],
    ['elements that are bare', '["A1"]', { value: 'A1' }],
    ['blanks everywhere', ' [ { "a" : 1 , "b" : [ 2 ] } ] \r\n', { a: '1', b: '2', 'b[1]': '2' }],
    ['raw line breaks in texts', '[{"a":"x\ny"}]', { a: 'x\ny' }],
    ['an emoji in two halves', '[{"a":"\\ud83d\\ude00"}]', { a: '😀' }],
    ['a byte order mark', '\uFEFF[{"a":1}]', { a: '1' }],
  ])('reads %s', async (_, text, expected) => {
    expect(await objects(text)).toEqual([expected]);
  });

  it('reads UTF-16', async () => {
    expect(await objects(encode('[{"a":"ж"}]', 'utf-16le'))).toEqual([{ a: 'ж' }]);
  });

  it('numbers the elements, and adds columns as they are seen', async () => {
    const read = await readAll(json, '[{"a":1},{"b":2},{"a":3}]');
    expect(read.columns).toEqual(['a', 'b']);
    expect(read.reader?.columnsAreComplete).toBe(false);
    expect(read.rows).toEqual([
      { row: 1, cells: ['1'] },
      { row: 2, cells: ['', '2'] },
      { row: 3, cells: ['3'] },
    ]);
  });

  it('reserves a column that was not seen yet', async () => {
    const opened = await json.open({ files: [fileOf('a.json', '[{"a":1,"b":2}]')], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const { reader } = opened;
    expect([reader.column(' b '), reader.column('z'), reader.column('b')]).toEqual([0, 1, 0]);
    for await (const { records } of reader.batches()) {
      expect(Array.from(records[0]?.cells() as Iterable<string>)).toEqual(['2', undefined, '1']);
    }
    expect(reader.columns).toEqual(['b', 'z', 'a']);
  });

  it('fault 10: __proto__ and constructor are columns like any other', async () => {
    const read = await readAll(json, '[{"__proto__":"x","constructor":{"prototype":"y"}}]');
    expect(read.columns).toEqual(['__proto__', 'constructor.prototype']);
    expect(read.rows[0]?.cells).toEqual(['x', 'y']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('gives each element its bytes and their place', async () => {
    const text = `{"info":["x"],"items":[ {"a":"ü"},\n[1, 2] ,"b" ]}`;
    const bytes = Buffer.from(text);
    const opened = await json.open({
      files: [fileOf('a.json', bytes)],
      options: { path: 'items' },
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const seen: string[] = [];
    for await (const { records } of opened.reader.batches()) {
      for (const { offset = -1, raw = new Uint8Array() } of records) {
        expect(bytes.subarray(offset, offset + raw.length)).toEqual(Buffer.from(raw));
        seen.push(Buffer.from(raw).toString());
      }
    }
    expect(seen).toEqual(['{"a":"ü"}', '[1, 2]', '"b"']);
  });

  it.each([
    ['a name that stands twice', '[{"k":7,"a":1,"a":2},{"a":3}]', 'ROW_STRUCTURE'],
    ['two ways to one name', '[{"k":7,"a.b":1,"a":{"b":2}},{"a":3}]', 'ROW_STRUCTURE'],
    ['half a surrogate pair', '[{"k":7,"a":"\\ud800"},{"a":3}]', 'ROW_CHARACTER'],
    ['an unknown escape', '[{"k":7,"a":"\\x"},{"a":3}]', 'ROW_CHARACTER'],
  ])('%s is the fault of its cell, and the other cells are read', async (_, text, code) => {
    const { rows, faults } = await readAll(json, text);
    expect([rows[0]?.cells[0], faults]).toMatchObject(['7', [{ code, row: 1 }]]);
  });

  it('a name that means nothing is the complaint of its element', async () => {
    const { complaints } = await readAll(json, '[{"k":7,"\\ud800":1}]');
    expect(complaints).toMatchObject([{ code: 'ROW_CHARACTER', row: 1 }]);
  });
});

describe('quirk 23: a whole number with an empty fraction', () => {
  const text = '[{"code":39058.0,"n":{"ean":4006381333931.00},"qty":1.0,"size":2.0}]';

  it('has none as a code, and stays as it is anywhere else', async () => {
    const identifiers = ['code', 'n.ean'];
    const read = { code: '39058', 'n.ean': '4006381333931', qty: '1.0', size: '2.0' };
    expect(await objects(text, { identifiers })).toEqual([read]);
  });

  it.each([
    ['"39058.0"', '39058.0'],
    ['90.750', '90.750'],
    ['39058', '39058'],
    ['3.0E5', '3.0E5'],
  ])('%s as a code is %s', async (code, read) => {
    expect(await objects(`[{"code":${code}}]`, { identifiers: ['code'] })).toEqual([
      { code: read },
    ]);
  });
});

describe('json paths', () => {
  const text = '{"meta":{"list":[1]},"data":{"total":2,"products":[{"a":1},{"a":2}]},"tags":["x"]}';

  it.each([
    ['data.products', [{ a: '1' }, { a: '2' }]],
    ['data/products', [{ a: '1' }, { a: '2' }]],
    ['/data/products', [{ a: '1' }, { a: '2' }]],
    ['meta.list', [{ value: '1' }]],
    ['tags', [{ value: 'x' }]],
  ])('reads the list at %s', async (path, expected) => {
    expect(await objects(text, { path })).toEqual(expected);
  });

  it('finds keys that are written with escapes', async () => {
    expect(await objects('{"\\u0061":[1]}', { path: 'a' })).toEqual([{ value: '1' }]);
  });

  it.each([
    {
      name: 'a path that is not there',
      path: 'data.items',
      words: 'no "items" on the way',
      choice: 'total, products',
    },
    {
      name: 'a path to something else',
      path: 'data',
      words: '"data" is no list',
      choice: 'products',
    },
    {
      name: 'a path through something else',
      path: 'data.total.x',
      words: '"data.total" is no object',
      choice: '',
    },
    {
      name: 'no path where the file is an object',
      path: undefined,
      words: 'as a whole is no list',
      choice: 'meta.list, data.products, tags',
    },
  ])('refuses $name, and says what there is', async ({ path, words, choice }) => {
    const { refusal } = await readAll(json, text, path === undefined ? {} : { path });
    expect(refusal?.code).toBe('FILE_STRUCTURE');
    expect(refusal?.rule).toContain(words);
    expect(refusal?.remedy).toContain(choice);
  });

  it('names format: ndjson where each line is an element of its own', async () => {
    const { refusal } = await readAll(json, '{"id":"1","t":["x"]}\n{"id":"2","t":["y"]}\n');
    expect(refusal).toMatchObject({
      code: 'FILE_STRUCTURE',
      remedy: 'Set format: ndjson in the source.',
    });
    expect(refusal).not.toHaveProperty('paths');
  });
});

describe('json that is damaged', () => {
  it.each([
    ['cut in an element', '[{"a":1},{"a":', 'FILE_TRUNCATED'],
    ['cut in a text', '[{"a":1},{"a":"x', 'FILE_TRUNCATED'],
    ['cut behind an element', '[{"a":1}', 'FILE_TRUNCATED'],
    ['cut behind a comma', '[{"a":1},', 'FILE_TRUNCATED'],
    ['garbage behind the end', '[{"a":1}]x', 'FILE_STRUCTURE'],
    ['a second text behind the end', '[{"a":1}]\n[{"a":2}]', 'FILE_STRUCTURE'],
    ['a comma too many', '[{"a":1},]', 'FILE_STRUCTURE'],
    ['a comma too few', '[{"a":1}{"a":2}]', 'FILE_STRUCTURE'],
    ['the wrong bracket', '[{"a":1]]', 'FILE_STRUCTURE'],
    ['a key without quotes', '[{a:1}]', 'FILE_STRUCTURE'],
    ['a number for a key', '[{1:1}]', 'FILE_STRUCTURE'],
    ['a comma for a colon', '[{"a",1}]', 'FILE_STRUCTURE'],
    ['a number that is none', '[{"a":01}]', 'FILE_STRUCTURE'],
    ['a word that is none', '[{"a":tru}]', 'FILE_STRUCTURE'],
    ['no JSON at all', 'a;b\n1;2\n', 'FILE_STRUCTURE'],
    ['nothing', '', 'FILE_EMPTY'],
  ])('refuses a file with %s', async (_, text, code) => {
    expect((await readAll(json, text)).refusal).toMatchObject({ code });
  });

  it('says where: offset, and the element', async () => {
    const { refusal } = await readAll(json, '[{"a":1},{"a":2},{"a";3}]');
    expect(refusal).toMatchObject({ row: 3, value: ';3' });
    expect(refusal?.rule).toContain('offset 21');
  });

  it('any prefix of a file is refused', async () => {
    const text =
      '{"x":{"y":"z"},"items":[{"a":"ü","b":[1,2,{"c":null}]},{"a":"\\u00fc"}],"end":true}';
    for (let length = 1; length < Buffer.from(text).length; length++) {
      const cut = Buffer.from(text).subarray(0, length);
      expect((await readAll(json, cut, { path: 'items' })).refusal).toBeDefined();
    }
    expect((await readAll(json, text, { path: 'items' })).refusal).toBeUndefined();
  });
});

describe('json as JSON.parse reads it', () => {
  const keys = fc.constantFrom('a', 'b', 'ü', 'a b', '"', '__proto__');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      tie('text'),
      tie('number'),
      fc.boolean(),
      tie('list'),
      tie('object'),
    ),
    text: fc.string({ unit: 'grapheme', minLength: 1 }),
    number: fc.integer(),
    list: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
    object: fc.dictionary(keys, tie('any'), { maxKeys: 4 }),
  })).object;

  it('any elements keep each of their values, cut into blocks of any size', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value),
        fc.integer({ min: 4, max: 40 }),
        async (elements, blockBytes) => {
          const bytes = Buffer.from(JSON.stringify({ list: elements }, null, blockBytes % 3));
          const file = {
            ...fileOf('a.json', bytes),
            read: (at: number, length: number) =>
              bytes.subarray(at, at + Math.min(length, blockBytes)),
          };
          const read = await readAll(json, file, { path: 'list', encoding: 'utf-8' });
          expect(read.refusal).toBeUndefined();
          const seen = read.rows.map(({ cells }) =>
            cells.flatMap((cell, at) => (cell === '' ? [] : [`${read.columns[at]}=${cell}`])),
          );
          const expected = elements.map((element) => named(element, { full: '', short: '' }));
          expect(seen.map((cells) => cells.sort())).toEqual(expected.map((cells) => cells.sort()));
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** `name=value` of every leaf, and again under its name without positions. */
function named(from: unknown, name: { full: string; short: string | undefined }): string[] {
  if (Array.isArray(from)) {
    return from.flatMap((item, index) =>
      named(item, {
        full: `${name.full}[${index + 1}]`,
        short: index === 0 ? name.short : undefined,
      }),
    );
  }
  if (typeof from !== 'object' || from === null) {
    const names = new Set([name.full, name.short]);
    return [...names].flatMap((one) => (one === undefined ? [] : [`${one}=${from}`]));
  }
  const under = (parent: string, key: string): string => (parent === '' ? key : `${parent}.${key}`);
  return Object.entries(from).flatMap(([key, item]) =>
    named(item, {
      full: under(name.full, key),
      short: name.short === undefined ? undefined : under(name.short, key),
    }),
  );
}
