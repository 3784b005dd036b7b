import { productFields } from '../../domain/product.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { createSentProducts } from './sent-products.ts';

/** A field that another source gave before, and the products source that gives it now. */
export interface MovedField {
  readonly field: keyof Fields;
  readonly source: string;
}

interface Giver {
  readonly source: string;
  readonly isMoved: boolean;
}

/** In `meta`: by field, who gives it, and whether another source did at an earlier start. */
const metaName = 'sources of fields';

/** A source that gives names decides which articles are there, and stock has an owner of its own. */
const movable = productFields.filter(
  (field) => field !== 'externalId' && field !== 'name' && field !== 'availableQty',
);

/** Called at a start, before a file is read under the new configuration. */
export function noteMovedFields({ store, config }: StateDeps): void {
  const givers = giversOf(store);
  for (const { field, source } of givenFields(config)) {
    const before = givers[field];
    const isMoved = before !== undefined && (before.isMoved || before.source !== source);
    givers[field] = { source, isMoved };
  }
  store.meta.set(metaName, JSON.stringify(givers));
}

export function movedFields({ store, config }: StateDeps): readonly MovedField[] {
  const givers = giversOf(store);
  return givenFields(config).filter(({ field }) => givers[field]?.isMoved === true);
}

function givenFields(config: StateDeps['config']): readonly MovedField[] {
  return productsSources(config).flatMap(({ name: source, mapping }) =>
    movable.flatMap((field) => (mapping[field] === undefined ? [] : [{ field, source }])),
  );
}

function giversOf(store: StateDeps['store']): Record<string, Giver> {
  return readMeta(store, metaName) ?? {};
}

interface Sent {
  readonly externalId: string;
  readonly contentRequest: number | null;
}

type StatedBy = (source: string) => Fields;

/**
 * The field `brand` moved to another source, which has said no brand of this article yet (a file of
 * changes names few): the brand that is confirmed is kept, for silence clears nothing. That an article
 * is inactive is kept elsewhere (hidden.ts).
 */
export function createKeptOfMoved(
  requests: Parameters<typeof createSentProducts>[0],
  moved: readonly MovedField[],
): (product: Sent, statedBy: StatedBy) => Fields {
  const sent = createSentProducts(requests);
  return ({ externalId, contentRequest }, statedBy) => {
    const unexported = moved.filter(({ field, source }) => statedBy(source)[field] === undefined);
    if (unexported.length === 0) return {};
    const confirmed = sent.in(contentRequest, externalId) ?? {};
    const kept = unexported.map(({ field }) => [field, confirmed[field]] as const);
    const isWord = ([field, value]: (typeof kept)[number]): boolean =>
      value !== undefined && !(field === 'isActive' && value === false);
    return Object.fromEntries(kept.filter(isWord));
  };
}
