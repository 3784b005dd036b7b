import { keyWords, nameWords } from '../domain/column-words.ts';
import type { ProductField } from '../domain/product.ts';

export type Field = Exclude<ProductField, 'attributes'> | 'picture';

/**
 * Names of a stock without the goods that are promised to others, so that all of it can be ordered. These win over
 * other names (quirk 33).
 */
export const orderableWords = `freieverwendbaremenge freiverwendbaremenge freizuverwendendemenge freiezuverwendendemenge freiverfugbar freiverfugbarebestand freiverfugbaremenge freiverw verfugbar verfugbarerbestand verfugbarerlagerbestand lagerbestandverfugbar lagerverfugbar stocknet verfugbaremenge
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
  вільнийзалишок availablenoteditable lagermengeverfugbar qtyavail availqty avail freestk availableforsale
  availabletosell availphysical dodyspozycji iloscdodyspozycji standysponowalny fulfillablequantity fulfillableqty
  stockavailable availableonhandquantity inventoryavailable availableinventory netavailable stockfree qtyfree stocksellable qtysellable quantitysellable bestandfrei freierlagerbestand verfugbarelagermenge davonfrei davonverfugbar voorraadbeschikbaar standostepny dostepnystan dostepny tillgangligt tillgangligtsaldo tilgjengeligbeholdning vabakogus vabajaak disponibles existenciasdisponibles disponibleparaventa disponiblealavente disponivelparavenda доступнодлязаказа доступнодляпродажи доступнокпродаже
  可用库存 可用量 可用数量 可售库存 有効在庫数 有効在庫 引当可能数 販売可能数 가용재고 가용수량 판매가능수량 판매가능재고
  dostupmj sumdostupmj locationavailable qtyavailableforshipping qtyhardavailable`;

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
    internationalpid oxean pean codebars ccodigobarra ean11 gtinupceanorisbn variationbarcodecode штрихкод штрихкодean13 штрихкоды шк kodkreskowy kodean cean 条码 条形码 商品条码 jan jancode janコード バーコード 바코드 arcodebarre`,
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
    aktualiskeszlet kolicinanazalihi kolicinanaskladistu kiekissandelyje koguslaos qtdemestoque qtdeemestoque qtdeestoque stockatual
    库存量 库存 库存数量 现存量 即时库存 数量 在庫数 在庫 在庫数量 現在庫数 現在庫 재고수량 재고 현재고 현재고수량 수량
    stavmj sumstavmj locationonhand qnty qtyonhnd stkactual stkatual lgstk asqtesto balanceqty`,
  unitOfMeasure: `bme basismengeneinheit basiseinheit basiseinheitencode basisme lagereinheit lagermengeneinheit lagerme bestandseinheit
    baseunitofmeasure baseunitofmeasurecode baseunit baseuom baseunitsunit stockunit stockunitofmeasure stockuom primarystockunit invntryuom inventoryunit inventoryunitsymbol inventoryuom
    defaultunitofmeasure defaultuom unidadebase meins базоваяединица
    me einheit mengeneinh mengeneinheit unit uom unitofmeasure unity meinh едизм одвим единица единицаизмерения ед jm jednostka
    jednostkamiary mj udm codudm einh cunidadbase unitname eenheid ucom verkaufseinheit verkaufsmengeneinheit verkaufsme vkeinheit vkme salesunit salesunitsymbol salesunitofmeasure unitofsale
    enhet enhed måleenhed maleenhet yksikko birim anabirim olcubirimi mertekegyseg mennyisegiegyseg egyseg um unitatemasura unitatedemasura μοναδαμετρησης
    μοναδα μμ jedinicamjere jedinicamere jedinica merskaenota enota matavimovienetas mervieniba mooteuhik uhik unidade
    unidadedemedida unidad unidaddemedida unidmedida undmedida udmedida unmedida umedida unite unitedevente mernajednotka merna jednotka одиницявиміру одиниця
    单位 基本单位 计量单位 主计量单位 単位 단위
    salesuom bestelleinheit bestellmengeneinheit orderunit`,
  description: `beschreibung langtext artikelbeschreibung produktbeschreibung langbeschreibung description
    descriptionlong longdescription longtext bodyhtml details описание полноеописание opis opisproduktu opisdlugi desc
    beskrivelse varebeskrivelse produktbeskrivelse beskrivning produktbeskrivning kuvaus tuotekuvaus aciklama
    urunaciklamasi leiras termekleiras descriere περιγραφη aprasymas apraksts kirjeldus descricao descripcion
    descrittivo popis опис
    商品描述 商品説明 상품설명 descriptionshorten`,
  brand: `marke hersteller herst herstellername markenname brand brandname manufacturer manufacturername vendor бренд марка
    mærke varemerke varumarke fabrikat fabrikant produsent tillverkare valmistaja merkki tuotemerkki uretici gyarto
    markanev producator produttore fabricante μαρκα κατασκευαστης proizvodac proizvajalec robnamarka znamka gamintojas razotajs
    zimols tootja merk merke marque fabricant marca vyrobce vyrobca znacka виробник
    производитель изготовитель торговаямарка marka producent 品牌 ブランド メーカー 브랜드 제조사`,
  minOrderQty: `mindestmenge mindestbestellmenge minmenge minbestellmenge mindestabnahme moq minqty minorderqty
    minimumorderqty minimumorderquantity minpurchase minimumpurchase minimalquantity quantitymin минзаказ минимальныйзаказ минимальноеколичество
    минпартия minimalnailosc minilosc`,
  stepQty: `abnahmeintervall bestellschritt quantityinterval purchasesteps purchasestep stepqty ordermultiple orderstep кратность
    krotnosc staffel`,
  leadTimeDays: `lieferzeit lieferzeittage lieferzeitintagen lieferfrist wiederbeschaffungszeit auslieferungszeit
    leadtime leadtimedays deliverytime deliverydays saledelay срокпоставки срокдоставки срокпоставкидней czasdostawy
    czasrealizacji terminrealizacji`,
  isActive: `aktiv active active01 isactive variationisactive issalesitem allowsales statussale tosell onsell sellitem sellable issellable issales salesitem saleok canbesold kannverkauftwerden oxactive forsale availableforsale verkauflich verkaufbar
    verkaufsverfugbar verkaufsartikel verkoopartikel published veroffentlicht enabled verfugbarimshop активен активность aktywny
    aktywne actief attivo attiva activo activa actif ativo ativa activ aktif aktivni aktivan aktiivinen ενεργο ενεργος ενεργη
    publicado publicada subirainternet subiralaweb subiraweb publicarenweb publie pubblicato publiceret publicerad publisert
    gepubliceerd opublikowany 启用 是否启用 上架 是否上架 사용여부 판매여부 arpublie`,
  categorySlug: `warengruppe kategorie produktgruppe artikelgruppe category categoryname productcategory productgroup
    varegruppe kategori varugrupp artikelgrupp produktgrupp tuoteryhma stokgrubu urungrubu termekcsoport cikkcsoport
    categorie grupaarticole κατηγορια kategorija grupaartikala категорија prekiugrupe tootegrupp categoria familia famille
    productgroep artikelgroep skupinazbozi kategorie категорія
    группа категория товарнаягруппа kategoria grupa grupatowarowa`,
  picture: `bild bilddatei bildname bildpfad artikelbild image imagefile imagesrc picture foto photo mime картинка
    изображение фото obraz zdjecie`,
};
