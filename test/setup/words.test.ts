import { describe, expect, it } from 'vitest';
import { matchName } from '../../src/setup/words.ts';

describe('the name of a column', () => {
  it.each([
    ['Artikelnummer', 'externalId'],
    ['Art.-Nr.', 'externalId'],
    ['SKU', 'externalId'],
    ['item no', 'externalId'],
    ['No.', 'externalId'],
    ['Material', 'externalId'],
    ['Номенклатура.Код', 'externalId'],
    ['Артикул', 'externalId'],
    ['Код', 'externalId'],
    ['Kod towaru', 'externalId'],
    ['Bezeichnung', 'name'],
    ['Наименование', 'name'],
    ['Nazwa', 'name'],
    ['EAN', 'barcode'],
    ['GTIN-13', 'barcode'],
    ['Штрихкод', 'barcode'],
    ['Kod kreskowy', 'barcode'],
    ['Bestand', 'availableQty'],
    ['Verfügbar', 'availableQty'],
    ['Qty', 'availableQty'],
    ['Остаток', 'availableQty'],
    ['Stan magazynowy', 'availableQty'],
    ['ME', 'unitOfMeasure'],
    ['Ед. изм.', 'unitOfMeasure'],
    ['J.m.', 'unitOfMeasure'],
    ['Hersteller', 'brand'],
    ['Производитель', 'brand'],
    ['Producent', 'brand'],
    ['Warengruppe', 'categorySlug'],
    ['Mindestmenge', 'minOrderQty'],
    ['MOQ', 'minOrderQty'],
    ['Lieferzeit (Tage)', 'leadTimeDays'],
    ['Срок поставки', 'leadTimeDays'],
    ['Czas dostawy', 'leadTimeDays'],
    ['Varenummer', 'externalId'],
    ['Stok Kodu', 'externalId'],
    ['Cikkszám', 'externalId'],
    ['Κωδικός είδους', 'externalId'],
    ['Šifra', 'externalId'],
    ['Varenavn', 'name'],
    ['Benämning', 'name'],
    ['Stok Adı', 'name'],
    ['Megnevezés', 'name'],
    ['Denumire', 'name'],
    ['Naziv', 'name'],
    ['Designação', 'name'],
    ['Streckkod', 'barcode'],
    ['Vonalkód', 'barcode'],
    ['Lagersaldo', 'availableQty'],
    ['Miktar', 'availableQty'],
    ['Varastosaldo', 'availableQty'],
    ['Készlet', 'availableQty'],
    ['Απόθεμα', 'availableQty'],
    ['Likutis', 'availableQty'],
    ['Birim', 'unitOfMeasure'],
    ['Jedinica mjere', 'unitOfMeasure'],
    ['Merk', 'brand'],
    ['Gyártó', 'brand'],
    ['Açıklama', 'description'],
    ['Varugrupp', 'categorySlug'],
  ] as const)('%s says %s', (name, field) => {
    expect(matchName(name, field)?.isWhole).toBe(true);
  });

  it.each(['stock/value', 'stock.value', 'Bestand gesamt/Stk', 'Lagermenge Nord', 'Mein Bestand'])(
    '%s says a stock by a part of it',
    (name) => {
      expect(matchName(name, 'availableQty')).toMatchObject({ isWhole: false });
    },
  );

  it.each([
    ['Mengeneinheit', 'availableQty'],
    ['Verkaufspreis', 'availableQty'],
    ['Mindestmenge', 'availableQty'],
    ['BrandName', 'name'],
    ['Lagerort', 'availableQty'],
    ['Stok Kodu', 'availableQty'],
    ['Merkmal', 'brand'],
    ['Renk Kodu', 'externalId'],
    ['Üretici Stok Kodu', 'externalId'],
    ['Vendor Item No.', 'externalId'],
    ['Contact Phone Number', 'externalId'],
    ['stockHeader/mass', 'availableQty'],
    ['stockHeader.mass', 'availableQty'],
  ] as const)('%s does not say %s', (name, field) => {
    expect(matchName(name, field)).toBeUndefined();
  });
});
