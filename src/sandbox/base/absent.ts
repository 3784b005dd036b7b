/** A field without a value is left out of the payload, not sent as null (spec "What the service does"). */
export function leaveOutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** The client's side of the same rule: a null in a request counts as a missing key. */
export function dropNulls(value: unknown): unknown {
  return isObject(value) ? leaveOutEmpty(value) : value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
