import { describe, expect, it } from 'vitest';
import type { Guess } from '../../src/setup/guess.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const activeFrom = (columns: Record<string, string>): Guess | undefined =>
  recognise(table({ ...article, ...columns })).guesses.find(({ field }) => field === 'isActive');

describe('a column of blocked articles', () => {
  it.each([
    ...['Descatalogado', 'Obsoleto', 'Bloqueado', 'No activo', 'Spærret', 'Udgået', 'Sperret'],
    ...['Utgått', 'Spärrad', 'Ikke aktiv', 'Inativo', 'Fuori produzione'],
    ...['Gesperrt (J/N)', 'Gesperrt ja/nein', 'gesperrt_kz', 'Artikel nicht aktiv', 'Item Blocked'],
    ...[
      'Discontinued (0 = No, 1 = Yes)',
      'Снят с производства',
      'Precancellato',
      'Utgången',
      'Neaktiven',
      'SPERRE_VK',
    ],
  ])('is known as %s', (name) => {
    expect(activeFrom({ [name]: '_ _ X' })).toMatchObject({
      columns: [name],
      steps: { otherwise: 'false', default: 'true' },
      isProposed: true,
    });
  });

  it.each(['Active (0 = No, 1 = Yes)', 'Aktiv (J/N)', 'Article actif', 'Attivo s/n'])(
    'is not one that says what is on sale: %s',
    (name) => {
      expect(activeFrom({ [name]: '1 0 1' })).toMatchObject({ steps: {}, isProposed: true });
    },
  );

  it.each(['Gesperrt (0 = ja, 1 = nein)', 'Gesperrt (S/M/L)', 'Gesperrt seit', 'Frozen Item'])(
    'is not known where its name says more: %s',
    (name) => {
      expect(activeFrom({ [name]: '1 0 1' })).toBeUndefined();
    },
  );

  it.each(['H E H', 'Н Д Н', 'N S N'])('is read where letters say yes and no: %s', (cells) => {
    const translate = expect.objectContaining({ [cells.slice(0, 1)]: 'true' });
    expect(activeFrom({ Gesperrt: cells })?.steps).toMatchObject({ translate, otherwise: 'false' });
  });

  it('is read together with a flag that says what is on sale', () => {
    for (const Aktiv of ['1 1 1', '1 0 1'])
      expect(activeFrom({ Aktiv, Gesperrt: 'N J N' })).toMatchObject({
        columns: expect.arrayContaining(['Aktiv', 'Gesperrt']),
      });
  });
});

it('a mark that every row has may be any code, and takes no article off sale by itself', () => {
  expect(activeFrom({ Sperrkennzeichen: 'A A A' })).toMatchObject({ isProposed: false });
  expect(activeFrom({ Sperrkennzeichen: 'A _ _' })).toMatchObject({ isProposed: true });
});

it('the opposite of the words that block is listed as the export writes it', () => {
  for (const [yes, no] of Object.entries({ JA: 'NEIN', Ja: 'Nein', ja: 'nein', J: 'N' }))
    expect(activeFrom({ Gesperrt: `${yes} ${yes} ${yes}` })?.steps.translate).toHaveProperty(
      no,
      'true',
    );
});

it('1, -1 and another number are no flags, and no column that is empty says what is on sale', () => {
  expect(activeFrom({ Published: '1 -1 2' })).toMatchObject({ isProposed: false });
  expect(activeFrom({ Farbe: '_ _ _' })).toBeUndefined();
});

it('a status is read as true and false in any letters, and not beside another word', () => {
  expect(activeFrom({ Status: 'TRUE False TRUE' })).toMatchObject({ steps: {}, isProposed: true });
  expect(activeFrom({ Status: 'true false maybe' })).toBeUndefined();
});

it('a word that blocks in every row of a column that is called anything takes nothing off sale', () => {
  expect(activeFrom({ Kz: 'Gesperrt Gesperrt Gesperrt' })).toBeUndefined();
});

describe('a column of free text', () => {
  const seven = [1, 2, 3, 4, 5, 6, 7];
  const rows = (cell: (row: number) => string) => seven.map(cell).join(' ');
  const told = (columns: Record<string, string>) => {
    const articles = {
      ArtNr: rows((row) => `A${row}`),
      Bezeichnung: rows((row) => `Bolt~M${row}`),
    };
    const { marks, left } = recognise(table({ ...articles, ...columns }));
    return { marks: marks.map(({ name }) => name), left };
  };

  it.each([
    ['Hidden features', rows((row) => `made~of~steel~${row}`)],
    ['Status', rows((row) => `see~the~list~${row}`)],
    ['Web', rows((row) => `https://a.example/${row}`)],
  ])('says nothing of what is on sale, as %s', (name, cells) => {
    expect(told({ [name]: cells })).toEqual({ marks: [], left: [name] });
  });

  it.each([
    ['Status', rows((row) => (row > 3 ? 'in~the~catalogue' : 'not~for~sale'))],
    ['Hidden since', rows((row) => `2024-01-0${row}`)],
    ['Status', rows(String)],
  ])('is none as %s with %s, which may block', (name, cells) => {
    expect(told({ [name]: cells })).toEqual({ marks: [name], left: [] });
  });
});

describe('yes and no in single letters', () => {
  it('are read where both stand in a column', () => {
    expect(activeFrom({ Descatalogado: 'N S N' })?.steps).toEqual({
      translate: { N: 'true', 0: 'true', false: 'true', nein: 'true' },
      otherwise: 'false',
    });
    expect(activeFrom({ 'Subir a internet': 'S N S' })).toMatchObject({
      steps: { translate: { S: 'true', N: 'false' } },
      isProposed: true,
    });
    expect(activeFrom({ Actif: 'o n o' })?.steps).toEqual({ translate: { o: 'true', n: 'false' } });
    for (const [yes = '', no = ''] of [
      ['Д', 'Н'],
      ['д', 'н'],
    ])
      expect(activeFrom({ Активен: `${yes} ${no} ${yes}` })?.steps).toEqual({
        translate: { [yes]: 'true', [no]: 'false' },
      });
  });

  it('are codes where one of them stands alone or beside others', () => {
    for (const cells of ['S S S', 'S N T', 'S T S'])
      expect(activeFrom({ Activo: cells })).toMatchObject({ isProposed: false });
    expect(activeFrom({ Bloqueado: 'S N T' })).toMatchObject({ isProposed: false });
  });
});
