import { expect } from 'vitest';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import type { AdapterOptions } from '../../../src/domain/adapter.ts';
import { readAll } from '../text/reading.ts';
import { type BookParts, book } from './zip.ts';

export const noHeader: AdapterOptions = { headerRow: 'none' };

/** Each row with its cells as a person sees them. */
export async function rowsOf(
  parts: BookParts,
  options: AdapterOptions = noHeader,
): Promise<readonly string[]> {
  const { rows, refusal } = await readAll(xlsx, book(parts), options);
  expect(refusal).toBeUndefined();
  return rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`);
}
