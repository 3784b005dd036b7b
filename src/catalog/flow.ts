import type { CatalogFacts, HeldFacts, NeedsYou, RunBooks } from '../domain/facts.ts';
import type { FolderWatch } from '../files/watch.ts';
import { booksOfRun } from './books.ts';
import type { Engine } from './engine.ts';
import { createEngine } from './engine.ts';
import { factsOf, heldOf, needsYouOf } from './facts.ts';
import type { IntakeDeps, IntakeLook } from './intake.ts';
import { createIntake } from './intake.ts';
import type { EngineDeps } from './ports.ts';
import type { Proposal } from './proposal.ts';
import { applicable, propose } from './proposal.ts';
import type { ResultsDeps } from './results.ts';
import type { CallCounts } from './summary.ts';
import { callsByKind } from './summary.ts';
import type { ToldRuns } from './told-runs.ts';
import { createToldRuns } from './told-runs.ts';
import type { ProductStory } from './why.ts';
import { whyProduct } from './why.ts';
import { release, retry } from './yes.ts';

export interface CatalogPass {
  readonly runs: readonly RunBooks[];
  readonly calls: CallCounts;
  /** Files that never became stable, in words. */
  readonly unread: readonly string[];
  /** Requests and rows that wait for the marketplace. */
  readonly isBusy: boolean;
}

/** The way up, whole: what the worker thread offers to the rest. Every value can be cloned. */
export interface Catalog {
  start(): Promise<void>;
  stop(): Promise<void>;
  nudge(): Promise<void>;
  /** One full pass for `run --once`: waits for files to be stable, then sends until nothing moves any more. */
  pass(options: { readonly quietMs: number }): Promise<CatalogPass>;
  plan(source?: string): Promise<Proposal>;
  apply(id: string, options: { readonly quietMs: number }): Promise<CatalogPass>;
  why(externalId: string): Promise<ProductStory>;
  held(): Promise<readonly HeldFacts[]>;
  release(id: string, who: string): Promise<HeldFacts>;
  retry(externalId?: string): Promise<number>;
  setPaused(source: string | undefined, paused: boolean): Promise<readonly string[]>;
  facts(): Promise<CatalogFacts>;
  needsYou(): Promise<readonly NeedsYou[]>;
  runs(count: number): Promise<readonly RunBooks[]>;
  /** What happened last, newest first. */
  events(count: number): Promise<readonly { readonly at: string; readonly text: string }[]>;
}

export interface FlowDeps
  extends Omit<EngineDeps, 'nudge'>,
    Omit<IntakeDeps, 'wish' | 'store' | 'clock'>,
    Omit<ResultsDeps, 'store' | 'adapters' | 'openSpooled' | 'files'> {
  /** Told of every scan; it wakes the loop by `nudge` of the catalog. Absent: only the clock wakes it. */
  readonly watch?: Pick<FolderWatch, 'looked' | 'close'>;
}

const lookEveryMs = 2_000;
const resultsEveryMs = 2_000;

/** Owns the loop of the way up: look, work, write results; one thing after the other. */
export function createCatalog(deps: FlowDeps): Catalog {
  const flow = new Flow(deps);
  return {
    start: async () => flow.start(),
    stop: () => flow.stop(),
    nudge: async () => flow.nudge(true),
    pass: (options) => flow.exclusively(() => flow.pass(options)),
    plan: (source) => flow.exclusively(() => flow.plan(source)),
    apply: (id, options) => flow.exclusively(() => flow.apply(id, options)),
    why: (externalId) => whyProduct(deps, externalId),
    held: async () => heldOf(deps.store),
    release: async (id, who) => flow.woken(release(deps, flow.engine, { id, who })),
    retry: async (externalId) => flow.woken(retry(deps, flow.engine, externalId)),
    setPaused: async (source, paused) => flow.woken(flow.setPaused(source, paused)),
    facts: async () => factsOf(deps, flow.looks),
    needsYou: async () => needsYouOf(deps, flow.looks),
    events: async (count) =>
      deps.store.events
        .last(count)
        .map(({ at, text }) => ({ at: new Date(at).toISOString(), text })),
    runs: async (count) => deps.store.runs.last(count).map(booksOfRun),
  };
}

class Flow {
  readonly engine: Engine;
  /** The last look at each source's folder. */
  readonly looks = new Map<string, IntakeLook & { readonly at: number }>();
  readonly #deps: FlowDeps;
  readonly #intakes;
  readonly #told: ToldRuns;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #loop: Promise<void> | undefined;
  #isLookDue = true;
  #nextLookMs = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: FlowDeps) {
    this.#deps = deps;
    const nudge = (): void => this.nudge(false);
    this.engine = createEngine({ ...deps, nudge }, { runChanged: (run) => this.#told.note(run) });
    const wish: IntakeDeps['wish'] = (source, file) => this.engine.wish(source, file);
    this.#intakes = deps.config.sources.map((source) => ({
      source,
      intake: createIntake({ ...deps, wish }, source),
    }));
    this.#told = createToldRuns({ ...deps, intakes: this.#intakes });
  }

  start(): void {
    this.engine.start();
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#loop;
    await this.#turn.catch(() => undefined);
    await this.engine.stop();
    await this.#deps.watch?.close();
  }

  nudge(isLookDue: boolean): void {
    if (isLookDue) this.#isLookDue = true;
    this.#wake.abort();
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
    if (this.#isLookDue || clock.monotonic() >= this.#nextLookMs) await this.#lookAtAll();
    const until = clock.monotonic() + lookEveryMs;
    while (clock.monotonic() < until && !this.#stopping.signal.aborted) {
      if (!(await this.engine.step())) break;
    }
    await this.#told.write();
  }

  async #rest(): Promise<void> {
    const { clock } = this.#deps;
    const wait = Math.max(0, this.#nextLookMs - clock.monotonic());
    if (!this.#wake.signal.aborted) await clock.sleep(wait, this.#wake.signal);
    await clock.breathe();
    if (!this.#stopping.signal.aborted) this.#wake = new AbortController();
  }

  async #lookAtAll(): Promise<void> {
    const { clock } = this.#deps;
    this.#isLookDue = false;
    let next = clock.monotonic() + lookEveryMs;
    for (const { source, intake } of this.#intakes) {
      const look = await intake.look();
      this.looks.set(source.name, { ...look, at: clock.now() });
      this.#deps.watch?.looked(source.folder, look.scan, look.isChanged);
      next = Math.min(next, look.nextLookAtMs ?? next);
    }
    this.#nextLookMs = next;
  }

  async pass({ quietMs }: { quietMs: number }): Promise<CatalogPass> {
    return this.#counted(async () => {
      this.engine.start();
      await this.#lookUntilStable(() => this.engine.step());
      await this.#workUntilIdle(quietMs);
    });
  }

  async #counted(work: () => Promise<void>): Promise<CatalogPass> {
    const { store } = this.#deps;
    const before = { run: store.runs.newestId(), request: store.requests.newestId() };
    await work();
    const runs = store.runs.since(before.run).map(booksOfRun);
    const calls = callsByKind(store.requests.countSince(before.request));
    return { runs, calls, unread: this.#unread(), isBusy: this.engine.isBusy() };
  }

  /** Each present file, at most its quiet time and 60 s (contract.md `run --once`). */
  async #lookUntilStable(work: () => Promise<boolean>): Promise<void> {
    const { clock } = this.#deps;
    for (;;) {
      await this.#lookAtAll();
      const waiting = [...this.looks.values()].flatMap((look) => look.waiting);
      const hasTime = waiting.some((file) => clock.monotonic() < file.giveUpAtMs);
      if (!hasTime || this.#stopping.signal.aborted) return;
      await work();
      const wait = Math.max(1, Math.min(this.#nextLookMs - clock.monotonic(), lookEveryMs));
      await clock.sleep(wait, this.#stopping.signal);
    }
  }

  #unread(): string[] {
    return [...this.looks].flatMap(([source, look]) => [
      ...(look.offline === undefined ? [] : [`${source}: ${look.offline.sentence}`]),
      ...look.waiting.map((file) => `${source}: ${file.name} did not become stable.`),
    ]);
  }

  /** Until nothing is open, or nothing moved for the time given. */
  async #workUntilIdle(quietMs: number): Promise<void> {
    const { clock } = this.#deps;
    let movedAt = clock.monotonic();
    while (!this.#stopping.signal.aborted) {
      if (await this.engine.step()) {
        movedAt = clock.monotonic();
        continue;
      }
      if (await this.#lookAfterDelta()) continue;
      if (!this.engine.isBusy() || clock.monotonic() - movedAt >= quietMs) break;
      this.#wake = new AbortController();
      await clock.sleep(Math.min(quietMs, resultsEveryMs), this.#wake.signal);
    }
    await this.#told.write();
  }

  /** The next delta file is taken when the one before is through. */
  async #lookAfterDelta(): Promise<boolean> {
    if (
      this.engine.isBusy() ||
      !this.#deps.config.sources.some(({ contents }) => contents === 'delta')
    )
      return false;
    const before = this.#deps.store.runs.newestId();
    await this.#lookAtAll();
    return this.#deps.store.runs.newestId() > before;
  }

  async plan(source: string | undefined): Promise<Proposal> {
    await this.#planAll();
    return propose(this.#deps, source);
  }

  /** Takes each file that is at hand and does its pass 1; nothing is sent. */
  async #planAll(): Promise<void> {
    await this.#lookUntilStable(() => this.engine.stepPlanning());
    while (await this.engine.stepPlanning()) if (this.#stopping.signal.aborted) break;
    await this.#told.write();
  }

  async apply(id: string, { quietMs }: { quietMs: number }): Promise<CatalogPass> {
    // What lies in the folders now may have overtaken the plan, also where nobody has looked since.
    await this.#planAll();
    const sources = applicable(this.#deps, id, this.#unread());
    const done = await this.#counted(async () => {
      this.engine.start();
      this.engine.limitTo(sources);
      await this.#workUntilIdle(quietMs).finally(() => this.engine.limitTo(undefined));
    });
    return { ...done, unread: [] };
  }

  setPaused(source: string | undefined, paused: boolean): readonly string[] {
    const names = this.#deps.config.sources
      .map(({ name }) => name)
      .filter((name) => source === undefined || name === source);
    for (const name of names) this.#deps.store.sources.set(name, { paused: paused ? 1 : 0 });
    return names;
  }
}
