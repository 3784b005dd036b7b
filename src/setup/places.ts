import { lastStep, plainName } from '../domain/column-name.ts';

/** What the places where goods lie are called, in the languages of `words.ts`. What shops sell as well (Regal, Plant) is none. */
const places =
  `lager lagerort lagerplatz lagerfach lagerstelle lagerbereich stellplatz regalplatz regalfach ort standort depot
  location stocklocation storagelocation storagebin bin binlocation warehouse склад местохранения magazyn lokalizacja
  lagerplads lagerplats lagerplass sijainti varasto almacen ubicacion armazem localizacao emplacement entrepot magazzino
  ubicazione locatie magazijn umisteni umiestnenie`.split(/\s+/);
/** What is said of a place: Lagerortbezeichnung, Ortsname, Warehouse Name. */
const said = 'bez bezeichnung beschreibung name text description desc nr nummer no number code id';
const place = new RegExp(`^(?:${places.join('|')})(?:s?(?:${said.replaceAll(' ', '|')}))?\\d*$`);

/** Where an article lies is neither its number nor what it is called, though each lies elsewhere. */
export function isPlaceName(name: string): boolean {
  return place.test(plainName(name)) || place.test(plainName(lastStep(name)));
}
