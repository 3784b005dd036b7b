import type { Mutation, Verdict } from '../../domain/exchange.ts';
import type { RequestRow } from '../../store/requests.ts';
import {
  isOfStock,
  type RequestItem,
  type RequestKind,
  readItems,
  writeItems,
} from '../state/request-items.ts';
import type { EngineDeps } from '../terms/ports.ts';
import type { Batch } from './pack.ts';
import { type OpenRequest, type Settled, settle } from './settle.ts';
import type { CatalogLane } from './track.ts';

type BookLane = CatalogLane | 'pictures';

interface NewBatch {
  readonly kind: RequestKind;
  readonly lane: BookLane;
  readonly source: string;
  readonly run: number;
  readonly batch: Batch<RequestItem>;
  /** To which address it is sent, if its kind does not say so. */
  readonly address?: Pick<Mutation, 'method' | 'path'>;
}

export interface SettledRequest {
  readonly request: OpenRequest;
  readonly settled: Settled;
}

export interface RequestBook {
  /** Products with a request without a stored answer, or in a packer. Each has at most one at a time (law 4). */
  readonly inFlight: ReadonlySet<number>;
  reserve(items: readonly RequestItem[]): void;
  free(items: readonly RequestItem[]): void;
  open(lane: BookLane): number;
  /** Commits batches as SENT, then hands them to the sender. */
  send(batches: readonly NewBatch[]): void;
  /** Requests that were SENT and unanswered when the program ended; empty after `resume`. */
  readonly left: readonly OpenRequest[];
  /** Sends these again, the same bytes under the same keys. */
  resume(): void;
  /** Stores all answers that have come, in one commit. What was refused as a kind of request goes on under a new key. */
  settleArrived(): readonly SettledRequest[];
  readonly hasArrived: boolean;
  /** Requests without a stored answer, and how many were answered since the start. */
  readonly openCount: number;
  readonly answeredCount: number;
}

type Arrived = {
  readonly request: OpenRequest;
  readonly verdict: Exclude<Verdict, { kind: 'stopped' | 'unknown' }>;
};

export function createRequestBook(deps: EngineDeps): RequestBook {
  const places = createPlaces();
  // Taken at once, before anything is diffed, though they are sent again only by `resume` (law 4).
  let left = deps.store.requests.open().map(openRequest);
  left.forEach(places.take);
  let arrived: Arrived[] = [];
  let answeredCount = 0;

  const dispatch = async (request: OpenRequest): Promise<void> => {
    const verdict = await verdictOf(deps, request);
    if (verdict === undefined) return;
    arrived.push({ request, verdict });
    wakeFor(deps, { arrived: arrived.length, open: openCount(places) });
  };
  const begin = (requests: readonly OpenRequest[]): void => {
    requests.forEach(places.take);
    for (const request of requests) void dispatch(request);
  };

  return {
    inFlight: places.products,
    reserve: (items) => items.forEach((item) => void places.products.add(item.product)),
    free: (items) => items.forEach((item) => void places.products.delete(item.product)),
    open: (lane) => places.open[lane],
    send(batches) {
      begin(deps.store.transaction(() => batches.map((batch) => storeBatch(deps, batch))));
    },
    get left() {
      return left;
    },
    resume() {
      deps.store.requests.leaving();
      for (const request of left) void dispatch(request);
      left = [];
    },
    settleArrived() {
      const { settled, halves, renewed } = settleAll(deps, arrived);
      arrived = [];
      for (const { request } of settled) places.leave(request);
      answeredCount += settled.length;
      begin(halves);
      for (const request of renewed) void dispatch(request);
      return settled;
    },
    get openCount() {
      return openCount(places);
    },
    get answeredCount() {
      return answeredCount;
    },
    get hasArrived() {
      return arrived.length > 0;
    },
  };
}

/** Undefined without an answer: the row stays SENT, and the next start sends it again. */
async function verdictOf(
  deps: EngineDeps,
  request: OpenRequest,
): Promise<Arrived['verdict'] | undefined> {
  const verdict = await deps.send(mutationOf(request));
  if (verdict.kind !== 'stopped' && verdict.kind !== 'unknown') return verdict;
  if (verdict.kind === 'stopped' && verdict.isUnsent === true)
    deps.store.requests.unsent(request.id);
  return undefined;
}

/** Answers that come within this time are stored in one commit, because each commit waits for the disk. */
const answersTogetherMs = 10;

/**
 * Wakes the engine at once when a group of answers is there, or when no other answer is to come; else after a moment.
 */
function wakeFor(
  { nudge, clock, maxInFlight }: EngineDeps,
  { arrived, open }: { readonly arrived: number; readonly open: number },
): void {
  if (arrived >= maxInFlight || arrived === open) nudge();
  else if (arrived === 1) void clock.sleep(answersTogetherMs).then(nudge);
}

function openCount({ open }: Places): number {
  return open.stock + open.products + open.pictures;
}

interface Places {
  readonly products: Set<number>;
  readonly open: Record<BookLane, number>;
  take(request: OpenRequest): void;
  leave(request: OpenRequest): void;
}

/** The products that have a request under way, and how many requests each lane has. */
function createPlaces(): Places {
  const products = new Set<number>();
  const open: Record<BookLane, number> = { stock: 0, products: 0, pictures: 0 };
  return {
    products,
    open,
    take(request) {
      for (const item of request.items) products.add(item.product);
      open[request.lane as BookLane] += 1;
    },
    leave(request) {
      for (const item of request.items) products.delete(item.product);
      open[request.lane as BookLane] -= 1;
    },
  };
}

interface SettledAll {
  readonly settled: SettledRequest[];
  readonly halves: OpenRequest[];
  readonly renewed: OpenRequest[];
}

/** All answers at hand in one commit, with the halves of batches that must be split, and what got a new key. */
function settleAll(deps: EngineDeps, answers: readonly Arrived[]): SettledAll {
  const settled: SettledRequest[] = [];
  const halves: OpenRequest[] = [];
  const renewed: OpenRequest[] = [];
  deps.store.transaction(() => {
    for (const { request, verdict } of answers) {
      if (verdict.kind === 'unapplied') {
        renewed.push({
          ...request,
          key: deps.store.requests.renewKey(request.id),
          mayHaveLeft: false,
        });
        continue;
      }
      const answer = settle(deps, request, verdict);
      settled.push({ request, settled: answer });
      if (answer.isSplit)
        halves.push(...halvesOf(deps, request).map((half) => storeBatch(deps, half)));
    }
  });
  return { settled, halves, renewed };
}

function storeBatch(
  deps: EngineDeps,
  { kind, lane, source, run, batch, ...given }: NewBatch,
): OpenRequest {
  const { store, clock } = deps;
  const { wishes } = batch;
  const [first] = wishes;
  const { method, path } = given.address ?? addressOf(deps, kind, first?.externalId ?? '');
  const row = store.requests.add(
    {
      lane,
      kind,
      source,
      run,
      // Each product counts its wishes upward, so a wish that returns is a new deed (I4, law 6).
      intent: `${kind}:${first?.product}#${store.mirror.nextWish(first?.product ?? 0)}`,
      body: kind === 'remove' || batch.body.length === 0 ? null : batch.body,
      items: writeItems(wishes),
      method,
      path,
    },
    clock.now(),
  );
  const products = wishes.map(({ product }) => product);
  store.mirror.setRequest(products, row.id);
  return { ...row, kind, items: wishes };
}

function addressOf(
  deps: EngineDeps,
  kind: RequestKind,
  externalId: string,
): Pick<Mutation, 'method' | 'path'> {
  if (isOfStock(kind)) return deps.calls.stockBatch;
  if (kind === 'upsert' || kind === 'hide') return deps.calls.upsertBatch;
  const address = deps.calls.remove(externalId);
  if (address === undefined) throw new Error(`${externalId} cannot be part of an address`);
  return address;
}

function openRequest(row: RequestRow): OpenRequest {
  return { ...row, kind: row.kind as RequestKind, items: readItems(row.items) };
}

function mutationOf(request: OpenRequest): Mutation {
  const { lane, method, path, key, body, mayHaveLeft } = request;
  return { lane, method, path, key, mayHaveLeft, ...(body === null ? {} : { body }) };
}

/**
 * A batch was refused as a whole: its two halves go under new keys until the wrong item is found (fault 47: at most
 * seven steps).
 */
function halvesOf(deps: EngineDeps, request: OpenRequest): NewBatch[] {
  const parsed = JSON.parse(Buffer.from(request.body ?? new Uint8Array()).toString('utf8'));
  const texts = (Array.isArray(parsed) ? parsed : parsed.items).map((item: unknown) =>
    JSON.stringify(item),
  );
  const frame = isOfStock(request.kind) ? deps.calls.stockBatch : deps.calls.upsertBatch;
  const middle = Math.ceil(texts.length / 2);
  const { kind, source, run } = request;
  return [
    [0, middle],
    [middle, texts.length],
  ].map(([from, to]) => ({
    kind,
    lane: request.lane as BookLane,
    source,
    run,
    batch: {
      body: Buffer.from(`${frame.before}${texts.slice(from, to).join(',')}${frame.after}`),
      wishes: request.items.slice(from, to),
    },
  }));
}
