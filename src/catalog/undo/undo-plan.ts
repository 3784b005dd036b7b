import type { Product } from '../../domain/product.ts';
import { contentText, productText, stockText } from '../../domain/product-text.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import { wholeProduct } from '../mapping/merge.ts';
import { stockHash } from '../pass/diff.ts';
import type { Item, Stretch } from '../requests/pass-two.ts';
import { fieldsInRun } from '../requests/vanish-steps.ts';
import { countingFile } from '../state/counting-file.ts';
import { type Among, fieldsOf } from '../state/others.ts';
import { createOwnHides, seenAgain } from '../state/own-hides.ts';
import { pilotOf } from '../state/pilot.ts';
import { createSentProducts } from '../state/sent-products.ts';
import { type UnappliedChange, unappliedOf } from '../state/unapplied-changes.ts';
import { aimOf } from '../state/undo-chain.ts';
import { meaningOfVanished } from '../state/vanished.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import { contentHash } from '../terms/fingerprint.ts';
import { type Kind, kinds } from '../terms/plan.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { isInactive, packTraits, traitsOf } from '../terms/traits.ts';
import { exportedBefore } from './exported-before.ts';
import { isSame, type Reversal, type Reverse, reverse } from './reverse.ts';
import { ownOf, sharedOf, withSentByOthers } from './shared-undo.ts';
import { type Touched, touchedBy } from './touched.ts';

/**
 * So many files are looked through for the former content: the nearest may have been held in part, and never sent it.
 */
const restorePoints = 3;
const stretchSize = 512;

type Deps = ExportDeps & {
  readonly openStock: Pick<OpenStock, 'lessOrders' | 'ordersOf'>;
};

interface UndoInput {
  readonly source: SourceConfig;
  /** The run that is taken back. */
  readonly run: RunRow;
  readonly quantities: boolean;
  readonly among: Among;
}

/** What taking back a run means by now: its own changes that no later run has touched (contract.md `undo`). */
export async function reverseOf(deps: Deps, input: UndoInput): Promise<Reverse> {
  const { store, config } = deps;
  const { source, run } = input;
  const shared = sharedOf(deps, input);
  const sentBy = touchedBy(store, run.id);
  const all = shared === undefined ? sentBy : withSentByOthers(store, input, sentBy);
  const touched = [...all].flatMap(([product, before]) => {
    const row = store.mirror.get(product);
    return row === undefined ? [] : [[row, before] as const];
  });
  // Kept fields know better than a file: its cells may be empty (`empty: keep`), and a delta leaves articles out.
  const partOf = (product: number): Fields | undefined =>
    fieldsOf(store.parts.get(product, source.name, run.id - 1));
  const sent = createSentProducts(store.requests);
  const requestBefore = new Map(touched.map(([{ id }, { wasSentIn }]) => [id, wasSentIn]));
  const sentBefore = ({ id, external_id: externalId }: ProductRow): Product | undefined => {
    const fields = sent.in(requestBefore.get(id), externalId);
    // Of a product with several sources only this source's fields go back; the others' are as they say now.
    const parts =
      fields && (shared === undefined ? [fields] : input.among(id, ownOf(source, fields)));
    return parts && wholeProduct(externalId, parts);
  };
  const wanted = touched.filter(
    ([row, { isSentByOther }]) =>
      isSentByOther !== true && partOf(row.id) === undefined && sentBefore(row) === undefined,
  );
  const names = new Set(wanted.map(([row]) => row.external_id));
  const files = names.size === 0 ? [] : await filesBefore(deps, input, names);
  return reverse(
    {
      run,
      source,
      shared,
      quantities: input.quantities,
      vanishedMeans: meaningOfVanished(source, config),
      hasStockSource: config.sources.some(({ kind }) => kind === 'stock'),
      openStock: deps.openStock,
      exportedBefore: await exportedOfOrdered(deps, input, touched),
      isInPilot: pilotOf(config),
      wasVanished: wasVanished(store, requestBefore),
      isUnappliedSince: unappliedSince(store, input),
      isRemovedSince: removedSince(store, run),
      isLaterRun: (later) => later > run.id && store.runs.get(later)?.source === source.name,
      before(row, was) {
        const before = sentBefore(row);
        if (before !== undefined && was !== undefined && isSame(before, was)) return before;
        const whole = (own: Fields): Product | undefined =>
          wholeProduct(row.external_id, input.among(row.id, own));
        const part = partOf(row.id);
        if (part !== undefined) return whole(part);
        if (shared !== undefined && before !== undefined) return before;
        return files
          .map((file) => file.get(row.external_id))
          .map((fields) => fields && whole(fields))
          .find((product) => product !== undefined && was !== undefined && isSame(product, was));
      },
    },
    touched,
  );
}

function wasVanished(
  { requests }: Deps['store'],
  requestBefore: ReadonlyMap<number, number | null | undefined>,
): (product: number) => boolean {
  const isOwnHide = createOwnHides(requests);
  return (product) => isOwnHide(requestBefore.get(product) ?? null, product);
}

/** Not by an undo of the same file: that is the matter that this undo turns round. */
function removedSince(
  { requests, runs }: Deps['store'],
  run: RunRow,
): (row: Pick<ProductRow, 'last_request'>) => boolean {
  const fileOf = (of: RunRow): number => (of.undoes === null ? of.id : aimOf(of, runs.get).run);
  return ({ last_request: request }) => {
    const last = requests.get(request ?? 0);
    const by = last?.kind === 'remove' ? runs.get(last.run) : undefined;
    return by !== undefined && by.id > run.id && fileOf(by) !== fileOf(run);
  };
}

/** What was exported of articles with open orders, which are taken off the stock that comes back. */
function exportedOfOrdered(
  deps: Deps,
  { source, run, quantities }: UndoInput,
  touched: readonly (readonly [ProductRow, Touched])[],
): ReturnType<typeof exportedBefore> {
  const isReduced = quantities && deps.config.openOrders === 'subtract';
  const ids = isReduced ? touched.map(([row]) => row.external_id) : [];
  const wanted = new Set(ids.filter((id) => deps.openStock.ordersOf(id).length > 0));
  return exportedBefore(deps, { source, run, wanted });
}

function isUnapplied([id, , , why]: UnappliedChange, run: UndoInput['run']): boolean {
  return id > run.id && why !== 'undone';
}

/** Whether a later row of an article came to nothing: it is told as unapplied, or the file that counts rejected it. */
function unappliedSince(
  store: Deps['store'],
  { source: { name }, run }: UndoInput,
): (externalId: string) => boolean {
  const unapplied = unappliedOf(store, name);
  const counts = countingFile(store, store.sources.acceptedRun(name))?.id ?? 0;
  const isRejected = (externalId: string): boolean =>
    store.complaints.ofProduct(counts, externalId).some(({ level }) => level === 'rejected');
  return (externalId) => {
    const change = unapplied.get(externalId);
    const isReported = change !== undefined && isUnapplied(change, run);
    return isReported || (counts > run.id && isRejected(externalId));
  };
}

/** The fields of the wanted articles in the files before the run, the nearest first. */
async function filesBefore(
  deps: Deps,
  { source, run }: UndoInput,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Fields>[]> {
  const { store } = deps;
  const files: ReadonlyMap<string, Fields>[] = [];
  let at = run.before;
  while (at !== null && files.length < restorePoints) {
    const before = store.runs.get(at);
    const fields = await fieldsInRun(deps, source, { run: before, wanted });
    if (fields !== undefined) files.push(fields);
    at = before?.before ?? null;
  }
  return files;
}

/** One mark an article, so that the books of the undo balance like those of a file. */
export function marksOf(store: Deps['store'], { reversals }: Reverse): Uint8Array {
  return Uint8Array.from(reversals, (reversal) => kindOfReversal(store, reversal));
}

function kindOfReversal(store: Deps['store'], reversal: Reversal): Kind {
  const row = store.mirror.get(reversal.product);
  if (row?.refused_hash === refusedHashOf(reversal)) return kinds.rejected;
  if (reversal.whole === undefined) return kinds.stock;
  return row?.content_hash == null ? kinds.create : kinds.upsert;
}

function refusedHashOf({ whole, quantity }: Reversal): number {
  return whole === undefined
    ? stockHash({ contentHash: null, quantity: quantity ?? null })
    : contentHash(whole);
}

interface StepsInput {
  readonly store: Deps['store'];
  readonly reversals: readonly Reversal[];
  readonly inFlight: { has(product: number): boolean };
}

/** The articles of an undo as items, in stretches; those with a request under way are deferred until its answer. */
export async function* undoSteps(input: StepsInput): AsyncGenerator<Stretch, void> {
  const { store, reversals, inFlight } = input;
  for (let start = 0; start < reversals.length; start += stretchSize) {
    const part = reversals.slice(start, start + stretchSize);
    const free = part.filter(({ product }) => !inFlight.has(product));
    const wanted = free.filter((reversal) => kindOfReversal(store, reversal) !== kinds.rejected);
    yield {
      items: wanted.map((reversal, index) => itemOf(store, reversal, start + index + 1)),
      sent: [],
      unchanged: 0,
      deferred: part.flatMap(({ product, externalId }, index) =>
        inFlight.has(product) ? [{ row: start + index + 1, externalId }] : [],
      ),
    };
  }
}

/** `row`: the place in the list, so that its end is counted once. */
function itemOf(store: Deps['store'], reversal: Reversal, row: number): Item {
  const { product, externalId, whole, quantity } = reversal;
  const confirmed = store.mirror.get(product);
  const base = { product, externalId, row, refusedHash: refusedHashOf(reversal) };
  const stock = quantity === undefined ? {} : { quantity, had: confirmed?.quantity ?? null };
  if (whole === undefined)
    return { text: stockText(externalId, quantity ?? 0), wish: { ...base, ...stock } };
  const sent = {
    ...(confirmed !== undefined && isInactive(confirmed) ? seenAgain : {}),
    ...whole,
    ...(quantity === undefined ? {} : { availableQty: quantity }),
  };
  const content = {
    contentHash: contentHash(whole),
    traits: packTraits(traitsOf(whole, contentText(whole))),
    was: confirmed?.content_hash ?? null,
    wasSentIn: confirmed?.content_request ?? null,
    ...(reversal.isVanished === true && { isVanished: reversal.isVanished }),
  };
  return { text: productText(sent), wish: { ...base, ...content, ...stock } };
}
