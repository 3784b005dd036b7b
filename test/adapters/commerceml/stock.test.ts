import { describe, expect, it } from 'vitest';
import { fileOf } from '../xml/reading.ts';
import { bolt, both, catalogue, classifier, document, offer, offers, read } from './exchange.ts';

describe('stock', () => {
  const store = (id: string, quantity: string) =>
    `<Склад ИдСклада="${id}" КоличествоНаСкладе="${quantity}"/>`;
  const table: readonly (readonly [string, string, Record<string, string>])[] = [
    ['only Количество', '<Количество>20</Количество>', { Количество: '20', Остаток: '20' }],
    [
      'only Склад',
      store('a', '1.0') + store('b', '2.25'),
      { 'Склад:a': '1.0', 'Склад:b': '2.25', Остаток: '3.25' },
    ],
    [
      'a decimal comma',
      store('a', '1,5') + store('b', '2'),
      { 'Склад:a': '1,5', 'Склад:b': '2', Остаток: '3,5' },
    ],
    [
      'a negative warehouse',
      store('a', '-4') + store('b', '1'),
      { 'Склад:a': '-4', 'Склад:b': '1', Остаток: '-3' },
    ],
    [
      'both: Количество counts',
      `<Количество>5</Количество>${store('a', '2')}`,
      { Количество: '5', 'Склад:a': '2', Остаток: '5' },
    ],
    [
      'an empty Количество: the warehouses count',
      `<Количество/>${store('a', '3')}${store('b', '4')}`,
      { 'Склад:a': '3', 'Склад:b': '4', Остаток: '7' },
    ],
    [
      'an empty Количество before Остатки',
      '<Количество/><Остатки><Остаток><Количество>11</Количество></Остаток></Остатки>',
      { Количество: '11', Остаток: '11' },
    ],
    ['an empty Количество alone', '<Количество/>', {}],
    [
      'no number in a warehouse: the text itself, so that the row is rejected',
      store('a', 'много') + store('b', '1'),
      { 'Склад:a': 'много', 'Склад:b': '1', Остаток: 'много' },
    ],
    ['nothing', '', {}],
  ];
  it.each(table)('quirk 33: an offer with %s', async (_what, inside, expected) => {
    const { rows } = await read(offers(offer('x', inside)));
    expect(rows).toEqual([{ Ид: 'x', ИдТовара: 'x', ...expected }]);
  });

  it('an empty Количество of a second file leaves the one that the first gives', async () => {
    const { rows } = await read(
      offers(offer('x', '<Количество>5</Количество>')),
      fileOf(
        'rests.xml',
        document(
          `<ПакетПредложений><Предложения>${offer('x', '<Количество/>')}</Предложения></ПакетПредложений>`,
        ),
      ),
    );
    expect(rows).toMatchObject([{ Ид: 'x', Количество: '5', Остаток: '5' }]);
  });

  it('alone, as a source of its own, gives each offer as a record and no complaint', async () => {
    const { rows, refusal } = await read(
      offers(
        offer('t1#a', '<Количество>1</Количество>'),
        offer('t9', '<Количество>2</Количество>'),
      ),
    );
    expect(refusal).toBeUndefined();
    expect(rows).toEqual([
      { Ид: 't1#a', ИдТовара: 't1', Количество: '1', Остаток: '1' },
      { Ид: 't9', ИдТовара: 't9', Количество: '2', Остаток: '2' },
    ]);
  });
});

describe('refusals', () => {
  const order = '<Документ><Ид>1</Ид><Товары><Товар><Ид>t1</Ид></Товар></Товары></Документ>';
  const table: readonly (readonly [string, string, string, string])[] = [
    ['another root', '<hiblock><a/></hiblock>', 'FILE_STRUCTURE', 'its root is <hiblock>'],
    ['orders', document(order), 'FILE_WITHOUT_PRODUCTS', 'orders'],
    ['a classifier alone', classifier, 'FILE_WITHOUT_PRODUCTS', 'groups and properties only'],
    ['an empty catalogue', document('<Каталог><Товары/></Каталог>'), 'FILE_EMPTY', 'no products'],
    [
      'a DOCTYPE of its own',
      `<!DOCTYPE a [<!ENTITY b "c">]>${classifier}`,
      'FILE_DOCTYPE',
      'DOCTYPE',
    ],
    ['no end', document(catalogue(bolt)).slice(0, -5), 'FILE_TRUNCATED', 'ends'],
    ['no byte', '', 'FILE_EMPTY', 'holds nothing'],
  ];
  it.each(table)('quirk 2: a file with %s', async (...row) => {
    const [, content, code, rule] = row;
    const { rows, refusal } = await read(fileOf('import.xml', content));
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code, file: 'import.xml' });
    expect(refusal?.rule).toContain(rule);
  });

  it('quirk 2: orders in the place of the catalogue refuse the whole set: offers alone would lose their products', async () => {
    const { rows, refusal } = await read(
      fileOf('import.xml', document(order)),
      offers(offer('t1', '<Количество>1</Количество>')),
    );
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_WITHOUT_PRODUCTS', file: 'import.xml' });
  });

  it('reject each offer where the catalogue is empty', async () => {
    const { rows, refusal } = await read(
      fileOf('import.xml', document('<Каталог><Товары/></Каталог>')),
      offers(offer('t1', '<Количество>1</Количество>')),
    );
    expect(refusal).toBeUndefined();
    expect(rows).toMatchObject([{ code: 'ROW_JOIN' }]);
  });

  it('name the companion that is damaged, before any record is given', async () => {
    const cut = fileOf('offers.xml', document('<ПакетПредложений>').slice(0, -30));
    const { rows, refusal } = await read(both, cut);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', file: 'offers.xml' });
  });
});
