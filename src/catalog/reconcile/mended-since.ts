import type { ProductRow } from '../../store/mirror.ts';
import { isUnsure } from '../pass/diff.ts';
import type { StateDeps } from '../terms/ports.ts';
import type { Finding } from './compare-list.ts';

/** The differences that stood after a comparison, so that what imports have put right since is not told any more. */
export interface Standing {
  /** The newest request of then. */
  readonly request: number;
  /** By product; of a stock with the run that it was confirmed by. */
  readonly found: readonly (readonly [product: number, quantityRun?: number | null])[];
  /** Which of these no export in use named, by their places; absent in what an older version kept. */
  readonly unexported?: readonly number[];
}

/** How many of the differences do not stand any more, and how many of these no export named. */
interface Mended {
  readonly mended: number;
  readonly exported: number;
}

/** They are looked up whenever somebody asks; of more differences the rest is told as it was found. */
const lookedUpMax = 1_000;

type Store = Pick<StateDeps['store'], 'mirror' | 'requests'>;

export function standingOf(
  { mirror, requests }: Store,
  findings: readonly Finding[],
  unexported: ReadonlySet<Finding>,
): Standing {
  const kept = findings.slice(0, lookedUpMax);
  const found = kept.map(({ product, aspect }): Standing['found'][number] =>
    aspect === 'stock' ? [product, mirror.get(product)?.quantity_run ?? null] : [product],
  );
  const places = kept.flatMap((finding, at) => (unexported.has(finding) ? [at] : []));
  return { request: requests.newestId(), found, unexported: places };
}

export function mendedSince(
  { mirror }: Store,
  { request, found, unexported = [] }: Standing,
): Mended {
  const isMended = ([product, ...stock]: Standing['found'][number]): boolean => {
    const row = mirror.get(product);
    if (row === undefined) return false;
    if (isConfirmedSince(row, request)) return true;
    // After a restore, or without an answer, nothing says what stock stands there.
    const isKnown = row.quantity !== null && !isUnsure(row.quantity_run);
    return stock.length > 0 && isKnown && row.quantity_run !== stock[0];
  };
  const mended = new Set(found.filter(isMended));
  const exported = unexported.filter((at) => mended.has(found[at] ?? [0])).length;
  return { mended: mended.size, exported };
}

/** Its whole content was confirmed, which carries the stock, or that it is off the marketplace. */
function isConfirmedSince(row: ProductRow, request: number): boolean {
  if (row.in_doubt === 1 || row.refused_hash !== null) return false;
  const by = row.content_hash === null ? row.last_request : row.content_request;
  return (by ?? 0) > request;
}
