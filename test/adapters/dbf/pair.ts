import { dbf } from '../../../adapters/dbf/read.ts';
import type { AdapterFile, AdapterOptions } from '../../../src/domain/adapter.ts';
import { fileOf, type Read, readAll } from '../text/reading.ts';

export const cellsOf = (read: Read) => read.rows.map(({ cells }) => cells);

/** Everything of a table that comes with its memo file. */
export async function readPair(table: Uint8Array, memo: AdapterFile, options: AdapterOptions = {}) {
  return readAll(
    {
      open: (input) => dbf.open({ ...input, files: [...input.files, memo] }),
    },
    fileOf('a.dbf', table),
    options,
  );
}
