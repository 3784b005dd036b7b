import type { ExportReader } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { StoredPlan } from '../store/plans.ts';
import type { RunRow } from '../store/runs.ts';
import { filesWithoutEnd } from './export/line-end.ts';
import { type OpenExport, openExport, withFile } from './export/open-export.ts';
import { buffersOf } from './pass/baseline.ts';
import type { DiffRules } from './pass/diff.ts';
import { type FastPath, openFastPath } from './pass/fast-path.ts';
import { createKnowledge, type Knowledge } from './pass/knowledge.ts';
import { isReadAgain, parkedAgain } from './pass/parked-rows.ts';
import { passOne } from './pass/pass-one.ts';
import type { PassInput, PassResult } from './pass/pass-result.ts';
import { beforeOf } from './pass/stated-fields.ts';
import { commitPlan } from './plan/commit-plan.ts';
import { stockOwner } from './requests/creating-quantity.ts';
import { type CursorInput, openCursors } from './requests/cursors.ts';
import { lastFields } from './requests/last-fields.ts';
import type { RequestBook } from './requests/request-book.ts';
import { forgetDeferred, type RunningPassOne, type Track } from './requests/track.ts';
import { areFieldsShared } from './state/article-sources.ts';
import { countingRuns, isUnderWay, unheldRun } from './state/counting-runs.ts';
import { goneSources } from './state/gone-sources.ts';
import { hidingOf } from './state/hidden.ts';
import { movedFields } from './state/moved-fields.ts';
import type { Newcomers } from './state/newcomers.ts';
import { defaultsOf } from './state/others.ts';
import { ownerOfStock } from './state/owner-of-stock.ts';
import { spooledOfRun } from './state/spooled-of-run.ts';
import type { OpenStock } from './stock/open-stock.ts';
import { noteStockOfNew, stockOfUncreated } from './stock/stock-of-new.ts';
import { stoppedReaderRefusal } from './stopped-readers.ts';
import { basisOf, sourceFingerprint } from './terms/fingerprint.ts';
import { kindOf, kinds } from './terms/plan.ts';
import type { EngineDeps, SourceConfig, SpooledExport } from './terms/ports.ts';
import { commitUndo, reverseNow, undoCursors } from './undo/undo-pass.ts';
import { marksOf } from './undo/undo-steps.ts';

export interface Passes {
  /** Opens the wished file of a source for pass 1; a refusal where the file cannot be used at all. */
  startPassOne(
    track: Track,
    run: number,
  ): Promise<RunningPassOne | { readonly refusal: Complaint }>;
  /** Stores what pass 1 found, as part of a transaction. */
  commit(track: Track, running: RunningPassOne, result: PassResult): void;
  startPlan(track: Track, plan: StoredPlan): Promise<void>;
  /** Plans a run that takes back another one; answers what stores it, as part of a transaction. */
  planUndo(track: Track, undo: RunRow): Promise<() => void>;
}

export interface PassesDeps extends EngineDeps {
  readonly book: RequestBook;
  readonly tracks: ReadonlyMap<string, Track>;
  readonly openStock: OpenStock;
  /** Shared by all passes: two of them may see the same article for the first time. */
  readonly newcomers: Newcomers;
}

/** How both passes over a file are opened, from rows and configuration (design section 2). */
export function createPasses(deps: PassesDeps): Passes {
  return {
    async startPassOne(track, run) {
      deps.openStock.passBegins(track.config.name);
      const row = deps.store.runs.get(run);
      const spooled = row && spooledOfRun(deps.store, row);
      if (spooled === undefined) return { refusal: notInSpool };
      const refusal = stoppedReaderRefusal(deps.store, spooled);
      if (refusal !== undefined) return { refusal };
      const opened = await openExport(deps, track.config, spooled);
      if ('refusal' in opened) return opened;
      const knowledge = knowledgeOf(deps, track.config, run);
      const input = await inputOf(deps, track.config, { run, opened });
      return { run, export: opened, knowledge, steps: passOne(input, knowledge) };
    },
    commit(track, running, result) {
      const row = deps.store.runs.get(running.run);
      if (row === undefined) throw new Error(`run ${running.run} is gone`);
      commitPlan(deps.store, {
        source: track.config,
        catalog: deps.config,
        run: row,
        isReadAgain: isReadAgain(deps.store, row.id),
        fingerprint: sourceFingerprint(track.config, result.columns),
        result,
        openEnds: filesWithoutEnd(deps, track.config, row),
        at: deps.clock.now(),
        inFlight: deps.book.inFlight,
      });
    },
    async startPlan(track, plan) {
      const spooled = deps.store.spool.get(plan.sha256);
      if (spooled === undefined) throw new Error(`the spool has lost ${plan.sha256}`);
      if (creates(track.config, plan)) await noteStockOfNew(deps);
      const input = cursorInput(deps, track.config, { plan, spooled });
      const undo = undoRun(deps, plan.run);
      const reverse =
        undo && (track.reverse ?? (await reverseNow(deps, { source: track.config, undo })));
      track.cursors = reverse
        ? await undoCursors(deps, input, reverse)
        : await openCursors(deps, input);
      track.reverse = undefined;
      track.isPlanRunning = true;
      forgetDeferred(track);
    },
    async planUndo(track, undo) {
      const { config: catalog, clock } = deps;
      const source = track.config;
      const reverse = await reverseNow(deps, { source, undo });
      const uncreated = await stockOfUncreated(deps, source, undo);
      const found = { undo, reverse, uncreated, marks: await marksOf(deps, reverse) };
      return () => {
        commitUndo(deps.store, { source, catalog, ...found, at: clock.now() });
        track.reverse = reverse;
      };
    },
  };
}

/** True of a plan under which articles are created. */
export function creates({ kind }: Pick<SourceConfig, 'kind'>, { marks }: StoredPlan): boolean {
  return kind === 'products' && marks.some((mark) => kindOf(mark) === kinds.create);
}

async function inputOf(
  deps: PassesDeps,
  source: SourceConfig,
  { run, opened: { reader, mapper } }: { readonly run: number; readonly opened: OpenExport },
): Promise<PassInput> {
  const parked = deps.store.parked.get(run);
  const again = parked && parkedAgain(deps.store, source, { parked, mapper });
  const { only } = deps.config;
  // Written out, without spreads: an object made with spreads gets a new shape for each file, and code that was
  // compiled for the last shape is thrown away.
  return {
    source,
    reader,
    mapper: again?.mapper ?? mapper,
    rules: rulesOf(deps, source, run),
    jumpFactor: deps.config.brake.factor,
    buffers: buffersOf(deps.store, source),
    keepsExported: deps.config.openOrders === 'subtract' && ownerOfStock(deps.config) === source,
    isJumpHeld: isJumpHeld(deps, source),
    pictureOf: (product) => deps.store.pictures.namedOf(product),
    fastPath: parked ? undefined : await fastPathOf(deps, source, { run, reader }),
    knowsSource:
      deps.store.sources.acceptedRun(source.name) !== undefined || goneSources(deps).length > 0,
    only: only && new Set(only),
    before: parked && parked.marks.length > 0 ? undefined : beforeOf(deps.store, source, run),
    parked: again?.parked,
  };
}

function isJumpHeld({ store }: EngineDeps, { name }: SourceConfig): boolean {
  const open = store.holds.open().filter((hold) => hold.source === name);
  return open.some(({ kind }) => kind === 'factor');
}

/** The row of a run that takes back another one; undefined for any other run. */
export function undoRun({ store }: Pick<EngineDeps, 'store'>, run: number): RunRow | undefined {
  const row = store.runs.get(run);
  return row?.undoes == null ? undefined : row;
}

const notInSpool: Complaint = {
  code: 'FILE_STRUCTURE',
  rule: 'is no longer stored here.',
  remedy: 'Export again.',
};

function cursorInput(
  deps: PassesDeps,
  source: SourceConfig,
  { plan, spooled }: { plan: StoredPlan; spooled: SpooledExport },
): CursorInput {
  const knowledge = knowledgeOf(deps, source, plan.run);
  return {
    source,
    plan,
    knowledge,
    rules: rulesOf(deps, source, plan.run),
    stock: stockOwner(deps),
    inFlight: deps.book.inFlight,
    lastFields: (products) => lastFields(deps, source, products),
    async open() {
      const opened = await openExport(deps, source, spooled);
      if ('refusal' in opened) throw new Error(withFile(opened.refusal, spooled).rule);
      return opened;
    },
  };
}

function knowledgeOf(deps: PassesDeps, source: SourceConfig, run: number): Knowledge {
  const acceptedRuns = countingRuns(deps);
  const canHide = deps.config.vanished === 'hide';
  const isShared = areFieldsShared(deps);
  const keepsParts =
    source.kind === 'products' &&
    (source.empty === 'keep' || source.contents === 'delta' || isShared || canHide);
  const { store, newcomers, book, openStock } = deps;
  return createKnowledge(
    { store, newcomers, openStock, inFlight: book.inFlight },
    {
      ...{ source, run, acceptedRuns, keepsParts, isShared },
      ownRun: unheldRun(store, source.name),
      defaults: defaultsOf(deps.config),
      startedAt: store.runs.get(run)?.started_at ?? 0,
      hiding: hidingOf(deps),
      moved: movedFields(deps),
    },
  );
}

async function fastPathOf(
  deps: PassesDeps,
  source: SourceConfig,
  { run, reader }: { readonly run: number; readonly reader: ExportReader },
): Promise<FastPath | undefined> {
  if (deps.rowsTogether === 0) return undefined;
  const basis = basisOfRows(deps, source, reader);
  // How much of a stock an open order leaves depends on when the
  // file was exported, so rows of such articles are always read.
  const { book, openStock } = deps;
  const inFlight = {
    has: (product: number) => book.inFlight.has(product) || openStock.isOpen(product),
    get size() {
      return book.inFlight.size + openStock.openProducts();
    },
  };
  const { rowsTogether } = deps;
  return openFastPath(deps.store, { source, run, reader, basis, inFlight, rowsTogether });
}

/** Fingerprint of all that decides, beside the bytes of a row, which product they become. */
function basisOfRows(deps: PassesDeps, source: SourceConfig, reader: ExportReader): string {
  const { config, store, version } = deps;
  const { columns, dialect } = reader;
  // Fields of other sources are part of a product: when another file of theirs counts, each row is read again.
  const counting = countingRuns(deps);
  const others = [...counting].filter(([name]) => name !== source.name);
  const fingerprints = others.map(([name]) => store.sources.get(name)?.fingerprint);
  // The fields of a file that is held as a whole are dropped with
  // it: its rows must not count as known by their hash then.
  const own = store.sources.acceptedRun(source.name) ?? 0;
  const isHeld = counting.has(source.name) && unheldRun(store, source.name) !== own;
  return basisOf([
    ...[version, config, source.name, columns, dialect],
    ...[others, fingerprints, isHeld, store.index.knownEpoch()],
  ]);
}

function rulesOf(deps: PassesDeps, source: SourceConfig, run: number): DiffRules {
  return {
    run,
    stockIsOwnedElsewhere: deps.config.sources.some(({ kind }) => kind === 'stock'),
    get productsArePending() {
      return productsArePending(deps, source);
    },
  };
}

/** Whether rows of a source may wait for products that another source may still create. */
export function productsArePending(
  { store, tracks }: Pick<PassesDeps, 'store' | 'tracks'>,
  source: SourceConfig,
): boolean {
  return [...tracks.values()].some(
    ({ config }) =>
      config !== source && config.kind === 'products' && isUnderWay(store.sources.get(config.name)),
  );
}
