import type { ReadAdapter } from '../src/domain/adapter.ts';

/**
 * Every format that exports are read from, by the name that `format:` of a source gives it. Each is loaded with its
 * first file: a supplier exports one or two, and every process and thread that reads has a copy of its own.
 */
export const readAdapters: Readonly<Record<string, ReadAdapter>> = {
  csv: loadedBy(async () => (await import('./csv/read.ts')).csv),
  fixed: loadedBy(async () => (await import('./fixed/read.ts')).fixed),
  xlsx: loadedBy(async () => (await import('./xlsx/read.ts')).xlsx),
  xls: loadedBy(async () => (await import('./workbook/read.ts')).xls),
  ods: loadedBy(async () => (await import('./workbook/read.ts')).ods),
  json: loadedBy(async () => (await import('./json/read.ts')).json),
  ndjson: loadedBy(async () => (await import('./json/ndjson.ts')).ndjson),
  xml: loadedBy(async () => (await import('./xml/read.ts')).xml),
  commerceml: loadedBy(async () => (await import('./commerceml/read.ts')).commerceml),
  bmecat: loadedBy(async () => (await import('./bmecat/read.ts')).bmecat),
  datanorm: loadedBy(async () => (await import('./datanorm/read.ts')).datanorm),
  gdsn: loadedBy(async () => (await import('./gdsn/read.ts')).gdsn),
  dbf: loadedBy(async () => (await import('./dbf/read.ts')).dbf),
};

/** Those that read their companions, too; the others wait for them and read the export alone. */
export const companionFormats: ReadonlySet<string> = new Set(['commerceml', 'datanorm', 'dbf']);

function loadedBy(load: () => Promise<ReadAdapter>): ReadAdapter {
  return { open: async (input) => (await load()).open(input) };
}
