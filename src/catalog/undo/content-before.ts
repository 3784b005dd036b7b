import type { Product } from '../../domain/product.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import { wholeProduct } from '../mapping/merge.ts';
import { fieldsInRun } from '../requests/vanish-steps.ts';
import { type Among, fieldsOf } from '../state/others.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { createSentProducts } from '../state/sent-products.ts';
import { contentHash } from '../terms/fingerprint.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { resting } from '../terms/resting.ts';
import { ownOf, type Shared } from './shared-undo.ts';
import type { Touched } from './touched.ts';

/**
 * So many files are looked through for the former content: the nearest may have been held in part, and never sent it.
 */
const restorePoints = 3;

interface Asked {
  readonly source: SourceConfig;
  readonly run: RunRow;
  readonly among: Among;
  readonly shared: Shared | undefined;
  readonly touched: readonly (readonly [ProductRow, Touched])[];
}

/** What touched articles were before the run: by the requests that sent it, by kept fields, or by the files before. */
export async function contentBefore(
  deps: ExportDeps,
  asked: Asked,
): Promise<(row: ProductRow, touched: Touched) => Product | undefined> {
  const { store } = deps;
  const { source, run, among, shared } = asked;
  // Kept fields know better than a file: its cells may be empty (`empty: keep`), and a delta leaves articles out.
  const partOf = (product: number): Fields | undefined =>
    fieldsOf(store.parts.get(product, source.name, run.id - 1));
  const sent = createSentProducts(store.requests);
  const isOwnHide = createOwnHides(store.requests);
  const sentBefore = (
    { id, external_id: externalId }: ProductRow,
    { content }: Touched,
  ): Product | undefined => {
    const { wasSentIn = null } = content ?? {};
    const fields = sent.in(wasSentIn, externalId);
    if (fields === undefined) return undefined;
    // Of a product with several sources only this source's fields go back; the others' are as they say now.
    const own = (): Fields => ownOf(source, fields, isOwnHide(wasSentIn, id));
    return wholeProduct(externalId, shared === undefined ? [fields] : among(id, own()));
  };
  const names = new Set<string>();
  for await (const [row, before] of resting(deps, asked.touched)) {
    if (before.isSentByOther === true || partOf(row.id) !== undefined) continue;
    if (sentBefore(row, before) === undefined) names.add(row.external_id);
  }
  const files = names.size === 0 ? [] : await filesBefore(deps, asked, names);
  return (row, touched) => {
    const was = touched.content?.was ?? undefined;
    const before = sentBefore(row, touched);
    const same = before && [before, unsaid(before)].find((product) => isSame(product, was));
    if (same !== undefined) return same;
    const whole = (own: Fields): Product | undefined =>
      wholeProduct(row.external_id, among(row.id, own));
    const part = partOf(row.id);
    if (part !== undefined) return whole(part);
    if (shared !== undefined && before !== undefined) return before;
    return files
      .map((file) => file.get(row.external_id))
      .map((fields) => fields && whole(fields))
      .find((product) => product !== undefined && isSame(product, was));
  };
}

/** The fields of the wanted articles in the files before the run, the nearest first. */
async function filesBefore(
  deps: ExportDeps,
  { source, run }: Asked,
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

/** Exactly what was confirmed before the run, and nothing that a brake had kept back (I13). */
function isSame(product: Product, was: number | undefined): boolean {
  return contentHash(product) === was;
}

/** An inactive product whose row did not say `isActive` was sent with a word that is no part of its content (pass-two.ts). */
function unsaid({ isActive: _, ...others }: Product): Product {
  return others;
}
