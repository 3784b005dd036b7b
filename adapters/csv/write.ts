import { Buffer } from 'node:buffer';
import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import type { OrderColumn } from '../../src/domain/order-columns.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import { type Cell, type Columns, columnsOf, tableOf } from '../order/table.ts';
import { byteOrderMark, encode, unholdableIn } from '../text/encode.ts';

/** How CSV order files are written; the defaults are what a program reads best. */
export interface CsvWriting {
  /**
   * `flat`: a row for each line, the order's columns repeated; `headerAndLines`: a row for the order, then its lines.
   */
  readonly form?: 'flat' | 'headerAndLines';
  readonly columns?: readonly OrderColumn[];
  readonly delimiter?: string;
  readonly newline?: 'crlf' | 'lf';
  readonly decimal?: '.' | ',';
  /** Whether the names of the columns are above them. */
  readonly header?: boolean;
  readonly encoding?: Encoding;
  /** `people`: no spreadsheet takes a text for a formula; `machine`: every text is exact (fault 79). */
  readonly readBy?: 'machine' | 'people';
}

const defaults = {
  form: 'flat',
  delimiter: ',',
  newline: 'crlf',
  decimal: '.',
  header: true,
  encoding: 'utf-8',
  readBy: 'machine',
} as const;

/** RFC 4180 with the configured dialect. */
export function createCsv(options: CsvWriting = {}): WriteAdapter {
  const writing = { ...defaults, ...options };
  const columns = columnsOf(writing.columns);
  const rows = writing.form === 'flat' ? flat : headerAndLines;
  const end = writing.newline === 'crlf' ? '\r\n' : '\n';
  const mark = writing.readBy === 'people' ? byteOrderMark(writing.encoding) : new Uint8Array(0);
  return {
    extension: 'csv',
    write(order) {
      for (const unholdable of [nul, unholdableIn(writing.encoding)])
        refuseUnholdableKeys(order, unholdable);
      const table = tableOf(order, columns);
      const text = rows({ ...table, columns, names: writing.header })
        .map(
          (cells) => `${cells.map((cell) => written(cell, writing)).join(writing.delimiter)}${end}`,
        )
        .join('');
      return Buffer.concat([mark, encode(text, writing.encoding)]);
    },
  };
}

/** No CSV reader takes it. */
const nul = /\0/;

export const csv: WriteAdapter = createCsv();

interface Sheet {
  readonly order: readonly Cell[];
  readonly lines: readonly (readonly Cell[])[];
  readonly columns: Columns;
  readonly names: boolean;
}

type Row = readonly Cell[];

/** An order without lines is one row. */
function flat({ order, lines, columns, names }: Sheet): readonly Row[] {
  const bodies = lines.length === 0 ? [columns.line.map(() => named(''))] : lines;
  const head = [...columns.order, ...columns.line].map(({ name }) => named(name));
  return [...(names ? [head] : []), ...bodies.map((line) => [...order, ...line])];
}

/** The first column tells what a row is; the names of each kind are above its first row. */
function headerAndLines({ order, lines, columns, names }: Sheet): readonly Row[] {
  const head = (kind: string, list: Columns['order']): readonly Row[] =>
    names ? [[named(kind), ...list.map(({ name }) => named(name))]] : [];
  return [
    ...head('record', columns.order),
    [named('order'), ...order],
    ...head('record', columns.line),
    ...lines.map((line) => [named('line'), ...line]),
  ];
}

function named(text: string): Cell {
  return { text, isNumber: false };
}

function written({ text, isNumber }: Cell, writing: Required<Omit<CsvWriting, 'columns'>>): string {
  if (isNumber) return quoted(text.replace('.', writing.decimal), writing.delimiter);
  const isFormula = writing.readBy === 'people' && /^[=+\-@\t\r]/.test(text);
  return quoted(isFormula ? `'${text}` : text, writing.delimiter);
}

/** Outer blanks are quoted too, because some readers trim. A NUL in prose is shown as missing. */
function quoted(text: string, delimiter: string): string {
  const bare = text.replaceAll('\0', '\ufffd');
  const isSpecial = /["\t\r\n]|^\s|\s$/.test(bare) || bare.includes(delimiter);
  return isSpecial ? `"${bare.replaceAll('"', '""')}"` : bare;
}
