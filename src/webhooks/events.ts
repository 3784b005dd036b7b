import { StockhandError } from '../domain/error.ts';
import { nearest } from '../domain/nearest.ts';
import { type WebhookEvent, webhookEvents } from '../domain/webhook.ts';

/** `a,b` as it was given; every event of the specification where nothing was. */
export function eventsOf(text: string | undefined): readonly WebhookEvent[] {
  if (text === undefined) return webhookEvents;
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.map(eventOf))];
}

function eventOf(name: string): WebhookEvent {
  const event = webhookEvents.find((known) => known === name);
  if (event !== undefined) return event;
  const meant = nearest(name, webhookEvents);
  const hint = meant === undefined ? '' : ` - did you mean ${meant}?`;
  throw new StockhandError('USAGE', `--events: there is no event "${name}"${hint}`, {
    remedy: `Events, separated by commas: ${webhookEvents.join(', ')}.`,
  });
}
