/**
 * Words that mean a price, or what prices are made of, wherever they stand in a name. A word that may as well mean
 * something else (netto, amount, rate) is none.
 */
const priceWords =
  wordSet(`preis preise price prices pricing pricelist unitprice listprice saleprice costprice netprice
  grossprice retailprice prijs prix precio precios preco precos prezzo prezzi listino pvp uvp evp upe hek rrp srp msrp
  cost costs unitcost kosten cout couts coste costo koszt koszty rabat rabaty rabatt rabatte rabattsatz rabattgruppe
  discount discounts currency wahrung waehrung waluta eur usd chf gbp pln vknetto vkbrutto eknetto
  ekbrutto mwst mwstsatz vatrate taxrate gstrate
  cena ceny cennik цена цены ціна ціни ррц мрц прайс наценка стоимость себестоимость скидка скидки валюта ндс`);

/** They mean a price on their own and beside a word of `taxWords`: a VK-Einheit is a unit, an MRP type one of planning. */
const loneWords = wordSet('vk ek einkauf закупка tarif mrp vat tax gst');
const taxWords = wordSet('netto brutto net gross ht ttc rate');

/** Words of a price that mean something else together with their neighbour. */
const others = /grand prix|cost cent(?:er|re)|eur pal(?:ette|let)/i;

const germanPrice =
  /preise?$|^preis(?:einheit|empfehlung|gruppe|liste|kennzeichen|staffel|basis|klasse|stand|art|netto|brutto)n?$/;

/** Prices are managed in the supplier portal and never sent (spec "What the service does" 4, quirk 30). */
export function isPriceName(name: string): boolean {
  return saysPrice(name) || saysPrice(lastStep(name));
}

/** Names that say nothing but an amount, and what prices are scaled by: a person must look before buyers see them. */
const amounts =
  wordSet(`rate amount amt betrag netto brutto openingrate openingvalue closingrate closingvalue
  gstratedutyhead staffel staffelmenge сумма kwota wartosc`);

/** Not told of a mapping that a person made: alone it is no proof. */
export function mayBePrice(name: string): boolean {
  return amounts.has(plainName(name)) || amounts.has(plainName(lastStep(name)));
}

function saysPrice(name: string): boolean {
  if (/[€£₽₴]/.test(name)) return true;
  const parts = name
    .split(/[^\p{L}\p{M}]+/u)
    .join(' ')
    .replace(others, ' ');
  const words = wordsOf(parts.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  // Whole as well: of MwSt the capital begins no word.
  const isPrice = [...wordsOf(parts), ...words].some(
    (word) => priceWords.has(word) || germanPrice.test(word),
  );
  const lone = words.filter((word) => !taxWords.has(word));
  return isPrice || (lone.length > 0 && lone.every((word) => loneWords.has(word)));
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list));
}

function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map(plainName)
    .filter((word) => word !== '');
}

/** Only letters and digits, small, without accents: `Art.-Nr.` is `artnr`, `Lieferzeit (Tage)` is `lieferzeittage`. */
export function plainName(name: string): string {
  return name
    .replace(/\[\d+\]$/, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Of a path: `base/unit` is `unit`. */
export function lastStep(name: string): string {
  return name.split(/\/|\.(?=\p{L}{2})/u).at(-1) ?? '';
}
