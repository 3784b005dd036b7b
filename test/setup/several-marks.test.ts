import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { proposed as written } from './proposed.ts';
import { table } from './table.ts';

const article = { Varenr: 'A1 A2 A3 A4', Beskrivelse: 'Bolt~M8 Nut~M8 Disc~M8 Rod~M8' };
const proposed = (columns: Record<string, string>) => {
  const { guesses, marks } = recognise(table({ ...article, ...columns }));
  const found = guesses.find(({ field, isProposed }) => field === 'isActive' && isProposed);
  return { columns: found?.columns, steps: found?.steps, told: marks.map(({ name }) => name) };
};

describe('two columns that each take articles off sale', () => {
  it('are read together, and only what both leave on sale is listed', () => {
    expect(proposed({ Spærret: 'Nej Ja Nej Nej', Udgået: 'Nej Nej Ja Nej' })).toEqual({
      columns: ['Spærret', 'Udgået'],
      steps: { translate: { 'Nej Nej': 'true' }, otherwise: 'false' },
      told: [],
    });
  });

  it('may stand beside one that says what is on sale', () => {
    const { columns, steps } = proposed({ Aktiv: '1 1 0 1', Gesperrt: 'nein ja nein nein' });
    expect(columns).toEqual(['Aktiv', 'Gesperrt']);
    expect(steps).toEqual({ translate: { '1 nein': 'true' }, otherwise: 'false' });
  });

  it('are three where there are three, also where the one between them is empty', () => {
    const flags = { Aktiv: 'J J N J', Spærret: '_ X _ _', Udgået: 'N N N J' };
    expect(proposed(flags)).toEqual({
      columns: ['Aktiv', 'Spærret', 'Udgået'],
      steps: { translate: { 'J N': 'true' }, otherwise: 'false' },
      told: [],
    });
  });

  it('mean an article on sale where each of them is empty', () => {
    expect(proposed({ Spærret: '_ X _ _', Udgået: '_ _ X _' })).toMatchObject({
      columns: ['Spærret', 'Udgået'],
      steps: { otherwise: 'false', default: 'true' },
    });
  });

  it('are read together also where the sample blocks nothing by the other', () => {
    expect(proposed({ Spærret: 'Nej Ja Ja Nej', Udgået: 'Nej Nej Nej Nej' })).toMatchObject({
      columns: ['Spærret', 'Udgået'],
      steps: { translate: { 'Nej Nej': 'true' }, otherwise: 'false' },
      told: [],
    });
  });

  it('are not read together where nothing would be left on sale', () => {
    expect(proposed({ Published: '0 0 0 0', Gesperrt: 'nein ja nein nein' }).columns).toHaveLength(
      1,
    );
  });

  it('are not read together where they say it of other things', () => {
    const columns = { active: '1 1 0 1', 'price/active': '1 0 1 1' };
    expect(proposed(columns)).toMatchObject({ columns: ['active'], told: ['price/active'] });
  });

  it('are read with a sign between them where the joined text would not tell which of them is empty', async () => {
    const flags = { Aktiv: 'ja _ ja ja', Gesperrt: '_ _ ja _' };
    expect(proposed(flags)).toMatchObject({ columns: ['Aktiv', 'Gesperrt'], told: [] });
    const rows = 'ArtNr;Bezeichnung;Aktiv;Gesperrt\nA1;Bolt M8;X;\nA2;Nut M8;X;X\nA3;Disc M8;;\n';
    const { shown, text } = await written('a.csv', rows);
    expect(text).toContain(
      'isActive: { template: "{Aktiv}/{Gesperrt}", translate: { X/: true }, otherwise: false, default: false }',
    );
    expect(shown.match(/"isActive":(?:true|false)/g)).toEqual([
      '"isActive":true',
      '"isActive":false',
      '"isActive":false',
    ]);
  });

  it('are not read so where a name holds the braces of a template', () => {
    const flags = { Aktiv: 'ja _ ja ja', 'Gesperrt {}': '_ _ ja _' };
    expect(proposed(flags).columns).toEqual(['Aktiv']);
  });
});

describe('the words of single systems for what may be sold', () => {
  it.each([
    ['Odoo', { active: 'True True False True', sale_ok: 'True False True True' }],
    ['SAP Business One', { SellItem: 'Y N Y Y', frozenFor: 'N N Y N' }],
    ['Business Central', { Blocked: 'No Yes No No', 'Sales Blocked': 'No No Yes No' }],
    ['Visma', { Verkäuflich: 'ja nein ja ja', Verkaufssperre: 'nein nein ja nein' }],
  ])('of %s are read together', (_system, columns) => {
    expect(proposed(columns)).toMatchObject({ columns: Object.keys(columns), told: [] });
  });
});

it('what a feed says of its availability is told, as no field is read from it', () => {
  const feed = { availability: 'in_stock out_of_stock preorder in_stock' };
  expect(proposed(feed).told).toEqual(['availability']);
});

it.each([
  { said: 'a word', on: 'N   ', no: 'N ' },
  { said: 'nothing', on: '    ', no: '  ' },
])(
  'two columns filled up with blanks are read together where $said means on sale',
  async ({ on, no }) => {
    const rows = [1, 2, 3, 4, 5, 6].map((n) =>
      [`A${n} `, `Hammer Nr ${n}  `, '    5', n === 3 ? 'J   ' : on, n === 5 ? 'J ' : no].join(';'),
    );
    const head = 'ArtNr;Bezeichnung;Bestand;Gesperrt;Inaktiv';
    const { shown } = await written('artikel.csv', `${[head, ...rows].join('\r\n')}\r\n`);
    expect(shown).not.toContain('rejected');
    expect(shown).toContain('"A1","name":"Hammer Nr 1","isActive":true');
    expect(shown).toContain('"A3","name":"Hammer Nr 3","isActive":false');
  },
);
