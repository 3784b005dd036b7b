import { describe, expect, it } from 'vitest';
import type { Guess } from '../../src/setup/guess.ts';
import { recognise, type Told } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8' };
const stockFrom = (columns: Record<string, string>, told: Partial<Told> = {}): Guess | undefined =>
  recognise(table({ ...article, ...columns }), { columns: {}, ...told }).guesses.find(
    ({ field }) => field === 'availableQty',
  );

describe('a column that says whether there is stock (quirk 34)', () => {
  it.each([
    [{ 'In stock?': '1 1 0', Stock: '5 _ _' }, 'Stock'],
    [{ Verfügbar: '1 0 1', Bestand: '10 20 7' }, 'Bestand'],
    [{ Available: 'yes no yes', Quantity: '10 0 7' }, 'Quantity'],
  ])('is left for the one that says how much: %j', (columns, column) => {
    expect(stockFrom(columns as unknown as Record<string, string>)).toMatchObject({
      columns: [column],
      certainty: 'certain',
      isProposed: true,
    });
  });

  it('alone is no stock, and asked for in a stock list', () => {
    for (const kind of ['products', 'stock'] as const)
      expect(stockFrom({ Verfügbar: '1 0 1' }, { kind })).toMatchObject({
        isProposed: false,
        reason: expect.stringContaining('holds only 1 and 0'),
      });
  });

  it('is never certain where it is called a quantity, and yields to no quantity of another kind', () => {
    expect(stockFrom({ Bestand: '1 0 1', Mindestbestand: '10 20 30' })).toMatchObject({
      columns: ['Bestand'],
      certainty: 'likely',
      isProposed: true,
    });
  });
});

describe('what can be ordered (quirk 33)', () => {
  it.each([
    'Disponible',
    'Libre utilización',
    'Frei verfügbar',
    'Verfügbarer Lagerbestand',
    'Available',
    'Free To Use Quantity',
    'Verfügb. Menge',
  ])('%s wins over a stock for each warehouse', (name) => {
    const columns = { 'Stock 901': '2 5 1', 'Stock 916': '3 6 1', [name]: '4 20 2' };
    expect(stockFrom(columns)).toMatchObject({ columns: [name], minus: [], isProposed: true });
  });

  it('wins as Disponibel over Lager, which says how many lie there beside Danish names', () => {
    const danish = { Varenr: 'A1 A2 A3', Varenavn: 'Bolt Nut Disc', Lager: '120 55 7' };
    const stock = (columns: Record<string, string>) =>
      recognise(table({ ...danish, ...columns })).guesses.find(
        (one) => one.field === 'availableQty',
      );
    expect(stock({ Disponibel: '100 5 7' })).toMatchObject({ columns: ['Disponibel'] });
    expect(stock({})).toMatchObject({ columns: ['Lager'] });
  });

  it('wins over what lies there, and nothing reserved is taken off it again', () => {
    const columns = { Bestand: '10 20 5', Reserviert: '4 20 0', Verfügbar: '6 0 5' };
    expect(stockFrom(columns)).toMatchObject({ columns: ['Verfügbar'], minus: [] });
  });

  it('is the stock less what is reserved, also where nothing is reserved today', () => {
    for (const Reserviert of ['4 20 0', '_ _ _'])
      expect(stockFrom({ Bestand: '10 20 5', Reserviert })).toMatchObject({
        columns: ['Bestand'],
        minus: ['Reserviert'],
        certainty: 'likely',
        isProposed: true,
      });
  });

  it('is the stock less the part of it that is reserved, and open orders beside it are named only', () => {
    for (const reserved of ['davon reserviert', 'of which reserved']) {
      const columns = { Bestand: '10 20 5', [reserved]: '4 20 0', 'Offene Aufträge': '4 20 0' };
      expect(stockFrom(columns)).toMatchObject({
        columns: ['Bestand'],
        minus: [reserved],
        reason: expect.stringContaining('Offene Aufträge may be promised as well'),
      });
    }
  });

  it('is told to be 0 where a row has no stock and something reserved', () => {
    expect(stockFrom({ Bestand: '10 _ 5', Reserviert: '4 0 0' })?.reason).toContain(
      '0 if Bestand is empty',
    );
  });
});

const named = (list: string) => list.trim().split(/;|\n\s*/);
const reserved = `
  Ilosc zarezerwowana;Ilość zarezerwowana;Zarezerwowana ilosc;Rezerwacje;Vorgemerkt;Res. Menge;Reservierung;Menge reserviert
  Qty Reserved;Reserved Qty;qtyReserved;Stock allocated;Qty Alloc;Зарезервировано;В резерве;Quantité réservée;Stock réservé;Cantidad reservada
  Quantità impegnata;Gereserveerd;Rezervováno;reserved/qty`;
const ordered = `
  Auftragsbestand;Menge in Aufträgen;In Aufträgen;In Auftraegen;Offene Aufträge;Disponiert;Kommissioniert;Kundenaufträge
  Qty On Sales Order;QtyOnSalesOrder;Qty on SO;Sales Orders;Open Orders;Customer orders;Bestellt von Kunden;Kundenbestellungen
  Заказано покупателями;Замовлено покупцями;Zamówienia klientów;Commandes clients;Pedidos de clientes;Ordini clienti;Verkooporders`;
const neither = `
  Bestellt beim Lieferanten;On purchase order;Purchase Orders;Im Zulauf;Bestellung;On order;Заказано поставщикам;Zamówione u dostawcy
  Unreserved;Preserved;Auftragsnummer;Reservierungsnummer;Sales order no.;Auftragswert;Löschvormerkung
  Waga`;

describe('what is promised to others, whatever the order of its words', () => {
  it.each(named(reserved))('is taken off as %s', (name) => {
    expect(stockFrom({ Bestand: '10 20 5', [name]: '4 2 1' })).toMatchObject({
      columns: ['Bestand'],
      minus: [name],
      certainty: 'likely',
    });
  });

  it.each(named(ordered))('is named as %s, and not taken off', (name) => {
    const words = { minus: [], certainty: 'likely', isProposed: true };
    expect(stockFrom({ Bestand: '10 20 5', [name]: '4 2 1' })).toMatchObject({
      ...words,
      columns: ['Bestand'],
      reason: `by its name; ${name} may be promised to others: not subtracted`,
    });
    expect(stockFrom({ Lager1: '10 20 5', Lager2: '1 2 3', [name]: '4 2 1' })).toMatchObject({
      ...words,
      reason: expect.stringContaining(`${name} may be promised to others`),
    });
  });

  it.each(named(neither))('is not %s, which changes nothing', (name) => {
    expect(stockFrom({ Bestand: '10 20 5', [name]: '4 2 1' })).toMatchObject({
      columns: ['Bestand'],
      minus: [],
      certainty: 'certain',
    });
  });
});

describe('a column that is called a stock and is none', () => {
  const kinds = ['products', 'stock'] as const;
  const all = named(`
    Bestand Sperrlager;Bestandswert;Stock Value;Low Stock Qty;Stock in Transit;Bestand Vorjahr;Bestand_alt;old stock;Soll-Bestand;Quantity on PO
    Bestand im Zulauf;Auftragsbestand;Ilosc zarezerwowana;Остаток в пути;Stan minimalny;Blocked stock;Lagerbestand gesperrt;Bestellbestand;Quantity sold;Verkaufte Menge;Mindestbestand;Maximalbestand;Minbestand;Packing quantity`);

  it.each(all)('such as %s yields to a better one, and alone is never read by itself', (name) => {
    for (const kind of kinds) {
      const better = { [name]: '1 2 3', 'Bestand Hauptlager': '10 20 5' };
      const found = stockFrom(better, { kind });
      expect(found).toMatchObject({ columns: ['Bestand Hauptlager'] });
      expect(found?.isProposed).toBe(kind === 'stock');
      expect(stockFrom({ [name]: '1 2 3' }, { kind })).toMatchObject({
        columns: [name],
        isProposed: false,
        reason: expect.stringContaining('its name says'),
      });
    }
  });

  it('yields to Ist, too', () => {
    for (const kind of kinds)
      expect(stockFrom({ 'Soll-Bestand': '1 2 3', Ist: '10 20 5' }, { kind })).toMatchObject({
        columns: ['Ist'],
        isProposed: true,
      });
  });

  it.each(['Reserviert', 'Preis', 'Im Zulauf', 'Lieferzeit', 'Gewicht', 'Group No'])(
    'is no stock as %s, the only column of numbers in a stock list',
    (name) => {
      expect(stockFrom({ [name]: '1 2 3' }, { kind: 'stock' })).toBeUndefined();
    },
  );

  it('is another one than stock/value in a tree, Bestand ohne Sperrlager and what a supplier has', () => {
    const names = ['stock/value', 'Bestand ohne Sperrlager', 'Supplier stock', 'Unverkaufte Menge'];
    for (const name of names)
      expect(stockFrom({ [name]: '1 2 3' }, { kind: 'stock' })).toMatchObject({ isProposed: true });
  });
});

it('the count of Pohoda is a stock less what is reserved, and the mass beside it is none', () => {
  const columns = {
    'stockHeader/mass': '0.25 3 2.5',
    'stockHeader/count': '12 5 7',
    'stockHeader/reservation': '2 0 1',
    'stockHeader/countReceivedOrders': '2 0 1',
  };
  expect(stockFrom(columns, { format: 'xml' })).toMatchObject({
    columns: ['stockHeader/count'],
    minus: ['stockHeader/reservation'],
    isProposed: true,
    reason: expect.stringContaining('countReceivedOrders may be promised as well'),
  });
});

describe('an opening balance', () => {
  it.each([
    ...['Opening Stock', 'OPENINGBALANCE/QUANTITY', 'Anfangsbestand', 'Eröffnungsbestand'],
    ...['Начальный остаток', 'Stan poczatkowy', 'Stan początkowy'],
  ])('such as %s is never certain, and yields to every other stock', (name) => {
    for (const kind of ['products', 'stock'] as const) {
      expect(stockFrom({ [name]: '1 2 3' }, { kind })).toMatchObject({
        certainty: 'likely',
        reason: expect.stringContaining('at the beginning of a period'),
      });
      expect(stockFrom({ [name]: '1 2 3', Bestand: '10 20 5' }, { kind })).toMatchObject({
        columns: ['Bestand'],
        certainty: 'certain',
      });
    }
  });
});

it.each(['Lagerstand', 'Lagernd', 'Lagerbestand', 'Vorrätig'])(
  'a Menge yields to %s, and alone beside a price it is never certain',
  (name) => {
    const columns = { Menge: '100 1000 50', Preis: '12.5 2.5 2.7' };
    expect(stockFrom({ ...columns, [name]: '20 1500 0' })).toMatchObject({ columns: [name] });
    expect(stockFrom(columns)).toMatchObject({
      certainty: 'likely',
      reason: expect.stringContaining('beside Preis it may be what the price is for'),
    });
  },
);

it('what can be ordered wins also where a row says of both columns that it is not stocked', () => {
  const columns = {
    Committed: '2 0 _',
    Available: '10 4 not~stocked',
    'On hand': '22 4 not~stocked',
  };
  expect(stockFrom(columns)).toMatchObject({ columns: ['Available'], minus: [] });
});

it('codes of places are no stock of warehouses, and what lies there is', () => {
  expect(stockFrom({ Lagerort1: '1020 1030 1040', Lagerort2: '2040 2050 2060' })).toBeUndefined();
  expect(
    stockFrom({
      Lagerort1: '1020 1030 1040',
      Lagerort2: '2040 2050 2060',
      'Stk. vorhanden': '3 0 7',
    }),
  ).toMatchObject({ columns: ['Stk. vorhanden'] });
  const stocks = { Lagerort1: '10 3 0', Lagerort2: '4 25 6' };
  expect(stockFrom(stocks)?.columns).toEqual(['Lagerort1', 'Lagerort2']);
});

describe('an element of stock that comes again in one article', () => {
  it.each([
    ['xml', ['stocks/stock/qty', 'stocks/stock[2]/qty']],
    ['xml', ['stock', 'stock[2]']],
    ['json', ['stocks[1].qty', 'stocks[2].qty']],
    ['ndjson', ['stock[1]', 'stock[2]']],
  ] as const)('of %s is added up: %j', (format, names) => {
    const [first, second] = names;
    const alias = first.replace('[1]', '');
    const columns = { [first]: '0 7 1', [alias]: '0 7 1', [second]: '6 _ _' };
    expect(stockFrom(columns, { format })).toMatchObject({
      columns: names,
      certainty: 'likely',
      isProposed: true,
    });
  });

  it('is added up also where each holds 0 or 1', () => {
    const columns = { 'stock/qty': '0 1 1', 'stock[2]/qty': '1 1 _' };
    expect(stockFrom(columns, { format: 'xml' })?.columns).toEqual(Object.keys(columns));
  });

  it('is not added up where what stands beside it names kinds of stock', () => {
    const columns = {
      stock: '10 7 1',
      'stock/@type': 'available available available',
      'stock[2]': '4 1 1',
      'stock[2]/@type': 'reserved reserved reserved',
    };
    expect(stockFrom(columns, { format: 'xml' })).toMatchObject({
      isProposed: false,
      reason: expect.stringContaining('stock/@type'),
    });
  });

  it('is likely only where a list has one entry so far', () => {
    const columns = { 'stocks[1].qty': '5 7 1', 'stocks.qty': '5 7 1' };
    expect(stockFrom(columns, { format: 'json' })).toMatchObject({
      columns: ['stocks[1].qty'],
      certainty: 'likely',
    });
  });

  it('is no second column of one name in a table', () => {
    const columns = { Bestand: '5 7 1', 'Bestand[2]': '5 7 1' };
    expect(stockFrom(columns)).toMatchObject({ isProposed: false });
  });
});
