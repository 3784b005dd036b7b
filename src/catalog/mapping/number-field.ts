import type { MappedField } from '../../config/declaration.ts';
import { type Cells, heldCells, styleOf } from '../../domain/cells.ts';
import { type NumberStyle, numberExamples } from '../../domain/quantity.ts';
import {
  type BoundField,
  bindNumberField,
  type Columns,
  columnsOf,
  labelOf,
  lookupIn,
} from './field.ts';
import type { ComputedNumber } from './field-text.ts';
import type { Origin } from './values.ts';

/** A field of a number: it reads what the cells hold, where a workbook shows something else. */
export interface BoundNumber extends BoundField {
  originOf(stated: string | ComputedNumber, cells: Cells): Origin;
}

export function bindNumber(
  mapped: MappedField,
  file: Columns,
  declared: NumberStyle | undefined,
): BoundNumber {
  const { column, read } = bindNumberField(mapped, file, declared);
  return {
    column,
    read: (cells) => read(heldCells(cells)),
    originOf: bindOrigins(mapped, file, declared),
  };
}

/**
 * How the numbers of a field are written: as the source declares it, as expressions and the configuration write them,
 * or as the file's format does where the cell is a number in it.
 */
function bindOrigins(
  mapped: MappedField,
  file: Columns,
  declared: NumberStyle | undefined,
): BoundNumber['originOf'] {
  const columns = columnsOf(mapped);
  const { rounding } = mapped;
  const written: Origin = { column: labelOf(mapped), style: declared, rounding };
  const computed: Origin = { ...written, style: numberExamples['1234.56'] };
  const isHeld = ({ held }: Cells): boolean =>
    held !== undefined && columns.some((column) => held.has(file.column(column)));
  return (stated, cells) => {
    const { numbers } = cells;
    if (numbers === undefined) return typeof stated === 'string' ? written : computed;
    if (typeof stated !== 'string') return { ...computed, isHeld: isHeld(cells) };
    const lookup = lookupIn(file, heldCells(cells));
    const style = styleOf(stated, { lookup, columns }, declared);
    return { ...written, style, isHeld: isHeld(cells) };
  };
}
