import { shownValue } from '../domain/complaint.ts';
import { StockhandError } from '../domain/error.ts';
import type { WebhookDeps } from './ports.ts';

interface JudgedUrl {
  readonly url: string;
  /** What is seen from here and only the marketplace can judge. */
  readonly note: readonly string[];
}

/**
 * The address to register: `--url`, or webhooks.publicUrl; only its text is judged here (spec "Webhook URL
 * requirements"), so that a person learns why before anything is sent.
 */
export async function urlOf(deps: WebhookDeps, given: string | undefined): Promise<JudgedUrl> {
  const { calls, baseUrl, publicUrl } = deps;
  const written = given ?? publicUrl;
  if (written === undefined) throw noUrl();
  const fault = calls.urlFault(written, baseUrl);
  if (fault !== undefined)
    throw given === undefined ? publicUrlFault(fault) : urlFault(given, fault);
  const url = new URL(written).href;
  return {
    url,
    note: (await deps.privateAddressesOf(url)).slice(0, 1).map((address) => seen(url, address)),
  };
}

function seen(url: string, address: string): string {
  return `On this machine the name ${new URL(url).hostname} leads to ${address}; the marketplace delivers only to public addresses.`;
}

function noUrl(): StockhandError {
  return new StockhandError('USAGE', 'There is no address to register.', {
    remedy: 'Give it with --url, or as webhooks.publicUrl in the configuration.',
  });
}

function urlFault(given: string, fault: string): StockhandError {
  return new StockhandError(
    'WEBHOOK_URL',
    `--url ${shownValue(given)} ${fault}. Nothing was sent.`,
  );
}

function publicUrlFault(fault: string): StockhandError {
  return new StockhandError('CONFIG_INVALID', `webhooks.publicUrl ${fault}. Nothing was sent.`, {
    remedy:
      'Write an https:// address there that can be reached from the internet, and restart a running daemon.',
  });
}
