import type { SourceConfig } from '../../config/declaration.ts';
import { present } from '../../domain/present.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { IntakeLook } from '../intake/intake.ts';
import { notRead } from '../intake/unread-exports.ts';
import type { ExportedRow, LeftOutRow } from '../pass/exported-row.ts';
import { pictureStep } from '../pictures/picture-facts.ts';
import { productHold } from '../plan/product-hold.ts';
import { canRetry } from '../requests/retry-waits.ts';
import { stuckCode } from '../requests/stuck-rows.ts';
import { countingRun, isUnderWay } from '../state/counting-runs.ts';
import { goneSourceOf, isWatched } from '../state/gone-sources.ts';
import { heldNow, openHolds } from '../state/held-facts.ts';
import { awaitedSpeaker, blockerOf, hidingOf } from '../state/hidden.ts';
import type { LeftFields } from '../state/left-fields.ts';
import { fieldsOf } from '../state/others.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { pilotOf } from '../state/pilot.ts';
import type { RequestKind } from '../state/request-items.ts';
import { hasUnapplied, isTakenOff } from '../state/unapplied-changes.ts';
import { waitingText } from '../state/waiting-configuration.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { StateDeps } from '../terms/ports.ts';
import { namesArticles, productsSources } from '../terms/source-kinds.ts';
import { isInactive } from '../terms/traits.ts';
import type { PutBack } from '../undo/put-back.ts';
import { reportedRows } from './complaints-of.ts';
import type { Emptied } from './emptied.ts';
import { leftOutOf, mayConcern, namingKinds } from './naming.ts';
import type { StepFacts } from './next-step.ts';
import { unreadSinceRestore } from './since-restore.ts';

/** What the counting files say of an article. */
export interface Rows {
  readonly exported: readonly ExportedRow[];
  /** Rows that name it and that the configuration leaves out. */
  readonly leftOut: readonly LeftOutRow[];
  readonly leftFields: readonly LeftFields[];
  /** The stock export that leaves it out, where that means stock 0. */
  readonly emptied?: Emptied;
}

export interface StepDeps extends StateDeps {
  readonly looks?: ReadonlyMap<string, IntakeLook>;
  /** Folders that are offline and exports that cannot be read yet, in words. */
  readonly unread?: readonly string[];
  /** Files that the last look could not take, in words. */
  readonly untaken?: readonly string[];
  readonly stopped?: string | undefined;
}

interface Article extends Rows {
  readonly externalId: string;
  readonly putBack: PutBack | undefined;
}

/** The facts behind the next step. */
export function stepFacts(
  deps: StepDeps,
  product: ProductRow | undefined,
  { externalId, exported, leftOut, leftFields, emptied, putBack }: Article,
): StepFacts {
  const { store, config, looks, unread = [], untaken = [], stopped } = deps;
  const { sources } = config;
  const concerned = sources
    .filter((source) => mayConcern(store, source, { product: product?.id, exported, emptied }))
    .map(({ name }) => ({ name, row: store.sources.get(name) }));
  const paused = concerned.find(({ row }) => row?.paused === 1);
  const last = store.requests.get(product?.last_request ?? 0);
  const request = last && { isOpen: last.state === 'SENT', kind: last.kind as RequestKind };
  // An article that was taken off is not kept off by a complaint on its stock, so only products sources are asked.
  const speaking = isTakenOff(store, externalId) ? productsSources(config) : sources;
  const complaints = speaking.flatMap(({ name }) =>
    reportedRows(deps, { source: name, externalId }),
  );
  const notReadOf = (source: SourceConfig) => notRead(store, source, looks?.get(source.name));
  return {
    externalId,
    isKnown: product !== undefined,
    isConfirmed: product?.content_hash != null,
    canRetry: product?.refused_code != null && canRetry(deps, product),
    isInDoubt: product?.in_doubt === 1,
    remedies: remediesOf(complaints),
    isStuck: complaints.some(({ code }) => code === stuckCode),
    hasUnapplied: speaking.some(({ name }) => hasUnapplied(deps, { source: name, externalId })),
    namedBy: namingKinds(sources, { exported, isKnown: product !== undefined }),
    isStocked: product?.exported_quantity != null && sources.some(({ kind }) => kind === 'stock'),
    isEmptied: emptied?.since !== undefined,
    isOutsidePilot: !pilotOf(config)(externalId),
    isUnfinished: concerned.some(({ row }) => isUnderWay(row)),
    vanished: config.vanished,
    picture: product && pictureStep(deps, product),
    unreadSince: product === undefined ? [] : unreadSinceRestore(deps, product, exported),
    unread,
    stopped,
    notRead: [...new Set([...sources.flatMap(notReadOf), ...untaken])],
    waits: concerned.flatMap(({ name }) => waitingText(store, name) ?? []),
    ...watchOf(deps, product),
    ...holdsOf(deps, product, exported),
    ...leftOutOf(sources, { exported, leftOut }),
    inactiveBy: leftFields.find(({ values }) => values['isActive'] === false),
    ...present({ putBack, request, pausedSource: paused?.name }),
  };
}

/** Each remedy once: several rows of an article often have the same. */
function remediesOf(complaints: ReturnType<typeof reportedRows>): readonly string[] {
  const rejecting = complaints.filter(({ level }) => level === 'rejected');
  return [...new Set(rejecting.map(({ remedy }) => remedy))];
}

/**
 * The hold of the article, and that of a whole file of a source that gives it: none of its rows is judged before that
 * is released.
 */
function holdsOf(
  deps: StateDeps,
  product: ProductRow | undefined,
  exported: readonly ExportedRow[],
): Pick<StepFacts, 'hold' | 'wholeHold'> {
  const { store } = deps;
  const open = openHolds(deps);
  const [ofRow] = exported.flatMap(({ hold }) => open.find(({ id }) => id === hold) ?? []);
  const hold = ofRow ?? (product && productHold(deps, product.id));
  const runs = [product?.content_run, product?.quantity_run].map((run) => store.runs.get(run ?? 0));
  const sources = new Set([...runs, ...exported].map((giver) => giver?.source));
  const whole = open.find((of) => isOfNoRow(of) && sources.has(of.source));
  return present({ hold: hold && heldNow(deps, hold), wholeHold: whole && heldNow(deps, whole) });
}

/** Whether some source would take the article away, and who keeps it inactive. */
function watchOf(
  deps: StateDeps,
  product: ProductRow | undefined,
): Pick<StepFacts, 'canVanish' | 'goneSource' | 'blockedBy' | 'awaits' | 'isHidden'> {
  if (product === undefined) return { canVanish: false };
  const { id, content_request: contentRequest, traits } = product;
  const canVanish = isWatched(deps, id);
  return {
    canVanish,
    isHidden: isHiddenByNow(deps, product) || (!canVanish && wasInactive(deps, id)),
    ...present({
      awaits: awaitedSpeaker(deps, { id, contentRequest, traits }),
      goneSource: goneSourceOf(deps, id),
      blockedBy: blockerOf(deps.store.parts, hidingOf(deps), id),
    }),
  };
}

/**
 * Hidden because no export names it, by its content. Its last request does not tell: stock may have been sent since.
 */
function isHiddenByNow(
  { config, store: { requests } }: StateDeps,
  { id, content_request: request, traits }: ProductRow,
): boolean {
  if (!isInactive({ traits })) return false;
  return config.vanished === 'hide' || createOwnHides(requests)(request, id);
}

/** Inactive by the last word of a source that names the articles, or because it was hidden for that source. */
function wasInactive(deps: StateDeps, product: number): boolean {
  const naming = deps.config.sources.find(namesArticles);
  if (naming === undefined) return false;
  const run = countingRun(deps.store, naming.name);
  return fieldsOf(deps.store.parts.get(product, naming.name, run))?.isActive === false;
}
