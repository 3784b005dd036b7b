import type { ExportedRow, LeftOutRow } from '../pass/exported-row.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { StepFacts } from './next-step.ts';

interface Rows {
  readonly exported: readonly ExportedRow[];
  readonly leftOut: readonly LeftOutRow[];
}

/** A row of the article that `only` leaves out, or, where no source with names names the article, `where`. */
export function leftOutOf(
  sources: readonly SourceConfig[],
  { exported, leftOut }: Rows,
): Pick<StepFacts, 'leftOut' | 'isNameless'> {
  const naming = sources.filter(({ name }) => exported.some(({ source }) => source === name));
  const ofProducts = naming.filter(({ kind }) => kind === 'products');
  const isNamed = ofProducts.some(({ mapping }) => mapping.name !== undefined);
  const row = leftOut.find(({ by }) => by === 'only' || !isNamed);
  return {
    isNameless: ofProducts.length > 0 && !isNamed,
    ...(row === undefined ? {} : { leftOut: row }),
  };
}

/** The kinds of export that name the article. A file of changes names few, so a known article counts as named by it. */
export function namingKinds(
  sources: readonly SourceConfig[],
  { exported, isKnown }: Pick<Rows, 'exported'> & { readonly isKnown: boolean },
): StepFacts['namedBy'] {
  const naming = sources.filter(
    ({ name, contents }) =>
      (isKnown && contents === 'delta') || exported.some(({ source }) => source === name),
  );
  return new Set(
    naming.flatMap(({ kind, mapping }) =>
      kind === 'products' && mapping.name === undefined ? [] : [kind],
    ),
  );
}
