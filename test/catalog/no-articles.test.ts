import { describe, expect, it } from 'vitest';
import { isTotalRow } from '../../src/domain/total-row.ts';
import { complaintsOf, mapRows } from './mapped.ts';

const mapping = '{ externalId: Nr, name: Name, availableQty: Menge }';
const german = 'delimiter: ";"';
const kinds = async (text: string, written = mapping, keys = german) =>
  (await mapRows(text, written, keys)).map((one) =>
    one.kind === 'rejected' ? complaintsOf(one)[0] : one.kind,
  );

describe('the article number of a row', () => {
  it.each([
    ...['Summe', 'SUMME:', 'Gesamt', 'Gesamtsumme', 'Zwischensumme:', '*** Summe ***', 'Übertrag'],
    ...['Total', 'TOTALS', 'Grand Total', 'Sub-total', 'Total: 60 items', '= Total ='],
    ...['Итого', 'ИТОГО:', 'Всего', 'Сумма', 'Total général', 'Sous-total', 'À reporter'],
    ...['Totale', 'Somma', 'Suma', 'Suma y sigue', 'Razem', 'Ogółem', 'Totaal', 'Celkem'],
    ...['Ergebnis', 'TOPLAM', 'Genel Toplam:', 'Összesen', 'ÖSSZESEN:', 'Yhteensä', 'I alt'],
    ...[
      'Σύνολο',
      'ΣΥΝΟΛΟ',
      'Ukupno',
      'УКУПНО',
      'Skupaj',
      'Iš viso',
      'Kopā',
      'Kokku',
      'Total geral',
    ],
    ...['Sayfa 2', 'Oldal 3/5', 'Tarih: 01.02.2026', 'Σελίδα 1'],
    ...['Seite 1', 'Seite: 2', 'Seite 2 von 3', 'Page 2', 'Page 2 of 5', 'Page 2/5', 'Стр. 4'],
    ...['Stand: 01.02.2026', 'Stand 01.02.2026', 'Datum:', 'Date : 2026-02-01', 'Anzahl: 60'],
  ])('is none as %s', (text) => {
    expect(isTotalRow(text)).toBe(true);
  });

  it.each([
    ...['TOTAL-5W40', 'TOTAL 7000', 'SUM-100', 'SUM100', 'Page01', 'PAGE-2', 'Seite', 'Page A4'],
    ...['Stand', 'Stand 5', 'STAND:01', 'Date', 'DATA', 'Summer', 'Totalschaden', 'Gesamtset 3'],
    ...['Ergebnis-5', 'TOPLAM 500', 'Kokkupressitud', 'Sayfa', 'Tarih', 'Spoluhráč', 'SIDE-2'],
    ...['A Total', '100', 'Anzahl', 'S-1', 'Report', 'Seite 1 links', 'Summe-1', ''],
  ])('is one as "%s"', (text) => {
    expect(isTotalRow(text)).toBe(false);
  });
});

describe('a row of totals with a text in the column of the name', () => {
  const table = (...rows: readonly string[]) => ['Nr;Name;Menge', ...rows, ''].join('\n');

  it('is rejected at the end and between the articles', async () => {
    const text = table(
      'A1;Rohr;5',
      'Seite 1;Übertrag;500',
      'A2;Muffe;7',
      'Stand: 01.02.2026;Artikelliste;',
      'Summe;60 Artikel;99999',
    );
    const total = 'ROW_TOTAL Nr';
    expect(await kinds(text)).toEqual(['row', total, 'row', total, total]);
  });

  it('is a row like others in a stock export, which creates no articles', async () => {
    const stock = '{ externalId: Nr, availableQty: Menge }';
    const text = table('A1;Rohr;5', 'Summe;;5');
    expect(await kinds(text, stock, `${german}, kind: stock`)).toEqual(['row', 'row']);
  });

  it('says what to do, also where it is an article', async () => {
    const [row] = await mapRows(table('Summe;60 Artikel;99999'), mapping, german);
    expect(row).toMatchObject({
      externalId: 'Summe',
      complaints: [{ code: 'ROW_TOTAL', value: 'Summe' }],
    });
    const remedy = row?.kind === 'rejected' ? row.complaints[0]?.remedy : '';
    expect(remedy).toContain('where:');
    expect(remedy).toContain('expression:');
    const other = mapping.replace(
      'Nr',
      `{ expression: 'row["Nr"] == "Total" ? "TOTAL-1" : row["Nr"]' }`,
    );
    expect(await mapRows(table('Total;Motoröl;5'), other, german)).toMatchObject([
      { kind: 'row', externalId: 'TOTAL-1' },
    ]);
  });

  it('is left out by where', async () => {
    const where = `${german}, where: [{ column: Nr, notEquals: Summe }]`;
    expect(await kinds(table('Summe;60 Artikel;99'), mapping, where)).toEqual(['skipped']);
  });

  it.each([
    ['dashes', '-----;----;-----'],
    ['equals signs and an empty cell', '=====;;====='],
    ['a drawn table', '+----;-+-;---+'],
    ['stars between blanks', ' *** ;* * *;***'],
  ])('is rejected as a line of %s, too', async (_, line) => {
    const text = table(line, 'A1;Rohr;5', line, '-;Muffe;7', '--A1;--;3');
    const total = 'ROW_TOTAL Nr';
    expect(await kinds(text)).toEqual([total, 'row', total, 'row', 'row']);
    const [row] = await mapRows(text, mapping, german);
    expect(row?.kind === 'rejected' && row.complaints[0]?.rule).toContain('a line that the list');
  });

  it('is no matter of trees', async () => {
    const json = '[{"Nr":"Total","Name":"Rad","Menge":5}]';
    expect(await kinds(json, mapping, 'format: json')).toEqual(['row']);
  });
});

describe('a header where columns are found by their place', () => {
  const byPlace = '{ externalId: "1", name: "2" }';
  const unnamed = 'delimiter: ";", headerRow: none';

  it.each([
    ['Artikelnummer;Bezeichnung'],
    ['"Artikel-Nr.";"Bezeichnung"'],
    ['ProductID;Name'],
    ['Артикул;Наименование'],
  ])('is rejected: %s', async (header) => {
    expect(await kinds(`${header}\nA1;Rohr\n`, byPlace, unnamed)).toEqual([
      'ROW_HEADER_AGAIN 1',
      'row',
    ]);
  });

  it.each(['A1;Name', 'Code;Rohr', 'Nr12;Name'])('is none as %s', async (row) => {
    expect(await kinds(`${row}\n`, byPlace, unnamed)).toEqual(['row']);
  });

  it('is rejected in a file of fixed width', async () => {
    const fixed =
      'format: fixed, columns: [{ name: Nr, start: 1, length: 8 }, { name: Text, start: 9, length: 12 }]';
    const lines = ['ArtNr   Bezeichnung', 'A1      Rohr', ''].join('\n');
    expect(await kinds(lines, '{ externalId: Nr, name: Text }', fixed)).toEqual([
      'ROW_HEADER_AGAIN Nr',
      'row',
    ]);
  });
});
