import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { OrderColumn } from '../../src/domain/order-columns.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { type Cell, columnsOf, tableOf } from '../order/table.ts';
import { element, leaf, unholdableInXml, type XmlElement, xmlText } from '../xml/document.ts';
import { fixedParts, styleOf } from './package.ts';
import { zipOf } from './zip.ts';

/** One sheet, a row for each order line with the order's columns repeated, names in the first row. */
export function createXlsx(wanted?: readonly OrderColumn[]): WriteAdapter {
  const columns = columnsOf(wanted);
  const names = [...columns.order, ...columns.line].map(({ name }) => ({
    text: name,
    isNumber: false,
  }));
  return {
    extension: 'xlsx',
    write(order) {
      refuseUnholdableKeys(order, unholdableInXml);
      const { order: own, lines } = tableOf(order, columns);
      const bodies = lines.length === 0 ? [[]] : lines;
      const rows = [names, ...bodies.map((line) => [...own, ...line])];
      refuseLongTexts(order, rows);
      const sheet = { name: 'xl/worksheets/sheet1.xml', text: xmlText(sheetElement(rows)) };
      return zipOf([...fixedParts, sheet]);
    },
  };
}

export const xlsx: WriteAdapter = createXlsx();

/** What a cell of Excel holds. */
const textLengthMax = 32_767;
/** What a cell of Excel calculates with; further digits would become zeros. */
const digitsMax = 15;

function refuseLongTexts(order: OrderDocument, rows: readonly (readonly Cell[])[]): void {
  for (const { text } of rows.flat()) {
    if (text.length <= textLengthMax) continue;
    const start = text.slice(0, 40);
    cannotHold(
      order,
      `a text has more than ${textLengthMax} characters, which no cell holds: ${start}….`,
    );
  }
}

function sheetElement(rows: readonly (readonly Cell[])[]): XmlElement {
  const data = rows.map((cells, row) =>
    element(
      'row',
      cells.map((cell, column) => cellElement(cell, `${letters(column)}${row + 1}`)),
      { r: String(row + 1) },
    ),
  );
  return element('worksheet', [element('sheetData', data)], {
    xmlns: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  });
}

/** A text is never a formula, whatever it begins with (fault 79); a number shows the digits that were sent. */
function cellElement({ text, isNumber }: Cell, reference: string): XmlElement | undefined {
  if (text === '') return undefined;
  const isShort = text.replaceAll(/\D/g, '').length <= digitsMax;
  if (isNumber && isShort)
    return element('c', [leaf('v', text)], { r: reference, s: String(styleOf(text)) });
  const value = leaf('t', escaped(text), { 'xml:space': 'preserve' });
  return element('c', [element('is', [value])], { r: reference, t: 'inlineStr' });
}

/** ECMA-376 22.9.2.19: a carriage return, and what looks like such an escape. */
function escaped(text: string): string {
  return text.replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_');
}

const alphabet = 26;

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % alphabet));
  const before = Math.floor(column / alphabet);
  return before === 0 ? last : `${letters(before - 1)}${last}`;
}
