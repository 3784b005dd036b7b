import { plainName, wordSet } from '../domain/column-name.ts';
import { changeSteps } from './change.ts';
import { type Column, differentValues, filledShare } from './column.ts';
import type { Steps } from './fit.ts';
import { inCaseOf } from './flag.ts';
import { isNamedBy } from './named-by.ts';
import { holdsBlockingWord, statusMeaning } from './status-words.ts';

/**
 * Names of a status in which `true` means on sale. A 1 may be any code, and `true` under `Webshop` concerns that shop
 * alone.
 */
const plainStatus =
  wordSet(`status articlestatus artikelstatus itemstatus productstatus produktstatus статус estado estatus
  etat stato statut stav durum durumu situacao 状态 状態 상태 物料状态 商品状态`);
/** Names that may say whether an article is on sale: only the values can tell. */
const statusNames: ReadonlySet<string> = new Set([
  ...plainStatus,
  ...wordSet(`materialstatus visibility
    visibilityincatalog sichtbarkeit sichtbar видимость productonline webenabled webshop onlineshop imshop imwebshop
    imonlineshop inwebshop inonlineshop shopartikel webartikel onlineartikel internetartikel showonwebsite
    auslauf auslaufartikel показыватьнасайте web internet isinternet enweb enlaweb tiendaonline tiendaweb
    allapot tila tilstand tillstand adgang lifecycle lifecyclestate lifecyclestatus
    productlifecycle productlifecyclestate productlifecyclestateid productlifecyclestatus lebenszyklus mstae mstav mmsta
    availability stockstatus availablefororder actieftot aktivbis activeuntil validuntil gultigbis verkaufbis einddatum auslaufdatum
    gueltigbis onlinebis sichtbarbis lieferbarbis verkaufsende enddatum enddate validto datbi discontinuedate
    verkaufab verfugbarab lieferbarab onlineab gultigab sichtbarab validfrom availablefrom activefrom salesstartdate releasedate datab
    loschdatum geloschtam sperrdatum gesperrtam deletedate deletedon deletiondate blockeddate archivedon
    discontinueddate endoflife eol phaseoutdate salesenddate endofsale endofsales lieferbarkeit verfugbarkeit webaruhaz 使用区分 販売区分 停用日期`),
]);

const onlineNames = wordSet('productonline');

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

/** Words that are read without steps, in small letters or capitals. */
const flags: ReadonlySet<string> = new Set(['active', 'inactive', 'aktiv', 'inaktiv']);
/** Words of shops. All are translated, because a sample in which all articles are active does not show the others. */
const shopWords = { active: 'true', draft: 'false', archived: 'false' } as const;
/** A word of Amazon alone, so it is listed only where the sample has it. */
const unfinished = 'incomplete';

/** What Amazon is to do with a listing, and the words that keep it there. */
const deletions: ReadonlyMap<string, readonly string[]> = new Map([
  ['updatedelete', ['Update', 'PartialUpdate']],
  ['adddelete', ['a', 'A']],
  ['listingaction', ['Create or Replace (Full Update)', 'Edit (Partial Update)']],
]);

/**
 * Steps that take deleted articles off sale, even if the sample deletes none: otherwise a later export would leave them
 * on sale.
 */
export function deletionSteps({ name }: Column): Steps | undefined {
  const words = deletions.get(plainName(name));
  return (
    words && {
      translate: Object.fromEntries(words.map((word) => [word, 'true'])),
      ...{ otherwise: 'false', default: 'true' },
    }
  );
}

/** Undefined where a value is none of the plain words: what a code means cannot be guessed. */
export function statusSteps(column: Column): Steps | undefined {
  if (saysTruth(column)) return {};
  return changeSteps(column) ?? onlineSteps(column) ?? shopSteps(column) ?? wordSteps(column);
}

/** Magento writes 2 for what is off line. Both are translated, because a sample may have no such article. */
function onlineSteps(column: Column): Steps | undefined {
  const values = differentValues(column);
  const isRead = values.length > 0 && values.every((value) => value === '1' || value === '2');
  return isRead && isNamedBy(onlineNames, column)
    ? { translate: { '1': 'true', '2': 'false' }, strict: true }
    : undefined;
}

/** In a column that has no name of a status both must be shown: a word for on sale, and one that blocks. */
function wordSteps(column: Column): Steps | undefined {
  const isNamed = isStatus(column);
  // Asked first, because it ends at once for a column of hundreds of different texts.
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
  return flags.has(word) || Object.hasOwn(shopWords, word) || word === unfinished;
}
