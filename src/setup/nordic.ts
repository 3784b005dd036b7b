import { plainName } from '../domain/column-name.ts';

/** `Lager` in a German export is the number of a warehouse. Among Nordic names it is the stock. */
export const nordicPlace = 'lager';
const nordicStart =
  /^(?:vare|varu|artikkel|artikelnamn|benamning|beskriv|pris|enhe[dt]|streckkod|stre[gk]kode)/;

export function isNordicName(name: string): boolean {
  return nordicStart.test(plainName(name));
}
