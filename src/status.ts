import type { Clock } from './domain/clock.ts';
import type { SendingFacts } from './domain/exchange.ts';
import type {
  CatalogFacts,
  NeedsYou,
  OrderFacts,
  StatusFacts,
  WebhookFacts,
} from './domain/facts.ts';

export interface StatusInput {
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
export function createStatus(clock: Clock): (input: StatusInput) => StatusFacts {
  let known: { state: State; since: string } | undefined;
  return (input) => {
    const stops = stopsOf(input.sending);
    const needsYou = [...input.needsYou, ...stops];
    const state = stateOf(input, { needsYou, isStopped: stops.length > 0 });
    if (known?.state !== state) known = { state, since: new Date(clock.now()).toISOString() };
    const { baseUrl, version, sandbox, sending, catalog, orders, webhooks, events } = input;
    return {
      ...known,
      sentence: sentenceOf(state, { ...input, needsYou }),
      version,
      sandbox,
      marketplace: { ...sending, baseUrl },
      needsYou,
      events,
      ...(catalog === undefined ? {} : { catalog }),
      ...(orders === undefined ? {} : { orders }),
      ...(webhooks === undefined ? {} : { webhooks }),
    };
  };
}

type Stop = NonNullable<SendingFacts['lanes'][number]['stopped']>;

/** What stops sending until a person acts, each cause once. */
export function stopsOf(sending: SendingFacts): readonly NeedsYou[] {
  const stops = sending.lanes.flatMap((lane) => (lane.stopped === undefined ? [] : [lane.stopped]));
  return stops.filter(isFirst).map(stopNeed);
}

/** One cause stops several kinds of requests: it is told once. */
function isFirst(stop: Stop, index: number, all: readonly Stop[]): boolean {
  return all.findIndex((other) => other.sentence === stop.sentence) === index;
}

function stopNeed({ code, sentence, remedy }: Stop): NeedsYou {
  return {
    id: `stopped-${code}`,
    what: sentence,
    cause: code,
    effect: 'Nothing is sent until this is mended; what waits is kept.',
    fix: remedy,
  };
}

/** The sources whose export waits for another file. */
function lonelyOf({ catalog }: Pick<StatusInput, 'catalog'>): readonly string[] {
  const sources = catalog?.sources ?? [];
  return sources.filter(({ waitsFor }) => waitsFor !== undefined).map(({ name }) => name);
}

/** That sources are paused of which something waits, each with since when and by whom. */
function pausedOf({ catalog }: Pick<StatusInput, 'catalog'>): readonly string[] {
  return (catalog?.sources ?? []).flatMap(({ waitsPaused }) => waitsPaused ?? []);
}

function stateOf(
  input: StatusInput,
  { needsYou, isStopped }: { needsYou: readonly NeedsYou[]; isStopped: boolean },
): State {
  if (isStopped) return 'failing';
  if (needsYou.length > 0) return 'needsYou';
  const isWaiting = lonelyOf(input).length > 0 || pausedOf(input).length > 0;
  return isMoving(input) || isWaiting ? 'working' : 'inStep';
}

/** True where something is on its way by itself. */
function isMoving({ sending, catalog, orders }: Omit<Told, 'needsYou'>): boolean {
  const isSending =
    (catalog?.waitingItems ?? 0) > 0 ||
    (catalog?.pictures?.waiting ?? 0) > 0 ||
    catalog?.sources.some(({ state }) => state === 'reading') === true;
  const isReading =
    orders !== undefined &&
    (orders.feed.state === 'starting' ||
      orders.feed.state === 'paging' ||
      orders.outbox.pending > 0 ||
      orders.commands.waiting > 0);
  return isSending || isReading || sending.waitsUntil !== undefined;
}

type Told = Pick<StatusInput, 'sending' | 'catalog' | 'orders' | 'needsYou'>;

const running = {
  moving: 'what has changed is on its way.',
  working: (what: string) => `Working: ${what}`,
  rest: 'in step or on its way',
  restBeside: 'in step or on its way, or waits',
};
const atRest: typeof running = {
  moving: 'what has changed waits.',
  working: (what) => `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
  rest: 'in step or waits',
  restBeside: 'in step or waits',
};

/** Where no daemon runs, nothing is on its way. */
export function sentenceAtRest(facts: StatusFacts): string {
  const { state, needsYou, catalog, orders, marketplace } = facts;
  return sentenceOf(state, { needsYou, catalog, orders, sending: marketplace }, atRest);
}

function sentenceOf(state: State, input: Told, words = running): string {
  const { length: needs } = input.needsYou;
  const people = needs === 1 ? '1 item needs you.' : `${needs} items need you.`;
  const paused = pausedOf(input).join('; ');
  switch (state) {
    case 'inStep':
      return inStepSentence(input);
    case 'working':
      return workingSentence(input, words);
    case 'needsYou':
      return paused === ''
        ? `${people} The rest is ${words.rest}.`
        : `${people} The rest is ${words.restBeside}: ${paused}.`;
    case 'failing':
      return `Nothing can be sent. ${people}`;
  }
}

/** What an undo left, a changed configuration does not reach, or a picture's folder lacks, is in step with nothing that is exported. */
function inStepSentence({ catalog }: Pick<StatusInput, 'catalog'>): string {
  const sources = catalog?.sources ?? [];
  const otherwise = sources.flatMap((source) =>
    source.otherwise === undefined ? [] : `${source.name}: ${source.otherwise}`,
  );
  const short = sources.filter(({ isShort }) => isShort).map(({ name }) => name);
  const missing = catalog?.pictures?.missing ?? 0;
  const apart = [
    ...(otherwise.length === 0 ? [] : [`what a person took back: ${otherwise.join('; ')}`]),
    ...(short.length === 0
      ? []
      : [`what a changed configuration of ${short.join(' and ')} does not reach`]),
    ...(missing === 0 ? [] : [`pictures that are named and not there (${missing})`]),
  ];
  return apart.length === 0
    ? 'Everything is in step.'
    : `In step, but for ${apart.join('; and ')}.`;
}

function workingSentence(input: Told, words: typeof running): string {
  const paused = pausedOf(input).join('; ');
  const lonely = lonelyOf(input);
  const waits = `the export of ${lonely.join(' and ')} waits for another file.`;
  const moves = isMoving(input) || paused === '' ? words.moving : undefined;
  const rest = lonely.length > 0 ? waits : moves;
  if (paused === '') return words.working(rest ?? words.moving);
  return [
    `What is open waits: ${paused}.`,
    ...(rest === undefined ? [] : [`Beside that: ${rest}`]),
  ].join(' ');
}
