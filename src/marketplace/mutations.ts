import type { Complaint } from '../domain/complaint.ts';
import type { Method } from '../domain/exchange.ts';
import type { OrderAction } from '../domain/order.ts';
import {
  orderPath,
  type Path,
  type ProductPart,
  paths,
  productPath,
  sessionEndPath,
} from './paths.ts';

/** A mutating call before it has a lane and a key: exactly what is stored and sent. */
export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly body?: Uint8Array;
  readonly repeatable?: true;
}

export type Built = Call | { readonly complaint: Complaint };

/** What stands around the items of a batch body; the packer joins them with commas. */
export const upsertBatch = {
  method: 'POST',
  path: paths.productsBatch,
  before: '[',
  after: ']',
} as const;
export const stockBatch = {
  method: 'PUT',
  path: paths.stockBatch,
  before: '{"items":[',
  after: ']}',
} as const;

export function deleteProduct(externalId: string): Built {
  return productCall('DELETE', productPath(externalId));
}

interface Upload {
  readonly contentType: string;
  /** 64 lower-case hex digits of the bytes that will be sent. */
  readonly sha256: string;
  readonly byteSize: number;
}

/** By the spec a presign has no key. The sender may repeat it, because a second one does no harm. */
export function presign(externalId: string, upload: Upload): Built {
  const { contentType, sha256, byteSize } = upload;
  const built = pictureCall(externalId, '/images/presign', { contentType, sha256, byteSize });
  return 'complaint' in built ? built : { ...built, repeatable: true };
}

export function commitImage(
  externalId: string,
  handle: { readonly mediaId: string; readonly sha256: string },
): Built {
  const { mediaId, sha256 } = handle;
  return pictureCall(externalId, '/images/commit', { mediaId, sha256 });
}

export function deleteImage(externalId: string): Built {
  return productCall('DELETE', productPath(externalId, '/images'));
}

function pictureCall(externalId: string, part: ProductPart, body: object): Built {
  return productCall('POST', productPath(externalId, part), body);
}

function productCall(method: Method, to: Path, body?: object): Built {
  if ('complaint' in to) return to;
  return { method, path: to.path, ...(body === undefined ? {} : { body: jsonOf(body) }) };
}

export interface ActionTexts {
  readonly reason?: string;
  readonly trackingCode?: string;
  readonly notes?: string;
}

/** The fields that each action takes (spec "Orders"); accept has no body, the others send none without a text. */
const actionFields = {
  accept: [],
  reject: ['reason'],
  dispatch: ['trackingCode', 'notes'],
  cancel: ['reason'],
} as const satisfies Record<OrderAction, readonly (keyof ActionTexts)[]>;

export function orderAction(action: OrderAction, orderId: string, texts: ActionTexts = {}): Built {
  const fields: readonly (keyof ActionTexts)[] = actionFields[action];
  const body = given(texts, fields);
  return productCall(
    'POST',
    orderPath(orderId, action),
    Object.keys(body).length > 0 ? body : undefined,
  );
}

/** The batch endpoints have no If-Match: only commands that ask for no check of the version may go there (fault 92). */
export function batchAccept(orderIds: readonly string[]): Built {
  return batchOrders('accept', orderIds, `{"orderIds":[${orderIds.join(',')}]}`);
}

interface Dispatch extends Pick<ActionTexts, 'trackingCode' | 'notes'> {
  readonly orderId: string;
}

export function batchDispatch(dispatches: readonly Dispatch[]): Built {
  const orders = dispatches.map((dispatch) => {
    const texts = Object.entries(given(dispatch, actionFields.dispatch));
    const fields = texts.map(([name, text]) => `,${JSON.stringify(name)}:${JSON.stringify(text)}`);
    return `{"orderId":${dispatch.orderId}${fields.join('')}}`;
  });
  const ids = dispatches.map(({ orderId }) => orderId);
  return batchOrders('dispatch', ids, `{"orders":[${orders.join(',')}]}`);
}

/** Ids are written as their digits: a JavaScript number would round those above 2^53. */
function batchOrders(action: OrderAction, orderIds: readonly string[], body: string): Built {
  for (const orderId of orderIds) {
    const to = orderPath(orderId);
    if ('complaint' in to) return to;
  }
  return { method: 'POST', path: `${paths.orders}/batch/${action}`, body: bytesOf(body) };
}

interface Session {
  readonly integrationType: string;
  readonly direction: string;
  readonly totalItems: number;
}

/** By the spec a sync start has no key, so it is not repeated after an unknown outcome. */
export function startSync({ integrationType, direction, totalItems }: Session): Call {
  const body = jsonOf({ integrationType, direction, totalItems });
  return { method: 'POST', path: `${paths.sync}/start`, body };
}

/** Undefined for a session id that cannot be in an address. */
export function endSync(sessionId: string): Call | undefined {
  const path = sessionEndPath(sessionId);
  return path === undefined ? undefined : { method: 'POST', path };
}

/**
 * False for a version that a header cannot carry unchanged: an empty one, or one with blanks at an end, control
 * characters or half a character. An action with such a version is refused, and not sent without its check (fault 85).
 */
export function isSendableVersion(version: string): boolean {
  return (
    version !== '' &&
    version.trim() === version &&
    !/\p{Cc}/u.test(version) &&
    version.isWellFormed()
  );
}

function given(texts: ActionTexts, fields: readonly (keyof ActionTexts)[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])),
  );
}

function jsonOf(body: object): Uint8Array {
  return bytesOf(JSON.stringify(body));
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}
