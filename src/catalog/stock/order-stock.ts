import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { ProductRow } from '../../store/mirror.ts';
import { heldIn, waitingRuns } from '../pass/parked-rows.ts';
import type { Item } from '../requests/pass-two.ts';
import { sendItems } from '../requests/resend.ts';
import { type Room, restingRun } from '../requests/room.ts';
import type { Track } from '../requests/track.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import { pilotOf } from '../state/pilot.ts';
import { keepsVanished } from '../state/vanished.ts';
import { complaintRows } from '../story/complaints-of.ts';
import { isStockAlone } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { isRefusal } from '../terms/refusal.ts';
import { differs, isRefused, itemOf, lastStock } from './last-stock.ts';
import type { OpenStock } from './open-stock.ts';

/**
 * An order comes for an article that the newest stock file does not name, so no row will send its lower stock. Its last
 * exported stock is sent here, less what orders take of it now. Articles that the file names go with their rows, unless
 * these are held or rejected.
 */
interface OrderStock {
  isDue(): boolean;
  /** Sends these stocks once their source's file is through; true where something was sent. */
  giveWhenDue(): boolean;
}

export function createOrderStock(room: Room): OrderStock {
  const owner = ownerOfStock(room.deps.config);
  const dueTrack = (): Track | undefined => {
    const track = owner && room.tracks.get(owner.name);
    return track !== undefined && isReady(room, track) ? track : undefined;
  };
  return {
    isDue: () => dueTrack() !== undefined,
    giveWhenDue() {
      const track = dueTrack();
      return track !== undefined && give(room, track);
    },
  };
}

/** Only after the newest file was looked at again, which changed orders ask for, too. */
function isReady(room: Room, track: Track): boolean {
  const { openStock, deps, book } = room;
  const { changed } = openStock;
  if (!changed.isDue || openStock.isDue || restingRun(room, track) === undefined) return false;
  const isUnderWay = (id: string): boolean =>
    book.inFlight.has(deps.store.mirror.find(id)?.id ?? 0);
  // Asked at each step of the engine: the file is looked at once, when the last answer is there.
  return !changed.ids().some(isUnderWay);
}

function give(room: Room, track: Track): boolean {
  const { deps, openStock } = room;
  const { changed } = openStock;
  const source = track.config.name;
  const run = deps.store.sources.acceptedRun(source) ?? 0;
  const nextOf = createNext(room, track.config, run);
  const all = changed.ids().map((id) => ({ id, next: nextOf(id) }));
  const items = all.map(({ next }) => next).filter((next) => typeof next !== 'string');
  sendItems(room, track, { run, source, kind: 'stock', items });
  const left = all.filter(({ next }) => next !== 'settled').map(({ id }) => id);
  // Articles that are sent now are looked at once more after their answers.
  changed.keep(left, { isDue: items.length > 0 });
  return items.length > 0;
}

/**
 * What is sent of a changed article now. `settled`: nothing, for it is in step or goes with a row of the newest file ·
 * `stays`: nothing yet, because somebody must act first (release, another export, `retry`).
 */
type Next = Item | 'settled' | 'stays';

function createNext(room: Room, source: SourceConfig, run: number): (externalId: string) => Next {
  const { store, config } = room.deps;
  const isHeld = heldStock(store, source);
  const isIn = pilotOf(config);
  // An undo reads no file: the stock that it put back is in no row.
  const isOfFile = store.runs.get(run)?.undoes == null;
  const named = new Set(isOfFile ? store.index.read(source.name).rows : []);
  // A refusal counts until a person lets it go.
  const isRejected = ({ external_id: externalId, refused_hash: refused }: ProductRow): boolean =>
    complaintRows({ store }, { source: source.name, externalId }).some(
      ({ level, row, code }) =>
        level === 'rejected' && row !== null && (refused !== null || !isRefusal(code)),
    );
  return (externalId) => {
    const row = store.mirror.find(externalId);
    if (row === undefined || row.content_hash === null || !isIn(externalId)) return 'settled';
    if (isHeld(row.id) || isRejected(row)) return lowerOf(row, nextOf(room, source.name, row));
    return named.has(row.id) ? 'settled' : nextOf(room, source.name, row);
  };
}

/**
 * A stock that waits for release or a corrected row may go down
 * for orders meanwhile; up only with the release or the row (I13).
 */
function lowerOf({ quantity }: ProductRow, next: Next): Next {
  const isMore = typeof next === 'string' || (next.wish.quantity ?? 0) > (quantity ?? 0);
  return isMore ? 'stays' : next;
}

function nextOf({ deps, openStock }: Room, source: string, row: ProductRow): Next {
  const stock = lastStock(openStock, row);
  const isOwn = deps.store.runs.get(stock?.run ?? 0)?.source === source;
  if (stock === undefined || !isOwn || !differs(stock)) return 'settled';
  return isRefused(stock) ? 'stays' : itemOf(stock);
}

/** Products whose stock waits for release. */
function heldStock(
  store: CatalogStore,
  { name, kind }: SourceConfig,
): (product: number) => boolean {
  const rows = heldIn(store, name, waitingRuns(store, name));
  const holds = store.holds.open().filter((hold) => hold.source === name && keepsVanished(hold));
  // An article that a stock file leaves out is set to 0 by the
  // release; one that a products file leaves out keeps its stock.
  const emptied = kind === 'stock' ? holds : [];
  const gone = new Set(emptied.flatMap(({ id }) => [...(store.holds.productsOf(id) ?? [])]));
  return (product) => {
    const row = rows.get(product);
    return gone.has(product) || (row !== undefined && !isStockAlone(row.mark));
  };
}

/** The marketplace refused stock that was lowered for orders. No result file has a row for it, so it is reported here. */
export function orderStockNeeds(
  { mirror }: Pick<CatalogStore, 'mirror'>,
  { changed }: Pick<OpenStock, 'changed'>,
): readonly NeedsYou[] {
  const refused = changed
    .ids()
    .map((id) => mirror.find(id))
    .filter((row) => row !== undefined && row.refused_hash !== null && row.refused_hash < 0);
  const [first] = refused;
  if (first === undefined) return [];
  const articles = counted(refused.length, 'article');
  return [
    {
      id: 'order-stock-refused',
      what: `The marketplace refused the stock of ${articles} after the quantities of open orders were subtracted from it.`,
      cause: `First: ${first.external_id}: ${first.refused_code} ${first.refused_message}`,
      effect: 'Buyers can still order what is sold already.',
      fix: 'Correct the cause that the message names, then send it again: stockhand retry --all, or export these articles again.',
    },
  ];
}
