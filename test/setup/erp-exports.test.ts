import { describe, expect, it } from 'vitest';
import { columnsText } from '../../src/setup/guess.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { proposed } from './proposed.ts';

function found(lines: string) {
  const [header = [], ...rows] = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(';'));
  return recognise(header.map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? '') })));
}

/** What each field is read from. */
function fieldsOf(lines: string): Record<string, string> {
  const read = found(lines).guesses.filter(({ isProposed }) => isProposed);
  return Object.fromEntries(read.map((one) => [one.field, columnsText(one)]));
}

describe('exports as ERPs name their columns', () => {
  it.each([
    [
      'Business Central in German',
      `Nr.;Beschreibung;Lagerbestand;Basiseinheitencode;Gesperrt;Verkauf gesperrt
       A1;Tisch rund;4;STÜCK;Nein;Nein
       A2;Stuhl blau;2;STÜCK;Nein;Ja`,
      { unitOfMeasure: 'Basiseinheitencode', isActive: 'Gesperrt + Verkauf gesperrt' },
    ],
    [
      'Finance and Operations',
      `ITEMNUMBER;PRODUCTNAME;SALESUNITSYMBOL;INVENTORYUNITSYMBOL;PRODUCTLIFECYCLESTATEID;ISSALESPROCESSINGSTOPPED;AVAILABLEPHYSICAL;PHYSICALINVENTORY
       D1;Speaker small;box;ea;Active;No;12;15
       D2;Speaker big;box;ea;Obsolete;No;7;9
       D3;Cable;box;ea;Active;Yes;7;9`,
      {
        availableQty: 'AVAILABLEPHYSICAL',
        unitOfMeasure: 'INVENTORYUNITSYMBOL',
        isActive: 'ISSALESPROCESSINGSTOPPED + PRODUCTLIFECYCLESTATEID',
      },
    ],
    [
      'e-conomic',
      `Varenr.;Varenavn;Adgang;Disponibel
       1;Skrue M8;Åben;12
       2;Skive M8;Spærret;7`,
      { isActive: 'Adgang' },
    ],
    [
      'Logo',
      `Malzeme Kodu;Malzeme Adı;Fiili Stok;Kullanılabilir Stok;Durumu
       V1;Vida M8;12;10;Kullanımda
       V2;Pul M8;7;7;Kullanım Dışı`,
      { availableQty: 'Kullanılabilir Stok', isActive: 'Durumu' },
    ],
    [
      'Cin7',
      `SKU;Name;DefaultUnitOfMeasure;OnHand;Available;Status;Sellable
       C1;Cable one;Item;12;10;Active;true
       C2;Cable two;Item;7;6;Active;false
       C3;Cable three;Item;7;6;Deprecated;true`,
      {
        availableQty: 'Available',
        unitOfMeasure: 'DefaultUnitOfMeasure',
        isActive: 'Status + Sellable',
      },
    ],
    [
      'weclapp',
      `Artikelnummer;Kurzbeschreibung;Name;Aktiv;Verkaufsverfügbar;Bestand;Verfügbare Menge
       1;kurz und gut;Schraube M8;ja;ja;12;10
       2;;Mutter M8;ja;nein;7;7
       3;;Scheibe M8;nein;ja;7;7`,
      { name: 'Name', availableQty: 'Verfügbare Menge', isActive: 'Aktiv + Verkaufsverfügbar' },
    ],
    [
      'xentral',
      `Nummer;Name (DE);Lagerbestand;Verkaufbare Menge
       1;Kaffee Bohne;120;100
       2;Tee lose;7;6`,
      { availableQty: 'Verkaufbare Menge' },
    ],
    [
      'ERPNext',
      `Item Code;Item Name;Default Unit of Measure;Disabled;Actual Qty;Reserved Qty
       I1;Bolt M8;Nos;0;100;20
       I2;Nut M8;Nos;1;7;0`,
      {
        availableQty: 'Actual Qty - Reserved Qty',
        unitOfMeasure: 'Default Unit of Measure',
        isActive: 'Disabled',
      },
    ],
    [
      'Danea',
      `Cod.;Descrizione;Cod. Udm;Cod. a barre;Produttore;Q.tà in giacenza;Q.tà impegnata;Q.tà disponibile
       V1;Vite M8;pz;4006381333931;Bosch;120;20;100
       V2;Dado M8;pz;;Bosch;7;0;7`,
      {
        barcode: 'Cod. a barre',
        availableQty: 'Q.tà disponibile',
        unitOfMeasure: 'Cod. Udm',
        brand: 'Produttore',
      },
    ],
    [
      'Shopware 6',
      `product_number;name;available_stock;stock;min_purchase;purchase_steps;unit_name
       S1;Hemd rot;10;12;1;1;Stück
       S2;Hose rot;0;1;2;2;Stück`,
      {
        availableQty: 'available_stock',
        minOrderQty: 'min_purchase',
        stepQty: 'purchase_steps',
        unitOfMeasure: 'unit_name',
      },
    ],
    [
      'Zoho and NetSuite',
      `SKU;Name;Display Name;Stock On Hand;Primary Stock Unit
       B1;BP-1;Blue Pen;45;pcs
       B2;RP-1;Red Pen;5;pcs`,
      { name: 'Display Name', availableQty: 'Stock On Hand', unitOfMeasure: 'Primary Stock Unit' },
    ],
    [
      'SAP Business One by its service layer',
      `ItemCode;ItemName;QuantityOnStock;QuantityOrderedByCustomers;QuantityOrderedFromVendors;SalesItem;Frozen
       A1;Printer black;12;2;5;tYES;tNO
       A2;Printer blue;7;0;0;tYES;tYES`,
      {
        availableQty: 'QuantityOnStock - QuantityOrderedByCustomers',
        isActive: 'Frozen + SalesItem',
      },
    ],
    [
      'YML, where available says whether and count how much',
      `id;name;available;count
       Y1;Кружка синяя;true;12
       Y2;Тарелка белая;false;0`,
      { availableQty: 'count' },
    ],
    [
      'SAP Business One',
      `ItemCode;ItemName;CodeBars;OnHand;IsCommited;InvntryUom;SellItem;Canceled
       A1;Printer black;4006381333931;12;2;pcs;Y;N
       A2;Printer blue;;7;0;pcs;Y;Y`,
      {
        barcode: 'CodeBars',
        availableQty: 'OnHand - IsCommited',
        unitOfMeasure: 'InvntryUom',
        isActive: 'Canceled + SellItem',
      },
    ],
    [
      'OXID',
      `OXID;OXARTNUM;OXTITLE;OXEAN;OXSTOCK;OXACTIVE;OXHIDDEN;OXUNITNAME
       a1;1001;Board blau;4006381333931;12;1;0;_UNIT_PIECE
       a2;1002;Board rot;;7;1;1;_UNIT_PIECE`,
      {
        externalId: 'OXARTNUM',
        name: 'OXTITLE',
        availableQty: 'OXSTOCK',
        isActive: 'OXHIDDEN + OXACTIVE',
      },
    ],
    [
      'Gambio',
      `p_id;p_model;p_name.de;p_stock;p_ean
       1;G-1;Tasse blau;12;4006381333931
       2;G-2;Tasse rot;7;`,
      { externalId: 'p_model', name: 'p_name.de', availableQty: 'p_stock', barcode: 'p_ean' },
    ],
    [
      'Katana, of which in stock is all there is',
      `Product code / SKU;Variant name;In stock;Committed;Sellable
       K1;Table oak;12;2;yes
       K2;Table pine;3;5;yes
       K3;Leg short;30;0;no`,
      { availableQty: 'In stock - Committed', isActive: 'Sellable' },
    ],
    [
      'Odoo in German',
      `Interne Referenz;Name;Aktiv;Kann verkauft werden;Menge verfügbar;Freie zu verwendende Menge
       F1;Tisch rund;True;True;12;10
       F2;Stuhl rot;True;False;7;7`,
      {
        availableQty: 'Freie zu verwendende Menge',
        isActive: 'Aktiv + Kann verkauft werden',
      },
    ],
    [
      'Prom',
      `Код_товару;Назва_позиції;Опис;Кількість;Знято_з_продажу
       U1;Чашка синя;опис один;12;-
       U2;Тарілка;;7;+`,
      { name: 'Назва_позиції', isActive: 'Знято_з_продажу' },
    ],
    [
      'SAP',
      `MATNR;MAKTX;MEINS;EAN11;LABST
       1;Schraube M8;ST;4006381333931;12
       2;Mutter M8;ST;;7`,
      { unitOfMeasure: 'MEINS', barcode: 'EAN11', availableQty: 'LABST' },
    ],
  ])('are read as they are meant: %s', (_, lines, fields) => {
    expect(fieldsOf(lines)).toMatchObject(fields);
  });

  it.each([
    ['Inaktiv', '0', '-1'],
    ['En sommeil', 'Non', 'Oui'],
    ['Anulado', 'Não', 'Sim'],
    ['Ενεργό', 'Ναι', 'Όχι'],
    ['Poistunut', 'Ei', 'Kyllä'],
    ['Архивный', 'нет', 'да'],
    ['Ukončený prodej', 'Ne', 'Ano'],
    ['Is Obsoleted', 'No', 'Yes'],
    ['Verkoopartikel', '1', '0'],
    ['Estado', 'Alta', 'Baja'],
    ['Farbe 2', 'Aktiv', 'Gesperrt'],
    ['Item Status', 'Active', 'No Sales'],
    ['status', 'true', 'false'],
    ['status', 'publish', 'private'],
    ['status', 'publish', 'draft'],
    ['isSales', 'true', 'false'],
    ['Статус', 'Активен', 'Снят с продажи'],
    ['Скрыть', '0', '1'],
  ])(
    'a column that takes articles off sale is read: %s of %s and %s',
    async (name, onSale, off) => {
      const { shown } = await proposed(
        'artikel.csv',
        `Artikelnummer;Bezeichnung;${name}\nA1;Schraube M8;${onSale}\nA2;Mutter M8;${off}\n`,
      );
      expect(shown).toContain('"A1","name":"Schraube M8","isActive":true');
      expect(shown).toContain('"A2","name":"Mutter M8","isActive":false');
    },
  );

  it.each([
    ['Verschluss', 'open hidden open'],
    ['Qualität', 'alta baja alta'],
    ['Lautsprecher', 'aktiv passiv aktiv'],
    ['Farbe', 'rot blau rot'],
    ['Gewinde', 'available true available'],
    ['Zimmer', 'private available private'],
  ])('a column of other words is none: %s of %s', (name, cells) => {
    const rows = cells.split(' ').map((cell, at) => `A${at};Ding Nummer;${cell}`);
    const { guesses, marks } = found(`Artikelnummer;Bezeichnung;${name}\n${rows.join('\n')}`);
    expect(guesses.filter(({ field }) => field === 'isActive')).toEqual([]);
    expect(marks).toEqual([]);
  });

  it.each(['Country', 'European', 'Frozen goods', 'Einhängung', 'Shop model'])(
    'what only begins or ends so is none: %s',
    (name) => {
      const { guesses, marks } = found(
        `Artikelnummer;Bezeichnung;${name}\nA1;Ding eins;12\nA2;Ding zwei;7`,
      );
      expect(guesses.map(({ field }) => field)).toEqual(['externalId', 'name']);
      expect(marks).toEqual([]);
    },
  );

  it('a column of which one word blocks and another tells nothing is told', () => {
    const { marks, guesses } = found(
      'Artikelnummer;Bezeichnung;Kz\nA1;Ding eins;Gesperrt\nA2;Ding zwei;Typ B',
    );
    expect(guesses.filter(({ field }) => field === 'isActive')).toEqual([]);
    expect(marks).toEqual([{ name: 'Kz', values: 'Gesperrt, Typ B' }]);
  });

  it.each([
    ['JTL', 'Ist Vaterartikel', ['1', '0', '0']],
    ['a mark or nothing', 'Ist Vaterartikel', ['X', '', '']],
    ['ERPNext', 'Has Variants', ['Yes', 'No', 'No']],
    ['Linnworks', 'Composite parent', ['true', 'false', 'false']],
  ])('rows that stand for their variants are left out: %s', (_, column, [own, ...others]) => {
    const { leftOut, left } = found(
      `SKU;Name;Type;${column}\nP;Shirt;Stock;${own}\nP-S;Shirt S;Stock;${others[0]}\nM;Montage;Service;${others[1]}`,
    );
    expect(leftOut).toEqual([
      { column: 'Type', notIn: ['Service'] },
      { column, notIn: [own] },
    ]);
    expect(left).toEqual([]);
  });

  it('both are written as one where, which the configuration takes', async () => {
    const { text, shown } = await proposed(
      'artikel.csv',
      'Artikelnummer;Bezeichnung;Typ;Ist Vaterartikel\nP;Shirt rot;Artikel;1\nP-S;Shirt S;Artikel;0\nM;Montage vor Ort;Dienstleistung;0\n',
    );
    expect(text).toContain(
      'where: [{ column: Typ, notIn: [Dienstleistung] }, { column: Ist Vaterartikel, notIn: [1] }]',
    );
    expect(shown).toContain('row 3: {"externalId":"P-S","name":"Shirt S"}');
    expect(shown).not.toMatch(/row [24]:/);
  });
});
