import { describe, expect, it } from 'vitest';
import { bindAttributes } from '../../../src/catalog/mapping/attributes.ts';
import {
  droppedPrices,
  priceAttributes,
  priceNumbers,
} from '../../../src/catalog/mapping/price-attributes.ts';
import { isPriceName, mayBePrice } from '../../../src/domain/column-name.ts';
import { declaredSource } from '../declared.ts';

const found = async (
  attributes: string,
  columns: readonly string[],
  names: readonly string[] = [],
) => {
  const { mapping } = await declaredSource(
    `{ externalId: Nr, name: Name, attributes: ${attributes} }`,
  );
  const prices = priceAttributes(mapping.attributes!, { columns, names });
  return prices.map(({ name, column }) => [name, column]);
};

describe('quirk 30: an attribute that looks like a price', () => {
  const prices = `
    Preis;Preise;Preis 1;VK-Preis;Listenpreis;Einkaufspreis;Einkauf(spreis);Stückpreise;Preisgruppe;PreisNetto;Preis/ME;unit price;unitPrice;unit_price;UNITPRICE
    Prices;Variant Price;Price[2];Price/Amount;Prix;Prix HT;Cena netto;Ceny;Cennik;Koszt;Rabat;Цена;Цены;Цена1;Ціна;РРЦ;Закупка;Прайс;Наценка;Себестоимость;НДС
    Coût;Tarif HT;Tarif;Precio;Preço;PVP;Prezzo;Listino;EK;VK 1;VK netto;VK_x0020_netto;EKNetto;base/EK;Einkauf;HEK;EVP;UPE;UVP;RRP;SRP;MRP;MSRP;Kosten;Cost per item;unitCost;Rabatt;Discount
    Währung;currency;валюта;MwSt;MwSt-Satz;VAT;vatRate;Tax rate;tax1;€;Betrag in €;EUR;VK_EUR
    Händler-EK;Haendler-EK;Dealer EK netto;Einstand;Einstandspreis;Einstand netto;Marge;Marge %;Gross margin;Margin;Narzut;Marża;Опт;Опт 1;Оптовая
    Pris;Pris ekskl. moms;Pris/st;Prisgruppe;Salgspris;Utsalgspris;Veil. pris;Vejl. pris;Kostpris;Inköpspris;Innkjøpspris;Moms;Fiyat;Satış Fiyatı;SATIŞ FİYATI;SatisFiyati;Alış Fiyatı;KDV Dahil;Para Birimi
    Hinta;Myyntihinta;Ovh;Ár;Bruttó ár;Eladási ár;Egységár;Preț;Pret;TVA;Τιμή;ΤΙΜΗ;Λιανική τιμή;Cijena;Prodejní;Nákupní;Maloprodajna cijena;PDV;Kaina;Hind;Jaehind;Narxi;Розничная;Вартість
    P.V.P.;U.V.P.;Adviesprijs;Inkoopprijs;Prijsgroep;Sconto;Tarif public;Descuento;Custo
    PA HT;PV_TTC;PA-HT;P.A. HT;PVHT;PU HT;PRMP;CMUP;P. compra;P-venta;Prz. acquisto;Letzter EK;Mittl. EK;Listen-EK;Kalk. EK;Standardkosten;Handelsspanne
    OXPRICE;OXTPRICE;OXPRICEA;baseprice;sellingprices
    Purchase Rate;Sales Rate;Standard Rate;EK-Pr.;EK_Pr;Pr. EK;Einkaufspr.;Verk.-Pr.;Listenpr;Durchschnitts-EK;LEK;EKP;Rohertrag;Selbstkosten;avgcost;LASTCOST
    CUMP;prod/vUnCom;prod/vProd;PRCCOSTE;PRCVENTA;epcusto;PCMedio;Nákup;Zakup netto;Alış 1;SATIŞ;Ostoh.;Varekost;EK/VPE;VK je Stk;EK kg;EK_letzt;Valuation Rate;Commission Rate;Comisión por venta;Provision %;Wert frei verw.;AVP;Kupferzuschlag
    成本价;单价;零售价;采购价格;参考成本;金额;税率;標準価格;仕入単価;原価;上代;粗利率;입고단가;판매가격;판매가;소비자가;원가;재고금액;할인율;CURRCOST;COSTOULT`;
  const others = `
    用户评价;商品評価;性价比;規格;单位;입고수량;국가;지원가능
    Nettogewicht;Bruttogewicht kg;Farbe;Ekel;Format;Länge;brutto;Netto;Waga netto;Waga brutto;Ilość netto;Poids brutto;Net weight (netto);Netto kg;Brutto (kg);Netto Breite;Nettohöhe
    Nettoleistung;Nettofüllgewicht;Kostenstelle;Kostenlos;Cost center;Costume size;Scenario;Сценарий;Сцена;Preconfigured;Precooked;Preisträger;Grand Prix Edition;VK-Einheit;EK-Menge
    VPE;Einkaufseinheit;MRP type;Tax class;VAT ID;Zolltarifnummer;Compris;Enterprise;Prisma;Behind;Hindernis;AR;Arkiv;Árvíz;TVA compris;Fiyaka;J.m.;Amount per box;Flow rate;EUR-Palette
    PA;PV Modul;PVC HT;HT-Rohr;Compra;Venta web;Listen-Nr;Neuer Artikel;Caprice;Oxprint
    Frame rate;Refresh Rate;Sampling rate;EK-Produkt;VK-Prüfung;Verkaufsprogramm;Nettoproduktion;Satış Birimi;Lekage;EK-VPE;Zuschlagstoff`;
  const amounts =
    'Spanne;Kost;Umsatz;Brutto;Netto;Betrag;Amount;LP;Kalkulation;Wert;Warenwert;Warenwert netto;Betrag (brutto);item/Netto;VP1;EP';
  const noAmounts = `
    Gewicht netto;Nettogewicht;Brutto (kg);Net weight;Netto-Inhalt;Brennwert;Grenzwert;Amount per pack;Wert 1;merkmal/wert;LP-Typ;LP 2;1
    Margin left;Оптовая упаковка;Händler;Optik`;
  const names = (list: string) => list.trim().split(/;|\n\s*/);

  it.each(names(prices))('is told by a name such as %s', (name) => {
    expect(isPriceName(name)).toBe(true);
  });

  it.each(names(others))('is not told by a name such as %s', (name) => {
    expect(isPriceName(name)).toBe(false);
  });

  it.each(names(amounts))('may be told by a name that says an amount, such as %s', (name) => {
    expect([isPriceName(name), mayBePrice(name)]).toEqual([false, true]);
  });

  it.each(names(noAmounts))('is not told by part of a name such as %s', (name) => {
    expect(mayBePrice(name)).toBe(false);
  });

  it('is found by the column, the own name, a list, a prefix and the names in cells', async () => {
    expect(await found('{ Hinweis: EK, UVP: Zahl, Farbe: Farbe }', [])).toEqual([
      ['Hinweis', 'EK'],
      ['UVP', 'Zahl'],
    ]);
    expect(await found('{ columns: [Farbe, Listenpreis] }', [])).toEqual([
      ['Listenpreis', 'Listenpreis'],
    ]);
    expect(await found('{ columns: [Farbe, Netto, Gewicht netto] }', [])).toEqual([
      ['Netto', 'Netto'],
    ]);
    expect(await found('{ prefix: "A_" }', ['A_VK', 'A_Farbe', 'B_VK'])).toEqual([['VK', 'A_VK']]);
    expect(
      await found('{ pairs: [{ name: Merkmal, value: Wert }] }', [], ['Farbe', 'UVP']),
    ).toEqual([['UVP', 'Merkmal']]);
  });
});

describe('quirk 30: an attribute under a name that the marketplace has for a price', () => {
  const attributes = async (columns: readonly string[]) => {
    const { mapping } = await declaredSource(
      '{ externalId: Nr, name: Name, attributes: { prefix: "Attr_" } }',
    );
    const read = bindAttributes(mapping.attributes!, {
      columns,
      column: (name) => columns.indexOf(name),
    });
    return { sent: read(columns.map(() => 'x')).values, dropped: mapping.attributes! };
  };

  it('is never sent, and told as dropped, with blanks and in capitals, too', async () => {
    const columns = ['Attr_unitPrice', 'Attr_ CURRENCY', 'Attr_ VK', 'Attr_Farbe', 'Attr_ '];
    const { sent, dropped } = await attributes(columns);
    expect({ ...sent }).toEqual({ VK: 'x', Farbe: 'x' });
    expect(droppedPrices(dropped, columns).map(({ column }) => column)).toEqual([
      'Attr_unitPrice',
      'Attr_ CURRENCY',
    ]);
    expect(await found('{ prefix: "Attr_" }', columns)).toEqual([['VK', 'Attr_ VK']]);
  });
});

describe('a quantity that is read from a price', () => {
  const priced = async (fields: string) =>
    priceNumbers((await declaredSource(`{ externalId: Nr, name: Name, ${fields} }`)).mapping);

  it.each([
    ['availableQty: Preis', [['availableQty', 'Preis']]],
    ['availableQty: { sum: [Bestand], minus: [EK] }', [['availableQty', 'EK']]],
    ['availableQty: Bestand, minOrderQty: { column: Netto }', [['minOrderQty', 'Netto']]],
    [
      'stepQty: Betrag, leadTimeDays: UVP',
      [
        ['stepQty', 'Betrag'],
        ['leadTimeDays', 'UVP'],
      ],
    ],
  ])('is told of %s', async (fields, told) => {
    expect((await priced(fields)).map(({ name, column }) => [name, column])).toEqual(told);
  });

  it.each([
    'availableQty: Amount, stepQty: Staffel',
    'availableQty: { expression: \'row["Preis"] == "" ? "0" : row["Bestand"]\' }',
    'availableQty: { constant: 5 }',
  ])('is not told of %s', async (fields) => {
    expect(await priced(fields)).toEqual([]);
  });
});
