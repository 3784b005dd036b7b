import type { Clock } from '../../domain/clock.ts';
import { StockhandError } from '../../domain/error.ts';
import { backoffCapMs, backoffFirstMs } from '../../domain/limits.ts';
import { asSentence } from '../../domain/problem.ts';
import type { ListedProduct, ListPage, ListReader } from '../terms/listed.ts';

interface WalkDeps {
  readonly list: ListReader;
  readonly clock: Clock;
}

/** A page, or the news that the walk begins anew: what was seen so far no longer counts. */
type WalkStep =
  | { readonly items: readonly ListedProduct[]; readonly unnamed: number }
  | { readonly restarted: true };

/** So many failures in a row, about half a minute, end the walk. The nightly one is made again the next night. */
const failuresMax = 6;
/** A cursor may be refused at any page (spec "Catalog rules"); a service that always does so is left alone. */
const restartsMax = 3;
/** A hundred products each. */
const pagesMax = 200_000;

/**
 * The marketplace's product list, page by page, never two in memory. The cursor goes back as it came; where it is
 * refused the walk begins anew. Throws LIST_UNREADABLE, also when the signal is aborted.
 */
export async function* walkList(
  deps: WalkDeps,
  signal: AbortSignal,
): AsyncGenerator<WalkStep, void> {
  let cursor: string | undefined;
  let restarts = 0;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await readPage(deps, cursor, signal);
    if (page === undefined) {
      restarts += 1;
      if (restarts > restartsMax) throw unreadable('its cursor is refused again and again');
      cursor = undefined;
      yield { restarted: true };
      continue;
    }
    yield page;
    if (!page.hasMore) return;
    if (page.nextCursor === cursor) throw unreadable('it gives the same page again and again');
    cursor = page.nextCursor;
  }
  throw unreadable('it has no end');
}

/** Undefined where the cursor is refused. Failures that may pass are waited out. */
async function readPage(
  { list, clock }: WalkDeps,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Exclude<ListPage, { readonly failed: string }> | undefined> {
  for (let failures = 1; ; failures += 1) {
    const page = await list(cursor);
    if (signal.aborted) throw unreadable('the walk was stopped');
    if (!('failed' in page)) return page;
    if (page.isCursorRefused && cursor !== undefined) return undefined;
    if (page.isForbidden === true) throw unreadable(page.failed, refusedRemedy);
    if (failures >= failuresMax) throw unreadable(page.failed);
    await clock.sleep(Math.min(backoffFirstMs * 2 ** (failures - 1), backoffCapMs), signal);
  }
}

/** Trying again does not help before a person has acted. */
const refusedRemedy =
  'First put right what the marketplace refuses, such as the API key or its rights: stockhand check shows it.';

function unreadable(why: string, remedy?: string): StockhandError {
  return new StockhandError(
    'LIST_UNREADABLE',
    asSentence(`The marketplace's product list: ${why}`),
    remedy === undefined ? {} : { remedy },
  );
}
