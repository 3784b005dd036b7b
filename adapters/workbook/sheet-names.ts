import type { WorkBook } from 'xlsx';
import { XmlTokens } from '../xml/tokens.ts';

/**
 * An ODS workbook under the names of sheets that a person gave: the library leaves them as the part writes them, such
 * as `Bob&apos;s`, and neither `sheet` nor what else is known of their cells would find them.
 */
export function withPlainNames(book: WorkBook): WorkBook {
  const SheetNames = book.SheetNames.map(plainName);
  const Sheets = Object.fromEntries(
    book.SheetNames.map((name, at) => [SheetNames[at], book.Sheets[name]]),
  ) as WorkBook['Sheets'];
  return { ...book, SheetNames, Sheets };
}

function plainName(written: string): string {
  let plain = written;
  const nothing = (): undefined => undefined;
  new XmlTokens({
    open: (_, { name = '' }) => {
      plain = name;
    },
    close: nothing,
    text: nothing,
    doctype: nothing,
  }).write(`<table name="${written}"/>`);
  return plain;
}
