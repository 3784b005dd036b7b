import { type JsonObject, plainObject } from '../domain/json.ts';

/** An endpoint or a delivery: the specification shows no field names, so it is told as it came. */
export type WebhookRecord = Readonly<Record<string, unknown>>;

/** The secret is shown once, by `register`; a list that repeated it would not be. */
export function recordOf(object: JsonObject): WebhookRecord {
  return withoutSecrets(plainObject(object)) as WebhookRecord;
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !/secret/i.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSecrets(field)]));
}

export function idOf(endpoint: WebhookRecord): string | undefined {
  const { id } = endpoint;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Whatever the field is called that holds the address. */
export function isAt(endpoint: WebhookRecord, url: string): boolean {
  return Object.values(endpoint).some((value) => typeof value === 'string' && isSame(value, url));
}

function isSame(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).href === new URL(other).href;
}

const closed = new Set(['DISABLED', 'DEACTIVATED', 'INACTIVE', 'DELETED']);

/**
 * Whether order events are delivered there: spec "Webhook endpoint and delivery" lets nothing more go to a DISABLED one
 * until it is recreated, and does not show whether a deleted one stays in the list.
 */
export function receives({ status, side, active, isActive }: WebhookRecord): boolean {
  const isClosed = typeof status === 'string' && closed.has(status.toUpperCase());
  return !isClosed && side !== 'BUYER' && active !== false && isActive !== false;
}
