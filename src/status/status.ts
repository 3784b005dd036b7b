import type { Language } from '../config/declaration.ts';
import type { Clock } from '../domain/clock.ts';
import type { SendingFacts } from '../domain/exchange.ts';
import type {
  CatalogFacts,
  NeedsYou,
  OrderFacts,
  StatusFacts,
  WebhookFacts,
} from '../domain/facts.ts';
import {
  failsToRead,
  headline,
  isMoving,
  isRefusedInPart,
  lonelyOf,
  pausedOf,
} from './headline.ts';
import { english, englishAtRest, german } from './headline-words.ts';

interface StatusInput {
  readonly baseUrl: string;
  readonly version: string;
  readonly sandbox: boolean;
  readonly sending: SendingFacts;
  readonly catalog: CatalogFacts | undefined;
  readonly orders: OrderFacts | undefined;
  readonly webhooks: WebhookFacts | undefined;
  readonly needsYou: readonly NeedsYou[];
  readonly events: StatusFacts['events'];
}

type State = StatusFacts['state'];

/** Builds the facts of the status page; remembers since when the state has been so. */
export function createStatus(
  clock: Clock,
  language: Language = 'en',
): (input: StatusInput) => StatusFacts {
  let known: { state: State; since: string } | undefined;
  return (input) => {
    const stops = stopsOf(input.sending);
    // First what everything else needs.
    const needsYou = [...stops, ...input.needsYou];
    const state = stateOf(input, { needsYou, isStopped: stops.length > 0 });
    if (known?.state !== state) known = { state, since: new Date(clock.now()).toISOString() };
    const { baseUrl, version, sandbox, sending, catalog, orders, webhooks, events } = input;
    return {
      ...known,
      sentence: headline(state, { ...input, needsYou }, english),
      ...(language === 'de' ? { headline: headline(state, { ...input, needsYou }, german) } : {}),
      version,
      sandbox,
      marketplace: { ...sending, baseUrl },
      needsYou,
      events,
      ...(catalog === undefined
        ? {}
        : { catalog: endingLater(catalog, { isStopped: stops.length > 0, ...sending }) }),
      ...(orders === undefined ? {} : { orders }),
      ...(webhooks === undefined ? {} : { webhooks }),
    };
  };
}

/** The pace of the last minutes knows nothing of a wait that has just begun, nor of what stops sending. */
function endingLater(
  { emptyAt, ...catalog }: CatalogFacts,
  { isStopped, waitsUntil = 0 }: Pick<SendingFacts, 'waitsUntil'> & { readonly isStopped: boolean },
): CatalogFacts {
  if (emptyAt === undefined || isStopped) return catalog;
  return { ...catalog, emptyAt: Math.max(emptyAt, waitsUntil) };
}

const noAnswer = 'NO_ANSWER';

type Stop = NonNullable<SendingFacts['lanes'][number]['stopped']>;

/** What stops sending until a person acts, each cause once. */
export function stopsOf(sending: SendingFacts): readonly NeedsYou[] {
  const stops = sending.lanes.flatMap((lane) => (lane.stopped === undefined ? [] : [lane.stopped]));
  const stays = isRefusedInPart(sending) ? 'Such requests are not' : 'Nothing is';
  return stops.filter(isFirst).map((stop) => stopNeed(stop, stays));
}

/** One cause stops several kinds of requests, each of which may meet something else in an outage: it is reported once. */
function isFirst(stop: Stop, index: number, all: readonly Stop[]): boolean {
  const isOutage = stop.code === noAnswer;
  return (
    all.findIndex(
      ({ code, sentence }) => sentence === stop.sentence || (isOutage && code === noAnswer),
    ) === index
  );
}

function stopNeed({ code, sentence, remedy, cause = code }: Stop, stays: string): NeedsYou {
  return {
    id: `stopped-${code}`,
    what: sentence,
    cause,
    effect: `${stays} sent until this is mended; what waits is kept.`,
    fix: remedy,
  };
}

function stateOf(
  input: StatusInput,
  { needsYou, isStopped }: { needsYou: readonly NeedsYou[]; isStopped: boolean },
): State {
  if (isStopped) return 'failing';
  if (needsYou.length > 0) return 'needsYou';
  const isWaiting = lonelyOf(input).length > 0 || pausedOf(input).length > 0 || failsToRead(input);
  return isMoving(input) || isWaiting ? 'working' : 'inStep';
}

/** Where no daemon runs, nothing is on its way. */
export function sentenceAtRest(facts: StatusFacts): string {
  const { state, needsYou, catalog, orders, marketplace } = facts;
  return headline(state, { needsYou, catalog, orders, sending: marketplace }, englishAtRest);
}
