import { lookAtChangedSources } from './changed-sources.ts';
import type { FreshCopy } from './intake/copying.ts';
import { answeredRun, readParkedAgain } from './pass/parked-rows.ts';
import { createPasses, creates, undoRun } from './passes.ts';
import { takeOverRenamed } from './renamed-sources.ts';
import { takeAnswers } from './requests/answers.ts';
import { createDrain } from './requests/drain.ts';
import { createRequestBook, type RequestBook } from './requests/request-book.ts';
import { type Lost, resend } from './requests/resend.ts';
import {
  dropPasses,
  type EngineEvents,
  isPaused,
  lookAgain,
  type Room,
  recount,
} from './requests/room.ts';
import { createTrack, type Track } from './requests/track.ts';
import { tellLostChanges } from './restored-changes.ts';
import { isUnderWay, isUnread } from './state/counting-runs.ts';
import { createNewcomers, type Newcomers } from './state/newcomers.ts';
import { stepPassOne, waitsForAnswer } from './step-one.ts';
import { stepPassTwo } from './step-two.ts';
import { createOpenStock, type OpenStock } from './stock/open-stock.ts';
import { createOrderStock } from './stock/order-stock.ts';
import { createStockAgain } from './stock/stock-again.ts';
import type { EngineDeps } from './terms/ports.ts';
import { unlessStopped } from './terms/resting.ts';

export interface Engine {
  /** Every request that leaves, the pictures' too. */
  readonly book: RequestBook;
  readonly openStock: OpenStock;
  /** The ids of articles that something other than an export names. */
  learn(externalIds: readonly string[]): readonly number[];
  /** Resends what was SENT when the program ended. */
  start(): void;
  /** Makes a spooled file the one that counts for its source: a new run, of which nothing is sent before its plan. */
  wish(source: string, file: FreshCopy): number;
  /** Does one piece of work; false where nothing can be done now. */
  step(): Promise<boolean>;
  /** Does one piece of pass 1 only; nothing is sent. False when every file at hand has its plan. */
  stepPlanning(): Promise<boolean>;
  /** Packs only for these sources from now on; undefined: for all. */
  limitTo(sources: readonly string[] | undefined): void;
  /** Pass 1 again over the same file: after a release, a retry or an undo. */
  lookAgain(source: string): void;
  /**
   * Sends once more what was confirmed, in the name of a source. Answers the products whose confirmed content is not
   * kept any more.
   */
  resend(source: string, lost: readonly Lost[]): readonly number[];
  /** True while a pass runs, rows wait to be packed or an answer is open. */
  isBusy(): boolean;
  /** Epoch ms at which this many items are through at the present pace. */
  emptyAt(items: number): number | undefined;
  stop(): Promise<void>;
}

/** Design section 2: one piece of work after the other, stock before products, answers before everything. */
export function createEngine(deps: EngineDeps, events: EngineEvents): Engine {
  takeOverRenamed(deps);
  const room = createRoom(deps, events);
  const { book, tracks, newcomers, openStock } = room;
  for (const name of tracks.keys()) deps.store.sources.ensure(name);
  for (const { source } of book.left) {
    const track = tracks.get(source);
    if (track !== undefined) track.outstanding += 1;
  }
  lookAtChangedSources(room);
  tellLostChanges(deps);
  const unnamed = [createStockAgain(room), createOrderStock(room)];
  let isStarted = false;
  const byPriority = [...tracks.values()].sort((a, b) => rank(a) - rank(b));

  return {
    book,
    openStock,
    learn: (externalIds) => learn(deps, newcomers, externalIds),
    start() {
      if (isStarted) return;
      isStarted = true;
      for (const track of byPriority) recount(room, track);
      book.resume();
    },
    wish: (source, file) => wish(room, source, file),
    async step() {
      letGoOfOvertaken(room);
      if (book.hasArrived && takeAnswers(room)) return true;
      if (openStock.lookWhenDue()) return true;
      for (const track of byPriority) {
        if (await unlessStopped(stepTrack(room, track))) return true;
      }
      return unnamed.some((stock) => stock.giveWhenDue());
    },
    async stepPlanning() {
      letGoOfOvertaken(room);
      for (const track of byPriority) {
        if (needsPlan(deps, track) && (await unlessStopped(stepTrack(room, track)))) return true;
      }
      return false;
    },
    limitTo(sources) {
      room.sendsFor = sources === undefined ? undefined : new Set(sources);
    },
    lookAgain: (source) => lookAgain(room, source),
    resend: (source, lost) => resend(room, source, lost),
    isBusy: () =>
      book.hasArrived ||
      openStock.isDue ||
      unnamed.some((stock) => stock.isDue()) ||
      byPriority.some((track) => isAtWork(room, track)),
    emptyAt: room.drain.emptyAt,
    async stop() {
      for (const track of byPriority) dropPasses(room, track);
    },
  };
}

function createRoom(deps: EngineDeps, events: EngineEvents): Room {
  const book = createRequestBook(deps);
  const tracks = new Map(deps.config.sources.map((config) => [config.name, createTrack(config)]));
  const newcomers = createNewcomers(deps.store.mirror);
  const openStock = createOpenStock(deps, (source) => lookAgain(room, source));
  const passes = createPasses({ ...deps, book, tracks, openStock, newcomers });
  const drain = createDrain(deps.clock);
  const shared = { deps, events, book, tracks, drain, newcomers, openStock, passes };
  const room: Room = { ...shared, sendsFor: undefined };
  return room;
}

/** The ids of articles that something other than an export names; new articles get theirs here. */
function learn(
  { store }: EngineDeps,
  newcomers: Newcomers,
  externalIds: readonly string[],
): readonly number[] {
  const ids = externalIds.map(
    (externalId) =>
      (newcomers.find(externalId) ?? store.mirror.find(externalId) ?? newcomers.add(externalId)).id,
  );
  store.transaction(() => newcomers.write());
  return ids;
}

function needsPlan(deps: EngineDeps, track: Track): boolean {
  return isUnread(deps.store, track.config.name) || hasAnswered(deps, track);
}

function isAtWork(room: Room, track: Track): boolean {
  if (track.outstanding > 0) return true;
  const { deps } = room;
  const row = deps.store.sources.get(track.config.name);
  const hasWork = isUnderWay(row) || hasAnswered(deps, track);
  return hasWork && !isPaused(room, track);
}

/** True where a person has released parked rows. */
function hasAnswered(deps: EngineDeps, { config }: Track): boolean {
  return answeredRun(deps, config) !== undefined;
}

function rank(track: Track): number {
  return track.config.kind === 'stock' ? 0 : 1;
}

function wish(
  { deps, tracks }: Room,
  source: string,
  { name, spooled, writtenAt }: FreshCopy,
): number {
  const { store } = deps;
  const { sha256 } = spooled;
  const now = deps.clock.now();
  const run = store.transaction(() => {
    // A file that is dated ahead was in truth written before now.
    const written_at = Math.min(writtenAt, now);
    const id = store.runs.begin({ source, file: name, sha256, started_at: now, written_at });
    store.spool.put(spooled, now);
    store.sources.take({ source, file: name, sha256, run: id });
    // From here nothing more is packed from the older plan.
    store.sources.set(source, { run: id, plan: null, done: 0 });
    return id;
  });
  const track = tracks.get(source);
  if (track !== undefined) track.isOvertaken = true;
  deps.nudge();
  return run;
}

/**
 * Drops the passes of overtaken files before any source is looked at: what waits in their packers is not sent, so
 * nobody may wait for it.
 */
function letGoOfOvertaken(room: Room): void {
  for (const track of room.tracks.values()) {
    if (!track.isOvertaken) continue;
    dropPasses(room, track);
    // The file is read at once: it does not wait for the answers that rows of the one before waited for.
    Object.assign(track, { isOvertaken: false, idlePasses: 0 });
  }
}

async function stepTrack(room: Room, track: Track): Promise<boolean> {
  const row = room.deps.store.sources.get(track.config.name);
  if (row === undefined || row.run === null) return false;
  if (row.done === 1) return readParkedAgain(room, track);
  const { run, plan } = row;
  if (plan === null) return reading(room, run, () => stepPassOne(room, track, run));
  if (isPaused(room, track) || mustWait(room, track, plan)) return false;
  return reading(room, run, () => stepPassTwo(room, track, plan));
}

/**
 * Tells during a step which run's export is read, because a thread that has run out of memory cannot tell it any more.
 * The plan of an undo reads no new export: a watchdog would take a large one for a reader that hangs, and blame the file
 * before (fault 14).
 */
async function reading(
  { deps }: Room,
  run: number,
  step: () => Promise<boolean>,
): Promise<boolean> {
  if (undoRun(deps, run) !== undefined) return step();
  deps.reading?.(run);
  try {
    return await step();
  } finally {
    deps.reading?.(0);
  }
}

/**
 * A creating upsert carries the exported stock. So all files at hand are diffed before products are sent; and before
 * articles are created, stock files of changes that wait behind the one that counts are diffed, too (fault 138). A file
 * of which a few rows wait for an answer has been diffed: one silent request must not stop all other articles.
 */
function mustWait(room: Room, track: Track, plan: number): boolean {
  if (track.config.kind === 'stock') return false;
  const { deps, tracks } = room;
  const others = [...tracks.values()];
  const isRead = (other: Track): boolean =>
    !isUnread(deps.store, other.config.name) || waitsForAnswer(room, other);
  if (!others.every(isRead)) return true;
  const stock = others.find(({ config }) => config.kind === 'stock');
  // A paused stock source does not get through its files: waiting for them would last as long as the pause.
  if (stock === undefined || isPaused(room, stock)) return false;
  if (deps.hasMore?.(stock.config.name) !== true) return false;
  const stored = deps.store.plans.get(plan);
  return stored !== undefined && creates(track.config, stored);
}
