import { describe, expect, it } from 'vitest';
import { matchName } from '../../src/setup/words.ts';

describe('the name of a column', () => {
  it.each([
    ['Artikelnummer', 'externalId'],
    ['Art.-Nr.', 'externalId'],
    ['Art_x002E_-Nr', 'externalId'],
    ['SKU', 'externalId'],
    ['SKU._text', 'externalId'],
    ['sku.$t', 'externalId'],
    ['Bezeichnung.#text', 'name'],
    ['item no', 'externalId'],
    ['No.', 'externalId'],
    ['Material', 'externalId'],
    ['Номенклатура.Код', 'externalId'],
    ['Артикул', 'externalId'],
    ['Код', 'externalId'],
    ['Kod towaru', 'externalId'],
    ['Bezeichnung', 'name'],
    ['Art.-Bez.', 'name'],
    ['Bez.', 'name'],
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
    ['Ana Birim', 'unitOfMeasure'],
    ['Und. medida', 'unitOfMeasure'],
    ['Cód. barras', 'barcode'],
    ['Bakiye', 'availableQty'],
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
    ['ArtNr. im Shop', 'externalId'],
    ['Bezeichnung lang', 'name'],
    ['Marke im Shop', 'brand'],
    ['Menge in Basismengeneinheit', 'availableQty'],
    ['Stock for sale', 'availableQty'],
  ] as const)('%s says %s by a part of it', (name, field) => {
    expect(matchName(name, field)).toMatchObject({ isWhole: false });
  });

  it.each([
    ['Mengeneinheit', 'availableQty'],
    ['Verkaufspreis', 'availableQty'],
    ['Mindestmenge', 'availableQty'],
    ['BrandName', 'name'],
    ['Lagerort', 'availableQty'],
    ['Stok Kodu', 'availableQty'],
    ['Merkmal', 'brand'],
    ['Bestandspreis', 'availableQty'],
    ['Artikel/Mengeneinheit', 'availableQty'],
    ['Lagerortname', 'name'],
    ['Artikel nicht aktiv', 'isActive'],
    ['Renk Kodu', 'externalId'],
    ['Üretici Stok Kodu', 'externalId'],
    ['Vendor Item No.', 'externalId'],
    ['Contact Phone Number', 'externalId'],
    ['stockHeader/mass', 'availableQty'],
    ['stockHeader.mass', 'availableQty'],
  ] as const)('%s does not say %s', (name, field) => {
    expect(matchName(name, field)).toBeUndefined();
  });

  it.each(
    `Supplier item no;Manufacturer item no;Herstellerartikelnummer;Lieferantenartikelnummer;Lief.-ArtNr.;Kundenartikelnummer
    Customer item no;Ersatzartikelnummer;Alternativartikelnummer;Поставщик: артикул;Dostawca: kod towaru;Leverandør varenummer
    Leverantörens artikelnummer;Toimittajan tuotenumero;Tedarikçi stok kodu;Üretici ürün kodu;Szállítói cikkszám
    Furnizor: cod produs;Προμηθευτής: κωδικός είδους;Dobavljač šifra artikla;Tiekėjo prekės kodas;Piegādātāja preces kods
    Tarnija tootekood;Fornecedor código produto;Proveedor código artículo;Fornitore codice articolo;Fournisseur: item no
    Leverancier artikelcode`.split(/[;\n]\s*/),
  )('%s is no article number of the supplier', (name) => {
    expect(matchName(name, 'externalId')).toBeUndefined();
  });
});
