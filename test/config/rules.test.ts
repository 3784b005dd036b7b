import { describe, expect, it } from 'vitest';
import { errorsIn, marketplace, withMapping, withSource } from './judged.ts';

const priceSentence =
  'cannot be mapped: prices are managed in the supplier portal (would be refused with 422 PRICE_NOT_SUPPORTED_VIA_CONNECT). Remove the line.';

/** Two sources on one line each; lines 4 and 5. */
function twoSources(one: string, other: string): string {
  return `${marketplace}catalog:
  sources:
    - { name: one, folder: a, files: "*", ${one} }
    - { name: two, folder: b, files: "*", ${other} }
`;
}

describe('prices', () => {
  it.each(['unitPrice', 'currency'])('fault 22: refuses %s as a field', async (name) => {
    expect(await errorsIn(withMapping(`${name}: Preis`))).toEqual([
      `10:9 ${name} ${priceSentence}`,
    ]);
  });

  it.each(['unitPrice', 'currency', 'Currency'])(
    'fault 22: refuses %s as the name of an attribute',
    async (name) => {
      const text = withMapping(`attributes: { Farbe: F, ${name}: P }`);
      expect(await errorsIn(text)).toEqual([`10:33 ${name} ${priceSentence}`]);
    },
  );

  it('fault 22: refuses a price among the columns that become attributes', async () => {
    const text = withMapping('attributes: { columns: [Farbe, unitPrice] }');
    expect(await errorsIn(text)).toEqual([`10:40 unitPrice ${priceSentence}`]);
  });

  it('lets a column of that name feed a text', async () => {
    expect(await errorsIn(withMapping('description: currency'))).toEqual([]);
  });
});

describe('the escape of a CSV', () => {
  it('is one ASCII sign, and no letter, digit or blank', async () => {
    expect(await errorsIn(withSource('escape: "\\\\"'))).toEqual([]);
    for (const written of ['none', '"n"', '"1"', '" "', '""', 'ß'])
      expect(await errorsIn(withSource(`escape: ${written}`)), written).toEqual([
        expect.stringContaining('must be one ASCII sign that is not a letter or a digit'),
      ]);
  });
});

describe('what is never cut', () => {
  it.each([
    ['barcode', '10:33', 'a barcode'],
    ['picture', '10:33', "a picture's path"],
  ])('is %s: what is left of it would be another one', async (field, place, what) => {
    expect(await errorsIn(withMapping(`${field}: { column: EAN, cut: true }`))).toEqual([
      `${place} catalog.sources[0].mapping.${field} has cut: but ${what} that is cut is a different one. Remove it; shorten the value in the ERP, or map a shorter column.`,
    ]);
  });

  it('may be said of them, and of no other text', async () => {
    expect(await errorsIn(withMapping('barcode: { column: EAN, cut: false }'))).toEqual([]);
    expect(await errorsIn(withMapping('brand: { column: M, cut: true }'))).toEqual([]);
  });
});

describe('owners of fields', () => {
  it('names both sources of a field that is mapped twice', async () => {
    const text = twoSources(
      'mapping: { externalId: A, name: B, brand: C }',
      'mapping: { externalId: A, brand: D }',
    );
    expect(await errorsIn(text)).toEqual([
      '5:69 brand is mapped in source "one" and again in source "two": only one source may give a field. Remove one of the two lines.',
    ]);
  });

  it('lets each source have the key, and different fields', async () => {
    const text = twoSources(
      'mapping: { externalId: A, name: B }',
      'mapping: { externalId: A, brand: D }',
    );
    expect(await errorsIn(text)).toEqual([]);
  });

  it('lets a stock source own availableQty beside a products source that creates with it', async () => {
    const text = twoSources(
      'mapping: { externalId: A, name: B, availableQty: C }',
      'kind: stock, mapping: { externalId: A, availableQty: D }',
    );
    expect(await errorsIn(text)).toEqual([]);
  });

  it('refuses availableQty in two products sources also beside a stock source', async () => {
    const text = `${twoSources(
      'mapping: { externalId: A, name: B, availableQty: C }',
      'mapping: { externalId: A, availableQty: C }',
    )}    - { name: three, folder: c, files: "*", kind: stock, mapping: { externalId: A, availableQty: D } }
`;
    expect(await errorsIn(text)).toEqual([
      '5:69 availableQty is mapped in source "one" and again in source "two": only one source may give a field. Remove one of the two lines.',
    ]);
  });

  it('refuses availableQty in two stock sources', async () => {
    const text = twoSources(
      'kind: stock, mapping: { externalId: A, availableQty: D }',
      'kind: stock, mapping: { externalId: A, availableQty: D }',
    );
    expect((await errorsIn(text))[0]).toContain(
      'availableQty is mapped in source "one" and again in source "two"',
    );
  });

  it('refuses pictures that a folder and a column both name', async () => {
    const text = `${withMapping('picture: Bild')}  pictures: { folder: p, files: "{externalId}.jpg" }\n`;
    expect(await errorsIn(text)).toEqual([
      '11:26 pictures are named by catalog.pictures.files and again by picture in source "articles": only one of them may name them. Remove one of the two lines.',
    ]);
  });

  it('lets a column name the pictures of a folder', async () => {
    expect(await errorsIn(`${withMapping('picture: Bild')}  pictures: { folder: p }\n`)).toEqual(
      [],
    );
  });
});

describe('kinds of sources', () => {
  const stock = (keys: string) =>
    `${marketplace}catalog: { sources: [{ name: s, kind: stock, folder: a, files: "*", ${keys} }] }\n`;

  it('refuses any field but the quantity in a stock source', async () => {
    const text = stock('mapping: { externalId: A, availableQty: B, brand: C }');
    expect(await errorsIn(text)).toEqual([
      '2:112 brand cannot be mapped in source "s": a source of kind stock can have only externalId and availableQty. Map it in a source of kind products.',
    ]);
  });

  it('asks a stock source for its quantity', async () => {
    expect(await errorsIn(stock('mapping: { externalId: A }'))).toEqual([
      '2:69 availableQty is missing in the mapping of source "s", which is of kind stock. Name the column of the stock.',
    ]);
  });

  it('refuses missing: where no row is missing', async () => {
    const text = stock(
      'contents: delta, missing: zero, mapping: { externalId: A, availableQty: B }',
    );
    expect(await errorsIn(text)).toEqual([
      '2:86 missing is only for full exports, but source "s" has contents: delta. Remove the line, or use contents: full.',
    ]);
  });

  it.each([
    ['missing: zero', '8:7 missing is only for sources of kind stock'],
    ['duplicates: sum', '8:19 sum is only for sources of kind stock'],
  ])('refuses %s in a products source', async (line, expected) => {
    expect((await errorsIn(withSource(line)))[0]).toContain(expected);
  });

  it('asks some products source for the name', async () => {
    const text = twoSources('mapping: { externalId: A, brand: B }', 'mapping: { externalId: A }');
    expect(await errorsIn(text)).toEqual([
      '4:43 name is missing in the mapping of source "one": the marketplace does not accept a product without it. Name the column of the product names.',
    ]);
  });

  it('refuses a union of files that hold changes only', async () => {
    expect(await errorsIn(withSource('contents: delta', 'pick: union'))).toEqual([
      '9:13 union makes one full export of several files, but source "articles" has contents: delta. Use pick: each, or contents: full.',
    ]);
  });

  it('asks a fixed format for its columns', async () => {
    expect((await errorsIn(withSource('format: fixed')))[0]).toContain('8:15 fixed needs columns');
    const columns = 'columns: [{ name: ArtNr, start: 1, length: 8 }]';
    expect(await errorsIn(withSource('format: fixed', columns))).toEqual([]);
  });

  it('refuses a record that ends before one of its columns', async () => {
    const written = ['format: fixed', 'columns: [{ name: ArtNr, start: 3, length: 8 }]'] as const;
    expect(await errorsIn(withSource(...written, 'recordLength: 10'))).toEqual([]);
    expect((await errorsIn(withSource(...written, 'recordLength: 9')))[0]).toContain(
      'the columns of source "articles" end at 10, behind its recordLength. Give the characters of a whole record.',
    );
  });

  it('refuses two sources of one name', async () => {
    const text = twoSources(
      'mapping: { externalId: A, name: B }',
      'mapping: { externalId: A }',
    ).replace('name: two', 'name: one');
    expect(await errorsIn(text)).toEqual([
      '5:15 two sources have the name "one". Give each source its own name: results and commands use it.',
    ]);
  });
});

describe('orders, listeners and folders', () => {
  it('refuses to accept on an acknowledgement that never comes', async () => {
    const text = `${marketplace}orders:
  accept: onAcknowledged
  outbox: { folder: ./o, acknowledge: none }
`;
    expect(await errorsIn(text)).toEqual([
      '3:11 orders.accept is onAcknowledged, but with acknowledge: none no file is ever acknowledged. Use accept: onWritten, or acknowledge: removed.',
    ]);
  });

  it('refuses to subtract open orders where none is ever acknowledged', async () => {
    const source = '{ name: a, folder: ./x, files: x, mapping: { externalId: A, name: B } }';
    const text = `${marketplace}catalog: { openOrders: subtract, sources: [${source}] }
orders: { outbox: { folder: ./o, acknowledge: none } }
`;
    expect(await errorsIn(text)).toEqual([
      '2:24 catalog.openOrders is subtract, but with acknowledge: none no order is ever acknowledged. Use acknowledge: removed or ackFile, or openOrders: ignore.',
    ]);
  });

  it('asks for the file of a template', async () => {
    const text = `${marketplace}orders: { outbox: { folder: o, format: template } }\n`;
    expect((await errorsIn(text))[0]).toContain('2:40 orders.outbox.format is template');
  });

  it('asks commerceml for an encoding that holds its names', async () => {
    const text = `${marketplace}orders: { outbox: { folder: o, format: commerceml, encoding: cp850 } }\n`;
    expect((await errorsIn(text))[0]).toContain('utf-8 or windows-1251');
  });

  it('takes columns by their names, and names those that no order has', async () => {
    const columns = 'columns: [orderNumber, { field: line.quantity, name: Menge }]';
    const good = `${marketplace}orders: { outbox: { folder: o, format: csv, ${columns} } }\n`;
    expect(await errorsIn(good)).toEqual([]);
    const bad = good.replace('orderNumber', 'orderNr');
    expect((await errorsIn(bad))[0]).toContain('columns[0]');
  });

  it.each([
    ['listen: "0.0.0.0:8480"', 'password and tls'],
    ['listen: "0.0.0.0:8480", password: x', 'tls'],
    ['listen: "[::]:8480", tls: { cert: c, key: k }', 'password'],
    ['listen: "erp.local:8480"', 'password and tls'],
  ])('fault 111: refuses a page with { %s }', async (keys, lacking) => {
    expect((await errorsIn(`${marketplace}status: { ${keys} }\n`))[0]).toContain(
      `2:19 status.listen is open to other machines and needs ${lacking}`,
    );
  });

  it.each([
    'listen: "0.0.0.0:8480", password: x, tls: { cert: c, key: k }',
    'listen: "127.0.0.2:8480"',
    'listen: "[::1]:0"',
    'listen: "[0:0:0:0:0:0:0:1]:8480"',
    'listen: "localhost:8480"',
  ])('takes a page with { %s }', async (keys) => {
    expect(await errorsIn(`${marketplace}status: { ${keys} }\n`)).toEqual([]);
  });

  it('refuses a folder that is both read and written', async () => {
    const text = `${marketplace}orders:
  outbox: { folder: ./o }
  commands: { folder: ./c, receipts: ../stockhand/c }
`;
    expect(await errorsIn(text)).toEqual([
      '4:23 this folder is read, but orders.commands.receipts is the same folder: Stockhand would read its own files. Use two folders.',
    ]);
  });

  it('refuses the state in a folder that the ERP empties', async () => {
    const text = `${marketplace}orders:
  outbox: { folder: ./data }
  commands: { folder: ./c, receipts: ./r/../data }
`;
    const message =
      'dataDir is the same folder: files are taken away here, and the state would go with them. Use two folders.';
    expect(await errorsIn(text)).toEqual([`3:21 ${message}`, `4:38 ${message}`]);
    const capitals = `${marketplace}dataDir: 'C:\\Daten'\norders: { outbox: { folder: 'c:\\DATEN\\' } }\n`;
    expect(await errorsIn(capitals, { platform: 'win32' })).toEqual([`3:29 ${message}`]);
  });

  it('refuses commands in the folder of the state, which would be taken for commands and moved away', async () => {
    const text = `${marketplace}orders:
  outbox: { folder: ./o }
  commands: { folder: ./data/, receipts: ./r }
`;
    expect(await errorsIn(text)).toEqual([
      '4:23 dataDir is the same folder: files are taken away here, and the state would go with them. Use two folders.',
    ]);
  });
});
