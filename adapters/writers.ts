import type { WriteAdapter } from '../src/domain/adapter.ts';
import { type Encoding, encodingNamed } from '../src/domain/encoding.ts';
import type { OrderColumn } from '../src/domain/order-columns.ts';
import { createCommerceMl } from './commerceml/write.ts';
import { type CsvWriting, createCsv } from './csv/write.ts';
import { cxml } from './cxml/write.ts';
import { edifact } from './edifact/write.ts';
import { idoc } from './idoc/write.ts';
import { json } from './json/write.ts';
import { opentrans } from './opentrans/write.ts';
import { createTemplate, type TemplateWriting } from './template/write.ts';
import { ubl } from './ubl/write.ts';
import { createXlsx } from './xlsx/write.ts';
import { xml } from './xml/write.ts';

/** What the configuration says about the format; every field is optional because each format has its own. */
interface WriterOptions {
  readonly columns?: readonly OrderColumn[];
  readonly csv?: Omit<CsvWriting, 'columns' | 'encoding'>;
  /** As people and ERPs spell it. */
  readonly encoding?: string;
  readonly template?: Omit<TemplateWriting, 'encoding'>;
}

type OrderFormat = keyof typeof formats;

const formats = {
  json: () => json,
  csv: ({ columns, csv, encoding }) =>
    createCsv({ ...csv, ...(columns === undefined ? {} : { columns }), ...encodingOf(encoding) }),
  xml: () => xml,
  ubl: () => ubl,
  opentrans: () => opentrans,
  edifact: () => edifact,
  commerceml: ({ encoding }) => createCommerceMl(encodingOf(encoding).encoding),
  cxml: () => cxml,
  idoc: () => idoc,
  xlsx: ({ columns }) => createXlsx(columns),
  template: ({ template = noTemplate, encoding }) =>
    createTemplate({ ...template, ...encodingOf(encoding) }),
} satisfies Record<string, (options: WriterOptions) => WriteAdapter>;

const noTemplate = { name: 'template', text: '' };

export const orderFormats = Object.keys(formats) as readonly OrderFormat[];

/** The writer of order files. Throws CONFIG_INVALID for a template that cannot be parsed. */
export function writerOf(format: OrderFormat, options: WriterOptions = {}): WriteAdapter {
  return formats[format](options);
}

/** The encoding has been judged where the configuration was read. */
function encodingOf(name: string | undefined): { readonly encoding?: Encoding } {
  const encoding = name === undefined ? undefined : encodingNamed(name);
  return encoding === undefined ? {} : { encoding };
}
