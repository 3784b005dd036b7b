import { plainName, wordSet } from './column-name.ts';

/**
 * What columns of article numbers are called, in the languages of Europe, the most telling first; written as
 * `plainName` makes them.
 */
export const keyWords = `artikelnummer artikelnr artnr artno artikelno sku variantsku supplieraid supplierpid supplierid
  supplierarticleid articlenumber articleno itemnumber itemno itemcode productcode productnumber productno produktnummer
  produktnr materialnummer materialnr material matnr partnumber partno internalreference internereferenz produktinternereferenz
  defaultcode sachnummer teilenummer bestellnummer oxartnum pmodel артикул кодтовара кодноменклатуры код номенклатурныйномер номер
  varenummer varenr varekode artikkelnummer artikkelnr artikkelkode varunummer artikelkod tuotenumero tuotenro tuotekoodi
  nimikenumero nimikekoodi stokkodu stokno urunkodu urunno malzemekodu cikkszam cikkkod termekkod codprodus codarticol
  codintern κωδικοςειδους κωδικοςπροιοντος κωδειδους sifraartikla sifraproizvoda sifrarobe sifraizdelka шифраартикла prekeskodas preceskods
  tootekood artiklikood codigoproduto codproduto codigodoproduto codigoarticulo codigodearticulo codarticulo kodzbozi cislozbozi
  katalogovecislo кодтовару artikelcode codicearticolo codarticolo codice numerartykulu kodtowaru kodproduktu indeks indekstowaru symbol kod reference referenz code cprod alias number nummer
  物料编码 存货编码 商品编码 产品编码 货号 商品コード 商品番号 品番 品目コード 품목코드 상품코드 제품코드 자재코드 품번 arref itemnmbr
  nr no sifra шифра kodas kods kood koodi kodu codigo κωδικος referencia artigo cod ид id externalid productid gtin`;

/** The same of names. */
export const nameWords = `displayname bezeichnung materialkurztext artikelbezeichnung produktbezeichnung artikelname produktname name productname itemname articlename
  titel title titulo titre titolo tytul intitule denominazione oxtitle pnamede itemtextnamede namede kurzbeschreibung kurztext bez artbez artikelbez tradeitemdescription descriptionshort shortdescription bezeichnung1 kurztext1 itemdescription
  наименование наименованиетовара название названиетовара номенклатура nazwa nazwatowaru nazwaproduktu xprod
  maktx omschrijving artikelomschrijving productomschrijving descrizione descrizionearticolo
  varenavn varetekst varebetegnelse produktnavn artikkelnavn benamning artikelbenamning artikelnamn produktnamn tuotenimi
  tuotteennimi tuotenimike nimike stokadi stokismi urunadi malzemeadi megnevezes termeknev termekmegnevezes cikknev
  denumire denumireprodus denumirearticol numeprodus ονομασια ονομασιαειδους περιγραφηειδους nazivartikla nazivproizvoda
  nazivrobe nazivizdelka naziv називартикла назвапозиції назив pavadinimas prekespavadinimas nosaukums precesnosaukums nimetus
  tootenimetus designacao nomeproduto nomedoproduto nombreproducto nombredelproducto denominacion productnaam artikelnaam
  nomeprodotto designation libelle nazevzbozi nazevproduktu nazev nazov назватовару найменування
  物料名称 存货名称 商品名称 产品名称 品名 商品名 製品名 品目名 품목명 상품명 제품명 품명 ardesign itemtextname1
  navn namn nimi nume nome nombre nom naam ονομα назва text`;

const keys = wordSet(keyWords);
const names = wordSet(nameWords);

export function isKeyWord(text: string): boolean {
  return keys.has(plainName(text));
}

export function isNameWord(text: string): boolean {
  return names.has(plainName(text));
}
