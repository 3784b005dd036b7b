import { StockhandError } from '../../domain/error.ts';
import { shownExport } from '../../domain/file-name.ts';
import { present } from '../../domain/present.ts';
import type { RunRow } from '../../store/runs.ts';
import { picturePlace } from '../pictures/picture-ports.ts';
import type { Proposal } from '../plan/proposal.ts';
import { refusePaused } from '../state/pauses.ts';
import { undoneWith } from '../state/undone.ts';
import { meaningOfLeaving } from '../state/vanished.ts';
import { vanishedItems } from '../state/vanished-parts.ts';
import { planIdOf } from '../terms/fingerprint.ts';
import { packIds } from '../terms/plan.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { summarize } from '../terms/summary.ts';
import { type AgainstExport, againstIfUndone } from './against-export.ts';
import { againstSentence } from './against-words.ts';
import { holdOf, whyNothing } from './nothing-undone.ts';
import { refuseOpen } from './open-run.ts';
import type { Left, Reverse } from './reverse.ts';
import { reverseOf } from './undo-plan.ts';
import { marksOf } from './undo-steps.ts';

export interface UndoAsked {
  readonly run: string;
  /** Takes back stock too; yesterday's stock is not true (design section 2.6). */
  readonly quantities: boolean;
}

/** The reverse plan of a run, with what stays as it is. */
export interface UndoProposal extends Proposal {
  readonly undoes: number;
  /** The first of the articles that stay as they are, each with the reason, and how many there are. */
  readonly left: readonly Left[];
  readonly leftCount: number;
  readonly quantitiesLeft: number;
  /**
   * What will stand otherwise than the newest export says; absent where nothing will, or the run itself is that export.
   */
  readonly against?: AgainstExport & { readonly sentence: string };
  /** Why there is nothing to take back. */
  readonly nothing?: string;
  /** Nothing that was sent is to take back: the undo only withdraws what a brake holds of the run. */
  readonly isOfHold?: boolean;
  /** Nothing that was sent is to take back: only the stock that the run says of articles that are created later. */
  readonly isOfUnknown?: boolean;
  /** There are pictures here, and an undo leaves them as they are. */
  readonly picturesStay: boolean;
}

type Deps = Parameters<typeof reverseOf>[0] & Pick<EngineDeps, 'calls'>;

const leftShown = 200;
const proposedName = 'undo proposed';
const remembered = 10;

/**
 * Computes what an undo would send, and remembers the question
 * for `apply`. Throws RUN_UNKNOWN, RUN_FORGOTTEN, RUN_OPEN.
 */
export async function proposeUndo(deps: Deps, asked: UndoAsked): Promise<UndoProposal> {
  const { store } = deps;
  const found = runOf(deps, asked);
  refuseOpen(deps, found.run);
  const { proposal } = await proposalOf(deps, found, asked);
  const { plan } = proposal;
  const others = proposedUndos(store).filter((one) => one.plan !== plan);
  const proposed: Proposed[] = [...others, { plan, asked, counting: countingOf(store, found) }];
  store.meta.set(proposedName, JSON.stringify(proposed.slice(-remembered)));
  return proposal;
}

interface Proposed {
  readonly plan: string;
  readonly asked: UndoAsked;
  /** The run that counted then; an older version did not keep it. */
  readonly counting?: number;
}

/** An older version kept one alone. */
function proposedUndos(store: Deps['store']): readonly Proposed[] {
  return [readMeta<Proposed | Proposed[]>(store, proposedName) ?? []].flat();
}

/** What `undo` was asked for, if `plan` is one of the last plans that it proposed. */
export function proposedAs(store: Deps['store'], plan: string): Proposed | undefined {
  return proposedUndos(store).find((one) => one.plan === plan);
}

function countingOf({ sources }: Deps['store'], { source, run }: Found): number {
  return sources.acceptedRun(source.name) ?? run.id;
}

/**
 * Begins the undo that was proposed as this plan, if it would still send the same: a run of its own, with the digest of
 * the file that counts from then on. Answers its source. Throws PLAN_STALE, RUN_OPEN.
 */
export async function beginUndo(
  deps: Deps,
  { plan, asked, who }: { plan: string; asked: UndoAsked; who: string },
): Promise<string> {
  const { store, clock } = deps;
  const found = runOf(deps, asked);
  const { run, source } = found;
  const { reverse, proposal } = await proposalOf(deps, found, asked);
  const counting = countingOf(store, found);
  if (proposal.plan !== plan)
    throw new StockhandError(
      'PLAN_STALE',
      `Plan ${plan} is stale: ${whyStale(store, plan, found)}.`,
      {
        remedy: `Look at it again: stockhand undo ${run.id}`,
      },
    );
  refusePaused(store, plan, [source.name]);
  refuseOpen(deps, run);
  const restored = store.runs.get(counting === run.id ? (run.before ?? run.id) : counting) ?? run;
  const quantities = putsStock(asked, { ...found, reverse }) ? 1 : 0;
  store.transaction(() => {
    const id = store.runs.begin({
      source: source.name,
      file: `undo of run ${run.id}`,
      sha256: restored.sha256,
      before: store.sources.acceptedRun(source.name) ?? null,
      started_at: clock.now(),
      undoes: run.id,
      quantities,
    });
    const undone = undoneWith(store, run, quantities);
    store.sources.set(source.name, { run: id, plan: null, done: 0, undone });
    store.events.add(clock.now(), source.name, `${who} takes back run ${run.id} by run ${id}.`);
  });
  return source.name;
}

function whyStale(store: Deps['store'], plan: string, found: Found): string {
  const counting = countingOf(store, found);
  if (counting !== proposedAs(store, plan)?.counting)
    return `${found.source.name} has changed since, run ${counting} is used now`;
  return `taking back run ${found.run.id} sends something else by now, as after an order, a retry or a change of the configuration`;
}

/**
 * `--quantities` was asked for and there is stock to take back. Else the run is noted as an undo that left stock alone.
 */
function putsStock(
  { quantities }: UndoAsked,
  { reverse, ...found }: Found & { readonly reverse: Reverse },
): boolean {
  const puts = reverse.reversals.some(({ putBack }) => putBack);
  return quantities && (puts || found.run.quantities === 1 || saysOfUnknown(found));
}

/**
 * The stock file named articles that nobody knew. Their rows were skipped, but an article that is created later takes
 * its stock from them (stock-of-new.ts), so there is something to take back.
 */
function saysOfUnknown({ source, run }: Found): boolean {
  return source.kind === 'stock' && (run.skipped > 0 || run.quantities === 1);
}

async function proposalOf(
  deps: Deps,
  found: Found,
  { quantities }: UndoAsked,
): Promise<{ readonly proposal: UndoProposal; readonly reverse: Reverse }> {
  const { run, source } = found;
  const reverse = await reverseOf(deps, { ...found, quantities });
  const summary = await summaryOf(deps, { ...found, reverse });
  const against = await againstIfUndone(deps, { ...found, reverse });
  const nothing = whyNothing(deps, run, reverse);
  // What a refused file says is not read at all: its question is no hold of a brake, and a release ends it.
  const isOfHold =
    nothing !== undefined && run.refused === null && holdOf(deps.store, run) !== undefined;
  const isOfUnknown = nothing !== undefined && quantities && saysOfUnknown(found);
  const proposal = {
    plan: proposalId(deps, { ...found, reverse }),
    ...summary,
    sources: [
      {
        ...summary,
        source: source.name,
        file: `undo of run ${run.id} (${shownExport(run.file)})`,
        run: run.id,
        rows: reverse.reversals.length,
        vanishedMeans: meaningOfLeaving(source, deps.config),
      },
    ],
    holds: [],
    undoes: run.id,
    left: reverse.left.slice(0, leftShown),
    leftCount: reverse.left.length,
    quantitiesLeft: reverse.quantitiesLeft,
    ...present({
      against: against && { ...against, sentence: againstSentence(against) },
      nothing,
      isOfHold: isOfHold || undefined,
      isOfUnknown: isOfUnknown || undefined,
    }),
    picturesStay: picturePlace(deps.config) !== undefined,
  };
  return { proposal, reverse };
}

interface Found {
  readonly source: SourceConfig;
  readonly run: RunRow;
}

function runOf({ store, config }: Deps, { run: text }: UndoAsked): Found {
  const run = /^\d{1,15}$/.test(text) ? store.runs.get(Number(text)) : undefined;
  const source = config.sources.find(({ name }) => name === run?.source);
  if (run === undefined || source === undefined)
    throw new StockhandError(
      'RUN_UNKNOWN',
      `There is no run ${text} of a source that is declared.`,
    );
  if (run.forgotten === 1)
    throw new StockhandError(
      'RUN_FORGOTTEN',
      `Run ${text} cannot be taken back: of a run that old, only its books are kept.`,
    );
  return { run, source };
}

async function summaryOf(
  deps: Pick<EngineDeps, 'store' | 'config' | 'calls' | 'clock' | 'stopping'>,
  { source, run, reverse }: Found & { reverse: Reverse },
) {
  const vanished = packIds(reverse.created);
  const { sha256, id } = run;
  const plan = { id: 0, run: id, source: source.name, sha256, fingerprint: '', vanished };
  return summarize({
    plan: { ...plan, marks: await marksOf(deps, reverse) },
    vanished: { items: vanishedItems(deps, source, vanished), isHeld: false },
  });
}

function proposalId(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  { source, run, reverse }: Found & { reverse: Reverse },
): string {
  const items = reverse.reversals.map(({ product, quantity }) => [product, quantity ?? null]);
  const counting = store.sources.get(source.name)?.run;
  const means = meaningOfLeaving(source, config);
  return planIdOf('undo', run.id, counting, items, reverse.created, means);
}
