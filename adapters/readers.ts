import type { ReadAdapter } from '../src/domain/adapter.ts';
import { bmecat } from './bmecat/read.ts';
import { commerceml } from './commerceml/read.ts';
import { csv } from './csv/read.ts';
import { datanorm } from './datanorm/read.ts';
import { dbf } from './dbf/read.ts';
import { fixed } from './fixed/read.ts';
import { gdsn } from './gdsn/read.ts';
import { ndjson } from './json/ndjson.ts';
import { json } from './json/read.ts';
import { ods, xls } from './workbook/read.ts';
import { xlsx } from './xlsx/read.ts';
import { xml } from './xml/read.ts';

/** Every format that exports are read from, by the name that `format:` of a source gives it. */
export const readAdapters: Readonly<Record<string, ReadAdapter>> = {
  csv,
  fixed,
  xlsx,
  xls,
  ods,
  json,
  ndjson,
  xml,
  commerceml,
  bmecat,
  datanorm,
  gdsn,
  dbf,
};
