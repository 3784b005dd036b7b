import { describe, expect, it } from 'vitest';
import { configOf, fieldOf, withMapping } from './judged.ts';

describe('mapped fields in their one form', () => {
  const plain = {
    trim: true,
    replace: [],
    stripHtml: false,
    translate: [],
    strict: false,
    prepend: '',
    append: '',
    cut: false,
    buffer: 0,
    rounding: 'none',
  };
  const column = (name: string) => ({ kind: 'columns', columns: [name], join: ' ' });

  it.each([
    ['name of a column', 'Marke', { from: column('Marke') }],
    ['number of a column', '3', { from: column('3') }],
    ['column', '{ column: Marke }', { from: column('Marke') }],
    [
      'several columns',
      '{ columns: [A, B], join: ", " }',
      { from: { kind: 'columns', columns: ['A', 'B'], join: ', ' } },
    ],
    ['constant', '{ constant: 0017 }', { from: { kind: 'constant', text: '0017' } }],
    [
      'template',
      '{ template: "{ArtNr}-{Farbe}/x" }',
      { from: { kind: 'template', parts: [{ column: 'ArtNr' }, '-', { column: 'Farbe' }, '/x'] } },
    ],
    [
      'translation',
      '{ column: A, translate: { STK: pcs, 796: box }, otherwise: pcs }',
      {
        from: column('A'),
        translate: expect.arrayContaining([
          { from: 'STK', to: 'pcs' },
          { from: '796', to: 'box' },
        ]),
        otherwise: 'pcs',
      },
    ],
    [
      'text with all its steps',
      '{ column: A, trim: false, replace: [{ from: x, to: "" }], default: none, strict: true, stripHtml: true, cut: true, prepend: "~", append: " kg" }',
      {
        from: column('A'),
        trim: false,
        replace: [{ from: 'x', to: '' }],
        default: 'none',
        strict: true,
        stripHtml: true,
        cut: true,
        prepend: '~',
        append: ' kg',
      },
    ],
  ])('%s', async (_, written, expected) => {
    expect(await fieldOf('brand', written)).toEqual({ ...plain, ...expected });
  });

  it('a quantity with its buffer in thousandths', async () => {
    const written = '{ sum: [L1, L2], minus: [R], buffer: 2.5, rounding: down }';
    expect(await fieldOf('availableQty', written)).toEqual({
      ...plain,
      from: { kind: 'sum', sum: ['L1', 'L2'], minus: ['R'] },
      buffer: 2_500,
      rounding: 'down',
    });
  });

  it('a switch whose words become true and false', async () => {
    expect(await fieldOf('isActive', '{ column: G, translate: { J: false, N: true } }')).toEqual({
      ...plain,
      from: column('G'),
      translate: [
        { from: 'J', to: 'false' },
        { from: 'N', to: 'true' },
      ],
    });
  });

  it('attributes by name, by column and by prefix together', async () => {
    const written = '{ Farbe: F, columns: [Material], prefix: Attr_ }';
    expect(await fieldOf('attributes', written)).toEqual({
      named: [{ name: 'Farbe', field: { ...plain, from: column('F') } }],
      columns: ['Material'],
      pairs: [],
      prefix: 'Attr_',
    });
  });

  it('attributes that are called prefix and columns', async () => {
    const written = '{ prefix: { column: P }, columns: { column: C } }';
    const attributes = (await fieldOf('attributes', written)) as { named: { name: string }[] };
    expect(attributes).toMatchObject({ columns: [] });
    expect(attributes.named.map(({ name }) => name)).toEqual(['prefix', 'columns']);
    expect(attributes).not.toHaveProperty('prefix');
  });

  it('is plain data that a worker thread can be given', async () => {
    const config = await configOf(withMapping('brand: { column: A, translate: { a: b } }'));
    expect(structuredClone(config.catalog)).toEqual(config.catalog);
  });
});
