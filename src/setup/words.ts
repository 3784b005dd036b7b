import { isPriceName, lastStep, plainName, stepsOf, wordSet } from '../domain/column-name.ts';
import { keyWords, nameWords } from '../domain/column-words.ts';
import type { ProductField } from '../domain/product.ts';
import { blockingWords } from './blocking-words.ts';
import type { Column } from './column.ts';
import { bareFlag } from './flag-name.ts';
import { isNamedBy } from './named-by.ts';
import { isPlaceName } from './places.ts';

export type Field = Exclude<ProductField, 'attributes'> | 'picture';

/**
 * Names of a stock without the goods that are promised to others, so that all of it can be ordered. These win over
 * other names (quirk 33).
 */
const orderableWords = `freieverwendbaremenge freiverwendbaremenge freizuverwendendemenge freiezuverwendendemenge freiverfugbar freiverfugbarebestand freiverfugbaremenge freiverw verfugbar verfugbarerbestand verfugbarerlagerbestand lagerbestandverfugbar lagerverfugbar lagerverfuegbar stocknet verfugbaremenge
  bestandverf freiverwendbar freierbestand frei availablestock availableqty availablequantity available freestock freeqty freequantity qtyavailable
    quantityavailable unrestricted freetousequantity freetouseqty freetouse vrijtegebruikenhoeveelheid vrijtegebruiken cantidadlibreparausar libreparausar quantitelibredutilisation
    instock isinstock disponible stockdisponible libreutilizacion
  свободныйостаток свободно доступно вналичии iloscdostepna dostepnosc dostepne
  disponibel disponibelt tilgjengelig tilgjengeligantall tilgængelig tillganglig vapaasaldo saatavilla kullanilabilirmiktar
  elerhetokeszlet szabadkeszlet stocdisponibil disponibil raspolozivo raspolozivakolicina διαθεσιμο διαθεσιμοαποθεμα
  elerhetomennyiseg mengeverfugbar verfbestand bestverf bestfrei verfmge estoquedisponivel disponibeltlager kdispozici kullanilabilirstok availablephysical verkaufbaremenge verkaufbarerbestand
  sellableqty sellablequantity sellablestock qtadisponibile laisvaslikutis pieejams stockdisponivel disponivel quantidadedisponivel cantidaddisponible quantitedisponible
  disponibilita quantitadisponibile vrijevoorraad beschikbarevoorraad beschikbaar
  freiemenge verfmenge verfugbmenge verfugbargesamt lagerbestverf qtedispo qtedisponible stockdispo stkdispo dispo disp disponib dispta giacdisp qtadisp cantdisp
  stockdisp dostilosc iloscdost standost vrijbeschikb vrijbeschikbaar beschikb voorraadvrij dostupne dostupnemnozstvi volne volnemnozstvi
  qtddisp qtdedisp qtddisponivel qtdedisponivel estdisp saldodisp saldodisponivel своб свободн свобостаток остатоксвоб
  остатоксвободный достколво доступноеколичество kullmiktar satilabilirstok satilabilirmiktar bestandverfugbar lagerbestandfrei lagerbestandverfugbar giacenzadisponibile disponibile unidadesdisponibles
  unitsavailable aantalbeschikbaar disponibeltsaldo disponibeltantal tillgangligtantal disponibelbeholdning cantitatedisponibila διαθεσιμηποσοτητα
  вільнийзалишок availablenoteditable lagermengeverfugbar lagermengeverfuegbar qtyavail availqty avail freestk availableforsale
  availabletosell availphysical dodyspozycji iloscdodyspozycji standysponowalny fulfillablequantity fulfillableqty
  stockavailable availableonhandquantity inventoryavailable availableinventory netavailable stockfree qtyfree stocksellable qtysellable quantitysellable bestandfrei freierlagerbestand verfugbarelagermenge davonfrei davonverfugbar voorraadbeschikbaar standostepny dostepnystan dostepny tillgangligt tillgangligtsaldo tilgjengeligbeholdning vabakogus vabajaak disponibles existenciasdisponibles disponibleparaventa disponiblealavente disponivelparavenda доступнодлязаказа доступнодляпродажи доступнокпродаже`;

/**
 * What columns are called in German, English, Russian and Polish, the usual ones in the other languages of Europe, and
 * in the formats whose names are fixed; the most telling first. Written without blanks, marks and accents, as
 * `plainName` makes them.
 */
export const fieldWords: Readonly<Record<Field, string>> = {
  // The first ones are Amazon's: its ASIN and product id are no numbers of the supplier.
  externalId: `sellersku itemsku merchantsku variationno variationnumber ${keyWords}`,
  name: nameWords,
  barcode: `ean eancode eannummer ean13 ean8 gtin gtin13 gtin14 barcode strichcode upc upcean upccode variantbarcode
    streckkod strekkode stregkode viivakoodi barkod barkodu barkodno vonalkod codbare coddebare codbarras codbarra codigodebarras
    codigobarras codigobarra codigoean codebarres codebarre codedebarres codiceabarre codabarre codbarre γραμμωτοςκωδικας bruksninkodas
    svitrukods triipkood crtnikod carovykod ciarovykod eankod eankode eankoodi streepjescode
    internationalpid oxean pean codebars ccodigobarra ean11 gtinupceanorisbn variationbarcodecode штрихкод штрихкодean13 штрихкоды шк kodkreskowy kodean cean`,
  availableQty: `${orderableWords} lagermenge bestandsmenge bestand lagerbestand lagerstand istbestand gesamtbestand
    lagernd vorratig lagervorrat vorrat auflager vorhanden stkvorhanden stuckvorhanden
    stock stockqty stockquantity quantityinstock physicalstock stockphysical physicalinventory stockonhand currentstock stockcurrent onhandinventory quantityonstock oxstock pstock lgbestand estoqueatual existencia cexistencia actualqty actualquantity fiilistok
    qtaingiacenza onhand qtyonhand quantityonhand onhandquantity onhandqty inventory inventoryqty
    variantinventoryqty openingstock gezahltemenge existencias qty quantity menge openingbalancequantity остаток остатки
    количество колво stan stanmagazynowy ilosc istmenge ist voorraad technischevoorraad magazijnvoorraad giacenza
    esistenza labst lagersaldo lagerantal lagerantall lagerbeholdning beholdning antalpalager antallpalager palager
    varastosaldo varastomaara stokmiktari stokadedi stokbakiye stokbakiyesi bakiye mevcutmiktar eldekimiktar kalanmiktar raktarkeszlet keszlet
    cantitatestoc stoccurent αποθεμα υπολοιπο stanjezaliha stanje zaliha zalihe zaloga залиха залихе likutis atlikums
    stockheadercount laoseis laojaak estoque quantidadeemestoque cantidadstock quantiteenstock stockactuel aantalopvoorraad stavskladu
    skladem naskladu наявність залишок залишки stok stoc saldo lager antal antall maara miktar adet mennyiseg cantitate
    ποσοτητα kolicina количина kiekis daudzums kogus quantidade qtd qtde cantidad quantite quantita hoeveelheid aantal
    mnozstvi mnozstvo кількість count lagerbest aktbestand aktbest lagermge qtestock qteenstock giac qtagiac giacenzaattuale esist esistenzaattuale
    cantstock exist existenciaactual stockactual stanmag stmag voorr technvoorraad stavskl mnozskladem mnozstviskladem ост
    колвонаскладе количествонаскладе остатокнаскладе mevcut mevcutstok stokmik eldekimik instockqty soh qoh stockphysique onhandcurrent best
    bestandgesamt bestandaktuell aktuellerbestand aktuellerlagerbestand lagerbestandaktuell lagerbestandgesamt lagerbestandstk lagerbestandstuck
    bestandstk bestandstuck mengeauflager mengelager physischerbestand physbestand totalstock stocktotal stocklevel unitsinstock qtyinstock
    inventoryonhand closingstock closingqty closingquantity конечныйостаток залишокнаскладі qtagiacenza quantitagiacenza quantitaingiacenza quantitainmagazzino qtamagazzino
    giacenzafisica giacenzatotale stockfisico unidadesenstock cantidadenstock stockreel quantitestock mnozstvonasklade skladom zasoba antalilager
    aktualiskeszlet kolicinanazalihi kolicinanaskladistu kiekissandelyje koguslaos qtdemestoque qtdeemestoque qtdeestoque stockatual`,
  unitOfMeasure: `bme basismengeneinheit basiseinheit basiseinheitencode basisme lagereinheit lagermengeneinheit lagerme bestandseinheit
    baseunitofmeasure baseunitofmeasurecode baseunit baseuom baseunitsunit stockunit stockunitofmeasure stockuom primarystockunit invntryuom inventoryunit inventoryunitsymbol inventoryuom
    defaultunitofmeasure defaultuom unidadebase meins базоваяединица
    me einheit mengeneinh mengeneinheit unit uom unitofmeasure unity meinh едизм одвим единица единицаизмерения ед jm jednostka
    jednostkamiary mj udm codudm einh cunidadbase unitname eenheid ucom verkaufseinheit verkaufsmengeneinheit verkaufsme vkeinheit vkme salesunit salesunitsymbol salesunitofmeasure unitofsale
    enhet enhed måleenhed maleenhet yksikko birim anabirim olcubirimi mertekegyseg mennyisegiegyseg egyseg um unitatemasura unitatedemasura μοναδαμετρησης
    μοναδα μμ jedinicamjere jedinicamere jedinica merskaenota enota matavimovienetas mervieniba mooteuhik uhik unidade
    unidadedemedida unidad unidaddemedida unidmedida undmedida udmedida unmedida umedida unite unitedevente mernajednotka merna jednotka одиницявиміру одиниця
    salesuom bestelleinheit bestellmengeneinheit orderunit`,
  description: `beschreibung langtext artikelbeschreibung produktbeschreibung langbeschreibung description
    descriptionlong longdescription longtext bodyhtml details описание полноеописание opis opisproduktu opisdlugi desc
    beskrivelse varebeskrivelse produktbeskrivelse beskrivning produktbeskrivning kuvaus tuotekuvaus aciklama
    urunaciklamasi leiras termekleiras descriere περιγραφη aprasymas apraksts kirjeldus descricao descripcion
    descrittivo popis опис
    descriptionshorten`,
  brand: `marke hersteller herst herstellername markenname brand brandname manufacturer manufacturername vendor бренд марка
    mærke varemerke varumarke fabrikat fabrikant produsent tillverkare valmistaja merkki tuotemerkki uretici gyarto
    markanev producator produttore fabricante μαρκα κατασκευαστης proizvodac proizvajalec robnamarka znamka gamintojas razotajs
    zimols tootja merk merke marque fabricant marca vyrobce vyrobca znacka виробник
    производитель изготовитель торговаямарка marka producent`,
  minOrderQty: `mindestmenge mindestbestellmenge minmenge minbestellmenge mindestabnahme moq minqty minorderqty
    minimumorderqty minimumorderquantity minpurchase minimumpurchase minimalquantity quantitymin минзаказ минимальныйзаказ минимальноеколичество
    минпартия minimalnailosc minilosc`,
  stepQty: `abnahmeintervall bestellschritt quantityinterval purchasesteps purchasestep stepqty ordermultiple orderstep кратность
    krotnosc staffel`,
  leadTimeDays: `lieferzeit lieferzeittage lieferzeitintagen lieferfrist wiederbeschaffungszeit auslieferungszeit
    leadtime leadtimedays deliverytime deliverydays saledelay срокпоставки срокдоставки срокпоставкидней czasdostawy
    czasrealizacji terminrealizacji`,
  isActive: `aktiv active active01 isactive variationisactive issalesitem allowsales statussale tosell onsell sellitem sellable issellable issales salesitem saleok canbesold kannverkauftwerden oxactive forsale availableforsale verkauflich
    verkaufsverfugbar verkaufsartikel verkoopartikel published veroffentlicht enabled verfugbarimshop активен активность aktywny
    aktywne actief attivo attiva activo activa actif ativo ativa activ aktif aktivni aktivan aktiivinen ενεργο ενεργος ενεργη
    publicado publicada subirainternet subiralaweb subiraweb publicarenweb publie pubblicato publiceret publicerad publisert
    gepubliceerd opublikowany`,
  categorySlug: `warengruppe kategorie produktgruppe artikelgruppe category categoryname productcategory productgroup
    varegruppe kategori varugrupp artikelgrupp produktgrupp tuoteryhma stokgrubu urungrubu termekcsoport cikkcsoport
    categorie grupaarticole κατηγορια kategorija grupaartikala категорија prekiugrupe tootegrupp categoria familia famille
    productgroep artikelgroep skupinazbozi kategorie категорія
    группа категория товарнаягруппа kategoria grupa grupatowarowa`,
  picture: `bild bilddatei bildname bildpfad artikelbild image imagefile imagesrc picture foto photo mime картинка
    изображение фото obraz zdjecie`,
};

/** Parts of a stock that stand in columns of their own. */
export const warehouseStart = /^(?:lager|stock|warehouse|lagerort|склад|magazyn)(?:\d{1,3}|[a-z])$/;
/** `Lagerort…` says where goods lie as often as how many. */
export const placeStart = /^lagerort/;
/**
 * Beginnings of names of quantities that are no stock, however the name continues: Mindestbestand, Verpackungsmenge.
 */
export const noStockStart =
  /^(?:mindest|min|max|melde|sicherheits|safety|reorder|verpackung|packaging|packing)/;

const orderable: readonly string[] = orderableWords.split(/\s+/).map(plainName);

/** Whether the name, or its beginning, is one of a stock that can be ordered as a whole. */
export function saysOrderable(name: string): boolean {
  const names = [plainName(name), plainName(lastStep(name))];
  return orderable.some(
    (word) =>
      names.includes(word) ||
      (word.length >= partLettersMin && !wholeOnly.has(word) && names[0]?.startsWith(word)),
  );
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
  /^(?:vendor|supplier|manufacturer|hersteller|lieferant|lief|kunde|customer|ersatz|alternativ|постав|dostaw|leverand|leverant|toimittaj|tedarik|uretici|szallito|furnizor|προμηθευτ|dobavlja|tiekej|piegadat|tarnija|fornecedor|proveedor|fornitor|fournisseur|leverancier)/;
const partLettersMin = 4;
/** Words that count only as a whole name. As a part they may stand in any name: Kundennummer, Contact Phone Number. */
const wholeOnly = wordSet(
  `number nummer номер text code kod index reference symbol sifra шифра kodas kods kood koodi kodu codigo κωδικος referencia
    artigo navn namn nimi nume nome nombre naam ονομα назва stok stoc saldo lager antal antall aantal adet kogus maara bakiye
    best disp dispo disponib dispta avail giac esist exist voorr stmag volne своб beschikb mevcut stanje disponibles dostepny merk merke merna unite birim baja sperr count frozen einh pean pstock pmodel`,
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
  if (isPriceName(name) || words.has(plain) || words.has(last)) return undefined;
  if (field === 'externalId' && ofOthers.test(plain)) return undefined;
  if ((field === 'externalId' || field === 'name') && isPlaceName(name)) return undefined;
  // `Artikel nicht aktiv` ends like `aktiv` and like `nicht aktiv`: read as isActive it would sell blocked articles.
  if (field === 'isActive' && matchName(name, 'inactive') !== undefined) return undefined;
  // `stock/value` belongs to the stock, because `stock` is a whole word. `stockHeader/mass` does not.
  const outer = outerWords(name);
  const ranks = (partWords.get(field) ?? [])
    .filter(({ word }) => last.startsWith(word) || outer.includes(word) || plain.endsWith(word))
    .map(({ rank }) => rank);
  return ranks.length === 0 ? undefined : { isWhole: false, rank: Math.min(...ranks) };
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

function rankOf(plain: string, field: Word['field'], more = 0): number | undefined {
  const rank = words.get(plain)?.find((word) => word.field === field)?.rank;
  return rank === undefined ? undefined : rank + more;
}

function rankOfFlag(name: string, field: Word['field']): number | undefined {
  const isFlag = field === 'isActive' || field === 'inactive';
  const bare = isFlag ? bareFlag(name) : '';
  // Frozen Item may be food.
  return wholeOnly.has(bare) ? undefined : rankOf(bare, field, lastStepRank);
}

/** Of `Artikelnummer / SKU`, where each part is a name of the field. */
function rankOfAll(name: string, field: Word['field']): number | undefined {
  const ranks = stepsOf(name).map((step) => rankOf(plainName(step), field));
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
  const known = words.get(plainName(name)) ?? words.get(plainName(lastStep(name))) ?? [];
  return known.map(({ field }) => field);
}

/** How many fields these names stand for. It tells a header from data, and articles from other sheets. */
export function usualNames(names: readonly string[]): number {
  return new Set(names.flatMap(fieldsOf)).size;
}
