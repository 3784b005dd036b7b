import { actedText } from './acted-text.ts';
import type { Parts } from './app.ts';
import type { Commands } from './commands.ts';
import type { NeedsYou, WebhookFacts } from './domain/facts.ts';
import { connectionsRoom } from './shortage.ts';
import { storyText } from './story-text.ts';
import { openStatusListener, type StatusListener } from './web/status-listener.ts';
import { openWebhookListener, type WebhookListener } from './web/webhook-listener.ts';
import type { WebhookListenerFacts } from './web/webhook-tally.ts';
import { silenceTrouble } from './web/webhook-trouble.ts';

export interface Listeners {
  addresses(): { readonly status?: string; readonly webhooks?: string };
  webhookFacts(): WebhookFacts | undefined;
  needsYou(): readonly NeedsYou[];
  closeStatus(): Promise<void>;
  closeWebhooks(): Promise<void>;
}

export type OpenListeners = typeof openListeners;

/** The parts of the daemon that the listeners use. Without an order side a delivery wakes nobody. */
type DoorParts = Pick<Parts, 'config' | 'clock' | 'log' | 'live' | 'orders' | 'facts'>;

/** Opens the page for people and the listener for the marketplace's webhooks (contract.md section 5). */
export async function openListeners(
  parts: DoorParts,
  commands: Pick<Commands, 'run'>,
): Promise<Listeners> {
  const status = await openStatus(parts, commands);
  const webhooks = await openWebhooks(parts).catch(async (cause) => {
    await status.close();
    throw cause;
  });
  return {
    addresses: () => {
      const listening = webhooks?.facts().listening;
      return { status: status.url, ...(listening === undefined ? {} : { webhooks: listening }) };
    },
    webhookFacts: () => webhooks?.facts(),
    needsYou: () => [
      ...status.needsYou(),
      ...(webhooks?.facts().needsYou ?? []),
      ...(webhooks === undefined ? [] : silence(parts, webhooks.facts())),
    ],
    closeStatus: () => status.close(),
    closeWebhooks: async () => webhooks?.close(),
  };
}

/** Compares the orders of the feed with what was delivered. */
function silence({ clock, orders }: DoorParts, facts: WebhookListenerFacts): readonly NeedsYou[] {
  if (orders === undefined) return [];
  const { listeningSince, lastAcceptedAt } = facts;
  const now = clock.now();
  const placed = orders.flow.placed;
  return silenceTrouble({ listeningSince, lastAcceptedAt, now, placed });
}

function openStatus(parts: DoorParts, commands: Pick<Commands, 'run'>): Promise<StatusListener> {
  const { config, clock, log } = parts;
  return openStatusListener(
    {
      clock,
      facts: parts.facts,
      why: (question) => storyText(commands, question),
      note: (text) => log.warn({ part: 'status' }, text),
      async act(name, args, who) {
        log.info({ part: 'status', action: name, who }, 'action by a person');
        const command = name === 'reissue' ? 'orders reissue' : name;
        return { sentence: actedText(name, await commands.run(command, { ...args, who })) };
      },
    },
    {
      ...config.status,
      language: config.language,
      file: config.file,
      connectionsMax: connectionsRoom(),
    },
  );
}

async function openWebhooks({
  config,
  clock,
  log,
  live,
  orders,
}: DoorParts): Promise<WebhookListener | undefined> {
  if (config.webhooks === undefined) return undefined;
  return openWebhookListener(
    {
      clock,
      onHint: () => orders?.flow.nudge(),
      note: (text) => log.warn({ part: 'webhooks' }, text),
      told: (text) => live.tell('webhooks', text),
    },
    { ...config.webhooks, connectionsMax: connectionsRoom() },
  );
}
