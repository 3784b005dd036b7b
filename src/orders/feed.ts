import { shownValue } from '../domain/complaint.ts';
import type { HttpAnswer, HttpOutcome } from '../domain/exchange.ts';
import { isJsonObject } from '../domain/json.ts';
import { pageSizeMax } from '../domain/limits.ts';
import type { OrderItem, Page, Undecodable } from '../marketplace/page.ts';
import type { FeedPosition } from '../marketplace/reads.ts';
import type { FeedRow } from '../store/journal.ts';
import { type AdmissionOptions, skipReason } from './admission.ts';
import { feedItems, newestUpdatedAt } from './feed-items.ts';
import {
  type FeedEvent,
  type FeedState,
  firstFeedState,
  nextFeedState,
  seemsEndless,
} from './feed-state.ts';
import { isAborted, isCursorRefused, mayBeElsewhere, outcomeText } from './outcome.ts';
import { withItem } from './passed-items.ts';
import type { OrderDeps } from './ports.ts';
import { textField } from './summary.ts';

export interface FeedOptions extends AdmissionOptions {
  /** An instant of the service, or `now`. */
  readonly startFrom: string;
}

/** What has been read of the feed in this process. */
interface FeedProgress {
  readonly pages: number;
  readonly versions: number;
}

interface FeedRun {
  readonly deps: OrderDeps;
  readonly options: FeedOptions;
  /** Monotonic ms of the first turn. */
  begunMs: number | undefined;
  /** From monotonic ms to epoch ms by the service's own clock, as its last page said. */
  serviceAheadMs: number | undefined;
  state: FeedState;
  /** The newest updatedAt since the feed was last begun again: the pages go forward in time. */
  reached: string | null;
  progress: FeedProgress;
  lastFailure: string | undefined;
}

/** `startFrom: now` begins so much earlier: an order placed while the first request is on its way is not missed. */
const startFromNowMs = 5 * 60_000;
const failures: ReadonlySet<FeedEvent> = new Set(['failed', 'samePage', 'refused']);
/**
 * After a refused cursor the feed is read again from so long before the newest order: more than the service's clock may
 * have moved (fault 69).
 */
const restartBackMs = 24 * 60 * 60_000;
const epoch = '1970-01-01T00:00:00Z';
/** The name under which a first start before orders.startFrom is remembered, in ms of the service's time. */
const firstStart = 'feed.firstStart';
/** The name under which items without id or version are remembered, a line each, for a person to see. */
export const unreadableItem = 'feed.unreadable';
const shownFieldsMax = 300;

/** The change feed: one page a turn, its rows and its cursor in one commit (law 1). */
export function createFeed(deps: OrderDeps, options: FeedOptions) {
  const run: FeedRun = {
    deps,
    options,
    begunMs: undefined,
    serviceAheadMs: undefined,
    state: firstFeedState,
    reached: null,
    progress: { pages: 0, versions: 0 },
    lastFailure: undefined,
  };
  return {
    /** Reads one page and stores it; answers what follows. Throws only where the state on disk fails. */
    async turn(signal: AbortSignal): Promise<FeedState> {
      run.begunMs ??= deps.clock.monotonic();
      const event = await readPage(run, signal);
      if (event !== undefined && !failures.has(event)) run.lastFailure = undefined;
      if (event !== undefined) proceed(run, event);
      return run.state;
    },
    state: (): FeedState => run.state,
    progress: (): FeedProgress => run.progress,
    lastFailure: (): string | undefined => run.lastFailure,
    /** orders.startFrom where nothing is read yet, because it is still to come. */
    begins: (): string | undefined => begins(run),
    /** Epoch ms by the service's own clock; undefined before it answered. */
    serviceNow: (): number | undefined =>
      run.serviceAheadMs === undefined ? undefined : serviceNow(run),
  };
}

function proceed(run: FeedRun, event: FeedEvent): void {
  const wasEndless = seemsEndless(run.state);
  run.state = nextFeedState(run.state, event);
  if (wasEndless || !seemsEndless(run.state)) return;
  tell(
    run,
    'The feed always says that there is more, without anything new. It is read more slowly.',
  );
}

/** Undefined when the stop of the program ended the request. */
async function readPage(run: FeedRun, signal: AbortSignal): Promise<FeedEvent | undefined> {
  const place = run.deps.store.journal.position();
  const position = place === undefined ? await firstPosition(run, signal) : positionOf(place);
  if (position === undefined) return signal.aborted ? undefined : 'failed';
  const read = await run.deps.reads.orderPage(position, pageSizeMax, { lane: 'orders', signal });
  if ('ok' in read) {
    learnTime(run, read.answer);
    return takePage(run, { place, position }, read.ok);
  }
  if (isAborted(read.failed) && signal.aborted) return undefined;
  fail(run, read.failed);
  if (place === undefined || place.cursor === null || !isCursorRefused(read.failed))
    return 'failed';
  restart(run, place, place.cursor);
  return 'refused';
}

function takePage(
  run: FeedRun,
  { place, position }: { place: FeedRow | undefined; position: FeedPosition },
  page: Page<OrderItem>,
): FeedEvent {
  if (place === undefined) {
    return isBeforeStart(run) ? 'tooEarly' : storePage(run, begin(run, position), page);
  }
  return comeBack(run, place) ? 'refused' : storePage(run, place, page);
}

function positionOf(place: FeedRow): FeedPosition {
  return place.cursor === null ? { updatedAfter: place.updated_after } : { cursor: place.cursor };
}

function storePage(run: FeedRun, place: FeedRow, page: Page<OrderItem>): FeedEvent {
  const { deps, options } = run;
  const { nextCursor } = page;
  const items = feedItems(page.items, place.first_started_at, deps.json);
  for (const each of page.undecodable) passOver(run, each);
  const versions = deps.store.journal.storePage({
    asked: place.cursor,
    nextCursor,
    hasMore: page.hasMore,
    items,
    newestUpdatedAt: newestUpdatedAt(items, place.newest_updated_at),
    at: deps.clock.now(),
    seenAt: serviceNow(run),
    skip: (item, known) => skipReason({ ...item, fromBefore: item.background, known }, options),
  });
  if (versions === undefined) return 'failed';
  const { progress, reached } = run;
  run.reached = newestUpdatedAt(items, reached);
  const goesOn = run.reached !== reached;
  run.progress = { pages: progress.pages + 1, versions: progress.versions + versions };
  if (!page.hasMore) return 'lastPage';
  if (nextCursor !== place.cursor) return versions > 0 || goesOn ? 'pageWithMore' : 'knownPage';
  const isNews = run.state.kind !== 'waiting';
  run.lastFailure = 'The feed says that there is more, but gives the same place again.';
  if (isNews) tell(run, `${run.lastFailure} It is read again, at longer and longer intervals.`);
  return 'samePage';
}

/**
 * An item without id or version cannot be told from others, nor can its details be read. The rest of the feed
 * continues, and it is reported to a person. Only its number and the names of its fields are shown, because the rest is about
 * people.
 */
function passOver(run: FeedRun, { item, fault }: Undecodable): void {
  const object = isJsonObject(item) ? item : {};
  const fields = Object.keys(object).join(', ').slice(0, shownFieldsMax);
  const number = shownValue(textField(object, 'orderNumber') || 'without a number');
  const text = `An item of the feed (${number}) was passed over, because it ${fault}. Its fields: ${fields}`;
  const { log } = run.deps.store;
  log.remember(unreadableItem, withItem(log.recall(unreadableItem), text));
  tell(run, text);
}

/**
 * A cursor was refused: a day is read again, so no order is lost (fault 69). What comes twice has the same id and
 * version.
 */
function restart(run: FeedRun, place: FeedRow, refused: string): void {
  // A single order that was changed in the future would otherwise hide all others until then.
  const last = Math.min(Date.parse(place.newest_updated_at ?? ''), serviceNow(run));
  // Never from before the place where the feed once began: orders from before it were not asked for.
  const isLater = last - restartBackMs > Date.parse(place.updated_after);
  const from = isLater ? new Date(last - restartBackMs).toISOString() : place.updated_after;
  run.deps.store.journal.restart(refused, from);
  run.reached = null;
  tell(run, `The marketplace refused our place in the feed, so it is read again from ${from}.`);
}

function fail(run: FeedRun, outcome: HttpOutcome): void {
  const hint = mayBeElsewhere(outcome) ? ' Check marketplace.baseUrl.' : '';
  run.lastFailure = `The feed was not read: ${outcomeText(outcome)}.${hint}`;
}

/**
 * `startFrom: now` is now by the service's clock. Only an answer tells it, so the first one is read just for its date.
 */
async function firstPosition(run: FeedRun, signal: AbortSignal): Promise<FeedPosition | undefined> {
  const { deps, options } = run;
  if (options.startFrom !== 'now') return { updatedAfter: options.startFrom };
  const updatedAfter = new Date(deps.clock.now()).toISOString();
  const read = await deps.reads.orderPage({ updatedAfter }, 1, { lane: 'orders', signal });
  if ('ok' in read) {
    learnTime(run, read.answer);
    const start = serviceThen(run) - startFromNowMs;
    return { updatedAfter: new Date(start).toISOString() };
  }
  fail(run, read.failed);
  return undefined;
}

/**
 * `startFrom: 2062` was typed for 2026. A place that is stored stays, so it would hide every order even once it is
 * corrected: nothing is stored yet.
 */
function isBeforeStart(run: FeedRun): boolean {
  const { startFrom } = run.options;
  if (startFrom === 'now' || Date.parse(startFrom) <= serviceNow(run)) return false;
  rememberFirstStart(run);
  return true;
}

function begins(run: FeedRun): string | undefined {
  const { startFrom } = run.options;
  const place = run.deps.store.journal.position();
  const isBegun = place !== undefined && !isAhead(run, place);
  return startFrom === 'now' || isBegun || Date.parse(startFrom) <= serviceNow(run)
    ? undefined
    : startFrom;
}

/** An older version of Stockhand stored a place in the future; no order has been read from there. */
function isAhead(run: FeedRun, place: FeedRow): boolean {
  return place.newest_updated_at === null && Date.parse(place.updated_after) > serviceNow(run);
}

/** Leaves a place in the future for orders.startFrom, once that is not in the future itself. */
function comeBack(run: FeedRun, place: FeedRow): boolean {
  const { startFrom } = run.options;
  const from =
    startFrom === 'now'
      ? Math.min(place.first_started_at, serviceThen(run)) - startFromNowMs
      : Date.parse(startFrom);
  if (!isAhead(run, place) || from > serviceNow(run)) return false;
  const { journal } = run.deps.store;
  journal.restart(place.cursor, new Date(from).toISOString());
  tell(
    run,
    `The feed began at ${place.updated_after}, which is still to come: it is read from orders.startFrom.`,
  );
  return true;
}

/**
 * Before orders.startFrom nothing is read, but the first start counts: goLive concerns what changed before it alone.
 */
function rememberFirstStart(run: FeedRun): void {
  const { log } = run.deps.store;
  if (log.recall(firstStart) === undefined) log.remember(firstStart, String(serviceThen(run)));
}

/** The first start of all: what changed before it falls under goLive. */
function begin(run: FeedRun, position: FeedPosition): FeedRow {
  const { journal, log } = run.deps.store;
  const updatedAfter = position.updatedAfter ?? epoch;
  tell(run, `The feed is read for the first time, from ${updatedAfter}.`);
  return journal.begin(updatedAfter, Number(log.recall(firstStart) ?? serviceThen(run)));
}

/** Learns the service's clock from an answer: that one writes updatedAt, and ours may be years off (fault 113). */
function learnTime(run: FeedRun, { headers }: HttpAnswer): void {
  const { clock } = run.deps;
  const serverTime = Date.parse(headers['date'] ?? '');
  const now = Number.isNaN(serverTime) ? clock.now() : serverTime;
  run.serviceAheadMs = now - clock.monotonic();
}

/** Now by the service's clock; before its first answer, by ours. */
function serviceNow(run: FeedRun): number {
  if (run.serviceAheadMs === undefined) return run.deps.clock.now();
  return serviceAt(run, run.deps.clock.monotonic());
}

/** The moment at which this process first asked. An order placed between that and the first answer counts as new. */
function serviceThen(run: FeedRun): number {
  return serviceAt(run, run.begunMs ?? run.deps.clock.monotonic());
}

function serviceAt({ serviceAheadMs = 0 }: FeedRun, monotonicMs: number): number {
  return Math.round(monotonicMs + serviceAheadMs);
}

function tell(run: FeedRun, text: string): void {
  run.deps.store.log.tell({ at: run.deps.clock.now(), part: 'feed', text });
}
