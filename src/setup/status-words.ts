import { plainName, wordSet } from '../domain/column-name.ts';
import { type Column, differentValues } from './column.ts';
import { codesMax } from './flag.ts';
import { isCalled } from './words.ts';

/** Words of a status that are no names of columns. */
const onSaleWords = wordSet(
  'open åben öppen åpen kullanımda inuse freigegeben released alta available publish live 使用する 販売中 在售',
);
const offSaleWords = wordSet('draft pending private trash');
/**
 * A zip may be `hidden`, and a quality `baja`: these words take off sale only where the column's name says that it is a
 * status.
 */
const ofStatusAlone = wordSet('hidden ausgeblendet baja frozen sperre sperr bloque arrete');

/**
 * Whether a word of a status keeps an article on sale: Gesperrt, Obsolete, Archived do not. Undefined for any other.
 */
export function statusMeaning(word: string): boolean | undefined {
  if (isCalled(word, 'inactive') || offSaleWords.has(plainName(word))) return false;
  const isOnSale = isCalled(word, 'isActive') || onSaleWords.has(plainName(word));
  return isOnSale ? true : undefined;
}

/** Whether one of a few words blocks, whatever the column is called, as `Spærret` under `Adgang`. */
export function holdsBlockingWord(column: Column): boolean {
  const values = differentValues(column);
  return values.length <= codesMax && values.some(blocksAnywhere);
}

function blocksAnywhere(word: string): boolean {
  const plain = plainName(word);
  return statusMeaning(word) === false && !ofStatusAlone.has(plain) && !offSaleWords.has(plain);
}
