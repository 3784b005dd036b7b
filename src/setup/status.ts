import { plainName, wordSet } from '../domain/column-name.ts';
import { type Column, differentValues, filledShare } from './column.ts';
import type { Steps } from './fit.ts';
import { inCaseOf } from './flag.ts';
import { isNamedBy } from './named-by.ts';
import { holdsBlockingWord, statusMeaning } from './status-words.ts';

/** Of a status true is on sale. A 1 of it may be any code, and what is true of a Webshop is that shop's. */
const plainStatus =
  wordSet(`status articlestatus artikelstatus itemstatus productstatus produktstatus статус estado estatus
  etat stato statut stav durum durumu`);
/** Names that may say whether an article is on sale: only the values can tell. */
const statusNames: ReadonlySet<string> = new Set([
  ...plainStatus,
  ...wordSet(`materialstatus visibility
    visibilityincatalog sichtbarkeit sichtbar видимость productonline webenabled webshop onlineshop imshop imwebshop
    imonlineshop inwebshop inonlineshop shopartikel webartikel onlineartikel internetartikel showonwebsite
    auslauf auslaufartikel показыватьнасайте web internet isinternet enweb enlaweb tiendaonline tiendaweb
    allapot tila tilstand tillstand adgang lifecycle lifecyclestate lifecyclestatus
    productlifecycle productlifecyclestate productlifecyclestateid productlifecyclestatus lebenszyklus mstae mstav mmsta
    availablefororder actieftot aktivbis activeuntil validuntil gultigbis verkaufbis einddatum auslaufdatum`),
]);

export function isStatus(column: Column): boolean {
  return filledShare(column) > 0 && isNamedBy(statusNames, column);
}

const truth: ReadonlySet<string> = new Set(['true', 'false']);

function saysTruth(column: Column): boolean {
  const words = differentValues(column).map((value) => value.toLowerCase());
  return (
    isNamedBy(plainStatus, column) && words.length > 0 && words.every((word) => truth.has(word))
  );
}

/** Read as they are, in any case. */
const flags: ReadonlySet<string> = new Set(['active', 'inactive', 'aktiv', 'inaktiv']);
/** What shops write: a sample in which all are active does not show the others. */
const shopWords = { active: 'true', draft: 'false', archived: 'false' } as const;
/** Of Amazon alone: listed where the sample has it. */
const unfinished = 'incomplete';

/** What Amazon is to do with a listing, and the words that keep it there. */
const deletions: Readonly<Record<string, readonly string[]>> = {
  updatedelete: ['Update', 'PartialUpdate'],
  adddelete: ['a', 'A'],
  listingaction: ['Create or Replace (Full Update)', 'Edit (Partial Update)'],
};

/** Also where the sample deletes nothing: the next one would else keep the article on sale. */
export function deletionSteps({ name }: Column): Steps | undefined {
  const words = deletions[plainName(name)];
  return (
    words && {
      translate: Object.fromEntries(words.map((word) => [word, 'true'])),
      ...{ otherwise: 'false', default: 'true' },
    }
  );
}

/** Undefined where a value is none of the plain words: a code is nobody's to guess. */
export function statusSteps(column: Column): Steps | undefined {
  return saysTruth(column) ? {} : (shopSteps(column) ?? wordSteps(column));
}

/** Of a column with another name both must be shown: one that is on sale, and one that is not. */
function wordSteps(column: Column): Steps | undefined {
  const isNamed = isStatus(column);
  // First, for it looks at no column of hundreds of different texts.
  if (!isNamed && !holdsBlockingWord(column)) return undefined;
  const said = differentValues(column).map((word) => [word, statusMeaning(word)] as const);
  const isMeant = isNamed ? said.length > 0 : said.some(([, isOnSale]) => isOnSale === true);
  if (!isMeant || said.some(([, isOnSale]) => isOnSale === undefined)) return undefined;
  return {
    translate: Object.fromEntries(said.map(([word, isOnSale]) => [word, String(isOnSale)])),
  };
}

function shopSteps(column: Column): Steps | undefined {
  const values = differentValues(column);
  const words = values.map((value) => value.toLowerCase());
  if (!isStatus(column) || !words.every(isPlain)) return undefined;
  const [first = ''] = values;
  const isPair = words.some((word) => flags.has(word) && word !== 'active');
  if (isPair && words.every((word) => flags.has(word))) return {};
  const pairs = Object.entries(shopWords).map(([word, said]) => [inCaseOf(first, word), said]);
  const more = values.filter((value) => value.toLowerCase() === unfinished);
  return { translate: Object.fromEntries([...pairs, ...more.map((word) => [word, 'false'])]) };
}

function isPlain(word: string): boolean {
  return flags.has(word) || word in shopWords || word === unfinished;
}
