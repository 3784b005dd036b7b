import { wordSet } from '../domain/column-name.ts';
import { yesOrNo } from '../domain/yes-no.ts';
import { type Column, differentValues } from './column.ts';
import { holdsFlags } from './flag.ts';
import { isNamedBy } from './named-by.ts';
import type { ParentRows } from './product-type.ts';

const parentNames = wordSet(
  `vaterartikel istvaterartikel istvater parentitem isparent isparentitem isparentproduct compositeparent hasvariants
    hasvariations hatvarianten hatvariationen variantparent isvariantparent istemplate`,
);

/** Rows that a column marks as parents of variants: `Ist Vaterartikel`, `Has Variants`. */
export function markedParents(columns: readonly Column[]): ParentRows | undefined {
  const column = columns.find((one) => isNamedBy(parentNames, one) && holdsFlags(one));
  const values = column === undefined ? [] : differentValues(column);
  const notIn = values.filter((value) => yesOrNo(value) === true);
  const isOfSome = notIn.length > 0 && notIn.length < values.length;
  return column !== undefined && isOfSome ? { column: column.name, notIn } : undefined;
}
