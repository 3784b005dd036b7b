import { plainName, wordSet } from '../domain/column-name.ts';
import { yesOrNo } from '../domain/yes-no.ts';
import { type Column, differentValues, filledShare } from './column.ts';
import { codesMax, holdsFlags } from './flag.ts';
import { isNamedBy } from './named-by.ts';
import type { ParentRows } from './product-type.ts';

const parentNames = wordSet(
  `vaterartikel istvaterartikel istvater parentitem isparent isparentitem isparentproduct compositeparent hasvariants
    hasvariations hatvarianten hatvariationen variantparent isvariantparent istemplate`,
);

/** Words of a column that tells parents from their variants. `Vater` and `Kind` may as well say who wears an article. */
const parentKinds = wordSet('parent parentproduct master masterartikel masterproduct vaterartikel');
const variantKinds = wordSet(
  'child childproduct variant variante variation variantenartikel variationsartikel kindartikel',
);

/** Rows that a column marks as parents of variants: `Ist Vaterartikel`, `Has Variants`, `Parentage`. */
export function markedParents(columns: readonly Column[]): ParentRows | undefined {
  const flags = columns.find((one) => isNamedBy(parentNames, one) && holdsFlags(one));
  if (flags !== undefined) return markedIn(flags, (value) => yesOrNo(value) === true);
  const kinds = columns.find(holdsKinds);
  return kinds && markedIn(kinds, isParentKind);
}

function isParentKind(value: string): boolean {
  return parentKinds.has(plainName(value));
}

function holdsKinds(column: Column): boolean {
  const values = differentValues(column);
  const isFew = values.length <= codesMax;
  return isFew && values.some((value) => variantKinds.has(plainName(value)));
}

function markedIn(column: Column, isParent: (value: string) => boolean): ParentRows | undefined {
  const values = differentValues(column);
  const notIn = values.filter(isParent);
  // X or nothing: the empty cells are those of the articles.
  const hasOthers = notIn.length < values.length || filledShare(column) < 1;
  return notIn.length > 0 && hasOthers ? { column: column.name, notIn } : undefined;
}
