import { isAscii } from 'node:buffer';
import type { CellFacts } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { encode } from './encode.ts';
import { foreignWord, type OtherPage } from './foreign-lines.ts';
import { isPage, unread } from './table.ts';
import { wordsOf } from './words.ts';

/** The page of a file, and the one that a few of its rows are written in. */
interface Pages {
  readonly encoding: Encoding;
  readonly foreign: OtherPage | undefined;
}

/**
 * The cells of a row that another page wrote than the file's
 * (fault 6): T�r, and Ger„t where such rows are in the file.
 */
export function foreignCells(
  raw: Uint8Array,
  cells: readonly (string | undefined)[],
  pages: Pages,
): CellFacts['faults'] {
  const { encoding } = pages;
  if (isAscii(raw) || !isPage(encoding)) return undefined;
  if (pages.foreign === undefined && !cells.some(isUnread)) return undefined;
  const isForeign = pages.foreign && foreignWord(encoding, pages.foreign);
  const faults = new Map<number, Complaint>();
  for (const [column, cell] of cells.entries()) {
    const isWrong =
      isUnread(cell) || (cell && isForeign && wordsOf(encode(cell, encoding)).some(isForeign));
    if (cell && isWrong) faults.set(column, fault(cell, pages));
  }
  return faults.size === 0 ? undefined : faults;
}

function isUnread(cell: string | undefined): boolean {
  return cell?.includes(unread) === true;
}

function fault(value: string, { encoding }: Pages): Complaint {
  return {
    code: 'FILE_ENCODING',
    value,
    rule: `is of another encoding than ${encoding}, which the file is declared as.`,
    remedy: 'Let the ERP write all rows in one encoding, and export again.',
  };
}
