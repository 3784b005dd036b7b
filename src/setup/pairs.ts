import { yesNoPairs } from '../domain/yes-no.ts';
import { type Column, differentValues, filledShare } from './column.ts';

/** How exports write yes and no, on and off. Words of two different sets are no pair: S and T are sizes. */
const pairs: readonly ReadonlySet<string>[] = [
  ...yesNoPairs.map((pair) => pair.join(' ')),
  ...[
    'o n',
    's n',
    't n',
    'д н',
    'e h',
    'i n',
    '0 1 -1',
    '1 2',
    'x -',
    '*',
    'on off',
    'an aus',
    'online offline',
  ],
  ...['active inactive blocked', 'aktiv inaktiv gesperrt', 'enabled disabled'],
  ...['visible hidden', 'sichtbar unsichtbar versteckt', 'published unpublished draft'],
  ...['активен неактивен', 'активный неактивный', 'aktywny nieaktywny'],
].map((words) => new Set(words.split(' ')));

/**
 * Whether the column holds both words of a pair, or one beside empty cells. If every row says the same, no article is
 * taken off sale.
 */
export function holdsYesOrNo(column: Column): boolean {
  const words = differentValues(column).map((value) =>
    value.toLowerCase().replace(/^(-?\d)[.,]0+$/, '$1'),
  );
  const isOpen = new Set(words).size > 1 || filledShare(column) < 1;
  return words.length > 0 && isOpen && pairs.some((pair) => words.every((word) => pair.has(word)));
}
