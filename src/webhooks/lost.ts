import { StockhandError } from '../domain/error.ts';
import type { HttpOutcome } from '../domain/exchange.ts';
import { idOf, isAt, receives, type WebhookRecord } from './endpoint.ts';
import { listEndpoints } from './endpoints.ts';
import type { WebhookDeps } from './ports.ts';
import { outcomeText } from './refusal.ts';

/**
 * The registration may have had its effect, and a second one would double every delivery (fault 40): what the list says
 * is reported, and a person continues from there.
 */
export async function lostAnswer(
  deps: WebhookDeps,
  url: string,
  outcome: HttpOutcome,
): Promise<StockhandError> {
  const found = await look(deps, url);
  const lost = `The answer that holds the secret was lost: ${lossOf(outcome)}`;
  if ('failed' in found) {
    const sentence = `${lost} Whether ${url} is registered is not known, because the list could not be read either: ${found.failed}`;
    return new StockhandError('WEBHOOK_UNCERTAIN', sentence);
  }
  const { endpoint } = found;
  if (endpoint === undefined) {
    return new StockhandError('WEBHOOK_UNCERTAIN', `${lost} ${url} is not in the list so far.`);
  }
  const id = idOf(endpoint) ?? 'ID';
  return new StockhandError(
    'WEBHOOK_SECRET_LOST',
    `Endpoint ${id} is registered for ${url}. ${lost}`,
    {
      remedy: `A secret is never shown again. Run stockhand webhooks delete ${id}, then stockhand webhooks register --url ${url}`,
    },
  );
}

type Found = { readonly endpoint: WebhookRecord | undefined } | { readonly failed: string };

async function look(deps: WebhookDeps, url: string): Promise<Found> {
  try {
    const endpoints = await listEndpoints(deps);
    return { endpoint: endpoints.find((each) => isAt(each, url) && receives(each)) };
  } catch (cause) {
    if (cause instanceof StockhandError) return { failed: cause.message };
    throw cause;
  }
}

/** A yes comes here only where no secret could be read in it. */
function lossOf(outcome: HttpOutcome): string {
  const isYes = outcome.kind === 'answer' && outcome.problem === undefined;
  return isYes ? 'it could not be read.' : outcomeText(outcome);
}
