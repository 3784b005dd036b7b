import type { MappedField } from '../config/declaration.ts';
import type { Cells } from '../domain/cells.ts';
import { styleOf } from '../domain/cells.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { numberExamples } from '../domain/quantity.ts';
import type { Columns, ComputedNumber } from './field.ts';
import { columnsOf, lookupIn } from './field.ts';
import type { Origin } from './values.ts';

/**
 * How the numbers of a field are written: as the source declares it, as an expression writes them, or as the file's
 * format does where the cell is a number in it.
 */
export function bindOrigins(
  mapped: MappedField,
  file: Columns,
  declared: NumberStyle | undefined,
): (said: string | ComputedNumber, cells: Cells) => Origin {
  const columns = columnsOf(mapped);
  const { rounding } = mapped;
  const written: Origin = { column: columns.join(' + '), style: declared, rounding };
  const computed: Origin = { ...written, style: numberExamples['1234.56'] };
  return (said, cells) => {
    if (typeof said !== 'string') return computed;
    if (cells.numbers === undefined) return written;
    const lookup = lookupIn(file, cells);
    return { ...written, style: styleOf(said, { lookup, columns }, declared) };
  };
}
