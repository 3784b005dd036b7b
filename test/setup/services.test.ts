import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3 A4', Bezeichnung: 'Bolt~M8 Nut~M8 Assembly Rod~M8' };
const services = (columns: Record<string, string>) =>
  recognise(table({ ...article, ...columns })).services;

describe('rows that are called a service', () => {
  it.each([
    ['Artikelart', 'Ware Ware Dienstleistung Ware', 'Dienstleistung'],
    ['Product Type', 'Storable~Product Consumable Service Consumable', 'Service'],
    ['Tipo', 'Producto Producto Servicio Producto', 'Servicio'],
    ['Вид', 'Товар Товар Услуга Товар', 'Услуга'],
  ])('are found in %s', (column, cells, value) => {
    expect(services({ [column]: cells })).toEqual({ column, values: [value], rows: 1 });
  });

  it('are not looked for in names, nor where all are of one kind', () => {
    expect(services({ Art: 'Service Service Service Service' })).toBeUndefined();
    expect(services({ Gruppe: 'Service-Koffer Werkzeug Schrauben Schrauben' })).toBeUndefined();
  });
});
