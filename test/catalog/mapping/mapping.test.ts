import { describe, expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import { bindMapping } from '../../../src/catalog/mapping/bind.ts';
import type { Mapped } from '../../../src/catalog/mapping/mapped-row.ts';
import { fileOf } from '../../adapters/text/reading.ts';
import { declaredSource } from '../declared.ts';

/** Maps every row of a CSV text under a written mapping. */
async function map(text: string, mapping: string, keys = ''): Promise<Mapped[]> {
  const source = await declaredSource(mapping, keys);
  const adapter = readAdapters[source.format]!;
  const opened = await adapter.open({ files: [fileOf('a.csv', text)], options: source });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const bound = bindMapping(source, opened.reader);
  if ('refusal' in bound) throw Object.assign(new Error(bound.refusal.rule), bound.refusal);
  const mapped: Mapped[] = [];
  for await (const batch of opened.reader.batches())
    for (const record of batch.records) mapped.push(bound.mapper.map(record));
  return mapped;
}
const mapOne = async (text: string, mapping: string, keys = ''): Promise<Mapped> =>
  (await map(text, mapping, keys))[0]!;
const fieldsOf = (mapped: Mapped) => (mapped.kind === 'row' ? mapped.fields : mapped);
const complaintsOf = (mapped: Mapped) =>
  mapped.kind === 'rejected'
    ? mapped.complaints.map(({ code, column }) => `${code} ${column}`)
    : [];

describe('a field', () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ['{ column: T }', ' a ', 'a'],
    ['{ column: T, trim: false }', ' a ', ' a '],
    ['{ columns: [T, K], join: "-" }', 'a', 'a-A1'],
    ['{ columns: [T, K] }', '', 'A1'],
    ['{ template: "{K}/{T}" }', 'a', 'A1/a'],
    ['{ template: "<{T}>" }', '', undefined],
    ['{ constant: fest }', '', 'fest'],
    ['{ column: T, default: nichts }', '', 'nichts'],
    ['{ column: T, replace: [{ from: ".", to: "" }, { from: a, to: b }] }', 'a.a.', 'bb'],
    ['{ column: T, replace: [{ from: "#", to: "$$ $&" }] }', 'a#', 'a$$ $&'],
    [
      '{ column: T, stripHtml: true }',
      '<p>Gr&ouml;&szlig;e<br>5&nbsp;m <a href="x">hier</a><img src="y"></p>',
      'Größe\n5\u00a0m hier',
    ],
    ['{ column: T, stripHtml: true }', '<h6>Pflege</h6><p>Nur feucht</p>', 'Pflege\n\nNur feucht'],
    ['{ column: T, translate: { STK: pcs, KG: kg } }', 'STK', 'pcs'],
    ['{ column: T, translate: { STK: pcs } }', 'PAL', 'PAL'],
    ['{ column: T, translate: { STK: pcs }, otherwise: box }', 'PAL', 'box'],
    ['{ column: T, translate: { STK: "" } }', 'STK', undefined],
    ['{ column: T, translate: { STK: pcs } }', '', undefined],
    ['{ column: T, prepend: "Nr. ", append: " kg" }', '5', 'Nr. 5 kg'],
    ['{ column: T, prepend: "Nr. ", append: " kg" }', '', undefined],
    ['{ column: T, default: STK, translate: { STK: pcs }, append: "!" }', '', 'pcs!'],
    [
      '{ column: T, default: pcs, translate: { STK: pcs }, otherwise: box, append: "!" }',
      '',
      'pcs!',
    ],
    ['{ column: T, default: pcs, translate: { STK: pcs }, otherwise: box }', 'PAL', 'box'],
    ['{ column: T, default: pcs, translate: { STK: pcs }, strict: true }', '', 'pcs'],
    ['{ column: T, default: STK, translate: { STK: pcs }, strict: true }', '', 'pcs'],
  ];
  it.each(cases)('mapped by %s makes "%s" to %j', async (written, text, value) => {
    const cell = `"${text.replaceAll('"', '""')}"`;
    const mapped = await mapOne(
      `K;T\nA1;${cell}\n`,
      `{ externalId: K, name: K, brand: ${written} }`,
      'delimiter: ";"',
    );
    expect(fieldsOf(mapped)).toHaveProperty('name', 'A1');
    expect((fieldsOf(mapped) as { brand?: string }).brand).toEqual(value);
  });

  it('that replace: grows beyond every limit rejects the row', async () => {
    const grow = `replace: [{ from: a, to: "${'a'.repeat(400)}" }, { from: a, to: "${'a'.repeat(400)}" }]`;
    const mapped = await mapOne(
      `K;T\nA1;${'a'.repeat(8_000)}\n`,
      `{ externalId: K, name: K, brand: { column: T, ${grow} } }`,
      'delimiter: ";"',
    );
    expect(complaintsOf(mapped)).toEqual(['ROW_TOO_LONG T']);
  });

  it('without an entry in a strict table rejects the row', async () => {
    const mapped = await mapOne(
      'K,T\nA1,PAL\n',
      '{ externalId: K, name: K, unitOfMeasure: { column: T, translate: { STK: pcs }, strict: true } }',
    );
    expect(complaintsOf(mapped)).toEqual(['ROW_TRANSLATION T']);
  });

  it('that is too long rejects the row, or is cut where that is declared', async () => {
    const long = 'x'.repeat(51);
    const text = `K,T\nA1,${long}\n`;
    expect(
      complaintsOf(await mapOne(text, '{ externalId: K, name: K, unitOfMeasure: T }')),
    ).toEqual(['ROW_TOO_LONG T']);
    const cut = await mapOne(
      text,
      '{ externalId: K, name: K, unitOfMeasure: { column: T, cut: true } }',
    );
    expect(fieldsOf(cut)).toHaveProperty('unitOfMeasure', 'x'.repeat(50));
  });
});

describe('a row', () => {
  const all =
    '{ externalId: K, name: N, minOrderQty: M, stepQty: S, leadTimeDays: L, isActive: A, availableQty: Q, barcode: E, picture: P }';

  it('gives every mapped field in its own kind', async () => {
    const mapped = await mapOne('K,N,M,S,L,A,Q,E,P\nA1,Nagel,0.5,2,7,ja,12.25,0123,a.jpg\n', all);
    expect(mapped).toMatchObject({
      kind: 'row',
      externalId: 'A1',
      fields: {
        name: 'Nagel',
        minOrderQty: 500,
        stepQty: 2_000,
        leadTimeDays: 7,
        isActive: true,
        barcode: '0123',
      },
      quantity: 12_250,
      picture: 'a.jpg',
      empty: [],
    });
  });

  it('tells which mapped fields are empty, and takes an empty stock for none', async () => {
    const mapped = await mapOne('K,N,M,S,L,A,Q,E,P\nA1,Nagel,,,,,,,\n', all);
    expect(mapped).toMatchObject({
      fields: { name: 'Nagel' },
      quantity: undefined,
      picture: undefined,
    });
    const empty = mapped.kind === 'row' ? [...mapped.empty].sort() : [];
    expect(empty).toEqual(
      ['availableQty', 'barcode', 'isActive', 'leadTimeDays', 'minOrderQty', 'stepQty'].sort(),
    );
  });

  it('tells every bad value, not only the first', async () => {
    const mapped = await mapOne(
      'K,N,M,S,L,A,Q,E,P\nA1,,0,x,1.5,vielleicht,-1,1E+05,\n',
      all,
      'negative: refuse',
    );
    expect(complaintsOf(mapped)).toEqual([
      'ROW_VALUE_MISSING N',
      'ROW_KEY_INVALID E',
      'ROW_NUMBER_RANGE M',
      'ROW_NUMBER S',
      'ROW_NUMBER_RANGE L',
      'ROW_FLAG A',
      'ROW_NUMBER_RANGE Q',
    ]);
    expect(mapped).toHaveProperty('externalId', 'A1');
  });

  it('without a key is rejected without one', async () => {
    const [empty, lost] = await map(
      'K,N\n  ,Nagel\n7.67E+11,Nagel\n',
      '{ externalId: K, name: N }',
    );
    expect([complaintsOf(empty!), complaintsOf(lost!)]).toEqual([
      ['ROW_KEY_MISSING K'],
      ['ROW_KEY_INVALID K'],
    ]);
    expect(empty).not.toHaveProperty('externalId');
    expect(lost).not.toHaveProperty('externalId');
  });

  it('with more fields than the header is rejected, and no column is shifted', async () => {
    const [good, ragged] = await map('K,N\nA1,Nagel\nA2,Nagel,rot\n', '{ externalId: K, name: N }');
    expect(good).toMatchObject({ kind: 'row', externalId: 'A1' });
    expect(ragged).toMatchObject({ kind: 'rejected', complaints: [{ code: 'ROW_RAGGED' }] });
  });

  it.each([
    ['{ column: W, equals: J }', ['J']],
    ['{ column: W, notEquals: J }', ['N', '', 'x']],
    ['{ column: W, in: [J, N] }', ['J', 'N']],
    ['{ column: W, notIn: [J, N] }', ['', 'x']],
    ['{ column: W, empty: true }', ['']],
    ['{ column: W, notEmpty: true }', ['J', 'N', 'x']],
    ['[{ column: W, notEmpty: true }, { column: W, notEquals: x }]', ['J', 'N']],
  ])('is used by where: %s for %j only', async (where, used) => {
    const values = ['J', 'N', '', ' x '];
    const text = `K,W\n${values.map((value) => `A,${value}`).join('\n')}\n`;
    const mapped = await map(text, '{ externalId: K, name: K }', `where: ${where}`);
    expect(
      values.filter((_, index) => mapped[index]?.kind === 'row').map((value) => value.trim()),
    ).toEqual(used);
  });
});

describe('attributes', () => {
  it('come by name, by list and by prefix, and empty ones are reported', async () => {
    const mapping =
      '{ externalId: K, name: K, attributes: { Farbe: F, Gewicht: { column: G, append: " kg" }, columns: [H, I], prefix: attr_ } }';
    const mapped = await mapOne('K,F,G,H,I,attr_Art,attr_Leer,attr_\nA1,rot,,h,,x,,z\n', mapping);
    expect(mapped).toMatchObject({ emptyAttributes: ['Gewicht', 'Leer', 'I'] });
    expect({ ...(fieldsOf(mapped) as { attributes: object }).attributes }).toEqual({
      Farbe: 'rot',
      H: 'h',
      Art: 'x',
    });
  });

  it.each([
    ['columns: [F], F: K'],
    ['prefix: a_, F: K'],
    ['pairs: [{ name: N, value: W }], F: K'],
    ['pairs: [{ name: N, value: W }], columns: [F], prefix: a_, F: { template: "{K}" }'],
  ])('that are named are that alone, whatever else is found: %s', async (written) => {
    const mapped = await mapOne(
      'K,F,a_F,N,W\nA1,rot,rot,F,rot\n',
      `{ externalId: K, name: K, attributes: { ${written} } }`,
    );
    expect({ ...(fieldsOf(mapped) as { attributes: object }).attributes }).toEqual({ F: 'A1' });
  });

  it('fault 10: may be called __proto__ and constructor', async () => {
    const mapped = await mapOne(
      'K,a___proto__,a_constructor\nA1,x,y\n',
      '{ externalId: K, name: K, attributes: { prefix: a_ } }',
    );
    expect(JSON.stringify((fieldsOf(mapped) as { attributes: object }).attributes)).toBe(
      '{"__proto__":"x","constructor":"y"}',
    );
    expect({}).not.toHaveProperty('x');
  });

  it.each([
    [100, []],
    [101, ['ROW_ATTRIBUTES undefined']],
  ])('of %i filled columns end in %j', async (count, complaints) => {
    const names = Array.from({ length: count }, (_, n) => `a${n}`);
    const mapped = await mapOne(
      `K,${names.join(',')}\nA1,${names.join(',')}\n`,
      '{ externalId: K, name: K, attributes: { prefix: a } }',
    );
    expect(complaintsOf(mapped)).toEqual(complaints);
  });

  it('fault 48: too large for any request reject the row', async () => {
    const text = `K,B\nA1,${'€'.repeat(700_000)}\n`;
    expect(
      complaintsOf(await mapOne(text, '{ externalId: K, name: K, attributes: { Text: B } }')),
    ).toEqual(['ROW_TOO_LONG undefined']);
  });
});

describe('a table without a mapped column', () => {
  it.each([
    ['{ externalId: Nummer, name: N }', '', 'Nummer'],
    ['{ externalId: K, name: N, brand: { template: "{X}" } }', '', 'X'],
    ['{ externalId: K, name: N, attributes: { A: { column: Z } } }', '', 'Z'],
    ['{ externalId: K, name: N, attributes: { columns: [Y] } }', '', 'Y'],
    ['{ externalId: K, name: N, availableQty: { sum: [K], minus: [R] } }', '', 'R'],
    ['{ externalId: K, name: N }', 'where: { column: W, equals: J }', 'W'],
  ])('is refused as a whole under %s %s', async (mapping, keys, column) => {
    await expect(map('K,N\nA1,Nagel\n', mapping, keys)).rejects.toMatchObject({
      code: 'FILE_COLUMN_MISSING',
      column,
      message: 'is mapped, but the file has no such column (it has: K, N).',
    });
  });
});

it('a name of blanks alone is none, whatever has made it', async () => {
  const name = '{ column: Name, replace: [{ from: ".", to: " " }], translate: { "-": " " } }';
  const rows = await map('Nr;Name\nA;.\nB;-\n', `{ externalId: Nr, name: ${name} }`);
  const missing = ['ROW_VALUE_MISSING Name'];
  expect(rows.map(complaintsOf)).toEqual([missing, missing]);
});
