/** An export may be packed, whatever its own ending is. */
export const packedEnding = /\.(?:gz|zip)$/i;
export const lastEnding = /\.[^.]*$/;

/** File systems allow 255 bytes; whoever writes a file whole needs some of them for `.NAME.part`. */
const nameBytesMax = 240;

/** Stem and ending as one name that every file system takes: a stem that is too long loses its last characters. */
export function fittingName(stem: string, ending: string): string {
  const characters = [...stem];
  let name = stem + ending;
  while (bytesOf(name) > nameBytesMax && characters.length > 0) {
    characters.pop();
    name = characters.join('') + ending;
  }
  return name;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

interface Named<Item> {
  readonly item: Item;
  readonly name: string;
  /** Numbers by their value, all else by code points. */
  readonly key: string;
}

/**
 * Numbers count by their value, so that `b9` is before `b10` whether an ERP writes leading zeros or not. Of
 * thousands each is taken apart once.
 */
export function inNameOrder<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  const named = items.map((item) => withKey(item, nameOf(item)));
  return named.sort(compare).map(({ item }) => item);
}

/** The same order of two names: below zero where the first comes first. */
export function compareNames(a: string, b: string): number {
  return compare(withKey(a, a), withKey(b, b));
}

/** Of names that differ in their numbers alone: those of one day, or one counter. */
export function isLaterInSeries(one: string, than: string): boolean {
  return seriesOf(one) === seriesOf(than) && compareNames(one, than) > 0;
}

function seriesOf(name: string): string {
  return name.replaceAll(/\d+/g, '#');
}

const date = /(?<!\d)(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])/;

/** Year, month and day in this order, so that the order of names is that of the days. */
export function holdsDate(name: string): boolean {
  return date.test(name);
}

const digitsMax = 20;

function withKey<Item>(item: Item, name: string): Named<Item> {
  const key = name.replaceAll(/\d+/g, (digits) =>
    digits.replace(/^0+/, '').padStart(digitsMax, '0'),
  );
  return { item, name, key };
}

function compare(a: Named<unknown>, b: Named<unknown>): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

const filesShown = 3;

/** An export as people read of it: one of many files (`pick: union`) is called by the first of them. */
export function shownExport(file: string): string {
  const names = file.split(' + ');
  const more = names.length - filesShown;
  return more < 2 ? file : `${names.slice(0, filesShown).join(' + ')} and ${more} more files`;
}
