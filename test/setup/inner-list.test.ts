import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const articles = [
  { artnr: 'A-1', bezeichnung: 'Bolt', bestand: 5 },
  { artnr: 'A-2', bezeichnung: 'Nut', bestand: 7 },
];

describe('a JSON sample of a database holds its articles in one element beside what tells of the table:', () => {
  it.each([
    [
      'as phpMyAdmin writes it',
      [
        { type: 'header', version: '5.2.1' },
        { type: 'database', name: 'shop' },
        { type: 'table', name: 'artikel', data: articles },
      ],
      'path: data',
    ],
    [
      'as SQL Developer writes it',
      { results: [{ columns: [{ name: 'ARTNR', type: 'VARCHAR2' }], items: articles }] },
      'path: results.items',
    ],
    ['as DBeaver writes it', { 'select a.artnr from a': articles }, 'path: /select a.artnr from a'],
  ])('%s', async (_, content, path) => {
    const { text } = await proposed('artikel.json', JSON.stringify(content));
    expect(text).toContain(path);
    expect(text).toMatch(/externalId: artnr\b/);
    expect(text).toMatch(/availableQty: bestand\b/);
  });

  it('and of two tables only one can be read', async () => {
    const tables = [
      { name: 'artikel', data: articles },
      { name: 'kunden', data: [] },
    ];
    const { shown } = await proposed('erp.json', JSON.stringify(tables));
    expect(shown).toContain('  refused: erp.json: The list "data" is in the file twice.');
  });

  it('the variants of an article with a number of its own are none', async () => {
    const article = { ...articles[0], variants: [{ artnr: 'A-1-S' }, { artnr: 'A-1-M' }] };
    const { text } = await proposed('artikel.json', JSON.stringify([article, articles[1]]));
    expect(text).toMatch(/externalId: artnr\b/);
  });

  it('are the lists of values beside a list of names, as pandas writes them, and are told to have none', async () => {
    const data = articles.map((_, at) => [`A-${at}`, 'Bolt', at + 5]);
    const index = data.map((_, at) => at);
    const split = { columns: ['ArtNr', 'Bezeichnung', 'Bestand'], index, data };
    const { text, shown } = await proposed('artikel.json', JSON.stringify(split));
    expect(text).toMatch(/path: data\s/);
    expect(shown).toContain('read by their places');
  });
});
