import { z } from 'zod';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { findKey, issueToken } from './credential.ts';
import { type Endpoint, endpoint, ok } from './declaration.ts';

/**
 * POST /connect/v1/auth/token: the spec names it and shows neither request nor response. Here an API
 * key goes in and a JWT with the same scopes and side comes out.
 */
const token = endpoint(
  {
    method: 'POST',
    path: '/connect/v1/auth/token',
    summary: 'Exchange an API key for a JWT',
    spec: 'Authentication',
    access: 'open',
    body: z.object({ apiKey: z.string().optional() }),
    answers: { 200: { description: 'Shape not shown', schema: z.unknown() } },
    notShown: ['tokenBody', 'the request (here: apiKey)', 'the lifetime (here: tokenSeconds)'],
  },
  (market, { body, trace }) => {
    if (!body.apiKey) throw new Problem('ERROR', 'apiKey is required', { status: 400 });
    const credential = findKey(market.store, body.apiKey);
    if (!credential?.mayGetToken) {
      throw new Problem('ERROR', 'The key is not accepted here', { status: 401 });
    }
    trace.effects.push({ kind: 'tokenIssued' });
    return ok(present(market, issueToken(market, credential)));
  },
);

function present(market: Market, accessToken: string): Record<string, unknown> {
  const seconds = market.settings.tokenSeconds;
  return market.settings.open.tokenBody === 'camelCase'
    ? { accessToken, tokenType: 'Bearer', expiresIn: seconds }
    : { access_token: accessToken, token_type: 'Bearer', expires_in: seconds };
}

export const tokenEndpoints: readonly Endpoint[] = [token];
