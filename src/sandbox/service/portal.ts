import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';

/** Webhook management uses a portal session, not a bearer credential (spec "Authentication" 4). */
export function checkPortalSession(market: Market, cookie: string | undefined): void {
  const session = /(?:^|;\s*)session=([^;]*)/.exec(cookie ?? '')?.[1];
  if (session === market.settings.portalSession) return;
  if (session === market.settings.portalSessionWithoutPermission) {
    throw new Problem('FORBIDDEN', 'The session lacks the CONNECT_MANAGE permission');
  }
  throw new Problem('UNAUTHENTICATED', 'A portal session is required');
}
