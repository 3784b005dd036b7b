import type { Fields } from '../mapping/mapped-row.ts';
import type { CatalogStore, EngineDeps, SourceConfig, StateDeps } from '../terms/ports.ts';
import { countingRuns } from './counting-runs.ts';
import { createIsHidden, type Hiding, hidden, hidingOf } from './hidden.ts';
import { createKeptOfMoved, type MovedField, movedFields } from './moved-fields.ts';
import { type Confirmed, seenAgain } from './own-hides.ts';

/** What decides, beside a product's own part, what is said of it. */
interface AmongOf {
  readonly source: Pick<SourceConfig, 'name'>;
  /** The products sources, and the run of each that counts. */
  readonly acceptedRuns: ReadonlyMap<string, number>;
  readonly hiding: Hiding;
  readonly moved: readonly MovedField[];
}

type Product = Confirmed & { readonly externalId: string };

/**
 * All that is said of a product, each over those before: kept moved fields, other sources, this source's own, `hidden`.
 */
export function createAmong(
  { parts, requests }: Pick<CatalogStore, 'parts' | 'requests'>,
  { source, acceptedRuns, hiding, moved }: AmongOf,
): (product: Product, own: Fields) => readonly Fields[] {
  const others = [...acceptedRuns].filter(([name]) => name !== source.name);
  const names = others.map(([name]) => name);
  const isHidden = createIsHidden({ parts, requests }, hiding, names);
  const isOthers = (field: MovedField): boolean => field.source !== source.name;
  const keptOfMoved = createKeptOfMoved(requests, moved.filter(isOthers));
  return (product, own) => {
    const stated = others.map(([name, run]) => fieldsOf(parts.get(product.id, name, run)) ?? {});
    const kept = keptOfMoved(product, (other) => stated[names.indexOf(other)] ?? {});
    const all = [kept, ...stated, own];
    return isHidden(product, stated) ? [...all, hidden] : all;
  };
}

export function fieldsOf(part: string | undefined): Fields | undefined {
  return part === undefined ? undefined : (JSON.parse(part) as Fields);
}

export type Among = (product: number, own: Fields) => readonly Fields[];

/** The same of a product by its number, over the defaults. */
export function amongOthers(deps: StateDeps, source: SourceConfig): Among {
  const { store, config } = deps;
  const runs = { acceptedRuns: countingRuns(deps), hiding: hidingOf(deps) };
  const among = createAmong(store, { source, ...runs, moved: movedFields(deps) });
  const defaults = defaultsOf(config);
  return (product, own) => {
    const row = store.mirror.get(product);
    const confirmed = {
      id: product,
      externalId: row?.external_id ?? '',
      contentRequest: row?.content_request ?? null,
      traits: row?.traits ?? null,
    };
    return [defaults, ...among(confirmed, own)];
  };
}

export function defaultsOf({ vanished }: Pick<EngineDeps['config'], 'vanished'>): Fields {
  return vanished === 'hide' ? seenAgain : {};
}
