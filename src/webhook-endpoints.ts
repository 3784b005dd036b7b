import type { Parts } from './app.ts';
import { webhookCalls } from './marketplace/webhook-calls.ts';
import { privateAddressesOf } from './marketplace/webhook-url.ts';
import type { WebhookDeps } from './webhooks/ports.ts';

/** A name server that is silent holds nothing up for longer. */
const lookupMaxMs = 3_000;

/** What webhook management needs, for one person (`who`) who asks for it. */
export function webhookDeps(parts: Parts, who: string): WebhookDeps {
  const { config, clock, door, log, signal } = parts;
  const { portal } = door;
  return {
    calls: webhookCalls,
    baseUrl: config.marketplace.baseUrl,
    publicUrl: config.webhooks?.publicUrl,
    ask: portal === undefined ? undefined : (request) => portal.ask(request, signal),
    async privateAddressesOf(url) {
      const found = new AbortController();
      const late = clock.sleep(lookupMaxMs, found.signal).then(() => []);
      return Promise.race([privateAddressesOf(url), late]).finally(() => found.abort());
    },
    heard: async () => (await parts.facts()).webhooks,
    now: () => clock.now(),
    note: (text, id) => log.info({ part: 'webhooks', endpoint: id, who }, text),
  };
}
