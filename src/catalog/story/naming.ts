import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { Emptied } from './emptied.ts';
import type { StepFacts } from './next-step.ts';
import type { Rows } from './step-facts.ts';

/** A row of the article that `only` leaves out, or, where no source with names names the article, `where`. */
export function leftOutOf(
  sources: readonly SourceConfig[],
  { exported, leftOut }: Pick<Rows, 'exported' | 'leftOut'>,
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

interface Asked extends Pick<Rows, 'exported'> {
  /** Its id, if it is known. */
  readonly product: number | undefined;
  readonly emptied: Emptied | undefined;
}

/** Whether the file that counts of a source names the article or takes something of it away, or may do so. */
export function mayConcern(
  { index, sources }: CatalogStore,
  { name, contents }: SourceConfig,
  { product, exported, emptied }: Asked,
): boolean {
  const isNamed = exported.some(({ source }) => source === name) || emptied?.source === name;
  // What a file says that is not read yet is not known.
  if (isNamed || sources.get(name)?.plan == null) return true;
  return product !== undefined && (contents === 'delta' || index.tail(name).includes(product));
}
