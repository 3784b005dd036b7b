import { isIP } from 'node:net';
import { z } from 'zod';
import type { Secret } from '../domain/secret.ts';
import { address, madeSecret, moment, type Paths } from './kinds.ts';
import { tls } from './tls.ts';
import { publicUrl } from './url.ts';

export interface WebhookSecret {
  readonly value: Secret;
  /** Epoch milliseconds; absent: for ever. */
  readonly until?: number;
}

const webhookSecret = z
  .union([
    madeSecret,
    z.strictObject({
      value: madeSecret.describe('The secret of the webhook endpoint.'),
      until: moment
        .describe(
          'The last day on which the secret is valid, or the moment until which it is valid (UTC).',
        )
        .exactOptional(),
    }),
  ])
  .transform((written): WebhookSecret => ('value' in written ? written : { value: written }));

const proxyAddress = z.string().refine(
  (range) => {
    const [ip = '', bits = '32', ...more] = range.split('/');
    const bitsMax = isIP(ip) === 4 ? 32 : 128;
    // Where everybody is a proxy, everybody names the address that they like; fastify refuses such a range.
    const isRange = /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax;
    return isIP(ip) !== 0 && more.length === 0 && isRange;
  },
  { error: 'must be an IP address or a range such as 10.0.0.0/8, and not all addresses (/0)' },
);

export const webhooksListen = '127.0.0.1:8481';

/** The listener that only makes the feed be read sooner. */
export function webhooks(paths: Paths) {
  return z.strictObject({
    listen: address
      .describe('The host and port on which Stockhand listens for webhooks.')
      .prefault(webhooksListen),
    path: z
      .string()
      .regex(/^\/[A-Za-z0-9._~/-]{0,200}$/, {
        error: 'must be a path such as /webhooks/marketplace',
      })
      .describe('The only path that it answers.')
      .prefault('/webhooks/marketplace'),
    secrets: z
      .array(webhookSecret)
      .min(1, { error: 'must contain at least one secret' })
      .describe(
        'The secrets of the webhook endpoint (whsec_…). Name the old and the new one while you replace a secret.',
      ),
    trustedProxies: z
      .array(proxyAddress)
      .describe('Proxies that Stockhand trusts when they name the address of the sender.')
      .prefault([]),
    tls: tls(paths)
      .describe(
        'The certificate and key; needed only if no proxy in front of Stockhand handles TLS. Changed files are used without a restart.',
      )
      .exactOptional(),
    publicUrl: publicUrl
      .describe(
        'The address to which the marketplace sends webhooks; `stockhand webhooks register` registers it.',
      )
      .exactOptional(),
  });
}
