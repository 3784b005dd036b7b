import { describe, expect, it } from 'vitest';
import type { Guess } from '../../src/setup/guess.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const activeFrom = (columns: Record<string, string>, told?: string): Guess | undefined =>
  recognise(table({ ...article, ...columns }), {
    columns: told === undefined ? {} : { isActive: told },
  }).guesses.find(({ field }) => field === 'isActive');

/**
 * What is written for a column that says the contrary: the words that do not block, and an empty cell as one of them.
 */
const unless = (...words: readonly string[]) => ({
  translate: Object.fromEntries(
    [...words, '0', 'false', 'N', 'nein'].map((word) => [word, 'true']),
  ),
  otherwise: 'false',
});

describe('an empty cell of a flag (quirk 37)', () => {
  it.each([
    [
      'Не показывать на сайте',
      'Да _ _',
      { ...unless('Нет'), default: 'true' },
      'which means: active',
    ],
    ['Aktiv', 'X _ X', { default: 'false' }, 'empty in 1 of 3 rows, which means: not active'],
    ['Aktiv', 'X X X', { default: 'false' }, 'an empty cell means: not active'],
    ['Aktiv', '1 0 _', { default: 'false' }, 'an empty cell is read as: not active'],
    ['Aktiv', 'N _ _', { default: 'true' }, 'empty in 2 of 3 rows, which means: active'],
    ['Aktiv', 'false _ nein', { default: 'true' }, 'which means: active'],
    ['Aktiv', '0 0 0', { default: 'true' }, 'an empty cell means: active'],
    ['Veröffentlicht', 'nein _ _', { default: 'true' }, 'which means: active'],
    ['Gesperrt', 'X _ _', { ...unless(), default: 'true' }, 'which means: active'],
    ['Sperre', '* _ _', { ...unless(), default: 'true' }, 'which means: active'],
    ['Gesperrt', 'N N N', { ...unless(), default: 'true' }, 'an empty cell means: active'],
  ])('of %s with %s has a meaning, and the line says which', (...row) => {
    const [name, cells, steps, reason] = row;
    const found = activeFrom({ [name]: cells });
    expect(found).toMatchObject({ steps, certainty: 'likely', isProposed: true });
    expect(found?.reason).toContain(reason);
  });

  it('is no blocked article where true stands for blocked, whatever the table makes of true', () => {
    expect(activeFrom({ Gesperrt: 'true _ true' })?.steps).toEqual({
      ...unless(),
      default: 'true',
    });
  });

  it('has its meaning in a column that a person names, too', () => {
    expect(activeFrom({ Gesperrt: 'X _ _' }, 'Gesperrt')).toMatchObject({
      certainty: 'told',
      steps: { ...unless(), default: 'true' },
    });
    expect(activeFrom({ Webshop: 'X _ _' }, 'Webshop')?.steps).toEqual({ default: 'false' });
  });

  it('needs none where both words stand and no cell is empty', () => {
    expect(activeFrom({ Aktiv: '1 0 1' })).toMatchObject({ steps: {}, certainty: 'certain' });
    for (const cells of ['Tak Nie Tak', 'tak tak nie', 'TAK NIE TAK'])
      expect(activeFrom({ aktywny: cells })).toMatchObject({ steps: {}, certainty: 'certain' });
  });

  it('in every row leaves the mark open, as a comment', () => {
    expect(activeFrom({ Gesperrt: '_ _ _' })).toMatchObject({
      isProposed: false,
      reason: 'empty in every row of the sample: every later value that is not listed blocks',
    });
  });
});

describe('a flag that says the contrary (quirk 37)', () => {
  it.each([
    ['N J N', unless()],
    ['0 1 0', unless()],
    ['0,00 1,00 0,00', unless('0,00')],
    ['Ja _ Ja', { ...unless('Nein', 'Nee', 'Nej', 'Nei'), default: 'true' }],
    ['нет да нет', unless('нет', 'не')],
  ])('with %s lists what does not block, and whatever else stands there blocks', (cells, steps) => {
    expect(activeFrom({ Gesperrt: cells })?.steps).toEqual(steps);
  });

  it.each([
    ...[
      'nicht aktiv',
      'not active',
      'inactive',
      'Unpublished',
      'Не активен',
      'nicht veröffentlicht',
    ],
    ...['is_inactive', 'IsBlocked', 'article.notActive', 'deaktiviert'],
  ])('is known by its name %s', (name) => {
    expect(activeFrom({ [name]: 'X _ _' })).toMatchObject({
      steps: { ...unless(), default: 'true' },
      isProposed: true,
    });
    expect(activeFrom({ [name]: '0 1 0' })?.steps).toEqual(unless());
  });

  it('is found behind one that is empty in every row', () => {
    const found = activeFrom({ Löschkennzeichen: '_ _ _', Gesperrt: 'X _ _' });
    expect(found).toMatchObject({ columns: ['Gesperrt'], isProposed: true });
  });

  it('is never offered as it is, whatever else its name says', () => {
    expect(activeFrom({ 'im Shop nicht aktiv': 'X _ X' })).toBeUndefined();
    expect(activeFrom({ 'im Shop aktiv': 'X _ X' })).toMatchObject({ isProposed: false });
  });

  it('that a person names refuses the words that nobody knows', () => {
    expect(activeFrom({ Gesperrt: 'J frei _' }, 'Gesperrt')?.steps).toEqual({
      translate: { ...unless().translate, J: 'false' },
      strict: true,
      default: 'true',
    });
    // There true is what blocks, and the table would turn a default round.
    expect(activeFrom({ Gesperrt: 'true frei _' }, 'Gesperrt')?.steps).toEqual({
      translate: { ...unless().translate, true: 'false', '': 'true' },
      strict: true,
    });
    expect(activeFrom({ Gesperrt: '_ _ _' }, 'Gesperrt')?.steps).toEqual({
      ...unless(),
      default: 'true',
    });
  });
});

describe('a flag that says the contrary in codes', () => {
  it.each([
    ['Sperrkennzeichen', '_ V A', { V: 'false', A: 'false' }],
    ['Gesperrt', 'nein ja teilweise', { nein: 'true', ja: 'false', teilweise: 'false' }],
    ['Löschkennzeichen', '0 1 2', { 0: 'true', 1: 'false', 2: 'false' }],
  ])('%s with %s stands there as a comment that lists them', (name, cells, translate) => {
    expect(activeFrom({ [name]: cells })).toMatchObject({
      isProposed: false,
      steps: { translate, strict: true },
      reason: expect.stringContaining('it is not known which of these block'),
    });
  });

  it('lists no dates: each of them blocks', () => {
    expect(activeFrom({ Discontinued: '_ 2024-01-31 2024-03-01' })).toMatchObject({
      isProposed: false,
      steps: { ...unless(), default: 'true' },
      reason: expect.stringContaining('2024-01-31, 2024-03-01; empty in 1 of 3 rows'),
    });
  });
});

describe('a status', () => {
  const shop = { active: 'true', draft: 'false', archived: 'false' };
  it.each([
    ['Active Inactive Active', {}],
    ['aktiv inaktiv aktiv', {}],
    ['active draft archived', { translate: shop }],
    ['Active Draft Active', { translate: { Active: 'true', Draft: 'false', Archived: 'false' } }],
    ['active active active', { translate: shop, default: 'false' }],
  ])('of the plain words %s says what is on sale', (cells, steps) => {
    expect(activeFrom({ Status: cells })).toMatchObject({
      columns: ['Status'],
      certainty: 'likely',
      isProposed: true,
      steps,
    });
  });

  it('of codes is nobody’s to guess, and told', () => {
    const { guesses, left, marks } = recognise(table({ ...article, Status: '10 20 _' }));
    expect(guesses.map(({ field }) => field)).not.toContain('isActive');
    expect(left).not.toContain('Status');
    expect(marks).toEqual([{ name: 'Status', values: '10, 20; empty in 1 of 3 rows' }]);
  });

  it('is read together with Published, which drafts are too, and with any other flag', () => {
    const drafts = { Published: 'true true false', Status: 'active draft archived' };
    expect(activeFrom(drafts)).toMatchObject({
      columns: ['Status', 'Published'],
      steps: { translate: { 'active true': 'true' }, otherwise: 'false' },
    });
    const Status = 'active active active';
    expect(activeFrom({ Aktiv: '1 0 1', Status })?.columns).toEqual(['Aktiv', 'Status']);
    expect(activeFrom({ Gesperrt: 'N J N', Status })?.columns).toEqual(['Gesperrt', 'Status']);
  });

  it('that a person names knows the words of shops', () => {
    expect(activeFrom({ Status: 'active draft active' }, 'Status')?.steps).toEqual({
      translate: shop,
    });
  });
});

describe('columns beside the flag that is read', () => {
  const marked = (columns: Record<string, string>) =>
    recognise(table({ ...article, ...columns })).marks.map(({ name }) => name);

  it('are told where they may block, too', () => {
    expect(marked({ Gesperrt: 'X _ _', Auslauf: 'X _ _' })).toEqual(['Auslauf']);
    expect(marked({ Aktiv: '1 0 1', Sperrkennzeichen: 'A V A' })).toEqual(['Sperrkennzeichen']);
  });

  it('are told where they end as the flag does', () => {
    const columns = { Discontinued: 'X _ _', 'Web Enabled': 'Yes No Yes' };
    expect(marked(columns)).toEqual(['Web Enabled']);
  });

  it('are told where no article of the sample is blocked: one may be tomorrow', () => {
    const { marks } = recognise(table({ ...article, Aktiv: '1 0 1', Gesperrt: '_ _ _' }));
    expect(marks).toEqual([{ name: 'Gesperrt', values: 'empty in 3 of 3 rows' }]);
    expect(marked({ Aktiv: '1 0 1', Status: '_ _ _', 'Gesperrter Bestand': '_ _ _' })).toEqual([]);
  });

  it('are not told where they are a quantity, or of a stock list', () => {
    expect(marked({ Aktiv: '1 0 1', 'Gesperrter Bestand': '5 6 7' })).toEqual([]);
    const stock = table({ ArtNr: 'A B', Bestand: '1 2', Status: 'x y' });
    expect(recognise(stock, { kind: 'stock', columns: {} }).marks).toEqual([]);
  });

  it.each([
    ['product_online', '1 2 3'],
    ['visibility', 'Catalog Not~Visible~Individually Search'],
    ['Onlineshop', 'J N J'],
    ['Shop-Artikel', 'ja nein ja'],
    ['Auslaufartikel', 'N N J'],
    ['Visibility in catalog', 'visible hidden visible'],
    ['Web', 'Sí No Sí'],
  ])('are told by the name %s of shops and websites', (name, cells) => {
    expect(marked({ [name]: cells })).toEqual([name]);
  });
});

describe('a column left over whose name says nothing', () => {
  const told = (columns: Record<string, string>, kind: 'products' | 'stock' = 'products') =>
    recognise(table({ ...article, ...columns }), { kind, columns: {} }).unnamedMarks;

  it.each([
    ['J N J'],
    ['ja nein Ja'],
    ['O N N'],
    ['Да Нет Нет'],
    ['TRUE FALSE TRUE'],
    ['1 0 -1'],
    ['1 2 2'],
    ['1,0 0,0 1,0'],
    ['X _ _'],
    ['visible hidden _'],
  ])('may be a mark where it holds %s', (cells) => {
    expect(told({ Feld7: cells })).toMatchObject([{ name: 'Feld7' }]);
    expect(activeFrom({ Feld7: cells })).toBeUndefined();
  });

  it.each([['J J J'], ['S T S'], ['1 2 3'], ['A _ _'], ['ja nein teilweise'], ['_ _ _']])(
    'is none where it holds %s',
    (cells) => {
      expect(told({ Feld7: cells })).toEqual([]);
    },
  );

  it('is not told of a stock list, nor where a field is read from it or it is of another thing', () => {
    expect(told({ Bestand: '1 0 1', Feld7: 'J N J' }, 'stock')).toEqual([]);
    for (const name of ['Aktiv', 'Stückliste']) expect(told({ [name]: '1 0 1' })).toEqual([]);
  });
});

describe('a mark of deletion', () => {
  it.each([
    ['bmecat', '@mode', 'delete'],
    ['commerceml', 'Статус', 'Удален'],
    ['datanorm', 'Verarbeitung', 'L'],
  ] as const)('of %s is read from %s, also where the sample has none', (format, column, mark) => {
    for (const columns of [article, { ...article, [column]: `${mark} _ _` }]) {
      const { guesses, left } = recognise(table(columns), { format, columns: {} });
      expect(guesses.find(({ field }) => field === 'isActive')).toMatchObject({
        columns: [column],
        steps: { translate: { [mark]: 'false' }, default: 'true' },
        isProposed: true,
      });
      expect(left).not.toContain(column);
    }
  });

  it('is no attribute where isActive is read from something else', () => {
    const columns = table({ ...article, '@mode': 'new new delete', Webshop: '1 0 1' });
    const told = { format: 'bmecat', columns: { isActive: 'Webshop' } } as const;
    expect(recognise(columns, told).left).not.toContain('@mode');
  });

  it('of 1C is ПометкаУдаления where that is what the sample has', () => {
    const columns = table({ ...article, ПометкаУдаления: 'true false _' });
    const { guesses } = recognise(columns, { format: 'commerceml', columns: {} });
    expect(guesses.find(({ field }) => field === 'isActive')).toMatchObject({
      columns: ['ПометкаУдаления'],
      steps: { ...unless(), default: 'true' },
    });
  });
});
