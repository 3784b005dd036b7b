import { plainName, wordSet } from '../domain/column-name.ts';
import { type Column, differentValues } from './column.ts';
import { isNamedBy } from './named-by.ts';
import type { ParentRows } from './product-type.ts';

/** Rows among goods that are called a service: no store has any of them. */
export interface ServiceRows {
  readonly column: string;
  readonly values: readonly string[];
  readonly rows: number;
}

const kindColumns = wordSet(
  `type typ tipo tip tipologia vrsta тип вид art artikelart artikeltyp produktart produkttyp warenart materialart producttype itemtype
    detailedtype typeproduit typearticle tipoarticolo tipoprodotto tipoarticulo tipoproducto rodzaj rodzajtowaru typtowaru
    typzbozi видноменклатуры типноменклатуры varetype varutyp artikeltype artikelsoort soort tuotetyyppi stoktipi termektipus
    typedarticle tipodearticulo itemkind`,
);
const services = wordSet(
  `service services serviceitem dienstleistung dienstleistungen dienstleistungsartikel arbeitsleistung leistung dienst
    diensten prestation prestations servizio servizi servicio servicios serviço serviços usługa usługi услуга услуги
    služba služby послуга послуги tjänst tjänster tjeneste tjenester ydelse ydelser palvelu palvelut hizmet szolgáltatás
    serviciu servicii porto versandkosten fracht gebühr fee freight shipping labor labour`,
);
const goods = wordSet(
  `artikel article articles articolo articulo artículo artigo ware waren handelsware handelswaren lagerartikel lagerware
    material produkt produkte product products produit produits producto produto prodotto prodotti item items inventory
    inventoryitem noninventory lager lagerfahigesprodukt lagerprodukt verbrauchsmaterial verbrauchsartikel artconmagazzino stock stockitem storable storableproduct consu consumable goods good physical merchandise
    merce bene beni bien bienes товар товары материал материалы towar towary produkty zboží tovar vare varer vara varor
    tuote tuotteet mal ürün termék áru marfă stückliste set komplet zestaw inventorypart noninventorypart inventoryassembly assemblyitem kit combo bundle assembly rohstoff fertigprodukt`,
);

/**
 * Services are left out where an ERP says of each row whether it is goods or a service. A `Service` among `Teller` and
 * `Tassen` is tableware.
 */
export function servicesLeftOut(columns: readonly Column[]): ParentRows | undefined {
  const column = columns.find((one) => isNamedBy(kindColumns, one) && holdsKinds(one));
  if (column === undefined) return undefined;
  const notIn = differentValues(column).filter((value) => services.has(plainName(value)));
  return { column: column.name, notIn };
}

function holdsKinds(column: Column): boolean {
  const values = differentValues(column).map(plainName);
  const isOf = (kinds: ReadonlySet<string>) => values.some((value) => kinds.has(value));
  const isKnown = values.every((value) => services.has(value) || goods.has(value));
  return isKnown && isOf(services) && isOf(goods);
}

/** More different values are names, and no kinds. */
const kindsMax = 12;

/** Rows called a service where not every value is known: a person has to say, because some suppliers sell them. */
export function serviceRows(columns: readonly Column[]): ServiceRows | undefined {
  for (const column of columns) {
    const all = differentValues(column);
    const values = all.filter((value) => services.has(plainName(value)));
    if (values.length === 0 || values.length === all.length || all.length > kindsMax) continue;
    const rows = column.cells.filter((cell) => values.includes(cell)).length;
    return { column: column.name, values, rows };
  }
  return undefined;
}
