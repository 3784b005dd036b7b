const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/**
 * Microseconds since the epoch as ISO 8601. Digits below a millisecond are written only when there
 * are some, as services that count finer than milliseconds do.
 */
export function formatInstant(micros: number): string {
  const millis = Math.floor(micros / 1000);
  const rest = micros - millis * 1000;
  const text = new Date(millis).toISOString();
  return rest === 0 ? text : text.replace('Z', `${String(rest).padStart(3, '0')}Z`);
}

/** Microseconds since the epoch, or undefined when the text is not an ISO 8601 instant. */
export function parseInstant(text: string): number | undefined {
  const found = instant.exec(text);
  if (!found) return undefined;
  const [, local = '', fraction = '', zone] = found;
  const seconds = Date.parse(`${local}${zone}`);
  if (Number.isNaN(seconds) || !isDay(local.slice(0, 10))) return undefined;
  return seconds * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** Date.parse takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}
