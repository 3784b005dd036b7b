import { StockhandError } from '../domain/error.ts';
import type { HttpAnswer, HttpRequest } from '../domain/exchange.ts';
import type { JsonObject } from '../domain/json.ts';
import { isPage } from '../domain/problem.ts';
import type { Decoded } from '../marketplace/wire.ts';
import type { Asked } from '../sending/portal.ts';
import { recordOf, type WebhookRecord } from './endpoint.ts';
import type { WebhookDeps } from './ports.ts';
import { type Question, refusalOf, unreadable } from './refusal.ts';

/** Every endpoint, as the marketplace describes it. */
export async function listEndpoints(deps: WebhookDeps): Promise<readonly WebhookRecord[]> {
  const question = { failed: 'The webhook endpoints could not be listed' };
  const { body } = answerOf(await ask(deps, deps.calls.list()), question);
  return decodedOf(deps.calls.listed(body), question).map(recordOf);
}

/** The last 50 deliveries of an endpoint, as the marketplace describes them (spec "Limits"). */
export async function listDeliveries(
  deps: WebhookDeps,
  id: string,
): Promise<readonly WebhookRecord[]> {
  const question = {
    failed: `The deliveries of endpoint ${id} could not be listed`,
    id,
    remedy: idRemedy,
  };
  const { body } = answerOf(await ask(deps, deps.calls.deliveries(id)), question);
  return decodedOf(deps.calls.delivered(body), question).map(recordOf);
}

/** Deactivates it. After a lost answer it is asked again: then a 404 says that it is done. */
export async function removeEndpoint(
  deps: WebhookDeps,
  id: string,
): Promise<{ readonly deleted: string }> {
  const question = { failed: `Endpoint ${id} could not be deleted`, id, remedy: idRemedy };
  const asked = await ask(deps, deps.calls.remove(id));
  const isGone = asked.outcome.kind === 'answer' && asked.outcome.status === 404;
  if (!isGone || !asked.isRepeated) {
    const { body } = answerOf(asked, question);
    if (isPage(body)) throw unreadable('is a web page', question);
  }
  deps.note('webhook endpoint deleted', id);
  return { deleted: id };
}

/** A definitive yes; anything else is thrown. */
export function answerOf({ outcome }: Asked, question: Question): HttpAnswer {
  if (outcome.kind === 'answer' && outcome.problem === undefined) return outcome;
  throw refusalOf(outcome, question);
}

export function decodedOf<Value extends JsonObject | readonly JsonObject[]>(
  decoded: Decoded<Value>,
  question: Question,
): Value {
  if ('value' in decoded) return decoded.value;
  throw unreadable(decoded.fault, question);
}

export function ask({ ask: send }: WebhookDeps, request: HttpRequest): Promise<Asked> {
  if (send !== undefined) return send(request);
  throw new StockhandError(
    'CONFIG_PORTAL',
    'marketplace.portal is missing in the configuration: webhooks are managed with a portal session.',
  );
}

/** Also for a TYPE_MISMATCH: the service may take numbers only. */
export const idRemedy = 'Copy the id from stockhand webhooks list.';
