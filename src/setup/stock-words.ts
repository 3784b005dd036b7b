import { plainName, stepsOf } from '../domain/column-name.ts';

/** Why the name of a column speaks against it as the stock. */
interface StockDoubt {
  readonly reason: string;
  /** The column holds another quantity than what lies there today, so it is never read by itself. */
  readonly isOther: boolean;
}

/** Words of Chinese, Japanese and Korean, which stand without blanks; as `spoken` makes them. */
function inAsia(words: string): RegExp {
  return new RegExp(words.normalize('NFKD'));
}

/**
 * Goods promised to others, which are taken off. Stems of words, because each ERP orders its words otherwise: Ilość
 * zarezerwowana.
 */
const reserved = [
  /(?<!p|un|nicht)reserv(?:iert|ierung|ed|ation|ad|ee)|(?<!un)(?:allocated|committ?ed)| ordered by customers? | alloc | res(?: \/)? (?:menge|bestand|qty|quantity|stock|stk) /,
  /reserver(?:et|t|ad|at)|rezerv(?:e |at|ir|uot|et)|varatt|foglalt|δεσμευ|broneerit/,
  / (?:stock|stk|bestand|lgstk|qty|qte|qta|cant|giac|aty)(?:res|rsv|alloc) | as qte (?:res|prepa) /,
  inAsia('预留|占用|锁定|已分配|引当(?!可能)|예약|할당'),
  /(?<!losch|loesch)vor(?:ge)?merk|comprometid|riservat|impegnat|gereserveerd|reservering|rezerw(?:ac|ie|ow)|rezerv(?:ov|ac)|резерв/,
];
/**
 * Goods that customers have ordered. They may be the same as the reserved ones: if both were taken off, they would
 * count twice.
 */
const ordered = [
  / (?:i[mn] ?|offener? ?|kunden|verkaufs)auftr(?:a|ae)g| auftr(?:a|ae)gen? |auftrags?(?:bestand|menge|ruckstand|rueckstand)/,
  /unful+filled| in demand |verplant|disponiert|kommissionier(?:t|ung)|kundenbestell| bestellt (?:von|durch) kunden/,
  /(?:sales|customer|open|received) ?orders?(?: |qty|quantity|menge)| on so | (?:verkoop|klant)orders? | (?:reserven?|rezerwa) /,
  / (?:pend|pdte?|pte|pendientes?)(?: de)? ?servir /,
  inAsia('待发|待出库|未出库|受注|수주|미출고|출고예정'),
  /заказ\p{L}* (?:\p{L}+ )?(?:покупател|клиент)|замовлен\p{L}* (?:\p{L}+ )?(?:покупц|клієнт)/u,
  /zamowi[eo]n\p{L}* (?:\p{L}+ )?(?:klient|odbiorc)|objedn\p{L}* (?:\p{L}+ )?(?:zakaznik|odberatel)/u,
  / commandes? clients? | pedidos? (?:de )?(?:clientes?|ventas?) | ordin[ei] (?:di |da )?(?:client|vendit)/,
];
const fromSuppliers =
  /purchas|supplier|vendor|lieferant|einkauf|поставщик|постачальник|dostawc|fournisseur|proveedor|fornitor|leverancier|dodavatel/;
const incoming = [
  /zulauf|unterwegs|transit|incoming|inbound|purchas|bestell(?:t|ung|bestand|menge)|erwartet|geplant/,
  / (?:on|in) ?(?:order|po) | ordered | expected | planned | w drodze |zamowion| в пути |ожида|транзит| в дорозі |очіку/,
  /bestil(?:t|ling)|bestalld|bestallt|innkommende|tulossa|tilattu|siparis|rendelt|comandat|narucen|narocen|tellitud/,
  /back ?order|tranzit|oczekiwan|uzsakyt|pasutit|encomendad|заказано|замовлено|παραγγελ/,
  / en commande | commandees? | w zamowien| bestelling | in ordine | i ordre | u dolasku | pendientes? | por recibir | a receber /,
  inAsia(
    '在途|在订|待入库|未入库|预计入库|[発发]注残|[発发]注数|入荷|入庫予定|미입고|입고예정|발주',
  ),
  / (?:in|offene) best | best (?:\/ )?(?:menge|mge|stk|qty) /,
  / en cours | en camino | in arrivo |ordinat|onderweg|besteld| na ceste |objednan/,
];
const notForSale = [
  /unsellable|unverkauflich|sperr|quarant|blocked|defekt|defect|damage|beschadig|schrott|scrap|ausschuss|retour|konsig|consig/,
  inAsia('不良|不合格|冻结|残次|返品|불량|반품'),
  / returns? |qualitat|quality| pruf|inspection|abgelaufen|expired/,
  /брак|карантин|возврат|блокир|uszkodz|zablok|kwarant|bloquead|bloccat|geblokkeerd|blokovan|karanten/,
  /ausstellung|vorfuhr|vorfuehr|showroom|leih(?:bestand|lager|ware)|muster(?:bestand|lager)|reparatur|reklamation| b ?ware | fba /,
];
/** Supplier stock is not meant: in lists of marketplaces the supplier is the one who sells. */
const ofSuppliers =
  /lieferant|hersteller|manufacturer|fremd(?:bestand|lager)|поставщик|постачальник|dostawc|fournisseur|proveedor|fornitor|fornecedor|leverancier|leverantor|leverandor|dodavatel/;
/** Colli, cartons and pallets: Menge je Karton, Bestand in VE, Ilość w opakowaniu, Aantal per doos. */
const packed = [
  /karton|carton|pallet|palett|packung|package|verpackung|gebinde|packaging|packing|kolli|colis|opakowan|kartoni|упаков|короб|коробк/,
  / (?:ve|vpe|box|boxes|case|cases|pack|packs|colli|caja|cajas|caixa|doos|confezione|forp|kartong|baleni|balenie|koli|csomag) /,
  /csomagol|verpakking|confezion|emballage|innehall|inhalt|inhoud/,
];
const change =
  /differenz|difference|(?:bestands|lager)?(?:anderung|aenderung|bewegung)|movement| (?:stock|qty|quantity) change | (?:zugang|abgang|zugange|abgange) /;
/**
 * Names of what a stock is worth. `value` as a step of its own is not meant: `stock/value` may be the number itself in
 * a tree.
 */
const worth =
  /(?:bestands|lager|inventar|vorrats|waren)wert|\p{L} wert |\p{L} values? | values? \p{L}|wartosc| valeur| valore? | waarde| hodnota|стоимост|вартіст/u;
const intended = [
  / (?:soll|ziel|mindest|melde|sicherheits|safety|reorder|target|threshold|alert|notify|hochst|kritisch|(?:min|max)(?:imal)?(?:lager|bestand|menge|stock|qty))/,
  / (?:low|min|max|minimum|maximum|minimal|maximal|critical|optimal) /,
  / (?:mind|mini|maxi|maks|sich|sicherh|krit|kritik|asgari|azami|alert[ea]?|мин|макс) /,
  inAsia('最低|最高|最小|最大|安全|発注点|안전|최소|최대|적정'),
  /минимальн|неснижаем|minimaln|docelow| seuil | securite | minim[oa] | maxim[oa] | sicurezza |veiligheid|pojist/,
];
/** So short that these words are not taken off, and no stock either. */
const promisedOrOrdered =
  / (?:res|reserv|rez|rezerv|gereserv|imp|impegn|рез|alloc|cdee?|cmde?|ord|zam|zamow|objedn|pedid[ao]|pend|sip|заказ) /;
/** What will be there when everything has come and gone: virtual available, Voorraad economisch, Giacenza prevista. */
const forecast =
  / (?:virtual|virtuell?|projected|forecast|prognose|voraussicht|kunftig|kuenftig|prevision|previst|futur|economisch)/;
/** What was sold or delivered: Quantity sold, Verkaufte Menge, Ilość sprzedana. */
const gone = [
  / sold | shipped | delivered |(?<!un)verkauft|geliefert|versendet|versandt|verbrauch(?!smat)|absatz| verkocht| solgt/,
  / продано| проданн|отгружен|відвантажен| sprzedan| prodan[aeoy]|(?<!in)vendu|vendid|satilan|eladott/,
];
const earlier =
  /vorjahr|vormonat|vorwoche|vortag| (?:previous|prior|alt(?:er)?|old|vorher|bisher(?:iger)?) | last (?:year|month|week) | letzt\p{L}* (?:jahr|monat)|прошл|poprzedni| precedent|anterior| vorig/u;
const opening =
  / (?:opening|anfang|eroffnung|eroeffnung|initial|beginning|beginvoorraad)|начальн| на начало |початков| на початок |poczatkow| otwarci|inicial|inizial|pocatecn/;

/** Words that turn the meaning round, or add to it: Bestand ohne Reservierungen, Остаток с учетом резерва. */
const turned =
  / (?:ohne|abzgl|abzuglich|minus|less|excl|exkl|excluding|without|after|nach|nicht|not|non|inkl|incl|including|mit|frei|free|available|verfugbar|без|не|нет|после|минус|вычетом|учетом|bez|nie|sans|hors|sin|senza|zonder) /;
/** Words of numbers that count no goods. */
const noCount =
  /(?:nr|nummer|number|datum|wert|kennzeichen|status|dauer|reichweite|fuhrung|konto|grenze|warnung|platz) | (?:no|id|code|kod|date|data|дата|номер|days|tage|tagen|ab|from|bis|until|age|cover|type|typ|group|location|flag|unit|multiple|allowed|erlaubt|pictures|images|bilder) |(?<! \/) value /;
const measures =
  /gewicht|weight| mass | masse |volumen|volume | lange | breite | hohe | tiefe | length | width | height | depth | вес |объем| waga | poids | peso | vikt | vaegt | vekt | hmotnost {2}| jahr | year /;

/** Whether the column holds numbers that count no goods at all: weights, codes, days. */
export function countsNoGoods(name: string): boolean {
  return saysOf(name, [measures]) || noCount.test(spoken(name));
}

export function isReserved(name: string): boolean {
  // `réservé` (reserved) and `réserve` (stock) differ in the accent alone.
  return saysOf(name, reserved) || /réservé/i.test(name.normalize('NFC'));
}

/**
 * Words for what can be ordered, in names that may be longer: davon frei, Net available. ATP is none: it counts goods to
 * come.
 */
const free = [
  /avail|verfugb|verfuegb|verkaufb|verkaufl|sellable|saleable|beschikb|disponi|dostep|dostupn|доступ|свобод|вільн|tilgjeng|tilgæng/,
  /tillgang|elerheto|szabad|kullanilabil|satilabil|raspoloz|saatav|laisv|pieejam|διαθεσιμ|vrije|vapaa/,
  / (?:free|frei(?:e|er|en)?|net|netto|ats|dispo|vrij|voln[aey]|vaba|netto(?:bestand|lagerbestand|menge)) /,
];
const notFree = / (?:nicht|not|non|no|nie|нет|не|без|un\p{L}+|free of|tagen) /u;

/** Whether the name says, or may say, that what it counts can be ordered. */
export function saysFree(name: string): boolean {
  return isCount(name) && (namesReserved(name) || namesFree(name));
}

/** The same without Bestand ohne Reservierungen and its like, of which only the words between tell the meaning. */
export function isFree(name: string): boolean {
  return isCount(name) && namesFree(name) && !namesReserved(name);
}

function isCount(name: string): boolean {
  const words = spoken(name);
  return !noCount.test(words) && !measures.test(words) && stockDoubt(name) === undefined;
}

function namesReserved(name: string): boolean {
  const words = spoken(name);
  return turned.test(words) && says(words, reserved);
}

function namesFree(name: string): boolean {
  const words = spoken(name);
  return says(words, free) && !notFree.test(words);
}

export function isOrdered(name: string): boolean {
  return saysOf(name, [...ordered, promisedOrOrdered]) && !fromSuppliers.test(spoken(name));
}

/** Undefined where nothing in the name says that the column is not the stock of today. */
export function stockDoubt(name: string): StockDoubt | undefined {
  const words = spoken(name);
  const meant = turned.test(words) ? [] : others.filter(([patterns]) => says(words, patterns));
  const [, reason] = [...meant, ...always.filter(([patterns]) => says(words, patterns))][0] ?? [];
  if (reason !== undefined) return { reason: `its name says ${reason}`, isOther: true };
  if (words === ' best ') return { reason: 'it may also mean what is ordered', isOther: false };
  if (!opening.test(words)) return undefined;
  return { reason: 'it says what there was at the beginning of a period', isOther: false };
}

type Meaning = readonly [patterns: readonly RegExp[], reason: string];

const others: readonly Meaning[] = [
  [incoming, 'that it is still to come'],
  [[...reserved, ...ordered], 'that it is promised to others'],
  [notForSale, 'that it is not for sale'],
  [gone, 'that it is gone already'],
];
const always: readonly Meaning[] = [
  [[worth], 'what the stock is worth'],
  [intended, 'how much there should be'],
  [[forecast], 'what there will be'],
  [[earlier], 'what there was before'],
  [[promisedOrOrdered], 'that it is promised or ordered'],
  [[ofSuppliers], 'that others have it'],
  [packed, 'that it counts packs, or what is in one'],
  [[change], 'how much came or went'],
];

function saysOf(name: string, patterns: readonly RegExp[]): boolean {
  const words = spoken(name);
  return says(words, patterns) && !turned.test(words) && !noCount.test(words);
}

function says(words: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(words));
}

/**
 * The name in small letters without accents, its words between
 * blanks. The steps of a path stay apart: ` stock / value `.
 */
function spoken(name: string): string {
  const steps = stepsOf(name).map((step) =>
    step
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .map(plainName)
      .filter((word) => word !== '')
      .join(' '),
  );
  return ` ${steps.join(' / ')} `;
}
