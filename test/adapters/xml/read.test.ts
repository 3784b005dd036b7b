import { describe, expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/read.ts';
import { fileOf, type Reading, reading } from './reading.ts';

function read(content: string | Uint8Array, options: { path?: string; encoding?: string } = {}) {
  return reading(xml, [fileOf('export.xml', content)], { path: 'product', ...options });
}

async function refusalOf(content: string | Uint8Array, options = {}): Promise<Reading['refusal']> {
  return (await read(content, options)).refusal;
}

describe('columns', () => {
  const table: readonly (readonly [string, string, Record<string, string>])[] = [
    ['a child by its name', '<name>Bolt</name>', { name: 'Bolt' }],
    ['a nested child by its path', '<price><net>1</net></price>', { 'price/net': '1' }],
    [
      'an attribute with @',
      '<price currency="EUR">1</price>',
      { price: '1', 'price/@currency': 'EUR' },
    ],
    [
      'repeated children by number',
      '<p>a</p><q>x</q><p>b</p><p>c</p>',
      { p: 'a', 'p[2]': 'b', 'p[3]': 'c', q: 'x' },
    ],
    ['repeated parents by number', '<s><q>1</q></s><s><q>2</q></s>', { 's/q': '1', 's[2]/q': '2' }],
    [
      'text without its surrounding white space',
      '<name>\n  Bolt M8 \t</name>',
      { name: 'Bolt M8' },
    ],
    ['an empty element as an empty cell', '<name/><unit></unit>', { name: '', unit: '' }],
    ['CDATA as it stands', '<d><![CDATA[<b>fett</b> & mehr]]></d>', { d: '<b>fett</b> & mehr' }],
    ['text around a comment as one', '<d>a<!-- x -->b</d>', { d: 'ab' }],
    [
      'the five entities and numbered characters',
      '<d>&lt;&amp;&gt;&quot;&apos;&#65;&#x42;</d>',
      { d: '<&>"\'AB' },
    ],
    [
      'text between children with the words of these, which keep their columns',
      '<d>Bohrer <b>HSS</b> 10 mm, <i>nicht</i> für Stahl</d>',
      { d: 'Bohrer HSS 10 mm, nicht für Stahl', 'd/b': 'HSS', 'd/i': 'nicht' },
    ],
    [
      'the words of deeper elements, too, where the text begins behind them',
      '<d>\n <u><b>HSS</b>-Bohrer</u> 10 mm\n</d>',
      { d: 'HSS-Bohrer 10 mm', 'd/u': 'HSS-Bohrer', 'd/u/b': 'HSS' },
    ],
    ['words that an empty element parts', '<d>A<br/>B</d>', { d: 'A B', 'd/br': '' }],
    [
      'no value of an element that has text in its children alone',
      '<d>\n <b>two</b>\n <i>three</i>\n</d>',
      { 'd/b': 'two', 'd/i': 'three' },
    ],
    [
      'local names only',
      '<x:name xmlns:x="urn:x" x:lang="de">Bolt</x:name>',
      { name: 'Bolt', 'name/@lang': 'de' },
    ],
    [
      'names of the language itself as plain columns',
      '<__proto__>1</__proto__><constructor>2</constructor>',
      { ['__proto__']: '1', constructor: '2' },
    ],
  ];
  it.each(table)('gives %s', async (_what, inside, expected) => {
    const { rows, refusal } = await read(`<catalog><product>${inside}</product></catalog>`);
    expect(refusal).toBeUndefined();
    expect(Object.entries(rows[0] ?? {}).sort()).toEqual(Object.entries(expected).sort());
  });

  it('gives the attributes of the record and its own text', async () => {
    const { rows } = await read('<c><product id="7">  Bolt </product></c>');
    expect(rows).toEqual([{ '@id': '7', '.': 'Bolt' }]);
  });

  it('grow as elements are seen, and an asked name keeps its index', async () => {
    const opened = await xml.open({
      files: [fileOf('a.xml', '<c><p><a>1</a></p><p><b>2</b></p></c>')],
      options: { path: 'p' },
    });
    if (!('reader' in opened)) throw new Error('refused');
    const { reader } = opened;
    expect(reader.columnsAreComplete).toBe(false);
    expect([reader.column('b'), reader.column('never'), reader.column('b')]).toEqual([0, 1, 0]);
    const cells: unknown[] = [];
    for await (const batch of reader.batches()) {
      for (const record of batch.records) cells.push(record.cells());
    }
    expect(reader.columns).toEqual(['b', 'never', 'a']);
    expect(cells).toEqual([[undefined, undefined, '1'], ['2']]);
  });

  it('start again for each record: what one lacks is not taken from the one before', async () => {
    const { rows } = await read(
      '<c><product><a>1</a><b>x</b></product><product><b>y</b></product></c>',
    );
    expect(rows).toEqual([{ a: '1', b: 'x' }, { b: 'y' }]);
  });
});

describe('path', () => {
  const file = '<shop><head><item>h</item></head><goods><item n="1"/><item n="2"/></goods></shop>';
  const table: readonly (readonly [string, number])[] = [
    ['item', 3],
    ['goods/item', 2],
    ['shop/goods/item', 2],
    ['/shop/goods/item', 2],
    ['x:goods/y:item', 2],
    [' goods / item ', 2],
    ['goods', 1],
    ['shop', 1],
  ];
  it.each(table)('%s finds %i records', async (path, count) => {
    const { rows, rowNumbers } = await read(file, { path });
    expect(rows).toHaveLength(count);
    expect(rowNumbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it('keeps an element of the same name inside a record as part of that record', async () => {
    const { rows } = await read('<c><product><product><n>in</n></product></product></c>');
    expect(rows).toEqual([{ 'product/n': 'in' }]);
  });

  it('finds elements however their accents are composed', async () => {
    const { rows } = await read('<r><Stu\u0308ck><nr>1</nr></Stu\u0308ck></r>', { path: 'Stück' });
    expect(rows).toEqual([{ nr: '1' }]);
  });

  it('quirk 44: finds elements whatever namespace they are in', async () => {
    const inner = '<p:product><p:sku>1</p:sku></p:product>';
    const prefixed = await read(`<p:catalog xmlns:p="urn:any">${inner}</p:catalog>`, {
      path: 'catalog/product',
    });
    const bare = await read(
      '<catalog xmlns="urn:other"><product><sku>1</sku></product></catalog>',
      { path: 'catalog/product' },
    );
    expect(prefixed.rows).toEqual([{ sku: '1' }]);
    expect(bare.rows).toEqual(prefixed.rows);
  });

  it('quirk 2: a path that finds nothing is refused with the root and the repeated elements', async () => {
    const { rows, refusal } = await read(file, { path: 'products/product' });
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'export.xml' });
    expect(refusal?.rule).toBe(
      'No element of the file fits path: products/product. Its root is <shop>; repeated in it: goods/item (2).',
    );
  });

  it('names the elements that a file without repetition has', async () => {
    const refusal = await refusalOf('<hiblock><a/><b/></hiblock>');
    expect(refusal?.rule).toContain(
      'Its root is <hiblock>; nothing is repeated in it; it has: a (1), b (1).',
    );
    expect((await refusalOf('<hiblock/>'))?.rule).toContain(
      'Its root is <hiblock>; it has no elements inside.',
    );
  });

  it('says what to set where the source has no path', async () => {
    const refusal = await refusalOf(file, { path: '' });
    expect(refusal?.rule).toContain('The source has no path');
    expect(refusal?.rule).toContain('goods/item (2)');
    expect(refusal?.remedy).toContain('Set path:');
  });
});

describe('encoding', () => {
  const text = '<c><product><name>Größe Ж €</name></product></c>';
  const cyrillic =
    '<?xml version="1.0" encoding="windows-1251"?><c><product><name>Гайка</name></product></c>';
  const cp1251 = Buffer.from(
    Array.from(cyrillic, (letter) => {
      const code = letter.charCodeAt(0);
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    }),
  );

  it('is strict UTF-8 where nothing is declared', async () => {
    expect((await read(text)).rows).toEqual([{ name: 'Größe Ж €' }]);
    const refusal = await refusalOf(
      Buffer.from('<c><product><name>Gr\xf6\xdfe</name></product></c>', 'latin1'),
    );
    expect(refusal?.code).toBe('FILE_ENCODING');
    expect(refusal?.remedy).toContain('windows-1252');
  });

  it('quirk 4: is the one that the declaration names', async () => {
    const windows = await read(cp1251);
    expect(windows.rows).toEqual([{ name: 'Гайка' }]);
    expect(windows.encoding).toBe('windows-1251');
    const latin =
      '<?xml version="1.0" encoding="ISO-8859-1"?><c><product><name>Größe</name></product></c>';
    expect((await read(Buffer.from(latin, 'latin1'))).rows).toEqual([{ name: 'Größe' }]);
  });

  it('quirk 4: is UTF-8 after its byte order mark, before a declaration or without one', async () => {
    expect((await read(`\uFEFF${text}`)).rows).toEqual([{ name: 'Größe Ж €' }]);
    const declared = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>${text}`;
    expect((await read(declared)).rows).toEqual([{ name: 'Größe Ж €' }]);
    const lying = declared.replace('UTF-8', 'windows-1252');
    expect((await read(lying)).rows).toEqual([{ name: 'Größe Ж €' }]);
  });

  it('is UTF-16 after its byte order mark', async () => {
    const declared = `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`;
    const { rows, encoding } = await read(Buffer.from(declared, 'utf16le'));
    expect(rows).toEqual([{ name: 'Größe Ж €' }]);
    expect(encoding).toBe('utf-16le');
  });

  it('is not UTF-16 because a program declared the encoding of its own memory', async () => {
    expect((await read(`<?xml version="1.0" encoding="utf-16"?>${text}`)).rows).toHaveLength(1);
  });

  it('is the configured one, even against the declaration', async () => {
    const lying = Buffer.from(cp1251.toString('latin1').replace('windows-1251', 'UTF-8'), 'latin1');
    expect((await refusalOf(lying))?.code).toBe('FILE_ENCODING');
    expect((await read(lying, { encoding: 'windows-1251' })).rows).toEqual([{ name: 'Гайка' }]);
  });

  it('is refused by name where it is not known', async () => {
    const refusal = await refusalOf(`<?xml version="1.0" encoding="klingon"?>${text}`);
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING' });
    expect(refusal?.rule).toContain('klingon');
  });

  it('survives characters that are cut by the border of a block', async () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `Größe Ж € 😀 ${index}`);
    const products = names.map((name) => `<product><name>${name}</name></product>`).join('\r\n');
    const { rows, refusal } = await read(`<c>${products}</c>`);
    expect(refusal).toBeUndefined();
    expect(rows.map((row) => ('name' in row ? row.name : row))).toEqual(names);
  });
});

describe('damaged files', () => {
  const whole = '<?xml version="1.0"?>\n<c>\n<product><name>Größe</name></product>\n</c>';

  const table: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'FILE_EMPTY'],
    ['another format', 'Artikel;Bestand\r\n1;2\r\n', 'FILE_STRUCTURE'],
    ['a workbook', 'PK\x03\x04\x14\x00\x06\x00', 'FILE_STRUCTURE'],
    ['a wrong closing tag', '<c><product></c></product>', 'FILE_STRUCTURE'],
    ['two roots', '<c/><c/>', 'FILE_STRUCTURE'],
    ['an entity of the DTD', '<c><product>&nbsp;</product></c>', 'FILE_STRUCTURE'],
    ['a bare ampersand', '<c><product>Bolt & Nut</product></c>', 'FILE_STRUCTURE'],
    ['a control character', '<c><product>\u0001</product></c>', 'FILE_STRUCTURE'],
    ['an attribute twice', '<c><product a="1" a="2"/></c>', 'FILE_STRUCTURE'],
    ['text after the root', '<c><product/></c>rest', 'FILE_STRUCTURE'],
    ['NUL bytes at its end', `${whole}${' '.repeat(4_000)}${'\0'.repeat(20)}`, 'FILE_TRUNCATED'],
    ['a comment cut off after the root', '<c><product/></c><!-- ', 'FILE_TRUNCATED'],
    ['only a declaration', '<?xml version="1.0"?>', 'FILE_TRUNCATED'],
  ];
  it.each(table)('with %s are refused', async (_what, content, code) => {
    expect((await refusalOf(content))?.code).toBe(code);
  });

  it('name line and column where the XML is not well-formed', async () => {
    const refusal = await refusalOf('<c>\n<product>\n  <name>x</nam>\n</product></c>');
    expect(refusal?.rule).toBe(
      'The XML is not well-formed: line 3, column 10: <name> is not closed where it should be.',
    );
  });

  it('say how several elements become one document', async () => {
    expect((await refusalOf('<c/><c/>'))?.remedy).toContain('one element around all others');
  });

  it('name the place of a bare ampersand, wherever the next semicolon stands', async () => {
    for (const rest of ['', '<n>a;b</n>']) {
      const content = `<c>\n<product>\n<n>Bolts & Nuts</n>${rest}</product></c>`;
      const refusal = await refusalOf(content);
      expect(refusal).toMatchObject({
        code: 'FILE_STRUCTURE',
        remedy: 'Let the export write &amp; for each &.',
      });
      expect(refusal?.rule).toContain('line 3, column 10: a & that begins none of the five');
    }
  });

  it('fault 1: cut anywhere before the root closes are refused as cut off, at every byte', async () => {
    const bytes = Buffer.from(whole);
    for (let length = 1; length < bytes.length; length += 1) {
      const { refusal } = await read(bytes.subarray(0, length));
      expect({ length, code: refusal?.code }).toEqual({ length, code: 'FILE_TRUNCATED' });
    }
    expect((await read(bytes)).refusal).toBeUndefined();
  });

  it('give the records before the damage together with the refusal', async () => {
    const { rows, refusal } = await read('<c><product><n>1</n></product><product><n>2</n>');
    expect(rows).toEqual([{ n: '1' }]);
    expect(refusal?.rule).toBe('The XML file ends before </c>; its last tag is in line 1.');
  });
});
