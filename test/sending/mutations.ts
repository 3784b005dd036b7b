import type { HttpOutcome, HttpRequest, Mutation } from '../../src/domain/exchange.ts';
import { answer, none } from './service.ts';

export const batch: Mutation = {
  lane: 'products',
  method: 'POST',
  path: '/connect/v1/supplier/catalog/products/batch',
  key: 'key-1',
  body: Buffer.from('[{"externalId":"A","name":"ä"}]'),
};
export const accept: Mutation = {
  lane: 'orders',
  method: 'POST',
  path: '/connect/v1/supplier/orders/7/accept',
  key: 'key-2',
  ifMatch: 'v7',
};
export const feed: HttpRequest = {
  method: 'GET',
  path: '/connect/v1/supplier/orders?cursor=c',
  credential: 'bearer',
};

/** Answers the mutation as listed, the last one for ever; the feed is always served. */
export function inTurn(...outcomes: HttpOutcome[]) {
  let at = 0;
  return ({ method }: HttpRequest): HttpOutcome => {
    if (method === 'GET') return answer(200);
    const outcome = outcomes[Math.min(at, outcomes.length - 1)];
    at += 1;
    return outcome ?? none('reset');
  };
}

export const maintenance = answer(503, { type: 'MAINTENANCE', headers: { 'retry-after': '1' } });
export const internal = answer(500, { type: 'INTERNAL_ERROR' });
