/**
 * Words that mean a price, or what prices are made of, wherever they stand in a name. A word that may as well mean
 * something else (netto, amount, rate) is none: see `amounts`.
 */
const priceWords =
  wordSet(`preis preise price prices pricing pricelist unitprice listprice saleprice costprice netprice
  grossprice retailprice prijs prix precio precios preco precos prezzo prezzi listino pvp uvp evp upe hek rrp srp msrp
  cost costs unitcost kosten cout couts coste costo koszt koszty rabat rabaty rabatt rabatte rabattsatz rabattgruppe
  discount discounts currency wahrung waehrung waluta eur usd chf gbp pln vknetto vkbrutto eknetto
  ekbrutto mwst mwstsatz vatrate taxrate gstrate
  einstand einstandswert narzut narzuty marza marze handelsmarge
  cena ceny cennik цена цены ціна ціни ррц мрц прайс наценка стоимость себестоимость скидка скидки валюта ндс`);

/** They mean a price on their own and beside a word of `besideLone`: a VK-Einheit is a unit, an MRP type one of planning. */
const loneWords = wordSet(
  'vk ek einkauf закупка tarif mrp vat tax gst marge marges margin margins опт оптовая',
);
const besideLone = wordSet('netto brutto net gross ht ttc rate profit händler haendler dealer');

/** Words of a price that mean something else together with their neighbour. */
const others = /grand prix|cost cent(?:er|re)|eur pal(?:ette|let)/i;

const germanPrice =
  /preise?$|^preis(?:einheit|empfehlung|gruppe|liste|kennzeichen|staffel|basis|klasse|stand|art|netto|brutto)n?$/;

/** Prices are managed in the supplier portal and never sent (spec "What the service does" 4, quirk 30). */
export function isPriceName(name: string): boolean {
  return saysPrice(name) || saysPrice(lastStep(name));
}

/** Names that say nothing but an amount of money: a person must look before buyers see them. */
const amounts =
  wordSet(`betrag nettobetrag bruttobetrag gesamtbetrag netto brutto nettowert bruttowert openingrate openingvalue
  closingrate closingvalue gstratedutyhead сумма kwota wartosc kalkulation warenwert bestandswert lagerwert
  stockvalue inventoryvalue`);
/** The same of names that may count pieces as well, and of what prices are scaled by. */
const amountsOrCounts = wordSet('rate amount amt staffel staffelmenge');

/** Only the whole name tells: Wert 1 and merkmal/wert are values of attributes, LP is many things. */
const wholeAlone = wordSet('wert lp');

/** The name is one of a price, or says nothing but an amount. */
export function mayBePrice(name: string): boolean {
  return saysAmount(name) || ofName(amountsOrCounts, name);
}

/** The same without the names that may as well count pieces. */
export function saysAmount(name: string): boolean {
  return isPriceName(name) || ofName(amounts, name) || wholeAlone.has(plainName(name));
}

function ofName(words: ReadonlySet<string>, name: string): boolean {
  return [name, lastStep(name)].some((one) => {
    const parts = wordsOf(one.replace(/[^\p{L}\p{M}]+/gu, ' '));
    return (
      words.has(plainName(one)) || (parts.length > 0 && parts.every((part) => words.has(part)))
    );
  });
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
  const lone = words.filter((word) => !besideLone.has(word));
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
