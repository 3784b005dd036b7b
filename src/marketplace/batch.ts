import { shownText } from '../domain/complaint.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObjectsIn,
  jsonText,
} from '../domain/json.ts';
import { decodeObject } from './wire.ts';

/** What a batch answer says of one item (fault 46): only `succeeded` confirms. */
export type ItemOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unnamed' };

/** Words for done that an answer may use beside the ones of the spec; the statuses of an upsert item are not shown. */
const doneWords = new Set([
  'accepted',
  'active',
  'created',
  'dispatched',
  'done',
  'ok',
  'success',
  'succeeded',
  'unchanged',
  'updated',
  'upserted',
]);

const done: ItemOutcome = { kind: 'succeeded' };
const unnamed: ItemOutcome = { kind: 'unnamed' };

/**
 * The outcome of each item of a product batch, in the order that was sent. The specification does not show the shape of
 * a failed item (fault 131): it is looked for by name, then by position. Bytes that cannot be read name no item.
 */
export function upsertOutcomes(
  body: Uint8Array,
  externalIds: readonly string[],
): readonly ItemOutcome[] {
  return namedOutcomes(body, externalIds, 'externalId');
}

/** Answer of the accept and dispatch batches, by order id; a dispatch answer is not shown, so it may name nobody. */
export function orderOutcomes(
  body: Uint8Array,
  orderIds: readonly string[],
): readonly ItemOutcome[] {
  return namedOutcomes(body, orderIds, 'orderId');
}

/**
 * The outcome of each item of a stock batch. Its answer names failures alone, so the other items count as done only if
 * the numbers add up: succeeded + errors = items (fault 46).
 */
export function stockOutcomes(
  body: Uint8Array,
  externalIds: readonly string[],
): readonly ItemOutcome[] {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return externalIds.map(() => unnamed);
  const { errors: listed = [], succeeded } = decoded.value;
  const errors = jsonObjectsIn(listed);
  const failures = failuresByName(errors, { ids: externalIds, idField: 'externalId' });
  const addsUp =
    Array.isArray(listed) &&
    failures.size === listed.length &&
    typeof succeeded === 'number' &&
    succeeded + listed.length === externalIds.length;
  return externalIds.map((id) => failures.get(id) ?? (addsUp ? done : unnamed));
}

interface Sent {
  readonly ids: readonly string[];
  readonly idField: string;
}

function namedOutcomes(
  body: Uint8Array,
  ids: readonly string[],
  idField: string,
): readonly ItemOutcome[] {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return ids.map(() => unnamed);
  const sent = { ids, idField };
  const results = jsonObjectsIn(decoded.value['results']);
  const errors = [...results.filter(isFailure), ...jsonObjectsIn(decoded.value['errors'])];
  const failures = failuresByName(errors, sent);
  const succeeded = namedDone(results, sent, decoded.value['succeeded']);
  const open = ids.filter((id) => !failures.has(id) && !succeeded.has(id));
  const nameless = errors.filter((error) => idOf(error, idField) === undefined);
  const placed = failuresByPosition(nameless, ids, open);
  return ids.map((id) => {
    return failures.get(id) ?? placed.get(id) ?? (succeeded.has(id) ? done : unnamed);
  });
}

/**
 * Items that the answer names with a word for done. An unknown word counts, too, if as many items are named as
 * `succeeded` says.
 */
function namedDone(
  results: readonly JsonObject[],
  { ids, idField }: Sent,
  succeeded: Json | undefined,
): ReadonlySet<string> {
  const sent = new Set(ids);
  const named = new Map<string, boolean>();
  for (const result of results) {
    const id = idOf(result, idField);
    if (id === undefined || !sent.has(id) || isFailure(result)) continue;
    named.set(id, doneWords.has(statusOf(result)));
  }
  const isAgreed = named.size === succeeded;
  return new Set([...named].flatMap(([id, isKnownWord]) => (isKnownWord || isAgreed ? [id] : [])));
}

function failuresByName(
  errors: readonly JsonObject[],
  { ids, idField }: Sent,
): ReadonlyMap<string, ItemOutcome> {
  const sent = new Set(ids);
  const failures = new Map<string, ItemOutcome>();
  for (const error of errors) {
    const id = idOf(error, idField);
    if (id !== undefined && sent.has(id)) failures.set(id, failureOf(error));
  }
  return failures;
}

/**
 * Failures without a name are matched by `index`; a single one belongs to a single item that is left. Indexes count
 * only if they fit exactly the items that nothing else names: the spec does not say whether they begin at 0 or 1.
 */
function failuresByPosition(
  errors: readonly JsonObject[],
  ids: readonly string[],
  open: readonly string[],
): ReadonlyMap<string, ItemOutcome> {
  const [only] = open;
  const [error] = errors;
  if (errors.length !== open.length || only === undefined || error === undefined) return new Map();
  if (errors.length === 1) return new Map([[only, failureOf(error)]]);
  const placed = new Map(errors.map((each) => [ids[Number(each['index'] ?? -1)], failureOf(each)]));
  const fitting = open.flatMap((id): [string, ItemOutcome][] => {
    const failure = placed.get(id);
    return failure === undefined ? [] : [[id, failure]];
  });
  return fitting.length === open.length ? new Map(fitting) : new Map();
}

function isFailure(result: JsonObject): boolean {
  const isToldSo = /fail|error|reject|refus|invalid/.test(statusOf(result));
  return isToldSo || ['errorCode', 'error'].some((name) => (result[name] ?? '') !== '');
}

function statusOf(result: JsonObject): string {
  return (jsonText(result['status']) ?? '').toLowerCase();
}

/** `{ externalId }`, or one level deeper: `{ item: { externalId } }`, `{ product: { externalId } }`. */
function idOf(entry: JsonObject, idField: string): string | undefined {
  const own = jsonText(entry[idField]);
  if (own !== undefined) return own;
  const inner = [entry['item'], entry['product'], entry['order']].filter(isJsonObject);
  return jsonText(inner[0]?.[idField]);
}

const codeNames = ['errorCode', 'code', 'type'] as const;
const messageNames = ['error', 'message', 'detail', 'errorMessage', 'title'] as const;
const messageMax = 2_000;

function failureOf(entry: JsonObject): ItemOutcome {
  const inner = isJsonObject(entry['error']) ? entry['error'] : {};
  const text = (names: readonly string[]): string | undefined =>
    names
      .map((name) => shownText(jsonText(entry[name]) ?? jsonText(inner[name]) ?? ''))
      .find(Boolean);
  const message = text(messageNames) ?? 'The marketplace gave no reason.';
  return {
    kind: 'failed',
    code: text(codeNames) ?? 'FAILED',
    message: message.slice(0, messageMax),
  };
}
