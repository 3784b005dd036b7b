import { plainName } from '../domain/column-name.ts';
import type { Column } from './column.ts';
import { differentValues } from './column.ts';

/** Rows that stand beside goods and are called a service: nothing of them lies in a store. */
export interface ServiceRows {
  readonly column: string;
  readonly values: readonly string[];
  readonly rows: number;
}

/** As the kinds of articles are called, in one or in several. */
const words: ReadonlySet<string> = new Set(
  `service services dienstleistung dienstleistungen leistung lohn prestation prestations servicio servicios servizio servizi
    prestazione servico servicos dienst diensten ydelse ydelser tjeneste tjenester tjanst tjanster palvelu usluga uslugi
    sluzba sluzby услуга услуги работа hizmet szolgaltatas serviciu servicii`
    .split(/\s+/)
    .map(plainName),
);

/** More different values than that are names, and no kinds. */
const kindsMax = 12;

export function serviceRows(columns: readonly Column[]): ServiceRows | undefined {
  for (const column of columns) {
    const all = differentValues(column);
    const values = all.filter((value) => words.has(plainName(value)));
    if (values.length === 0 || values.length === all.length || all.length > kindsMax) continue;
    const rows = column.cells.filter((cell) => values.includes(cell)).length;
    return { column: column.name, values, rows };
  }
  return undefined;
}
