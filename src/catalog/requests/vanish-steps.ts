import { contentText, productText, stockText } from '../../domain/product-text.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import { openAgain, recordsIn } from '../export/open-export.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import { ownFields, wholeProduct } from '../mapping/merge.ts';
import { removedHash, stockHash, stockWish } from '../pass/diff.ts';
import { contentBefore, stockBefore } from '../state/before-item.ts';
import { createExportedInactive } from '../state/own-hides.ts';
import { mayBePublished } from '../state/vanished.ts';
import { contentHash } from '../terms/fingerprint.ts';
import type { CatalogStore, EngineDeps, SourceConfig, SpoolDeps } from '../terms/ports.ts';
import { rest } from '../terms/resting.ts';
import { packTraits, traitsOf } from '../terms/traits.ts';
import type { Item, Stretch } from './pass-two.ts';

const stretchSize = 512;

/** What a refusal to have no stock leaves as `refused_hash`. */
export const noStockHash = stockHash(stockWish(0));

interface VanishInput {
  readonly store: CatalogStore;
  readonly products: readonly number[];
  readonly inFlight: { has(product: number): boolean };
  /** Tells of a product that cannot be hidden, because its fields are not known: it is never sent with a name alone. */
  complain(externalId: string): void;
}

/** Quantity 0 for products that a full stock file left out (`missing: zero`). */
export async function* zeroSteps(input: VanishInput): AsyncGenerator<Stretch, void> {
  yield* stretches(input, (row) => ({
    text: stockText(row.external_id, 0),
    wish: { ...goneOf(row), ...stockBefore(row), quantity: 0, refusedHash: noStockHash },
  }));
}

/** DELETE for each product. */
export async function* removeSteps(input: VanishInput): AsyncGenerator<Stretch, void> {
  yield* stretches(input, (row) => ({
    text: '',
    wish: {
      ...goneOf(row),
      ...{ refusedHash: removedHash, ...contentBefore(row), ...stockBefore(row) },
    },
  }));
}

/**
 * `isActive: false` with every field as it was exported last, because an upsert carries the whole product. What a cell
 * had called inactive before it vanished stays so when it comes back.
 */
export async function* hideSteps(
  input: VanishInput,
  lastFields: (row: ProductRow) => Fields | undefined,
): AsyncGenerator<Stretch, void> {
  const isExportedInactive = createExportedInactive(input.store.requests);
  yield* stretches(input, (row) => {
    const { id, external_id: externalId, content_request: contentRequest, traits: before } = row;
    const fields = lastFields(row);
    const whole =
      fields === undefined ? undefined : wholeProduct(externalId, [fields, { isActive: false }]);
    if (whole === undefined) return undefined;
    const hash = contentHash(whole);
    return {
      text: productText(whole),
      wish: {
        ...goneOf(row),
        ...{ contentHash: hash, refusedHash: removedHash, ...contentBefore(row) },
        traits: packTraits(traitsOf(whole, contentText(whole))),
        isVanished: !isExportedInactive({ id, contentRequest, traits: before }),
      },
    };
  });
}

/** No row of a file stands for it. */
function goneOf({ id, external_id: externalId }: ProductRow) {
  return { product: id, externalId, row: null };
}

async function* stretches(
  { store, products, inFlight, complain }: VanishInput,
  itemOf: (row: ProductRow) => Item | undefined,
): AsyncGenerator<Stretch, void> {
  for (let start = 0; start < products.length; start += stretchSize) {
    const rows = products.slice(start, start + stretchSize).map((id) => store.mirror.get(id));
    const published = rows.filter(
      (row) => row !== undefined && mayBePublished(row, inFlight),
    ) as ProductRow[];
    const free = published.filter((row) => !inFlight.has(row.id));
    const busy = published.filter((row) => inFlight.has(row.id));
    const items = free.flatMap((row) => {
      const item = itemOf(row);
      if (item === undefined) complain(row.external_id);
      // A removal that the marketplace refused is not sent again until a person says so.
      const isRefused = item !== undefined && item.wish.refusedHash === row.refused_hash;
      return item === undefined || isRefused ? [] : [item];
    });
    const deferred = busy.map((row) => ({ row: null, externalId: row.external_id }));
    yield { items, sent: [], unchanged: 0, deferred };
  }
}

interface Sought {
  readonly run: Pick<RunRow, 'sha256'> | undefined;
  readonly wanted: ReadonlySet<string>;
}

/** The fields of some products as the file of a run gave them; undefined where it cannot be read any more. */
export async function fieldsInRun(
  deps: SpoolDeps & Pick<EngineDeps, 'clock' | 'stopping'>,
  source: SourceConfig,
  { run, wanted }: Sought,
): Promise<ReadonlyMap<string, Fields> | undefined> {
  const opened = await openAgain(deps, source, run);
  if (opened === undefined) return undefined;
  const found = new Map<string, Fields>();
  for await (const record of recordsIn(opened, () => rest(deps))) {
    const mapped = opened.mapper.map(record);
    if (mapped.kind === 'row' && wanted.has(mapped.externalId))
      found.set(mapped.externalId, ownFields(mapped, undefined, source.empty));
  }
  return found;
}
