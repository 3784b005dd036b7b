import type { RunRow } from '../store/runs.ts';
import type { CatalogPass } from './door.ts';
import { createEngine, type Engine } from './engine.ts';
import { createLooks, type Looks, type LooksDeps, lookEveryMs } from './intake/looks.ts';
import type { SpoolRoomDeps } from './intake/spool-room.ts';
import { pausedPictures } from './pictures/picture-facts.ts';
import type { PictureTools } from './pictures/picture-ports.ts';
import { createPictures, type Pictures } from './pictures/pictures.ts';
import { notePlanned, takeBegun } from './plan/begun.ts';
import { illustrate } from './plan/illustrate.ts';
import { applicable, type Proposal, propose, withLooks } from './plan/proposal.ts';
import { createSessionKeeper, type SessionKeeper } from './requests/sessions.ts';
import { createRetention, type Retention } from './retention.ts';
import { isAllPaused, pausedNeeds, refusePaused } from './state/pauses.ts';
import { booksOfRun } from './story/books.ts';
import type { ResultsDeps } from './story/results.ts';
import { createRunReports, type RunReports } from './story/run-reports.ts';
import { runNotes } from './story/taken-off.ts';
import type { ListReader } from './terms/listed.ts';
import type { EngineDeps } from './terms/ports.ts';
import { callsByKind } from './terms/summary.ts';
import { beginUndo, proposedAs } from './undo/undo.ts';

export interface FlowDeps
  extends Omit<EngineDeps, 'nudge' | 'hasMore' | 'stopping'>,
    Omit<LooksDeps, 'wish' | 'copied' | 'store' | 'clock'>,
    Omit<ResultsDeps, 'store' | 'adapters' | 'openSpooled' | 'files'>,
    Omit<SpoolRoomDeps, 'store' | 'isTaking' | 'intakes'> {
  readonly pictures: PictureTools;
  readonly list: ListReader;
}

/**
 * The engine works at least so long before a look that was asked
 * for, so that a folder that never rests does not stop it.
 */
const workAtLeastMs = 100;

/** Owns the loop of the way up: look, work, write results; one thing after the other. */
export class Flow {
  readonly engine: Engine;
  readonly pictures: Pictures | undefined;
  readonly #sessions: SessionKeeper;
  readonly looks: Looks;
  readonly runReports: RunReports;
  readonly #deps: FlowDeps & Pick<Engine, 'openStock'> & Pick<EngineDeps, 'stopping'>;
  readonly #retention: Retention;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #loop: Promise<void> | undefined;
  #isSending = false;
  /** While a plan is applied: how many pictures it speaks of. */
  #plannedPictures: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: FlowDeps) {
    const nudge = (): void => this.nudge(false);
    const hasMore = (source: string): boolean => this.looks.hasMore(source);
    const runChanged = (run: RunRow): void => this.#noteRun(run);
    const stopping = this.#stopping.signal;
    this.engine = createEngine({ ...deps, nudge, hasMore, stopping }, { runChanged });
    this.#deps = { ...deps, stopping, openStock: this.engine.openStock };
    this.pictures = createPictures({ ...deps, nudge, book: this.engine.book });
    this.#sessions = createSessionKeeper({ ...deps, nudge });
    const { wish } = this.engine;
    this.looks = createLooks({ ...deps, wish, copied: () => this.nudge(true) });
    const { intakes, isTaking } = this.looks;
    this.runReports = createRunReports({ ...deps, intakes, isTaking });
    this.#retention = createRetention(deps);
  }

  start(): void {
    this.#startSending();
    this.#loop ??= this.#run();
    void this.pictures?.run();
  }

  #startSending(): void {
    if (!this.#isSending) this.#sessions.start();
    this.#isSending = true;
    this.engine.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.pictures?.stop();
    await this.#loop;
    await this.#turn.catch(() => undefined);
    await this.looks.copied();
    await this.engine.stop();
    await this.#deps.watch?.close();
  }

  nudge(isLookDue: boolean): void {
    if (isLookDue) this.looks.ask();
    this.#wake.abort();
  }

  /** A folder has changed, or nobody knows which. */
  hint(folder: string | undefined): void {
    const isOfPictures = folder === this.pictures?.place.folder;
    if (folder === undefined || isOfPictures) this.pictures?.lookSoon();
    this.nudge(true);
  }

  woken<T>(value: T): T {
    this.nudge(false);
    return value;
  }

  /** Work that somebody asked for; the loop looks up after it. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.woken(this.#inTurn(work));
  }

  /** One at a time: the loop's round, a pass, a plan. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#inTurn(() => this.#round());
      await this.#rest();
    }
  }

  async #round(): Promise<void> {
    const { clock } = this.#deps;
    if (this.looks.waitMs() === 0) await this.looks.all();
    const begun = clock.monotonic();
    const isOver = (): boolean =>
      clock.monotonic() - begun >= (this.looks.isAskedFor ? workAtLeastMs : lookEveryMs);
    let hasMoved = true;
    while (hasMoved && !isOver() && !this.#stopping.signal.aborted) hasMoved = await this.#step();
    await this.runReports.write();
    // The runs that began were told as events, so a later pass need not tell them.
    takeBegun(this.#deps);
    if (!hasMoved) await this.#forget();
  }

  #forget(): Promise<void> {
    const isWanted = (): boolean => this.looks.waitMs() === 0 || this.engine.book.hasArrived;
    return this.#retention.whenDue(this.#stopping.signal, isWanted);
  }

  async #step(): Promise<boolean> {
    const hasMoved = await this.engine.step();
    return this.#pumpPictures() || hasMoved;
  }

  #pumpPictures(): boolean {
    return this.#isSending && this.#movesPictures() && this.pictures?.pump() === true;
  }

  /** Pictures rest while every source is paused, and while a plan without pictures is applied. */
  #movesPictures = (): boolean => this.#plannedPictures !== 0 && !isAllPaused(this.#deps);

  async #rest(): Promise<void> {
    const { clock } = this.#deps;
    if (!this.#wake.signal.aborted) await clock.sleep(this.looks.waitMs(), this.#wake.signal);
    await clock.breathe();
    if (!this.#stopping.signal.aborted) this.#wake = new AbortController();
  }

  async pass({ quietMs }: { quietMs: number }): Promise<CatalogPass> {
    const done = await this.#counted(async () => {
      this.#startSending();
      await Promise.all([
        this.#lookUntilStable(() => this.#step()),
        this.pictures?.lookUntilRest(),
      ]);
      const isBusy = await this.#workUntilIdle(quietMs);
      // Pictures of articles that this pass has brought may have been there before.
      if (this.pictures?.isUnread() !== true) return isBusy;
      await this.pictures.lookUntilRest();
      return this.#workUntilIdle(quietMs);
    });
    await this.#forget();
    return done;
  }

  async #counted(work: () => Promise<boolean>): Promise<CatalogPass> {
    const { store } = this.#deps;
    const before = { run: store.runs.newestId(), request: store.requests.newestId() };
    const isBusy = await work();
    const runs = [...takeBegun(this.#deps), ...store.runs.since(before.run)].map(booksOfRun);
    const calls = callsByKind(store.requests.countSince(before.request));
    const notes = runs.flatMap((run) => runNotes(store, run)).concat(this.looks.strange());
    const paused = [...pausedNeeds(this.#deps), ...pausedPictures(this.#deps)];
    return { runs, calls, notes, ...this.looks.leftOver(), paused, isBusy };
  }

  /** Each present file, at most its quiet time and 60 s (contract.md `run --once`). */
  async #lookUntilStable(work: () => Promise<boolean>): Promise<void> {
    const { clock } = this.#deps;
    for (;;) {
      await this.looks.take(this.#stopping.signal);
      const hasTime = this.looks.waiting().some((file) => clock.monotonic() < file.giveUpAtMs);
      if (!hasTime || this.#stopping.signal.aborted) return;
      await work();
      const wait = Math.max(1, Math.min(this.looks.waitMs(), lookEveryMs));
      await clock.sleep(wait, this.#stopping.signal);
    }
  }

  /** Works until nothing is open, or nothing has moved for `quietMs`; answers whether something is still open. */
  async #workUntilIdle(quietMs: number): Promise<boolean> {
    const { clock } = this.#deps;
    let movedAt = clock.monotonic();
    while (!this.#stopping.signal.aborted) {
      if (await this.#step()) {
        movedAt = clock.monotonic();
        continue;
      }
      if (await this.#lookAfterDelta()) continue;
      const isOver = clock.monotonic() - movedAt >= quietMs || this.#stopping.signal.aborted;
      if (!this.#isBusy() || isOver) break;
      this.#wake = new AbortController();
      await clock.sleep(Math.min(quietMs, lookEveryMs), this.#wake.signal);
    }
    await this.runReports.write();
    return this.#isBusy();
  }

  #isBusy(): boolean {
    const hasPictures = this.#movesPictures() && this.pictures?.isBusy() === true;
    return this.engine.isBusy() || hasPictures || this.#sessions.isBusy();
  }

  /**
   * The next delta file is taken when the one before is through, because new articles may wait for it. Not while a plan
   * is applied: it does not speak of that file.
   */
  async #lookAfterDelta(): Promise<boolean> {
    const hasDelta = this.#deps.config.sources.some(({ contents }) => contents === 'delta');
    if (!hasDelta || this.#plannedPictures !== undefined) return false;
    if (this.engine.isBusy() && this.looks.waitMs() > 0) return false;
    const before = this.#deps.store.runs.newestId();
    await this.looks.take(this.#stopping.signal);
    return this.#deps.store.runs.newestId() > before;
  }

  async sendDue({ quietMs, sendAgain }: { quietMs: number; sendAgain: () => void }): Promise<void> {
    this.#startSending();
    sendAgain();
    await this.#workUntilIdle(quietMs);
  }

  async plan(source: string | undefined): Promise<Proposal> {
    await this.#planAll();
    const proposal = await illustrate(this.#deps, propose(this.#deps, source), source);
    return withLooks(proposal, this.looks, source);
  }

  /** Takes each file that is at hand and does its pass 1; nothing is sent. */
  async #planAll(): Promise<void> {
    const before = this.#deps.store.runs.newestId();
    await this.#lookUntilStable(() => this.engine.stepPlanning());
    while (await this.engine.stepPlanning()) if (this.#stopping.signal.aborted) break;
    notePlanned(this.#deps, before);
    await this.pictures?.lookUntilRest();
    await this.runReports.write();
  }

  async apply(
    id: string,
    { quietMs, who = 'somebody' }: { quietMs: number; who?: string },
  ): Promise<CatalogPass> {
    // A file in a folder may have overtaken the plan since the last look, so all files are planned first.
    await this.#planAll();
    const asked = proposedAs(this.#deps.store, id)?.asked;
    const ready = asked === undefined ? applicable(this.#deps, id, this.looks.unread()) : undefined;
    refusePaused(this.#deps.store, id, ready?.sources ?? []);
    const done = await this.#counted(async () => {
      const undone = asked && [await beginUndo(this.#deps, { plan: id, asked, who })];
      const sources = ready?.sources ?? undone;
      this.#startSending();
      this.engine.limitTo(sources);
      this.#plannedPictures = ready?.pictures ?? 0;
      return this.#workUntilIdle(quietMs).finally(() => {
        this.engine.limitTo(undefined);
        this.#plannedPictures = undefined;
      });
    });
    const notes = [...done.notes, ...this.looks.queued()];
    return { ...done, notes, unread: [], missing: [], paused: [] };
  }

  #noteRun(run: RunRow): void {
    this.runReports.note(run);
    if (this.#isSending) this.#sessions.noted(run);
    if (this.pictures?.isUnread() === true) this.pictures.lookSoon();
  }
}
