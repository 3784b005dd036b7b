import { isJsonObject, type Json, type JsonObject, jsonText } from '../domain/json.ts';
import { type Decoded, decodeJson, decodeObject } from './wire.ts';

interface Presigned {
  /** A handle, never parsed. */
  readonly mediaId: string;
  /** Whoever has this address may upload, so it is never in a log (fault 56). */
  readonly uploadUrl: string;
  /** ISO 8601; empty where it was left out. Age is measured on our own clock (fault 57). */
  readonly expiresAt: string;
}

export function decodePresign(body: Uint8Array): Decoded<Presigned> {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return decoded;
  const { mediaId, uploadUrl, expiresAt } = textsOf(decoded.value);
  if (mediaId === undefined) return { fault: 'has no mediaId' };
  if (uploadUrl === undefined) return { fault: 'has no uploadUrl' };
  return { value: { mediaId, uploadUrl, expiresAt: expiresAt ?? '' } };
}

interface SyncSession {
  readonly sessionId: string;
  readonly status: string;
  readonly processedItems?: number;
  readonly failedItems?: number;
}

export function decodeSession(body: Uint8Array): Decoded<SyncSession> {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return decoded;
  const { sessionId, status } = textsOf(decoded.value);
  if (sessionId === undefined || sessionId === '') return { fault: 'has no sessionId' };
  const { processedItems, failedItems } = decoded.value;
  return {
    value: {
      sessionId,
      status: status ?? '',
      ...(typeof processedItems === 'number' ? { processedItems } : {}),
      ...(typeof failedItems === 'number' ? { failedItems } : {}),
    },
  };
}

/**
 * Sync sessions, webhook endpoints and deliveries: objects as they came, because the spec does not show their fields.
 */
export const decodeHistory = decodeListOf('sessions');
export const decodeEndpoints = decodeListOf('endpoints');
export const decodeDeliveries = decodeListOf('deliveries');

/** The specification does not show the shape of these lists: an array, or an object that holds one, is read. */
function decodeListOf(what: string): (body: Uint8Array) => Decoded<readonly JsonObject[]> {
  return (body) => decodeList(body, what);
}

function decodeList(body: Uint8Array, what: string): Decoded<readonly JsonObject[]> {
  const decoded = decodeJson(body);
  if ('fault' in decoded) return decoded;
  const { value } = decoded;
  const lists = [value, ...(isJsonObject(value) ? Object.values(value) : [])];
  const list = lists.find((each): each is readonly Json[] => Array.isArray(each));
  return list === undefined
    ? { fault: `has no list of ${what}` }
    : { value: list.filter(isJsonObject) };
}

function textsOf(object: JsonObject): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, jsonText(value)]));
}
