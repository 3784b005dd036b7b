import { createHmac } from 'node:crypto';
import { Secret } from '../../src/domain/secret.ts';

export const secretText = 'whsec_c3RvY2toYW5kLXRlc3Qtc2VjcmV0';
export const secrets = [{ value: new Secret(secretText) }];

/** spec "Headers and signature": lowercase hex of HMAC-SHA256 over `<t>.<raw body>`. */
export function sign(
  body: string | Buffer,
  t: number | string,
  key: string | Buffer = secretText,
): string {
  const hex = createHmac('sha256', key).update(`${t}.`).update(body).digest('hex');
  return `t=${t},v1=${hex}`;
}

export function envelope(event: string, data: object = { orderId: 10231 }): string {
  return JSON.stringify({ event, timestamp: '2026-11-20T08:00:00Z', data });
}
