import { randomBytes } from 'node:crypto';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { AddressRefused, checkAddress } from './address.ts';
import type { EndpointRow } from './queue.ts';

type Registration = {
  url: string;
  events: readonly string[];
  side: 'SUPPLIER' | 'BUYER';
  secret?: string | undefined;
};

/** Refuses an address that breaks the URL requirements with VALIDATION_ERROR. */
export async function registerEndpoint(market: Market, wanted: Registration): Promise<EndpointRow> {
  try {
    await checkAddress(wanted.url, market.settings.allowLoopbackWebhooks);
  } catch (error) {
    if (error instanceof AddressRefused)
      throw new Problem('VALIDATION_ERROR', `url: ${error.message}`);
    throw error;
  }
  const row = {
    url: wanted.url,
    events: JSON.stringify(wanted.events),
    side: wanted.side,
    secret: wanted.secret ?? `whsec_${randomBytes(24).toString('base64url')}`,
    failures: 0,
    status: 'ACTIVE' as const,
    createdAt: market.clock.nowMs(),
    deletedAt: null,
  };
  const { id } = market.store.run(
    `INSERT INTO endpoints (url, events, side, secret, failures, status, createdAt, deletedAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  );
  return { id, ...row };
}
