import type { HttpRequest, Method } from '../domain/exchange.ts';
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts';
import { webhookConnectTimeoutMs, webhookReadTimeoutMs } from '../domain/limits.ts';
import { Secret } from '../domain/secret.ts';
import type { WebhookEvent } from '../domain/webhook.ts';
import { decodeDeliveries, decodeEndpoints } from './answers.ts';
import { paths, webhookPath } from './paths.ts';
import { urlFault } from './webhook-url.ts';
import { type Decoded, decodeObject } from './wire.ts';

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

interface RegisteredEndpoint {
  /** What the answer says of the endpoint, the secret left out. */
  readonly endpoint: JsonObject;
  readonly secret: Secret;
}

/** spec "Webhook management": its requests and answers, as the room `webhooks` needs them. */
export const webhookCalls = {
  list: (): HttpRequest => asked('GET', paths.webhooks),
  /** Order events are delivered to SUPPLIER endpoints only. */
  register: ({ url, events }: NewEndpoint): HttpRequest => ({
    ...asked('POST', paths.webhooks),
    body: Buffer.from(JSON.stringify({ url, events, side: 'SUPPLIER' })),
  }),
  remove: (id: string): HttpRequest => asked('DELETE', webhookPath(id)),
  /** The service delivers before it answers, with the time-outs of a delivery. */
  test: (id: string): HttpRequest => ({
    ...asked('POST', webhookPath(id, '/test')),
    serviceWaitsMs: webhookConnectTimeoutMs + webhookReadTimeoutMs,
  }),
  deliveries: (id: string): HttpRequest => asked('GET', webhookPath(id, '/deliveries')),
  listed: decodeEndpoints,
  delivered: decodeDeliveries,
  registered: decodeRegistered,
  tested: decodeTested,
  urlFault,
};
export type WebhookCalls = typeof webhookCalls;

function asked(method: Method, path: string): HttpRequest {
  return { method, path, credential: 'portal' };
}

/** Only the secret and its prefix are shown in the specification; it may be beside the endpoint or within it. */
function decodeRegistered(body: Uint8Array): Decoded<RegisteredEndpoint> {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return decoded;
  const objects = [decoded.value, ...Object.values(decoded.value).filter(isJsonObject)];
  const secret = objects.flatMap((object) => Object.values(object)).find(isSecret);
  if (secret === undefined) return { fault: 'holds no secret that begins with whsec_' };
  const named = objects.find((object) => object['id'] !== undefined) ?? decoded.value;
  const fields = Object.entries(named).filter(([, value]) => value !== secret);
  return { value: { endpoint: Object.fromEntries(fields), secret: new Secret(secret) } };
}

function isSecret(value: Json): value is string {
  return typeof value === 'string' && value.startsWith('whsec_');
}

/** `success`, `statusCode` and `responseTime`, and what else came. */
function decodeTested(body: Uint8Array): Decoded<JsonObject> {
  const decoded = decodeObject(body);
  if ('fault' in decoded || typeof decoded.value['success'] === 'boolean') return decoded;
  return { fault: 'does not say success' };
}
