import type { ProductRow } from '../../store/mirror.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import { countingRuns } from '../state/counting-runs.ts';
import { fieldsOf } from '../state/others.ts';
import { createSentProducts } from '../state/sent-products.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { fieldsInRun } from './vanish-steps.ts';

/**
 * The last fields of vanished products, other sources' included. This source's own come from the request that sent them
 * (if it is the only source), else from stored parts, else from the file before, which named the products.
 */
export async function lastFields(
  deps: EngineDeps,
  source: SourceConfig,
  products: readonly number[],
): Promise<(row: ProductRow) => Fields | undefined> {
  const row = deps.store.sources.get(source.name);
  const restore = row?.restore_run == null ? undefined : deps.store.runs.get(row.restore_run);
  const wanted = new Set(products.map((id) => deps.store.mirror.get(id)?.external_id ?? ''));
  const before = await fieldsInRun(deps, source, { run: restore, wanted });
  const runs = countingRuns(deps);
  const partOf = (product: number, of: string): Fields | undefined =>
    fieldsOf(deps.store.parts.get(product, of, runs.get(of) ?? 0));
  const others = [...runs.keys()].filter((name) => name !== source.name);
  const sent = createSentProducts(deps.store.requests);
  return ({ id, external_id: externalId, content_request: request }) => {
    const whole = others.length === 0 ? sent.in(request, externalId) : undefined;
    const own = whole ?? partOf(id, source.name) ?? before?.get(externalId);
    return own && Object.assign({}, ...others.map((name) => partOf(id, name)), own);
  };
}
