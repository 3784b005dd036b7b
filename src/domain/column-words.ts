import { plainName } from './column-name.ts';

/** What columns of article numbers are called, the most telling first; written as `plainName` makes them. */
export const keyWords = `artikelnummer artikelnr artnr artno artikelno sku variantsku supplieraid supplierpid supplierid
  supplierarticleid articlenumber articleno itemnumber itemno itemcode productcode productnumber productno produktnummer
  produktnr materialnummer materialnr material matnr partnumber partno internalreference internereferenz produktinternereferenz
  defaultcode sachnummer teilenummer bestellnummer артикул кодтовара кодноменклатуры код номенклатурныйномер номер
  artikelcode codicearticolo codarticolo codice numerartykulu kodtowaru kodproduktu indeks indekstowaru symbol kod reference referenz code cprod alias number nummer
  nr no ид id externalid productid gtin`;

/** The same of names. */
export const nameWords = `bezeichnung materialkurztext kurzbeschreibung artikelbezeichnung produktbezeichnung artikelname produktname name productname itemname articlename
  titel title kurztext tradeitemdescription descriptionshort shortdescription bezeichnung1 kurztext1 itemdescription
  наименование наименованиетовара название названиетовара номенклатура nazwa nazwatowaru nazwaproduktu xprod
  maktx omschrijving artikelomschrijving productomschrijving descrizione descrizionearticolo text`;

const keys = setOf(keyWords);
const names = setOf(nameWords);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(plainName));
}

export function isKeyWord(text: string): boolean {
  return keys.has(plainName(text));
}

export function isNameWord(text: string): boolean {
  return names.has(plainName(text));
}
