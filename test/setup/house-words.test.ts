import { describe, expect, it } from 'vitest';
import { recognise } from '../../src/setup/recognise.ts';
import { table } from './table.ts';

const found = (columns: Record<string, string>) =>
  recognise(table({ Bezeichnung: 'Bolt~M8 Nut~M8 Disc~M8', ...columns }));
const columnsOf = (columns: Record<string, string>, field: string) =>
  found(columns).guesses.find((one) => one.field === field && one.isProposed)?.columns;
const article = { ArtNr: 'A1 A2 A3' };

describe('the words of single systems', () => {
  it.each([
    ['Sage 50', { 'Inactive Flag': '0 1 0' }],
    ['Dolibarr', { 'Status (Sale)': '1 0 1' }],
    ['plentymarkets', { VariationIsActive: '1 0 1' }],
    ['Lexware', { 'Artikel gesperrt': 'Nein Ja Nein' }],
    ['Xentral', { intern_gesperrt: '0 0 1' }],
    ['Tripletex', { 'Er inaktiv': '0 1 0' }],
    ['Ciel', { 'Article suspendu': '0 1 0' }],
    ['Cegid', { Fermé: 'Non Oui Non' }],
    ['FlexiBee', { neprodavat: 'false false true' }],
    ['Prophet 21', { delete_flag: 'N N Y' }],
    ['Sage 100', { AR_Sommeil: '0 1 0' }],
    ['Netsis', { KILIT: 'H E H' }],
    ['a Hungarian program', { Letiltva: 'N I N' }],
    ['Abacus', { Sistiert: 'Nein Ja Nein' }],
    ['Proffix', { Verkaufbar: '1 0 1' }],
    ['a program without umlauts', { GELOESCHT: 'N J N' }],
    ['Kingdee', { 禁用状态: '否 是 否' }],
    ['Yayoi', { 使用区分: '使用する 使用しない 使用する' }],
    ['Ecount', { 사용여부: 'Y N Y' }],
  ])('of %s say what is on sale', (_system, columns) => {
    expect(columnsOf({ ...article, ...columns }, 'isActive')).toEqual(Object.keys(columns));
  });

  it.each([
    ['Odoo', { qty_available: '120 55 7', free_qty: '100 5 7' }],
    ['Xentral', { lagerbestand_gesamt: '120 55 7', lager_verfuegbar: '100 5 7' }],
    [
      'Acumatica',
      {
        'Qty. On Hand': '120 55 7',
        'Qty. Available': '150 5 7',
        'Qty. Available for Shipping': '100 5 7',
      },
    ],
    ['a program without umlauts', { BESTAND: '120 55 7', VERFUEGBARE_MENGE: '100 5 7' }],
    ['Kingdee', { 在途数量: '9 0 0', 库存量: '120 55 7', 最低库存: '5 5 5', 可用库存: '100 5 7' }],
    ['Yayoi', { 現在庫数: '120 55 7', 発注残: '9 0 0', 有効在庫数: '100 5 7' }],
    ['Ecount', { 재고수량: '120 55 7', 미입고수량: '9 0 0', 가용재고: '100 5 7' }],
    ['plentymarkets', { StockPhysical: '120 55 7', StockReserved: '20 50 0', StockNet: '100 5 7' }],
  ])('of %s say what can be ordered', (_system, columns) => {
    const last = Object.keys(columns).slice(-1);
    expect(columnsOf({ ...article, ...columns }, 'availableQty')).toEqual(last);
  });

  it.each([
    ['SAP Business One', { OnHand: '12 44 9', IsCommited: '2 4 0', OnOrder: '0 0 5' }],
    ['A3', { STOCK: '12 44 9', STOCKRES: '2 4 0', PTERECIBIR: '0 0 5' }],
    ['Dynamics GP', { QTYONHND: '12 44 9', ATYALLOC: '2 4 0', QTYONORD: '0 0 5' }],
    ['Sage 100', { AS_QteSto: '12 44 9', AS_QteRes: '2 4 0', AS_QteCom: '0 0 5' }],
    ['ERPNext', { 'Balance Qty': '12 44 9', 'Reserved Stock': '2 4 0', 'In Qty': '0 0 5' }],
    ['Yonyou', { 现存量: '12 44 9', 预留数量: '2 4 0', 预计入库量: '0 0 5' }],
    ['Ecount', { 현재고: '12 44 9', 예약수량: '2 4 0', 입고예정수량: '0 0 5' }],
  ])('of %s say what is promised, in a spelling of its own', (_system, columns) => {
    const [stock, promised] = Object.keys(columns);
    const { guesses } = found({ ...article, ...columns });
    expect(guesses.find(({ field }) => field === 'availableQty')).toMatchObject({
      columns: [stock],
      minus: [promised],
    });
  });

  it.each(['Stock res.', 'Pend. servir', 'LgStkRes', '待发货数量', '受注残'])(
    'that may say what is promised, as %s, are told',
    (name) => {
      const { guesses } = found({ ...article, Stock: '12 44 9', [name]: '2 4 0' });
      expect(guesses.find(({ field }) => field === 'availableQty')).toMatchObject({
        columns: ['Stock'],
        certainty: 'likely',
        reason: expect.stringContaining(`${name} may be promised`),
      });
    },
  );

  it.each([
    ['a Hungarian program', { Webáruház: 'I N I' }],
    ['Tiny', { Situação: 'A I E' }],
    ['Yonyou', { 停用日期: '_ 2021-06-30 _' }],
  ])('of %s that may take articles off sale are told', (_system, columns) => {
    expect(found({ ...article, ...columns }).marks.map(({ name }) => name)).toEqual(
      Object.keys(columns),
    );
  });

  it('of plentymarkets say the number of a variation, which is not its id', () => {
    const columns = { VariationID: '1001 1002 1003', VariationNo: 'A1 A2 A3' };
    expect(columnsOf(columns, 'externalId')).toEqual(['VariationNo']);
  });

  it.each([
    'Actief tot',
    'Gültig bis',
    'Online bis',
    'DATBI',
    'Discontinued Date',
    'Available for order',
  ])('that end a sale, as %s, are told', (name) => {
    const beside = { ...article, Bestand: '1 2 3', Geblokkeerd: 'Nee Ja Nee' };
    const { marks, left } = found({ ...beside, [name]: '_ 31-12-2022 _' });
    expect(marks).toMatchObject([{ name }]);
    expect(left).not.toContain(name);
  });
});
