import { wordSet } from '../domain/column-name.ts';
import { yesOrNo } from '../domain/yes-no.ts';
import { type Column, differentValues, filledShare } from './column.ts';
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
  if (column === undefined) return undefined;
  const values = differentValues(column);
  const notIn = values.filter((value) => yesOrNo(value) === true);
  // X or nothing: the empty cells are those of the articles.
  const hasOthers = notIn.length < values.length || filledShare(column) < 1;
  return notIn.length > 0 && hasOthers ? { column: column.name, notIn } : undefined;
}
