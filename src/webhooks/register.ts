import type { WebhookEvent } from '../domain/webhook.ts';
import type { NewEndpoint } from '../marketplace/webhook-calls.ts';
import { idOf, isAt, receives, recordOf, type WebhookRecord } from './endpoint.ts';
import { answerOf, ask, listEndpoints } from './endpoints.ts';
import { eventsOf } from './events.ts';
import { lostAnswer } from './lost.ts';
import type { WebhookDeps } from './ports.ts';
import { urlOf } from './url.ts';

export type Registration =
  | {
      readonly outcome: 'registered';
      readonly endpoint: WebhookRecord;
      /** Shown this once, and kept nowhere. */
      readonly secret: string;
      readonly next: string;
      readonly notes: readonly string[];
    }
  | {
      readonly outcome: 'exists';
      readonly endpoint: WebhookRecord;
      /** Those that were asked for and are not delivered there. */
      readonly missingEvents: readonly WebhookEvent[];
      readonly next: string;
      readonly notes: readonly string[];
    };

export interface Wanted {
  readonly url?: string;
  readonly events?: string;
}

const question = {
  failed: 'The endpoint was not registered',
  remedy:
    'Give an https:// address whose host name leads to a public address everywhere. If another endpoint is in the way, delete it with stockhand webhooks delete ID.',
};

/**
 * Registers an address, unless deliveries go there already. The spec has no Idempotency-Key for it, so it is sent once:
 * after a lost answer the list says what there is.
 */
export async function registerEndpoint(deps: WebhookDeps, wanted: Wanted): Promise<Registration> {
  const events = eventsOf(wanted.events);
  const { url, note } = await urlOf(deps, wanted.url);
  const before = (await listEndpoints(deps)).filter((endpoint) => isAt(endpoint, url));
  const notes = [...before.flatMap(closedNote), ...note];
  const there = before.find(receives);
  if (there !== undefined) return existing(there, { url, events }, notes);
  const { endpoint, secret } = await register(deps, { url, events }, note);
  deps.note('webhook endpoint registered', idOf(endpoint) ?? '');
  return { outcome: 'registered', endpoint, secret, next: nextOf(endpoint), notes };
}

async function register(
  deps: WebhookDeps,
  wanted: NewEndpoint,
  note: readonly string[],
): Promise<{ readonly endpoint: WebhookRecord; readonly secret: string }> {
  const { calls } = deps;
  const asked = await ask(deps, calls.register(wanted));
  if (asked.isOpen) throw await lostAnswer(deps, wanted.url, asked.outcome);
  const remedy = [...note, question.remedy].join(' ');
  const made = calls.registered(answerOf(asked, { ...question, remedy }).body);
  if ('fault' in made) throw await lostAnswer(deps, wanted.url, asked.outcome);
  const { endpoint, secret } = made.value;
  return { endpoint: { ...wanted, ...recordOf(endpoint) }, secret: secret.reveal() };
}

function existing(
  endpoint: WebhookRecord,
  { events: wanted }: NewEndpoint,
  notes: readonly string[],
): Registration {
  const { events } = endpoint;
  const missingEvents = Array.isArray(events)
    ? wanted.filter((name) => !events.includes(name))
    : [];
  const id = idOf(endpoint) ?? 'ID';
  const why =
    missingEvents.length > 0 ? 'To receive the missing events too' : 'If its secret is lost';
  const next = `${why}: stockhand webhooks delete ${id}, then register again; you get a new secret.`;
  return { outcome: 'exists', endpoint, missingEvents, next, notes };
}

function closedNote(endpoint: WebhookRecord): readonly string[] {
  if (receives(endpoint)) return [];
  const id = idOf(endpoint) ?? 'without an id';
  const state =
    endpoint['side'] === 'BUYER' ? 'is of side BUYER' : `is ${endpoint['status'] ?? 'closed'}`;
  return [
    `Endpoint ${id} of the same address ${state} and receives no order events; stockhand webhooks delete ${id} deletes it.`,
  ];
}

function nextOf(endpoint: WebhookRecord): string {
  return `Put the secret into webhooks.secrets, or into the variable or file that it reads, beside the old one if there is one. Restart the daemon, then: stockhand webhooks test ${idOf(endpoint) ?? 'ID'}`;
}
