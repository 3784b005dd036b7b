import type { Answered, HttpAnswer } from '../../domain/exchange.ts';
import { isGoneStatus } from '../../domain/problem.ts';
import type { RequestRow } from '../../store/requests.ts';
import { isPictureKind, settlePicture } from '../pictures/settle-picture.ts';
import {
  isOfStock,
  isRemoval,
  type RequestItem,
  type RequestKind,
} from '../state/request-items.ts';
import { askLeftOutAgain } from '../state/stock-to-resend.ts';
import type { CatalogCalls, CatalogStore, EngineDeps, ItemOutcome } from '../terms/ports.ts';
import {
  complaintRow,
  isPassing,
  isUnknownThere,
  refusalComplaint,
  refusalOf,
} from '../terms/refusal.ts';
import { confirmAll } from './confirm.ts';
import { noteRefused } from './refused-rows.ts';

export interface OpenRequest extends Omit<RequestRow, 'items' | 'kind'> {
  readonly kind: RequestKind;
  readonly items: readonly RequestItem[];
}

/** What an answer leaves to do, beside what it has settled in the mirror and the books. */
export interface Settled {
  /** How many products the marketplace has now that it did not have, or may not have had, before. */
  readonly created: number;
  /**
   * Items to be sent again: not named in a batch answer (fault 46), or
   * refused for what passes by itself, as a change at the same moment (fault 87).
   */
  readonly again: readonly ItemRefusal[];
  /** Stock of products that were confirmed, and are not there any more (sent-anew.ts). */
  readonly gone: readonly ItemRefusal[];
  /** Items that are not sent again as they are. */
  readonly refused: readonly ItemRefusal[];
  /** A batch that was refused as a whole, or answered 5xx for ever: its items go in two halves under new keys. */
  readonly isSplit: boolean;
}

export type SettleDeps = Pick<EngineDeps, 'store' | 'config' | 'calls' | 'clock'>;

/** Stores an answer and what it means, by item; runs inside the caller's transaction (laws 3 and 10). */
export function settle(deps: SettleDeps, request: OpenRequest, verdict: Answered): Settled {
  if (isPictureKind(request.kind)) return settleAsPicture(deps, request, verdict);
  const { answer, attempts } = verdict;
  const outcomes = outcomesOf(deps.calls, request, verdict);
  const isSplit = outcomes === undefined;
  deps.store.requests.answered(request.id, {
    status: answer.status,
    answer: storedAnswer(answer, outcomes),
    at: deps.clock.now(),
    attempts,
  });
  const succeeded = request.items.filter((_, index) => outcomes?.[index]?.kind === 'succeeded');
  const refusals = refusalsOf(request, outcomes ?? []);
  const isOver = verdict.kind === 'exhausted';
  const again = refusals.filter((refusal) => !isOver && isForAnother(request, refusal));
  const gone = refusals.filter((refusal) => isGone(deps.store, request, refusal));
  const failed = refusals.filter((refusal) => !again.includes(refusal) && !gone.includes(refusal));
  for (const item of isOver ? request.items : again.map(itemOf)) doubt(deps.store, request, item);
  confirmAll(deps, request, succeeded);
  refuse(deps, request, failed);
  if (!isOfCountingRun(deps.store, request)) skipOlder(deps, request, [...again, ...gone]);
  return { created: succeeded.filter(isNew).length, again, gone, refused: failed, isSplit };
}

/**
 * Whether the item may have created its product: there was no content before (a product has one
 * request at a time, so that still holds), or it carried another source's stock, which only an upsert
 * does that may create (creating-quantity.ts).
 */
function isNew({ was, contentHash, quantityRun, row }: RequestItem): boolean {
  const mayBeBack = quantityRun !== undefined && row !== null;
  return contentHash !== undefined && (was === null || mayBeBack);
}

const unansweredCode = 'ITEM_UNANSWERED';

/** Each item that did not succeed, with the reason. */
function refusalsOf(
  { items }: OpenRequest,
  outcomes: readonly ItemOutcome[],
): readonly ItemRefusal[] {
  const message = 'Three answers did not name it.';
  return outcomes.flatMap((outcome, index) => {
    const item = items[index];
    if (item === undefined || outcome.kind === 'succeeded') return [];
    return outcome.kind === 'failed'
      ? [{ item, code: outcome.code, message: outcome.message }]
      : [{ item, code: unansweredCode, message }];
  });
}

/**
 * Whether the item must be sent again. One that stands neither for a row nor for an article that the file leaves out is
 * not: whoever sent it looks at it again, as the hide that `reconcile --fix` repeats (resend.ts).
 */
function isForAnother({ kind }: OpenRequest, { item, code }: ItemRefusal): boolean {
  const isOfFile = item.row !== null || (isRemoval(kind) && !isRepeatedHide(kind, item));
  return code === unansweredCode || (isPassing(code) && isOfFile);
}

/** What was confirmed before stands in the item of each hide but this. */
function isRepeatedHide(kind: RequestKind, { was }: RequestItem): boolean {
  return kind === 'hide' && was === undefined;
}

function isGone({ mirror }: CatalogStore, { kind }: OpenRequest, refusal: ItemRefusal): boolean {
  if (!isOfStock(kind) || !isUnknownThere(refusal.code)) return false;
  return mirror.get(refusal.item.product)?.content_hash != null;
}

function itemOf({ item }: ItemRefusal): RequestItem {
  return item;
}

function settleAsPicture(deps: SettleDeps, request: OpenRequest, verdict: Answered): Settled {
  const { answer, attempts } = verdict;
  const at = deps.clock.now();
  for (const item of request.items) {
    const outcome = settlePicture(deps.store, item, { verdict, at });
    const text = outcome === 'succeeded' ? '{"succeeded":1}' : storedAnswer(answer, undefined);
    deps.store.requests.answered(request.id, { status: answer.status, answer: text, at, attempts });
  }
  return { created: 0, again: [], gone: [], refused: [], isSplit: false };
}

/** Undefined where the batch must be split to find out. */
function outcomesOf(
  calls: CatalogCalls,
  request: OpenRequest,
  { kind, answer }: Answered,
): readonly ItemOutcome[] | undefined {
  const ids = request.items.map((item) => item.externalId);
  if (answer.status >= 200 && answer.status < 300) {
    if (request.kind === 'remove') return [{ kind: 'succeeded' }];
    return isOfStock(request.kind)
      ? calls.stockOutcomes(answer.body, ids)
      : calls.upsertOutcomes(answer.body, ids);
  }
  if (request.kind === 'remove' && isGoneStatus(answer.status)) return [{ kind: 'succeeded' }];
  // Somebody else uses our keys (fault 43): under new ones both would continue against each other, unseen.
  const isReused = answer.problem?.type === 'IDEMPOTENCY_KEY_REUSED';
  if (request.items.length > 1 && !isReused) return undefined;
  const { code, message: told } = refusalOf(answer);
  const message = kind === 'exhausted' ? `${told} (answered again and again)` : told;
  return request.items.map(() => ({ kind: 'failed', code, message }));
}

export function isOfCountingRun(
  { sources }: CatalogStore,
  { source, run }: Pick<OpenRequest, 'source' | 'run'>,
): boolean {
  return sources.acceptedRun(source) === run;
}

/**
 * A later run counts by now, so these rows are not sent again. Articles that it leaves out get their last stock
 * (stock-again.ts).
 */
function skipOlder(
  deps: SettleDeps,
  { run, source }: OpenRequest,
  refusals: readonly ItemRefusal[],
): void {
  const rows = refusals.filter(({ item }) => item.row !== null).length;
  if (rows === 0) return;
  deps.store.runs.settle(run, 'skipped', rows);
  askLeftOutAgain(deps, source);
}

/** The item was neither done nor refused, so what the mirror knows of the product may be wrong by now. */
function doubt(store: CatalogStore, { kind }: OpenRequest, item: RequestItem): void {
  store.mirror.doubt(item.product, {
    content: kind === 'remove' || item.contentHash !== undefined,
    quantity: kind === 'remove' || item.quantity !== undefined,
  });
}

export interface ItemRefusal {
  readonly item: RequestItem;
  readonly code: string;
  readonly message: string;
}

/** Parks items: they are not sent again until their content changes or a person says so. */
export function refuse(
  deps: SettleDeps,
  request: OpenRequest,
  refusals: readonly ItemRefusal[],
): void {
  for (const refusal of refusals) refuseItem(deps, request, refusal);
  noteRefused(deps, request, refusals.map(itemOf));
}

function refuseItem(
  deps: SettleDeps,
  request: OpenRequest,
  { item, code, message }: ItemRefusal,
): void {
  deps.store.mirror.refuse({
    product: item.product,
    hash: item.refusedHash,
    code,
    message,
    at: deps.clock.now(),
  });
  if (item.row !== null) deps.store.runs.settle(request.run, 'rejected', 1);
  // Refused content was never sent, so empty cells must not
  // repeat it (contract.md "Empty cells"). Resent content stays.
  if (item.contentHash !== undefined && item.was !== undefined)
    deps.store.parts.drop(item.product, request.source, request.run);
  const { row, externalId } = item;
  const complaint = refusalComplaint(externalId, { code, message });
  const place = { externalId, ...(row ? { row } : {}) };
  deps.store.complaints.add(request.run, complaintRow(complaint, place));
}

const storedDetailMax = 2_000;

/** Of a 2xx only the counts are stored: the rest repeats what was sent. */
function storedAnswer(answer: HttpAnswer, outcomes: readonly ItemOutcome[] | undefined): string {
  if (answer.status >= 300) return JSON.stringify(answer.problem ?? {}).slice(0, storedDetailMax);
  const count = (kind: ItemOutcome['kind']): number =>
    outcomes?.filter((outcome) => outcome.kind === kind).length ?? 0;
  return JSON.stringify({
    succeeded: count('succeeded'),
    failed: count('failed'),
    unnamed: count('unnamed'),
  });
}
