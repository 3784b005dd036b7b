import { lastStep, plainName } from '../domain/column-name.ts';

/**
 * Names of places where goods lie, in the languages of `words.ts`. Words for things that shops also sell (Regal, Plant)
 * are not here.
 */
const places =
  `lager lagerort lagerplatz lagerfach lagerstelle lagerbereich stellplatz regalplatz regalfach ort standort depot
  location stocklocation storagelocation storagebin bin binlocation warehouse склад местохранения magazyn lokalizacja
  lagerplads lagerplats lagerplass sijainti varasto almacen ubicacion armazem localizacao emplacement entrepot magazzino
  ubicazione locatie magazijn umisteni umiestnenie`.split(/\s+/);
/** Endings of names that say something of a place: Lagerortbezeichnung, Warehouse Name. */
const said = 'bez bezeichnung beschreibung name text description desc nr nummer no number code id';
const place = new RegExp(`^(?:${places.join('|')})(?:s?(?:${said.replaceAll(' ', '|')}))?\\d*$`);

/**
 * Whether a column says where articles lie. Each article may lie elsewhere, but the place is neither its number nor its
 * name.
 */
export function isPlaceName(name: string): boolean {
  return place.test(plainName(name)) || place.test(plainName(lastStep(name)));
}
