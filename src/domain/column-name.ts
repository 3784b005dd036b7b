/**
 * Words that mean a price, or what prices are made of, wherever they are in a name. A word that may as well mean
 * something else (netto, amount, rate) is none: see `amounts`.
 */
const priceWords =
  wordSet(`preis preise pricing pricelist prijs prix precio precios preco precos prezzo prezzi listino pvp uvp evp avp aep upe hek rrp srp msrp
  cost costs unitcost kosten cout couts coste costo koszt koszty rabat rabaty rabatt rabatte rabattsatz rabattgruppe
  discount discounts currency wahrung waehrung waluta eur usd chf gbp pln vknetto vkbrutto eknetto
  ekbrutto mwst mwstsatz vatrate taxrate gstrate
  pamp prmp cmup pvpr handelsspanne standardkosten
  einstand einstandswert narzut narzuty marza marze handelsmarge selbstkosten herstellkosten anschaffungskosten
  rohertrag rohgewinn deckungsbeitrag wareneinsatz lek mek kek ekp vkp cump vuncom vuntrib vprod comision comissao commissione prowizja provision provisionssatz markup varekost anskaffelseskost selvkost atlagar
  cena ceny cennik цена цены ціна ціни ррц мрц прайс наценка стоимость себестоимость скидка скидки валюта ндс
  вартість собівартість націнка знижка цијена
  valuta moneda moeda devise divisa parabirimi doviz penznem deviza νομισμα
  kostnad kostnader custo custos maliyet maliyeti costi κοστος trosak troskovi pasizmaksa savikaina
  iskonto iskontosu indirim kedvezmeny engedmeny alennus sconto sconti descuento descuentos desconto descontos remise rabais
  korting kortingen reducere adaos popust nuolaida antkainis atlaide allahindlus sleva zlava εκπτωση
  hinnat hinnan hinnad ovh arak egysegar listaar nettoar bruttoar eladasiar beszerzesiar fogyasztoiar kiskerar nagykerar
  pret pretul preturi τιμη τιμες τιμης cijena cijene mpcijena vpcijena kaina kainos cenas hind hinna
  narx narxi нархи cmimi cmim verð verd`);

/**
 * They mean a price on their own and beside a word of `besideLone`:
 * a VK-Einheit is a unit, an MRP type one of planning.
 */
const loneWords = wordSet(
  `vk ek einkauf nakup zakup alis satis gld ptr pts inkop innkjop indkob закупка закупочная закупівельна tarif tarifs tarifa tarifas mrp marge marges margin
  margins опт оптовая оптова розница розничная роздріб роздрібна λιανικη χονδρικη mpc vpc nabavna prodajna nakupni prodejni
  vat tax gst tva iva moms mva btw alv kdv dph pdv пдв ddv ддс pvm pvn afa kaibemaks φπα`,
);
const besideLone = wordSet(
  `netto brutto net gross ht ttc rate profit händler haendler dealer public publics conseille achat vente
  inkl incl exkl ekskl excl dahil haric orani sats prosent procent
  pr kg letzt letzter letzte last mittl mittlerer durchschn durchschnitts durchschnittlicher kalk kalkulierter listen aktueller neuer alter`,
);
/** PA HT and PVTTC of French programs, P. compra, Prz. acquisto, Einkaufspr., and the purchase rate of Indian programs. */
const abbreviations = [
  /(?<!\p{L})(?:[ev]k|eink|einkaufs|verk|verkaufs|listen|einzel|einst|einstands|netto|brutto)[._ -]{0,2}pr(?!\p{L})/iu,
  /(?<!\p{L})(?:purchase|buying|selling|sales?|landing|valuation|commission|standard|wholesale|retail|dealer)[._ -]?rates?(?!\p{L})/iu,
  /^wert (?:frei|nicht|in|sperr|gesperrt|umlag)/iu,
  /(?<!\p{L})[ev]k ?(?:\/|je |pro ) ?\p{L}/iu,
  /(?<!\p{L})p[._ -]?[avrum][._ -]{0,2}(?:ht|ttc)(?!\p{L})/iu,
  /(?<!\p{L})p(?:rz?)?[._ -]{1,2}(?:achat|vente|compra|venta|acquisto|vendita)(?!\p{L})/iu,
];

/** Words of a price that mean something else together with their neighbour. */
const others = /grand prix|cost cent(?:er|re)|eur pal(?:ette|let)/i;

/** Prices in compounds. French compris and English behind only end so. */
const compounds = [
  /preise?$|^preis(?:einheit|empfehlung|gruppe|liste|kennzeichen|staffel|basis|klasse|stand|art|netto|brutto)n?$/,
  /(?<!^(?:com|re|sur|ap|me|entre))pris(?:en|er)?$|^pris(?:enhe[dt]|grupp|gruppe|lista|liste|kode|type?)$/,
  /prij(?:s|zen)$|^prijs(?:eenheid|groep|lijst|code)$/,
  // OXID: OXPRICE, OXTPRICE, and OXPRICEA of a group of buyers.
  /(?<!^ca)prices?$|^oxprice[abc]$/,
  /^(?:avg|average|last|curr?|current|std|standard|landed|purchase|item)costs?$|^cost[eo]?(?:ult|ultimo|med|medio|std|acq)$|^e?p(?:rc?)?(?:cost[eo]|custo|compra|venta|venda)$|^pc(?:medio|ultimo)$/,
  /^(?:osto|myynti)h$|zuschlag$|fiyat(?:i|lar|lari)?$|hinta$|^hinta(?:ryhma|luokka|yksikko)$|(?<!^be)hind$/,
];
/** Chinese, Japanese and Korean write no blanks. 评价 and 評価 (how buyers rate), 性价比 and 지원가능 are no prices. */
const eastAsian =
  /(?<!评)[价價](?!比)|(?<!評)価(?!値)|成本|税率|折扣|金[额額]|[币幣][种別别]|仕入値|[卸売]値|[上下]代$|消費税|粗利|[단원정]가(?![능입운])|가격|(?:판매|매입|매출|공급|구매|입고|출고|도매|소매|소비자)가$|금액|할인|부가세|마진/;
/** Hungarian: without its accent it may be anything. */
const hungarianPrice = /(?<!\p{L})ára?(?!\p{L})/iu;

/** Prices are managed in the supplier portal and never sent (spec "What the service does" 4, quirk 30). */
export function isPriceName(name: string): boolean {
  return [name, lastStep(name)].map(unescaped).some(saysPrice);
}

/** Names that say nothing but an amount of money: a person must look before buyers see them. */
const amounts =
  wordSet(`betrag nettobetrag bruttobetrag gesamtbetrag netto brutto nettowert bruttowert openingrate openingvalue
  closingrate closingvalue gstratedutyhead belob belop tutar tutari osszeg importe сумма kwota wartosc kalkulation warenwert bestandswert lagerwert
  stockvalue inventoryvalue valueinstock inventurwert buchwert verkaufswert einkaufswert anschaffungswert umsatz turnover`);
/** The same of names that may count pieces as well, and of what prices are scaled by. */
const amountsOrCounts = wordSet('rate amount amt staffel staffelmenge');

/** Only the whole name tells: Wert 1 and merkmal/wert are values of attributes, LP is many things. */
const wholeAlone = wordSet('wert lp kost spanne vp vp1 vp2 ep');

/** The name is one of a price, or says nothing but an amount. */
export function mayBePrice(name: string): boolean {
  return saysAmount(name) || ofName(amountsOrCounts, name);
}

/** The same without the names that may as well count pieces. */
export function saysAmount(name: string): boolean {
  return isPriceName(name) || ofName(amounts, name) || wholeAlone.has(plainName(name));
}

function ofName(words: ReadonlySet<string>, name: string): boolean {
  return [name, lastStep(name)].map(unescaped).some((one) => {
    const parts = wordsOf(one.replace(/[^\p{L}\p{M}]+/gu, ' '));
    return (
      words.has(plainName(one)) || (parts.length > 0 && parts.every((part) => words.has(part)))
    );
  });
}

function saysPrice(name: string): boolean {
  const composed = name.normalize('NFC');
  if ([/[€£₽₴₺]/, hungarianPrice, eastAsian].some((one) => one.test(composed))) return true;
  if (abbreviations.some((pattern) => pattern.test(name))) return true;
  const parts = name
    .split(/[^\p{L}\p{M}]+/u)
    .join(' ')
    .replace(others, ' ');
  const words = wordsOf(parts.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  // Whole as well: of MwSt the capital begins no word.
  const isPrice = [...wordsOf(parts), ...words].some(
    (word) => priceWords.has(word) || compounds.some((pattern) => pattern.test(word)),
  );
  // P.V.P. and Para Birimi are one word in several.
  if (priceWords.has(plainName(name))) return true;
  const lone = words.filter((word) => !besideLone.has(word));
  return isPrice || (lone.length > 0 && lone.every((word) => loneWords.has(word)));
}

/** The words of a list, as `plainName` makes them of names. */
export function wordSet(list: string): ReadonlySet<string> {
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
  return unescaped(withoutMark(keyOf(name) ?? name))
    .replace(/\[\d+\]$/, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Access and .NET write what no name of XML may hold by its number: `Art_x002E_-Nr`. */
function unescaped(name: string): string {
  return name.replace(/_x([0-9a-f]{4})_/gi, (_, unit) => String.fromCharCode(Number(`0x${unit}`)));
}

/** Of a path: `base/unit` is `unit`. */
export function lastStep(name: string): string {
  return keyOf(name) ?? stepsOf(withoutMark(name)).at(-1) ?? '';
}

/** Of a path: `base/unit` and `base.unit` are `base` and `unit`. The point of `Art.-Nr.` parts nothing. */
export function stepsOf(name: string): readonly string[] {
  return name.split(/\/|\.(?=\p{L}{2})/u);
}

/** Where XML was made JSON, the text of an element is under a mark that is no word: `ArtNr._text`, `ArtNr.$t`. */
function withoutMark(name: string): string {
  return name.replace(/\.(?:#text|_{1,2}text|\$t|[_$]|#cdata(?:-section)?|_{1,2}cdata)$/, '');
}

/** Of an element of XML that is found by its attribute: `field[@name=artnr]` is `artnr`. */
function keyOf(name: string): string | undefined {
  return /\[@[^=]+=(.+)\]$/.exec(name)?.[1];
}
