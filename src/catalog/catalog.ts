import type { CatalogFacts, NeedsYou } from '../domain/facts.ts';
import { loggedEvent } from '../domain/logged-event.ts';
import type { Catalog } from './door.ts';
import type { Engine } from './engine.ts';
import { Flow, type FlowDeps } from './flow.ts';
import { readOfAnother } from './intake/read-of-another.ts';
import { unmovedNeeds } from './intake/unmoved.ts';
import { sayMissing } from './pictures/missing-pictures.ts';
import { factsOfPictures, needsOfPictureLook, rejectedPictures } from './pictures/picture-facts.ts';
import { notePlanned } from './plan/begun.ts';
import { release } from './plan/release.ts';
import { adopt } from './reconcile/adopt.ts';
import { createReconciler } from './reconcile/reconcile.ts';
import { reconcileFacts, reconcileNeed } from './reconcile/reconcile-report.ts';
import { refusedBesideNeeds } from './requests/refused-beside.ts';
import { refusedRemovalNeeds } from './requests/refused-removals.ts';
import { type Retried, retry } from './requests/retry.ts';
import { sessionStory } from './requests/session-story.ts';
import { unreachableNeeds } from './requests/unreachable.ts';
import { blockedNeeds } from './state/article-sources.ts';
import { createGoneNeeds } from './state/gone-sources.ts';
import { setPaused } from './state/pauses.ts';
import { goneStockNeeds } from './stock/gone-stock.ts';
import { openOrdersStory } from './stock/open-orders-story.ts';
import { orderStockNeeds } from './stock/order-stock.ts';
import { stockAgainNeeds } from './stock/stock-again.ts';
import { factsOf, heldOf, needsOfState, resultsNeed } from './story/facts.ts';
import { needsOfLooks } from './story/needs-of-looks.ts';
import { pastRun } from './story/taken-off.ts';
import { whyProduct } from './story/why.ts';
import { createAgainst } from './undo/against-export.ts';
import { againstNeeds, withAgainst } from './undo/against-words.ts';
import { proposeUndo, type UndoAsked, type UndoProposal } from './undo/undo.ts';

/** The way up, whole: its loop, and what people and the other thread ask of it. */
export function createCatalog(deps: FlowDeps): Catalog {
  const flow = new Flow(deps);
  const { engine } = flow;
  const reconciler = createReconciler(deps, engine);
  const against = createAgainst(deps);
  const standingNeeds = createStandingNeeds(deps);
  const stopping = new AbortController();
  const proposals = undoProposals(deps, engine, stopping.signal);
  const seen = lookWhereNobodyLooks(deps, flow);
  return {
    start: async () => seen.start(),
    async stop() {
      stopping.abort();
      reconciler.stop();
      await Promise.all([proposals.over(), flow.stop()]);
    },
    nudge: async (folder) => flow.hint(folder),
    pass: (options) => flow.exclusively(async () => sayMissing(deps, await flow.pass(options))),
    plan: (source) => flow.exclusively(() => flow.plan(source)),
    apply: (id, options) => flow.exclusively(() => flow.apply(id, options)),
    undo: proposals.propose,
    reconcile: ({ fix, quietMs }) =>
      reconciler.run(
        fix
          ? (sendAgain) => flow.exclusively(() => flow.sendDue({ quietMs, sendAgain }))
          : undefined,
      ),
    adopt: async () => flow.woken(await adopt(deps, engine, stopping.signal)),
    setOpenOrders: async (orders, version) => flow.woken(engine.openStock.take(orders, version)),
    async why(externalId, stopped) {
      const { last: looks, unknown, untaken } = await seen.looks();
      const seenBy = { looks, unread: unknown(), untaken: untaken(), stopped };
      const story = await whyProduct({ ...deps, ...seenBy }, externalId);
      return { ...story, ...openOrdersStory(deps.config, engine.openStock.ordersOf(externalId)) };
    },
    held: async () => heldOf(deps),
    release: async (id, who) => flow.woken(release(deps, flow.engine, { id, who })),
    retry: async (externalId) => retryAwake(deps, flow, externalId),
    setPaused: async (source, paused, who = 'somebody') =>
      flow.woken(setPaused({ ...deps, lookAgain: engine.lookAgain }, source, { paused, who })),
    facts: async () => ({
      ...withEnd(withAgainst(factsOf(deps, (await seen.looks()).last), against()), flow.engine),
      ...reconcileFacts(reconciler.last()),
      ...(flow.pictures && { pictures: factsOfPictures(deps, flow.pictures) }),
    }),
    needsYou: async () => [
      ...needsOfState(deps),
      ...(await seen.needs()),
      ...againstNeeds(against()),
      ...standingNeeds(),
      ...refusedNeeds(deps, engine),
      ...reconcileNeed(reconciler.last()),
      ...(flow.pictures === undefined ? [] : rejectedPictures(deps.store)),
    ],
    met: () => seen.needs(true),
    events: async (count) => deps.store.events.last(count).map(loggedEvent),
    runs: async (count) => deps.store.runs.last(count).map((run) => pastRun(deps.store, run)),
    sessions: async (count) => deps.store.sessions.last(count).map(sessionStory),
  };
}

/** What undos would send. Many articles take their time, but nothing is sent of them: the loop goes on meanwhile. */
function undoProposals(deps: FlowDeps, { openStock }: Engine, stopping: AbortSignal) {
  let open: Promise<unknown> = Promise.resolve();
  return {
    propose(asked: UndoAsked): Promise<UndoProposal> {
      const proposed = proposeUndo({ ...deps, openStock, stopping }, asked);
      open = Promise.allSettled([open, proposed]);
      return proposed;
    },
    over: () => open,
  };
}

/**
 * Where no daemon runs, a command that asks has one look made. The look tells which sources lack a file and which files
 * are not read; it copies nothing.
 */
function lookWhereNobodyLooks(deps: FlowDeps, flow: Flow) {
  let isLooping = false;
  const looks = async (): Promise<Flow['looks']> => {
    const isUnseen = (): boolean => !isLooping && flow.looks.last.size === 0;
    if (isUnseen()) await flow.exclusively(async () => isUnseen() && lookOnce(deps, flow));
    return flow.looks;
  };
  return {
    start(): void {
      isLooping = true;
      flow.start();
    },
    looks,
    /** What only who looked knows of. At the end also what would not be told yet, if nobody looks again. */
    async needs(isEnd = false): Promise<readonly NeedsYou[]> {
      const { last } = await looks();
      const nowMs = isEnd && !isLooping ? Number.POSITIVE_INFINITY : deps.clock.monotonic();
      return [
        ...needsOfLooks(deps, last, nowMs),
        ...unmovedOf(flow, nowMs),
        ...resultsNeed(flow.runReports.trouble()),
        ...(flow.pictures === undefined ? [] : needsOfPictureLook(deps.store, flow.pictures)),
      ];
    },
  };
}

/**
 * The look may make a delta file that waits in the spool the one that counts: its run is noted, and told by the pass
 * that sends.
 */
async function lookOnce(deps: FlowDeps, { looks, runReports }: Flow): Promise<void> {
  const before = deps.store.runs.newestId();
  await looks.all();
  notePlanned(deps, before);
  await runReports.look();
}

/** Needs that come from the configuration and the state, whatever the files say. */
function createStandingNeeds(deps: FlowDeps): () => readonly NeedsYou[] {
  const goneNeeds = createGoneNeeds(deps);
  // Counted once for each start: what a gone source said stays
  // until another source says it, and sources come only at a start.
  let ofGone: readonly NeedsYou[] | undefined;
  return () => {
    ofGone ??= [...blockedNeeds(deps), ...goneStockNeeds(deps)];
    return [...goneNeeds(), ...ofGone, ...stockAgainNeeds(deps), ...readOfAnother(deps)];
  };
}

/** Exports that stay in their folders although they were read. */
function unmovedOf({ looks }: Flow, nowMs: number): readonly NeedsYou[] {
  return looks.intakes.flatMap(({ source, intake }) =>
    unmovedNeeds(source, intake.unmoved(), nowMs),
  );
}

/** What could not be done, and no row of a result file tells. */
function refusedNeeds(deps: FlowDeps, { openStock }: Engine): readonly NeedsYou[] {
  const { store } = deps;
  return [
    ...orderStockNeeds(store, openStock),
    ...refusedRemovalNeeds(deps),
    ...unreachableNeeds(deps),
    ...refusedBesideNeeds(store, openStock.changed.ids()),
  ];
}

function withEnd(facts: CatalogFacts, engine: Engine): CatalogFacts {
  const emptyAt = engine.emptyAt(facts.waitingItems);
  return emptyAt === undefined ? facts : { ...facts, emptyAt };
}

/**
 * The loop looks up afterwards even if the retry ends with an
 * error: some rows may go, while others cannot be read again.
 */
function retryAwake(deps: FlowDeps, flow: Flow, externalId: string | undefined): Retried {
  try {
    return retry(deps, flow.engine, externalId);
  } finally {
    flow.woken(undefined);
  }
}
