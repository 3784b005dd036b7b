import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { proposed } from './proposed.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3 A4', Bezeichnung: 'Bolt~M8 Nut~M8 Assembly Rod~M8' };
const services = (columns: Record<string, string>) =>
  recognise(table({ ...article, ...columns })).services;

describe('rows that are called a service, where not all kinds are known', () => {
  it.each([
    ['Artikelart', 'Ware Sonstiges Dienstleistung Ware', 'Dienstleistung'],
    ['Product Kind', 'Storable~Product Consumable Service Consumable', 'Service'],
    ['Tipo', 'Producto Otro Servicio Producto', 'Servicio'],
    ['Группа', 'Товар Товар Услуга Товар', 'Услуга'],
  ])('are found in %s', (column, cells, value) => {
    expect(services({ [column]: cells })).toEqual({ column, values: [value], rows: 1 });
  });

  it('are not looked for in names, nor where all are of one kind', () => {
    expect(services({ Art: 'Service Service Service Service' })).toBeUndefined();
    expect(services({ Gruppe: 'Service-Koffer Werkzeug Schrauben Schrauben' })).toBeUndefined();
  });
});

describe('services among the articles', () => {
  const articles = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Mounting' };
  const found = (columns: Record<string, string>) => recognise(table({ ...articles, ...columns }));

  it.each([
    ['Artikelart', 'Artikel Artikel Dienstleistung', 'Dienstleistung'],
    ['Type', 'Inventory Inventory Service', 'Service'],
    ['type', 'product consu service', 'service'],
    ['Вид номенклатуры', 'Товар Товар Услуга', 'Услуга'],
    ['Typ', 'Towar Towar Usługa', 'Usługa'],
    ['Rodzaj', 'Towar Komplet Usługa', 'Usługa'],
    ["Type d'article", 'Bien Bien Service', 'Service'],
    ['Type', 'Inventory~Part Inventory~Assembly Service', 'Service'],
  ])('are left out by a column of kinds: %s with %s', (name, cells, service) => {
    const { leftOut, left } = found({ [name]: cells });
    expect(leftOut).toEqual([{ column: name, notIn: [service] }]);
    expect(left).not.toContain(name);
  });

  it.each([
    ['Art', 'Teller Tasse Service'],
    ['Art', 'Service Service Service'],
    ['Warengruppe', 'Artikel Artikel Service'],
    ['Artikelart', 'Artikel Ware Artikel'],
  ])('are not seen in %s with %s', (name, cells) => {
    expect(found({ [name]: cells }).leftOut).toEqual([]);
  });

  it('are not sent by the file that init writes, and the person is told', async () => {
    const rows = [
      'A1;Bolzen M8;Artikel;5',
      'D1;Montage;Dienstleistung;0',
      'A2;Mutter M8;Artikel;7',
    ];
    const content = `Artikelnummer;Artikelbezeichnung;Artikelart;Lagerbestand\n${rows.join('\n')}\n`;
    const { shown, text } = await proposed('artikel.csv', content);
    expect(text).toContain('where: { column: Artikelart, notIn: [Dienstleistung] }');
    expect(shown).not.toContain('"externalId":"D1"');
    expect(shown).toContain(
      '- where: leaves out rows whose Artikelart is Dienstleistung: such rows group several articles, or are not goods',
    );
  });
});
