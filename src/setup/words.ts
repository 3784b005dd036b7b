import { isPriceName, lastStep, plainName, stepsOf, wordSet } from '../domain/column-name.ts';
import { blockingWords } from './blocking-words.ts';
import type { Column } from './column.ts';
import { type Field, fieldWords, orderableWords } from './field-words.ts';
import { bareFlag } from './flag-name.ts';
import { isNamedBy, wordIn } from './named-by.ts';
import { isPlaceName } from './places.ts';

/** Parts of a stock that stand in columns of their own. */
export const warehouseStart = /^(?:lager|stock|warehouse|lagerort|склад|magazyn)(?:\d{1,3}|[a-z])$/;
/** `Lagerort…` says where goods lie as often as how many. */
export const placeStart = /^lagerort/;

const orderable = wordSet(orderableWords);

/** Whether the name, or its beginning, is one of a stock that can be ordered as a whole. */
export function saysOrderable(name: string): boolean {
  const plain = plainName(name);
  return isNamedBy(orderable, { name }) || [...orderable].some((word) => beginsWith(plain, word));
}

function beginsWith(plain: string, word: string): boolean {
  return word.length >= partLettersMin && !wholeOnly.has(word) && plain.startsWith(word);
}

interface Word {
  readonly field: Field | 'inactive';
  readonly rank: number;
}

const words: ReadonlyMap<string, readonly Word[]> = byWord();

function byWord(): Map<string, Word[]> {
  const all = new Map<string, Word[]>();
  const fields = Object.entries(fieldWords).map(
    ([field, list]) => [field, list.split(/\s+/)] as const,
  );
  const inactive = ['inactive', blockingWords(fieldWords.isActive.split(/\s+/))] as const;
  for (const [field, list] of [...fields, inactive]) {
    for (const [rank, word] of list.entries()) {
      const plain = plainName(word);
      all.set(plain, [...(all.get(plain) ?? []), { field: field as Word['field'], rank }]);
    }
  }
  return all;
}

interface NameMatch {
  /** True: the whole name is a usual one. False: it only begins or ends with one. */
  readonly isWhole: boolean;
  /** 0 is the most telling. */
  readonly rank: number;
}

/** Beginnings of names under which article numbers of others stand, and not the supplier's own. */
const ofOthers =
  /^(?:vendor|supplier|manufacturer|hersteller|lief|kunde|customer|ersatz|alternativ|постав|dostaw|leverand|leverant|toimittaj|tedarik|uretici|szallito|furnizor|προμηθευτ|dobavlja|tiekej|piegadat|tarnija|fornecedor|proveedor|fornitor|fournisseur|leverancier)/;
const partLettersMin = 4;
/** Words that count only as a whole name. As a part they may stand in any name: Kundennummer, Contact Phone Number. */
const wholeOnly = wordSet(
  `number nummer номер text code kod index reference symbol sifra шифра kodas kods kood koodi kodu codigo κωδικος referencia
    artigo navn namn nimi nume nome nombre naam ονομα назва stok stoc saldo lager antal antall aantal adet kogus maara bakiye
    best disp dispo disponib dispta avail giac esist exist voorr stmag volne своб beschikb mevcut stanje disponibles dostepny merk merke merna unite birim baja sperr count frozen einh pean pstock pmodel 재고 수량 품명 품번 단위 ferme kilit`,
);
/** For each field the words that count as a part of a name, too. */
const partWords: ReadonlyMap<Word['field'], readonly PartWord[]> = wordsByField();

interface PartWord {
  readonly word: string;
  readonly rank: number;
}

function wordsByField(): Map<Word['field'], PartWord[]> {
  const all = new Map<Word['field'], PartWord[]>();
  for (const [word, meant] of words) {
    if (word.length < partLettersMin || wholeOnly.has(word)) continue;
    for (const { field, rank } of meant)
      all.set(field, [...(all.get(field) ?? []), { word, rank }]);
  }
  return all;
}

/** Added to the rank where only the last step of a path matches: that says less than the whole path. */
const lastStepRank = 1_000;

/** How well a column's name fits a field; undefined where it does not. */
export function matchName(name: string, field: Word['field']): NameMatch | undefined {
  const [plain, last] = [plainName(name), plainName(lastStep(name))];
  const whole =
    rankOf(plain, field) ??
    rankOfAll(name, field) ??
    rankOf(last, field, lastStepRank) ??
    rankOfFlag(name, field);
  if (whole !== undefined) return { isWhole: true, rank: whole };
  // A whole name of another field does not count for a part of it: `Mengeneinheit` is no `Menge`.
  if (isPriceName(name) || isUsualName(name)) return undefined;
  if (field === 'externalId' && ofOthers.test(plain)) return undefined;
  if ((field === 'externalId' || field === 'name') && isPlaceName(name)) return undefined;
  // `Artikel nicht aktiv` ends like `aktiv` and like `nicht aktiv`: read as isActive it would sell blocked articles.
  if (field === 'isActive' && matchName(name, 'inactive') !== undefined) return undefined;
  const matching = partsOf(name, field);
  if (matching.length === 0 || hasLongerPart(name, { field, matching })) return undefined;
  return { isWhole: false, rank: Math.min(...matching.map(({ rank }) => rank)) };
}

function partsOf(name: string, field: Word['field']): readonly PartWord[] {
  const [plain, last] = [plainName(name), plainName(lastStep(name))];
  // `stock/value` belongs to the stock, because `stock` is a whole word. `stockHeader/mass` does not.
  const outer = outerWords(name);
  const isPart = ({ word }: PartWord): boolean =>
    last.startsWith(word) || outer.includes(word) || plain.endsWith(word);
  return (partWords.get(field) ?? []).filter(isPart);
}

/**
 * `ItemManufacturerName` ends like a name, and says with more of its letters a brand. Of a stock the numbers tell:
 * `Menge in Basismengeneinheit` is one, and so is `Stock for sale`.
 */
function hasLongerPart(
  name: string,
  { field, matching }: { readonly field: Word['field']; readonly matching: readonly PartWord[] },
): boolean {
  if (field === 'availableQty') return false;
  const [plain, length] = [plainName(name), Math.max(...matching.map(({ word }) => word.length))];
  return [...partWords].some(
    ([other, parts]) =>
      other !== field && parts.some(({ word }) => word.length > length && plain.endsWith(word)),
  );
}

/** The first word of each step before the last: Bestand of `Bestand gesamt/Stk`. */
function outerWords(name: string): readonly string[] {
  const steps = stepsOf(name).slice(0, -1);
  return steps.map((step) => plainName(step.trim().split(/[^\p{L}\p{M}\p{N}]/u)[0] ?? ''));
}

/** Whether the whole name, or the last step of its path, is a usual one of the field. */
export function isCalled(name: string, field: Word['field']): boolean {
  return matchName(name, field)?.isWhole === true;
}

export interface NamedColumn {
  readonly column: Column;
  readonly match: NameMatch;
}

/** The columns whose names say the field, the best first. */
export function namedAs(field: Field, columns: readonly Column[]): readonly NamedColumn[] {
  const named = columns.flatMap((column) => {
    const match = matchName(column.name, field);
    return match === undefined ? [] : [{ column, match }];
  });
  return named.sort(
    ({ match: one }, { match: other }) =>
      Number(other.isWhole) - Number(one.isWhole) || one.rank - other.rank,
  );
}

function meaningsOf(plain: string): readonly Word[] | undefined {
  return words.get(wordIn(words, plain) ?? '');
}

function rankOf(plain: string, field: Word['field'], more = 0): number | undefined {
  const rank = meaningsOf(plain)?.find((word) => word.field === field)?.rank;
  return rank === undefined ? undefined : rank + more;
}

function rankOfFlag(name: string, field: Word['field']): number | undefined {
  const isFlag = field === 'isActive' || field === 'inactive';
  const bare = isFlag ? bareFlag(name) : '';
  // Frozen Item may be food.
  return wholeOnly.has(bare) ? undefined : rankOf(bare, field, lastStepRank);
}

/** Of `Artikelnummer / SKU` and `Código (SKU)`, where each part is a name of the field. */
function rankOfAll(name: string, field: Word['field']): number | undefined {
  const parts = stepsOf(name.replace(/^([^()]+)\(([^()]+)\)$/, '$1/$2'));
  const ranks = parts.map((part) => rankOf(plainName(part), field));
  const known = ranks.filter((rank) => rank !== undefined);
  return known.length > 1 && known.length === ranks.length ? Math.min(...known) : undefined;
}

/** Whether the name is a usual one of any field. */
export function isUsualName(name: string): boolean {
  return isNamedBy(words, { name });
}

/** Two names of one field: Seller SKU and item_sku. */
export function sayTheSame(one: string, other: string): boolean {
  const fields = fieldsOf(one);
  return fieldsOf(other).some((field) => fields.includes(field));
}

function fieldsOf(name: string): readonly Word['field'][] {
  const known = meaningsOf(plainName(name)) ?? meaningsOf(plainName(lastStep(name))) ?? [];
  return known.map(({ field }) => field);
}

/** How many fields these names stand for. It tells a header from data, and articles from other sheets. */
export function usualNames(names: readonly string[]): number {
  return new Set(names.flatMap(fieldsOf)).size;
}
