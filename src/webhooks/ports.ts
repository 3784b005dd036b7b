import type { HttpRequest } from '../domain/exchange.ts';
import type { WebhookFacts } from '../domain/facts.ts';
import type { WebhookCalls } from '../marketplace/webhook-calls.ts';
import type { Asked } from '../sending/portal.ts';

/** What webhook management needs of the rest of the house. */
export interface WebhookDeps {
  readonly calls: WebhookCalls;
  readonly baseUrl: string;
  /** webhooks.publicUrl */
  readonly publicUrl: string | undefined;
  /** Undefined without marketplace.portal. */
  readonly ask: ((request: HttpRequest) => Promise<Asked>) | undefined;
  /** Those that the host of an address leads to, seen from here; empty where that cannot be told soon. */
  privateAddressesOf(url: string): Promise<readonly string[]>;
  /** Of our own webhook listener, where this process has one. */
  heard(): Promise<WebhookFacts | undefined>;
  /** Epoch ms. */
  now(): number;
  /** What was done, for the log; never a secret. */
  note(text: string, id: string): void;
}
