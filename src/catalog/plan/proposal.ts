import { createHash } from 'node:crypto';
import { counted } from '../../domain/counted.ts';
import { StockhandError } from '../../domain/error.ts';
import type { HeldFacts } from '../../domain/facts.ts';
import type { HoldRow } from '../../store/plans.ts';
import type { RunRow } from '../../store/runs.ts';
import type { FileDialect } from '../export/file-dialect.ts';
import type { Looks } from '../intake/looks.ts';
import { heldFacts, heldNow, openHolds } from '../state/held-facts.ts';
import { isPictureHold } from '../state/picture-holds.ts';
import { openRefusal, sourceOf } from '../state/refused-changes.ts';
import { isVanishingHeld, meaningOfVanished } from '../state/vanished.ts';
import { vanishedItems } from '../state/vanished-parts.ts';
import { waitingText } from '../state/waiting-configuration.ts';
import type { FileFacts } from '../terms/file-facts.ts';
import { planIdOf } from '../terms/fingerprint.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { whyRefused } from '../terms/refusal.ts';
import { type PlanSummary, summarize } from '../terms/summary.ts';
import { countedOnce } from './counted-once.ts';
import type { Examples } from './examples.ts';
import { planMade, whyPlanIsStale } from './stale.ts';

interface PlannedHold extends Pick<HeldFacts, 'sentence' | 'remedy'> {
  readonly id: number;
}

export interface SourceProposal extends PlanSummary {
  readonly source: string;
  readonly file: string;
  readonly run: number;
  readonly rows: number;
  /** Beginning of the fingerprint of all that makes products of the file; an undo has none. */
  readonly meaning?: string;
  readonly bytes?: number;
  /** When the file was taken, ISO 8601. */
  readonly takenAt?: string;
  /** Rows that are not sent for what is in them. */
  readonly rejected?: number;
  /** What the brakes hold of it, each with the number that `release` takes. */
  readonly holds?: readonly PlannedHold[];
  /** Articles that the file no longer names, and of which nothing is sent. */
  readonly missing?: number;
  /** Once something of the plan was sent: how many of its rows have no answer yet. All numbers are of the whole plan. */
  readonly waiting?: number;
  /** How many exports wait for this one: they are compared with the marketplace once this one is sent. */
  readonly behind?: number;
  readonly vanishedMeans: FileFacts['vanishedMeans'];
  readonly dialect?: FileDialect & { readonly numbers?: string };
  readonly examples?: Examples;
}

/** What the next pass would send: bound to its runs, so that `apply` does this and nothing else. */
export interface Proposal extends PlanSummary {
  readonly plan: string;
  readonly sources: readonly SourceProposal[];
  /** What is held of files that are otherwise finished: nothing of it is sent before it is released. */
  readonly holds: readonly HeldFacts[];
  /** Sources of the plan that are paused, in words: `apply` refuses the plan until they continue. */
  readonly paused?: readonly string[];
  /** Files that are refused or cannot be taken, in words; what is planned of other files is sent all the same. */
  readonly refused?: readonly string[];
  /** Changed configurations that wait for an export behind an undo, in words: nothing is planned of them. */
  readonly behindUndo?: readonly string[];
  /** Files that could not be read, in words: `apply` refuses the plan until they are read. */
  readonly unread?: readonly string[];
  /** Numbers in `only` that no export has named so far in a row that `where` does not leave out. */
  readonly unnamed?: readonly string[];
  /** How many of the pictures are taken away: one request each, where the others take three. */
  readonly pictureRemovals?: number;
  /** How long it takes at the pace of the last requests; absent where there were too few. */
  readonly seconds?: number;
}

type Deps = Pick<EngineDeps, 'store' | 'config' | 'calls'>;

const meaningLength = 8;

export function propose(deps: Deps, only: string | undefined): Proposal {
  const chosen = deps.config.sources.filter(({ name }) => only === undefined || name === only);
  const sources = chosen
    .map((source) => proposalOf(deps, source))
    .filter((proposal) => proposal !== undefined);
  const total = countedOnce(deps.store, sources);
  const isPlanned = (plan: number): boolean =>
    sources.some(({ source }) => deps.store.sources.get(source)?.plan === plan);
  // Pictures belong to no export: a plan for one source alone does not speak of them.
  const { count: pictures, digest } = only === undefined ? duePictures(deps.store) : noPictures;
  const calls = { ...total.calls, pictures };
  const isSpokenOf = (hold: HoldRow): boolean =>
    isPictureHold(hold) ? only === undefined : chosen.some(({ name }) => name === sourceOf(hold));
  const holds = openHolds(deps).filter((hold) => isSpokenOf(hold) && !isPlanned(hold.plan));
  const ofRows = holds.filter((hold) => heldFacts(deps.store, hold).remedy === undefined);
  const held = ofRows.reduce((sum, { items }) => sum + items, total.held);
  const refused = chosen.flatMap(({ name }) => refusedText(deps.store, name) ?? []);
  const unnamed = only === undefined ? unnamedArticles(deps) : [];
  const behindUndo = chosen.flatMap(({ name }) => waitingText(deps.store, name) ?? []);
  return {
    ...{ plan: proposalId(sources, digest), ...total, held, pictures, calls, sources },
    holds: holds.map((hold) => heldNow(deps, hold)),
    ...(unnamed.length === 0 ? {} : { unnamed }),
    ...(refused.length === 0 ? {} : { refused }),
    ...(behindUndo.length === 0 ? {} : { behindUndo }),
  };
}

/** Adds the files that the last looks saw in the folders and that have no run. */
export function withLooks(
  proposal: Proposal,
  looks: Pick<Looks, 'unread' | 'untaken'>,
  only: string | undefined,
): Proposal {
  const refused = [...(proposal.refused ?? []), ...looks.untaken(only)];
  return {
    ...proposal,
    unread: looks.unread(only),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** A number that is misspelt in `only` is in no file, so nothing else could say why nothing of it is sent. */
function unnamedArticles({ store, config }: Deps): readonly string[] {
  const runs = config.sources.flatMap(({ name }) => store.runs.newestExport(name)?.id ?? []);
  const isRejected = (article: string): boolean =>
    runs.some((run) => store.complaints.ofProduct(run, article).length > 0);
  return (config.only ?? []).filter(
    (article) => store.mirror.find(article) === undefined && !isRejected(article),
  );
}

function refusedText(store: Deps['store'], source: string): string | undefined {
  const refusal = openRefusal(store, source);
  return refusal && `${source}: ${whyRefused(refusal)}`;
}

/**
 * The sources and the pictures of the plan, if the same would be sent now; else throws PLAN_STALE with the reason.
 * `unread`: files that are being written, in words. What they will say is not known, so nothing older is sent.
 */
export function applicable(
  deps: Deps,
  id: string,
  unread: readonly string[],
): { readonly sources: readonly string[]; readonly pictures: number } {
  const all = propose(deps, undefined);
  const ofSources = deps.config.sources.map(({ name }) => propose(deps, name));
  const match = [all, ...ofSources].find(({ plan }) => plan === id);
  if (match !== undefined && unread.length === 0)
    return { sources: match.sources.map(({ source }) => source), pictures: match.pictures };
  const why = unread.length > 0 ? unread.join(' ') : whyStale(deps, id);
  throw new StockhandError('PLAN_STALE', `Plan ${id} is stale: ${why}`);
}

/** Compared with what would be sent now of the same: a plan for one source speaks of no other, and of no pictures. */
function whyStale(deps: Deps, id: string): string {
  const made = planMade(deps.store, id);
  const now = propose(deps, made?.only);
  return `${newestText(now)} What has changed: ${whyPlanIsStale(deps, made, now)}.`;
}

function newestText({ plan, sources, pictures }: Proposal): string {
  const newest = [
    ...sources.map(({ source, run, file }) => `${source}: run ${run} (${file})`),
    ...(pictures === 0 ? [] : [counted(pictures, 'picture')]),
  ];
  if (newest.length === 0) return 'there is nothing to send.';
  return `the newest is ${newest.join(', ')}, as plan ${plan}.`;
}

function proposalOf(deps: Deps, source: SourceConfig): SourceProposal | undefined {
  const { store, config } = deps;
  const row = store.sources.get(source.name);
  if (row?.run == null || row.plan === null || row.done === 1) return undefined;
  const plan = store.plans.get(row.plan);
  const run = store.runs.get(row.run);
  if (plan === undefined || run === undefined) return undefined;
  const isHeld = isVanishingHeld(store, plan.id);
  const behind = store.queued.ofSource(source.name).length;
  const items = vanishedItems(deps, source, plan.vanished);
  const { nothing: missing = 0 } = items;
  const summary = summarize({ plan, vanished: { items, isHeld } });
  return {
    ...summary,
    source: source.name,
    file: run.file,
    run: run.id,
    rows: run.read,
    meaning: plan.fingerprint.slice(0, meaningLength),
    vanishedMeans: meaningOfVanished(source, config),
    ...(missing === 0 ? {} : { missing }),
    ...(behind === 0 ? {} : { behind }),
    ...(isBegun(store, run, summary) ? { waiting: run.waiting } : {}),
  };
}

/** What was sent before a release is not part of the plan any more. */
function isBegun(
  { requests }: Deps['store'],
  { id, waiting }: RunRow,
  planned: PlanSummary,
): boolean {
  return requests.hasAny(id) && waiting < planned.new + planned.changed + planned.stock;
}

const noPictures = { count: 0, digest: '' };

/** How many pictures are due; `digest` says which. */
function duePictures({ pictures }: Deps['store']): typeof noPictures {
  const digest = createHash('sha256');
  let count = 0;
  for (const [product, wished] of pictures.planned()) {
    digest.update(`${product} ${wished}\n`);
    count += 1;
  }
  return count === 0 ? noPictures : { count, digest: digest.digest('hex') };
}

function proposalId(sources: readonly SourceProposal[], pictures: string): string {
  const planned = sources.map((each) => [
    ...[each.source, each.run, each.meaning],
    ...[each.new, each.changed, each.stock, each.vanished, each.held],
  ]);
  return planIdOf(pictures, ...planned);
}
