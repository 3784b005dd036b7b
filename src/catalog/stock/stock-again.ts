import { count, countedWithCommas } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { isStockMoved } from '../brakes/doubts.ts';
import { isJump } from '../pass/jumps.ts';
import { createQuantityChanges } from '../pass/quantity-changes.ts';
import { sendItems } from '../requests/resend.ts';
import { type Room, restingRun } from '../requests/room.ts';
import type { Track } from '../requests/track.ts';
import { pilotOf } from '../state/pilot.ts';
import { keepStockToResend, type StockToResend, stockToResend } from '../state/stock-to-resend.ts';
import { isMoreThan } from '../terms/file-facts.ts';
import type { SourceConfig, StateDeps } from '../terms/ports.ts';
import { differs, isRefused, itemOf, type LastStock, lastStock } from './last-stock.ts';

/** Half of the requests that may wait in the lane of stock (sending/pace.ts), in items. */
const stocksTogetherMost = 250_000;

/**
 * Sends again what a stock source exported last of articles that its newest file does not name, because no file
 * would. Two cases: another source gave their stock while this one was away; or the file that said it was
 * overtaken while they were being created.
 */
interface StockAgain {
  isDue(): boolean;
  /** Sends these stocks when nothing else is under way; true where it was due. */
  giveWhenDue(): boolean;
}

export function createStockAgain(room: Room): StockAgain {
  const { store } = room.deps;
  const due = () => {
    const { source, held } = stockToResend(store) ?? {};
    const track = source === undefined ? undefined : room.tracks.get(source);
    return track !== undefined && isReady(room, track, held?.run) ? { track, held } : undefined;
  };
  return {
    isDue: () => due() !== undefined,
    giveWhenDue() {
      const { track, held } = due() ?? {};
      if (track === undefined || room.book.inFlight.size > 0) return false;
      keepStockToResend(store, give(room, track, held?.why));
      return true;
    },
  };
}

/**
 * Only once the newest file is through, and not while something
 * of the source is held: that waits for its own release (I13).
 */
function isReady(room: Room, track: Track, heldRun: number | undefined): boolean {
  const run = restingRun(room, track);
  if (run === undefined || run === heldRun) return false;
  return !room.deps.store.holds.open().some(({ source }) => source === track.config.name);
}

/**
 * Sends the stocks, or holds them. Once held they are only counted: a newer file may bring those that are left below
 * the limits, but nobody has released them (I13). Answers what is still to be asked.
 */
function give(room: Room, track: Track, heldFor: string | undefined): StockToResend | undefined {
  const { name: source } = track.config;
  const run = room.deps.store.sources.acceptedRun(source) ?? 0;
  const all = stocksOf(room, source);
  const differing = all.filter(differs);
  if (differing.length === 0) return undefined;
  const why = heldFor ?? doubtOf(room, track.config, all);
  if (why !== undefined) return { source, held: { articles: differing.length, why, run } };
  const { stocksTogether = stocksTogetherMost } = room.deps;
  const items = differing.slice(0, stocksTogether).map(itemOf);
  sendItems(room, track, { run, source, kind: 'stock', items });
  // Looked at once more after the answers: these may be a portion, and an answer may name no item (fault 46).
  return { source };
}

function stocksOf({ deps, openStock }: Room, source: string): readonly LastStock[] {
  const { mirror } = deps.store;
  const isIn = pilotOf(deps.config);
  return mirror.stockToGive(source).flatMap((id) => {
    const row = mirror.get(id);
    const stock = row && isIn(row.external_id) ? lastStock(openStock, row) : undefined;
    return stock === undefined || isRefused(stock) ? [] : [stock];
  });
}

/** The brakes on stock (contract.md "Brakes"), over all these articles together, as over a file. */
function doubtOf(
  { deps }: Room,
  { mapping }: SourceConfig,
  all: readonly LastStock[],
): string | undefined {
  const { factor, zeroed: most } = deps.config.brake;
  const buffer = mapping.availableQty?.buffer ?? 0;
  const changes = createQuantityChanges(factor, { now: buffer, earlier: [] });
  const known = all.filter(({ row }) => row.quantity !== null);
  const changing = known.filter(({ row, quantity }) => row.quantity !== quantity);
  for (const [index, { row, quantity }] of changing.entries())
    changes.add(index, row.quantity, { quantity });
  const { by, records } = changes.jumped();
  if (isJump(records.length, changes.measured.length))
    return `make ${count(records.length)} jump by ${by}`;
  const zeroed = changing.filter(({ quantity }) => quantity === 0).length;
  const isMany = zeroed > most.count && isMoreThan(most.share, zeroed, known.length);
  const isMoved = isStockMoved({
    allQuantities: known.length,
    quantityChanges: changes.measured.length,
    isLikeDailySales: changes.ratios.areLikeDailySales(),
  });
  return isMany || (zeroed > 0 && isMoved) ? `set ${count(zeroed)} to zero` : undefined;
}

export function stockAgainNeeds({ store, config }: StateDeps): readonly NeedsYou[] {
  const { source, held } = stockToResend(store) ?? {};
  const isThere = config.sources.some(({ name }) => name === source);
  if (source === undefined || held === undefined || !isThere) return [];
  return [
    {
      id: `stock-${source}`,
      what: `${source}: ${countedWithCommas(held.articles, 'article has', 'articles have')} another stock on the marketplace than it exported last.`,
      cause: `Its newest file does not name them, and the stock that it exported of them last would ${held.why}.`,
      effect: 'They stay on the marketplace with that stock.',
      fix: 'Export their stock once more: what is held of that file can be released.',
    },
  ];
}
