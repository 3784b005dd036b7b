import type { SourceConfig } from '../../config/declaration.ts';
import type { Tries } from '../../domain/exchange.ts';
import type { OpenOrder } from '../../domain/open-orders.ts';
import { present } from '../../domain/present.ts';
import { quantityText } from '../../domain/quantity.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { IntakeLook } from '../intake/intake.ts';
import { notRead } from '../intake/unread-exports.ts';
import { isUnsure } from '../pass/diff.ts';
import { type ExportedRow, type LeftOutRow, namingRow } from '../pass/exported-row.ts';
import { type PictureStory, pictureStep, pictureStory } from '../pictures/picture-facts.ts';
import { productHold } from '../plan/product-hold.ts';
import { canRetry } from '../requests/retry-waits.ts';
import { stuckCode } from '../requests/stuck-rows.ts';
import { countingRun, isUnderWay } from '../state/counting-runs.ts';
import { goneSourceOf, isWatched } from '../state/gone-sources.ts';
import { heldNow, openHolds } from '../state/held-facts.ts';
import { awaitedSpeaker, blockerOf, hidingOf } from '../state/hidden.ts';
import { type LeftFields, leftFieldsOf } from '../state/left-fields.ts';
import { fieldsOf } from '../state/others.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { pilotOf } from '../state/pilot.ts';
import type { RequestKind } from '../state/request-items.ts';
import { hasUnapplied, isTakenOff } from '../state/unapplied-changes.ts';
import { waitingConfiguration } from '../state/waiting-configuration.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { ExportDeps, StateDeps } from '../terms/ports.ts';
import { namesArticles, productsSources } from '../terms/source-kinds.ts';
import { activityOf, isInactive } from '../terms/traits.ts';
import { type PutBack, putBackOf } from '../undo/put-back.ts';
import { complaintsOf, reportedRows } from './complaints-of.ts';
import { type Emptied, emptiedOf } from './emptied.ts';
import { leftOutOf, mayConcern, namingKinds } from './naming.ts';
import { nextStep, type StepFacts } from './next-step.ts';

/** One article's whole story: what the ERP exported, what the marketplace confirmed, what happens next. */
export interface ProductStory {
  readonly externalId: string;
  readonly known: boolean;
  readonly exported: readonly Omit<ExportedRow, 'hold'>[];
  /** Rows that name it and that the configuration leaves out. */
  readonly leftOut: readonly LeftOutRow[];
  readonly leftFields: readonly LeftFields[];
  /** The stock export that leaves the article out, where that means stock 0. */
  readonly emptied?: Emptied;
  readonly confirmed?: {
    readonly content: boolean;
    readonly quantity: string | null;
    readonly contentRun: number | null;
    readonly quantityRun: number | null;
  };
  readonly exportedQuantity?: string | null;
  /** The undo that made the article stand otherwise than the newest file says. */
  readonly putBack?: PutBack;
  readonly refused?: { readonly code: string; readonly message: string; readonly at: string };
  readonly lastRequest?: {
    readonly id: number;
    readonly method: string;
    readonly path: string;
    readonly key: string | null;
    readonly state: string;
    readonly status: number | null;
    readonly answer: string | null;
    readonly at: string;
    /** The tries since the start of the program, while the request is repeated. */
    readonly tries?: Tries;
  };
  readonly picture?: PictureStory;
  /** Orders that an export may not know of; `keptOut`: their quantities are kept out of the stock that is sent. */
  readonly openOrders?: {
    readonly keptOut: boolean;
    readonly orders: readonly {
      readonly orderNumber: string;
      readonly quantity: string;
      readonly state: OpenOrder['state'];
      /** ISO 8601; an export after that knows of the order. */
      readonly takenAt?: string;
    }[];
  };
  readonly complaints: readonly string[];
  readonly next: string;
}

interface Deps extends ExportDeps {
  readonly looks?: ReadonlyMap<string, IntakeLook>;
  /** Exports that are there and cannot be read yet, in words. */
  readonly unread?: readonly string[];
  /** Files that the last look could not take, in words. */
  readonly untaken?: readonly string[];
  readonly stopped?: string | undefined;
}

export async function whyProduct(deps: Deps, externalId: string): Promise<ProductStory> {
  const { store, config } = deps;
  const product = store.mirror.find(externalId);
  const rows = await rowsOf(deps, externalId, product);
  const complaints = config.sources.flatMap(({ name }) =>
    complaintsOf(deps, { source: name, externalId }),
  );
  const request = store.requests.get(product?.last_request ?? 0);
  const putBack = product && putBackOf(deps, product);
  return {
    externalId,
    known: product !== undefined,
    exported: rows.exported.map(({ hold: _, ...shown }) => shown),
    leftOut: rows.leftOut,
    leftFields: rows.leftFields,
    complaints,
    next: nextStep(stepFacts(deps, product, { externalId, putBack, ...rows })),
    ...(product && productPart(product)),
    ...present({
      putBack,
      emptied: rows.emptied,
      picture: product && pictureStory(deps, product.id),
      lastRequest: request && requestPart(request),
    }),
  };
}

interface Rows extends Pick<ProductStory, 'leftFields' | 'emptied'> {
  readonly exported: readonly ExportedRow[];
  readonly leftOut: readonly LeftOutRow[];
}

/** What the counting files say of the article. */
async function rowsOf(deps: Deps, externalId: string, product?: ProductRow): Promise<Rows> {
  const exported: ExportedRow[] = [];
  const leftOut: LeftOutRow[] = [];
  const { sources } = deps.config;
  const isIn = pilotOf(deps.config)(externalId);
  for (const source of sources) {
    const found = await namingRow(deps, source, externalId);
    if (found.leftOut !== undefined) leftOut.push(found.leftOut);
    if (found.row === undefined) continue;
    exported.push(found.row);
    const { file, run, row } = found.row;
    if (!isIn) leftOut.push({ source: source.name, file, run, row, by: 'only' });
  }
  const silent = sources.filter(({ name }) => !exported.some(({ source }) => source === name));
  const leftFields = product === undefined ? [] : leftFieldsOf(deps.store, silent, product.id);
  const named = exported.map(({ source }) => source);
  const emptied = product && emptiedOf(deps, product, named);
  return { exported, leftOut, leftFields, ...present({ emptied }) };
}

function productPart(product: ProductRow): Partial<ProductStory> {
  const { refused_code: code, refused_message: message, refused_at: at } = product;
  const shown = (value: number | null): string | null =>
    value === null ? null : quantityText(value);
  const isKnown = !isUnsure({ quantityRun: product.quantity_run });
  return {
    confirmed: {
      content: product.content_hash !== null,
      quantity: isKnown ? shown(product.quantity) : null,
      contentRun: product.content_run,
      quantityRun: isKnown ? product.quantity_run : null,
    },
    exportedQuantity: shown(product.exported_quantity),
    ...(code === null
      ? {}
      : { refused: { code, message: message ?? '', at: new Date(at ?? 0).toISOString() } }),
  };
}

function requestPart(
  request: NonNullable<ReturnType<Deps['store']['requests']['get']>>,
): NonNullable<ProductStory['lastRequest']> {
  const { id, method, path, idempotency_key: key, state, status, answer } = request;
  return {
    ...{ id, method, path, key, state, status, answer },
    at: new Date(request.answered_at ?? request.created_at).toISOString(),
  };
}

interface Article extends Rows {
  readonly externalId: string;
  readonly putBack: PutBack | undefined;
}

/** The facts behind the next step. */
function stepFacts(
  deps: Deps,
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
    unread,
    stopped,
    notRead: [...new Set([...sources.flatMap(notReadOf), ...untaken])],
    waits: concerned.flatMap(({ name }) => {
      const sentence = waitingConfiguration(store, name);
      return sentence === undefined ? [] : [`${name}: ${sentence}`];
    }),
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
  if (config.vanished === 'hide') return activityOf(traits ?? '') === false;
  return isInactive({ traits }) && createOwnHides(requests)(request, id);
}

/** Inactive by the last word of a source that names the articles, or because it was hidden for that source. */
function wasInactive(deps: StateDeps, product: number): boolean {
  const naming = deps.config.sources.find(namesArticles);
  if (naming === undefined) return false;
  const run = countingRun(deps.store, naming.name);
  return fieldsOf(deps.store.parts.get(product, naming.name, run))?.isActive === false;
}
