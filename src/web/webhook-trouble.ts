import { counted } from '../domain/counted.ts';
import type { NeedsYou } from '../domain/facts.ts';
import { type CertificateFacts, certificateWarningMs } from './certificate.ts';

/**
 * What failed deliveries lead to is silent: the marketplace ends the endpoint and says nothing to us (faults 103, 104).
 */
const effect =
  'Orders still arrive by polling, but later. After five failed deliveries the marketplace ends the webhook.';

/** With a wrong clock every true delivery is refused (fault 103). */
export function clockTrouble(reason: string): NeedsYou {
  return {
    id: 'webhook-clock',
    what: 'Webhooks of the marketplace are refused because of the time.',
    cause: `The signature is right, but ${reason}.`,
    effect,
    fix: 'Set the clock of this computer, preferably by NTP.',
  };
}

/** The configured secret was copied wrongly; `form` says in which way (fault 99). */
export function secretTrouble(form: string): NeedsYou {
  return {
    id: 'webhook-secret',
    what: 'Webhooks of the marketplace are refused because of the secret.',
    cause: form,
    effect,
    fix: 'Correct webhooks.secrets in the configuration and start Stockhand again.',
  };
}

/**
 * Orders this near to the last delivery or to now are not counted: a delivery may be tried again, and clocks differ.
 */
const marginMs = 60 * 60_000;
const silenceMaxMs = 6 * 60 * 60_000;

interface Silence {
  /** When this computer began to listen. Epoch milliseconds, as the others. */
  readonly listeningSince: number;
  readonly lastAcceptedAt: number | undefined;
  readonly now: number;
  /** How many orders of the feed were placed between two moments. */
  placed(fromMs: number, toMs: number): number;
}

/**
 * An endpoint that the marketplace has ended is silent (fault 104). It is silent, too, while nobody places orders, so
 * this is reported only where the feed has some.
 */
export function silenceTrouble({
  listeningSince,
  lastAcceptedAt = listeningSince,
  now,
  placed,
}: Silence): readonly NeedsYou[] {
  // What was heard later than now came before the clock was set back (fault 113).
  const since = lastAcceptedAt > now ? listeningSince : Math.max(listeningSince, lastAcceptedAt);
  if (now - since < silenceMaxMs) return [];
  const count = placed(since + marginMs, now - marginMs);
  if (count === 0) return [];
  const orders = counted(count, 'order was', 'orders were');
  return [
    {
      id: 'webhook-silence',
      what: 'Orders arrive, but no webhook announces them.',
      cause: `${orders} placed since ${new Date(since).toISOString()}, and no delivery has arrived.`,
      effect,
      fix: 'stockhand webhooks list shows whether the endpoint is still there, stockhand webhooks test ID whether a delivery gets through.',
    },
  ];
}

/**
 * A certificate that expires soon, or whose renewal cannot be used (fault 106). `setting` is a key as `webhooks.tls`.
 */
export function certificateTrouble(
  setting: string,
  facts: CertificateFacts,
  nowMs: number,
): readonly NeedsYou[] {
  const left = facts.validTo - nowMs;
  const unreadable = facts.unreadable && {
    id: `${setting}-unreadable`,
    what: `The renewed certificate of ${setting} is not used.`,
    cause: facts.unreadable,
    effect: 'The previous certificate is still served, until it expires.',
    fix: 'Put a certificate and its key there; they are used without a restart.',
  };
  const expiring = left < certificateWarningMs && {
    id: `${setting}-expiry`,
    what:
      left > 0
        ? `The certificate of ${setting} expires soon.`
        : `The certificate of ${setting} has expired.`,
    cause: `It is valid until ${new Date(facts.validTo).toISOString().slice(0, 10)}.`,
    effect: 'After that day nobody trusts this address: deliveries and visits fail.',
    fix: 'Renew it; new files are used without a restart.',
  };
  return [unreadable, expiring].filter((need) => typeof need === 'object');
}
