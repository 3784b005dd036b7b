import { expect, it } from 'vitest';
import type { Guess } from '../../src/setup/guess.ts';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const article = { ArtNr: 'A1 A2 A3 B5', Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8 Saw~long' };
const stockFrom = (columns: Record<string, string>): Guess | undefined =>
  recognise(table({ ...article, ...columns }), { columns: {} }).guesses.find(
    ({ field }) => field === 'availableQty',
  );

it.each([
  'Frei verw.',
  'freie Menge',
  'verf. Menge',
  'Best.',
  'Lagerbest.',
  'Akt. Bestand',
  'qté dispo',
  'Qté disponible',
  'Qté en stock',
  'Stock dispo',
  'disp.',
  'Giac.',
  'Giac. disp.',
  'Q.tà disp.',
  'Esist.',
  'Cant. disp.',
  'Stock disp.',
  'Exist.',
  'Ilość dost.',
  'Stan mag.',
  'Voorr.',
  'Voorraad vrij',
  'Beschikb.',
  'Dostupné',
  'Stav skl.',
  'Qtd. disp.',
  'Saldo disp.',
  'Своб. остаток',
  'Остаток на складе',
  'Mevcut',
  'Stok mik.',
  'Avail. qty',
  'QOH',
  'Q.tà giacenza',
  'Bestand gesamt',
  'Bestand verfügbar',
  'Units in stock',
  'Stock físico',
  'Available For Sale',
  'Fulfillable quantity',
  'do_dyspozycji',
  'AvailPhysical',
  'BEST_VERF',
  'Closing Qty',
])('%s is a stock', (name) => {
  expect(stockFrom({ [name]: '12 140 0 33' })).toMatchObject({ columns: [name], isProposed: true });
});

it.each([
  'Mind.Best.',
  'Min. Bestand',
  'Mind.Bestand',
  'Melde.Bestand',
  'Sicherh.best.',
  'Max. Best.',
  'Res.',
  'Res.Bestand',
  'Best.menge',
  'Best. Menge',
  'in Best.',
  'offene Best.',
  'Best.Nr.',
  'Disponierter Bestand',
  'Qté min',
  'Qté réservée',
  'Qté cdée',
  'Stock mini',
  "Stock d'alerte",
  'Stock maxi',
  'Qty Backordered',
  'Qté commandée',
  'Количество заказано',
  'Virtual available',
  'Giacenza prevista',
  'Economische voorraad',
  'Giac. min.',
  'Esist. min.',
  'Qta imp.',
  'Qta ord.',
  'Stock mín.',
  'Cant. reserv.',
  'Cant. pedida',
  'Stan min.',
  'Stan maks.',
  'Ilość rez.',
  'Ilość zam.',
  'Voorr. min.',
  'Gereserv.',
  'In bestelling',
  'Min. stav',
  'Objedn. množ.',
  'Estoque mín.',
  'Qtd. mín.',
  'Qtd reserv.',
  'Мин. остаток',
  'Неснижаемый остаток',
  'Рез.',
  'Заказ. кол-во',
  'Min. stok',
  'Asgari stok',
  'Kritik stok',
  'Rez. miktar',
  'Sip. miktar',
  'Min. stock',
  'Unsellable quantity',
  'Stock unfulfilled',
  'Qty In Demand',
  'Safety stk',
  'Alloc. qty',
  'Qty on order',
])('%s is never proposed as the stock', (name) => {
  expect(stockFrom({ [name]: '12 140 0 33' })?.isProposed).not.toBe(true);
});

it.each([
  ...['Lieferantenbestand', 'Stock fournisseur', 'Voorraad leverancier'],
  ...['Bestand in VE', 'Lagerbestand (Karton)', 'Menge je Karton', 'Qty per box', 'Case Qty'],
  ...['Ilość w opakowaniu', 'Кол-во в упаковке', 'Aantal per doos', 'Pezzi per confezione'],
  ...['Ausstellungsbestand', 'FBA Bestand', 'Bestandsänderung', 'Stock movement', 'Zugang'],
  ...['Bestandsnr', 'Stock Location', 'Stock Days', 'Bestandsreichweite', 'Stock Group'],
])('%s alone is not the stock of a stock list', (name) => {
  const columns = table({ ArtNr: 'A1 A2 A3 B5', [name]: '12 140 0 33' });
  const read = recognise(columns, { kind: 'stock', columns: {} }).guesses;
  expect(read.find((one) => one.field === 'availableQty' && one.isProposed)).toBeUndefined();
});

it('Best. yields to Bestand, and is not certain where it stands alone', () => {
  expect(stockFrom({ 'Best.': '1 2 3 44', Bestand: '12 140 0 33' })?.columns).toEqual(['Bestand']);
  expect(stockFrom({ 'Best.': '12 140 0 33' })).toMatchObject({ certainty: 'likely' });
});

it('the code of a unit is not shown as a column that may hold the stock', () => {
  const columns = table({
    ...article,
    'БазоваяЕдиница/@Код': '796 796 166 796',
    Anzahl2: '1 2 3 9',
  });
  expect(recognise(columns, { columns: {} }).unfound.stock).toEqual(['Anzahl2']);
});
