import type { Language } from '../config/declaration.ts';
import { counted } from '../domain/counted.ts';
import type { OrderFacts, WebhookFacts } from '../domain/facts.ts';
import { notBegunSentence } from '../domain/not-begun.ts';

/** The sentences of the panels whose facts bring none. Numbers and moments arrive as shown texts. */
export interface Sentences {
  ordersOut(outbox: OrderFacts['outbox']): string;
  ordersBack(commands: OrderFacts['commands']): string;
  webhooks(facts: WebhookFacts): string;
  paging: string;
  notBegun(startFrom: string): string;
  starting: string;
  cursorRefused: string;
  paused: string;
  reachable(lastAnswer: string): string;
  unreachable(reason: string, lastAnswer: string): string;
  notAsked: string;
  waitsUntil(moment: string): string;
  clock(seconds: number): string;
  requestsLeft(left: string, limit: string): string;
}

const en: Sentences = {
  ordersOut: ({ written, pending, unacknowledged, parked, isNeverAcknowledged = false }) =>
    sentence([
      `${counted(written, 'order file', 'order files')} written`,
      pending > 0 && `${pending} still to write`,
      unacknowledged > 0 && `${unacknowledged} not picked up yet`,
      unacknowledged === 0 && !isNeverAcknowledged && 'all picked up',
      parked > 0 && `${parked} parked`,
    ]),
  ordersBack: ({ done, refused, waiting }) =>
    sentence([
      `${counted(done, 'command', 'commands')} done`,
      `${refused} refused`,
      `${waiting} waiting`,
    ]),
  webhooks: ({ accepted, refused }) =>
    sentence([`${counted(accepted, 'webhook', 'webhooks')} accepted`, `${refused} refused`]),
  paging: 'Orders are being read.',
  notBegun: notBegunSentence,
  starting: 'The first read of the orders is about to begin.',
  cursorRefused:
    'The marketplace refused our place in the order feed; it is read again from an earlier one.',
  paused: 'Paused: no order is read or written, and no command file is carried out.',
  reachable: (lastAnswer) => `The marketplace answers. Last answer ${lastAnswer}.`,
  unreachable: (reason, lastAnswer) => `${reason} Last answer ${lastAnswer}.`,
  notAsked: 'The marketplace has not been asked yet.',
  waitsUntil: (moment) => `The marketplace asked us to wait until ${moment}.`,
  clock: (seconds) =>
    seconds === 0 ? 'right' : `${Math.abs(seconds)} s ${seconds > 0 ? 'fast' : 'slow'}`,
  requestsLeft: (left, limit) => `${left} of ${limit}`,
};

const de: Sentences = {
  ordersOut: ({ written, pending, unacknowledged, parked, isNeverAcknowledged = false }) =>
    sentence([
      `${counted(written, 'Auftragsdatei', 'Auftragsdateien')} geschrieben`,
      pending > 0 && `${pending} noch zu schreiben`,
      unacknowledged > 0 && `${unacknowledged} noch nicht abgeholt`,
      unacknowledged === 0 && !isNeverAcknowledged && 'alle abgeholt',
      parked > 0 && `${parked} geparkt`,
    ]),
  ordersBack: ({ done, refused, waiting }) =>
    sentence([
      `${counted(done, 'Befehl', 'Befehle')} ausgeführt`,
      `${refused} abgelehnt`,
      `${waiting} wartend`,
    ]),
  webhooks: ({ accepted, refused }) =>
    sentence([`${counted(accepted, 'Webhook', 'Webhooks')} angenommen`, `${refused} abgelehnt`]),
  paging: 'Aufträge werden gelesen.',
  notBegun: (startFrom) =>
    `Vor ${startFrom} wird kein Auftrag gelesen: So steht es in orders.startFrom. Ist das nicht gemeint, berichtigen Sie es.`,
  starting: 'Das erste Lesen der Aufträge beginnt gleich.',
  cursorRefused:
    'Der Marktplatz hat unsere Stelle im Auftragsfeed abgelehnt; er wird von einer früheren an neu gelesen.',
  paused:
    'Angehalten: Aufträge werden weder gelesen noch geschrieben, Befehlsdateien nicht ausgeführt.',
  reachable: (lastAnswer) => `Der Marktplatz antwortet. Letzte Antwort ${lastAnswer}.`,
  unreachable: (reason, lastAnswer) => `${reason} Letzte Antwort ${lastAnswer}.`,
  notAsked: 'Der Marktplatz wurde noch nicht gefragt.',
  waitsUntil: (moment) => `Der Marktplatz bat uns, bis ${moment} zu warten.`,
  clock: (seconds) =>
    seconds === 0 ? 'richtig' : `geht ${Math.abs(seconds)} s ${seconds > 0 ? 'vor' : 'nach'}`,
  requestsLeft: (left, limit) => `${left} von ${limit}`,
};

export const sentences: Readonly<Record<Language, Sentences>> = { en, de };

function sentence(parts: readonly (string | false)[]): string {
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}
