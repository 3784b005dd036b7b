import { countsBlocked } from './blocked-goods.ts';
import { type Column, filledCells } from './column.ts';

/** How promised goods stand in a sum of stock: taken off, or added if the export writes them below zero. */
interface Promised {
  readonly added: readonly string[];
  readonly minus: readonly string[];
  readonly text: string;
}

export function promisedOf(reserved: readonly Column[]): Promised {
  const below = reserved.filter((column) => {
    const signs = signsOf(column);
    return signs.length > 0 && signs.every((isBelow) => isBelow);
  });
  const minus = reserved.filter((column) => !below.includes(column));
  const mixed = minus.filter((column) => signsOf(column).includes(true));
  return {
    added: below.map(({ name }) => name),
    minus: minus.map(({ name }) => name),
    text: [
      lessText(minus),
      ...below.map(({ name }) => `, and ${name} added, because it is written below zero`),
      ...mixed.map(({ name }) => `; rows where ${name} is below zero are rejected`),
    ].join(''),
  };
}

/** For each value that is not 0, whether it is below 0. */
function signsOf(column: Column): readonly boolean[] {
  return filledCells(column)
    .filter((cell) => /[1-9]/.test(cell))
    .map((cell) => /^[-\u2212]|-$/.test(cell));
}

/** `, less what is reserved or blocked` */
function lessText(minus: readonly Column[]): string {
  const kinds = new Set(minus.map((column) => (countsBlocked(column) ? 'blocked' : 'reserved')));
  return kinds.size === 0 ? '' : `, minus what is ${[...kinds].join(' or ')}`;
}
