import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { createXlsx, xlsx } from '../../../adapters/xlsx/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { inXml, linesOf, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { hostileOrders, lossless } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { readmeBlock } from '../order/xmllint.ts';

interface SeenCell {
  readonly t: string;
  readonly v: unknown;
  readonly w?: string;
  readonly f?: string;
}

/** Rows by column name, as a reader that is not ours sees them. */
function rowsOf(bytes: Uint8Array): readonly Readonly<Record<string, SeenCell>>[] {
  const book = XLSX.read(bytes, { type: 'buffer', dense: true, cellFormula: true });
  const sheet = book.Sheets[book.SheetNames[0]!]! as unknown as {
    '!data': (SeenCell | undefined)[][];
  };
  const [names = [], ...rows] = sheet['!data'];
  return rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const cell = row[index];
        return cell === undefined || name === undefined ? [] : [[String(name.v), cell]];
      }),
    ),
  );
}

const shownIn = (row: Readonly<Record<string, SeenCell>>, name: string): string | undefined => {
  const cell = row[name];
  return cell?.t === 'n' ? cell.w : (cell?.v as string | undefined);
};
const hostile = hostileOrders();

describe('order files in XLSX', () => {
  it('have the lines and totals of the service, with the digits that were sent', () => {
    for (const order of hostile) {
      const rows = rowsOf(xlsx.write(order));
      const lines = linesOf(order);
      expect(rows).toHaveLength(Math.max(1, lines.length));
      for (const [index, line] of lines.entries()) {
        const row = rows[index]!;
        for (const name of ['quantity', 'unitPrice', 'lineTotal', 'vatAmount', 'id', 'productId'])
          expect(shownIn(row, `line.${name}`)).toBe(textIn(line, name));
        expect(shownIn(row, 'totalAmount')).toBe(textIn(orderOf(order), 'totalAmount'));
        expect(shownIn(row, 'grossTotal')).toBe(textIn(order.summary, 'grossTotal'));
        expect(shownIn(row, 'version')).toBe(order.version);
      }
    }
  });

  it('lose no text, no key and no number', () => {
    for (const order of hostile) {
      const cells = rowsOf(xlsx.write(order)).flatMap((row) =>
        Object.keys(row).map((name) => shownIn(row, name) ?? ''),
      );
      expect(lostTexts(order, cells.map(bare), { shown: (text) => bare(inXml(text)) })).toEqual([]);
    }
  });

  it('fault 79: hold no formula, whatever a text begins with', () => {
    const texts = ['=1+1', '@SUM(A1)', '+1', '-1', '\t=1', '\r=1'];
    for (const text of texts) {
      const [row] = rowsOf(xlsx.write(named(text)));
      expect(row?.['line.productName']).toMatchObject({ t: 's', v: text });
      expect(row?.['line.productName']?.f).toBeUndefined();
    }
  });

  it('bring line ends and what looks like an escape of Excel through', () => {
    const text = 'a\rb\nc _x000D_ _x005F_';
    const [row] = rowsOf(xlsx.write(named(text)));
    expect(row?.['line.productName']?.v).toBe(text);
  });

  it('calculate with amounts, and keep numbers that Excel would round as texts', () => {
    const [row] = rowsOf(xlsx.write(named('x', lossless('1234567890.123456'))));
    expect(row?.['line.quantity']).toMatchObject({ t: 's', v: '1234567890.123456' });
    const [short] = rowsOf(xlsx.write(named('x', lossless('12.50'))));
    expect(short?.['line.quantity']).toMatchObject({ t: 'n', v: 12.5, w: '12.50' });
  });

  it('have ids and keys as texts, also those that the service sends as numbers', () => {
    const [row] = rowsOf(xlsx.write(sampleOrder()));
    const keys = ['orderId', 'buyerId', 'customer.buyerTenantId', 'line.id', 'line.productId'];
    expect(keys.map((name) => [name, row?.[name]?.t])).toEqual(keys.map((name) => [name, 's']));
  });

  it('have the columns that were asked for, under their names', () => {
    const writer = createXlsx([
      { field: 'line.sellerExternalId', name: 'ArtNr' },
      { field: 'orderNumber', name: 'Beleg' },
    ]);
    const rows = rowsOf(writer.write(sampleOrder()));
    expect(rows.map((row) => Object.keys(row))).toEqual([['Beleg', 'ArtNr'], ['Beleg']]);
  });

  it('are the same bytes for the same order, and are refused where a cell has no room', () => {
    expect(xlsx.write(sampleOrder())).toEqual(xlsx.write(sampleOrder()));
    expect(() => xlsx.write(named('x'.repeat(32_768)))).toThrow(
      'Order 10231: a text has more than 32767 characters',
    );
  });

  it('are the sample of the README', () => {
    const columns = [
      'orderNumber',
      'totalAmount',
      'line.sellerExternalId',
      'line.quantity',
    ] as const;
    const writer = createXlsx(columns.map((field) => ({ field, name: field })));
    const book = XLSX.read(writer.write(sampleOrder()), { type: 'buffer' });
    const text = XLSX.utils.sheet_to_csv(book.Sheets['Order']!, { FS: ' | ' });
    expect(`${text.trimEnd()}\n`).toBe(readmeBlock('xlsx', 'text'));
  });
});

/** Line ends count as one blank: readers of spreadsheets differ in them. */
function bare(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function named(productName: string, quantity = lossless('1')): OrderDocument {
  return { ...sampleOrder(), detail: { order: { lines: [{ productName, quantity }] } } };
}
