import type { WriteAdapter } from '../src/domain/adapter.ts';
import { csv } from './csv/write.ts';
import { cxml } from './cxml/write.ts';
import { edifact } from './edifact/write.ts';
import { json } from './json/write.ts';
import { opentrans } from './opentrans/write.ts';
import { ubl } from './ubl/write.ts';
import { xml } from './xml/write.ts';

type WrittenFormat = 'json' | 'csv' | 'xml' | 'ubl' | 'opentrans' | 'edifact' | 'cxml';

/** The formats that order files are written in, by their name in the configuration. */
export const writeAdapters: Readonly<Record<WrittenFormat, WriteAdapter>> = {
  json,
  csv,
  xml,
  ubl,
  opentrans,
  edifact,
  cxml,
};
