import { clockSkewLevel, skewSeconds } from '../domain/clock-skew.ts';
import type {
  Advice,
  OrderFacts,
  SourceFacts,
  StatusFacts,
  WebhookFacts,
} from '../domain/facts.ts';
import type { Format, Moment } from './moments.ts';
import { picturesPanels } from './picture-panel.ts';
import type { Sentences } from './sentences.ts';
import type { Words } from './words.ts';

/** How a state looks: green, moving, waiting, in need of a person, broken, not in use. */
export type Tone = 'good' | 'busy' | 'waiting' | 'attention' | 'bad' | 'off';

export interface PanelView {
  readonly id: string;
  readonly title: string;
  readonly tone: Tone;
  /** The state in a word. */
  readonly word: string;
  readonly sentence: string;
  /** The sentence came with the facts, in English. */
  readonly isEnglish?: true;
  readonly lastSuccess?: Moment;
  readonly details: readonly { readonly label: string; readonly text: string }[];
  readonly toggle?: { readonly action: 'pause' | 'resume'; readonly what: string };
}

export interface Telling {
  readonly words: Words;
  readonly sentences: Sentences;
  readonly format: Format;
  readonly nowMs: number;
}

/** Every panel of the page: each source, orders out and back, webhooks, the link (contract.md section 5). */
export function panels(facts: StatusFacts, telling: Telling): readonly PanelView[] {
  return [
    ...(facts.catalog?.sources ?? []).map((source) => sourcePanel(source, telling)),
    ...picturesPanels(facts.catalog?.pictures, telling),
    ordersOut(facts.orders, telling),
    ordersBack(facts.orders, telling),
    webhooks(facts.webhooks, telling),
    marketplace(facts, telling),
  ].map((panel) => unlessNeeded(panel, facts, telling.words));
}

/** For a panel, how the ids of the needs begin that belong to it. A source says in its state how it stands. */
const concerns: Readonly<Record<string, RegExp>> = {
  pictures: /^pictures-/,
  webhooks: /^webhook/,
  'orders-out': /^(?:OUTBOX_|FEED_|ORDER_UNREADABLE|ORDER_FORMAT|silent-orders)/,
  'orders-back': /^(?:COMMAND|ORDER_NOT_ACCEPTED)/,
};

/** Where a line of the page says what a person has to do about a panel, that panel is neither green nor waiting. */
function unlessNeeded(panel: PanelView, { needsYou }: StatusFacts, words: Words): PanelView {
  const isCalm = panel.tone === 'good' || panel.tone === 'waiting';
  if (!(isCalm && needsYou.some(({ id }) => concerns[panel.id]?.test(id)))) return panel;
  return { ...panel, tone: 'attention', word: words.stateNeedsYou };
}

const sourceTones: Readonly<Record<SourceFacts['state'], Tone>> = {
  inStep: 'good',
  reading: 'busy',
  sending: 'busy',
  waiting: 'waiting',
  held: 'attention',
  refused: 'attention',
  offline: 'bad',
  paused: 'off',
};

function sourcePanel(source: SourceFacts, { words, format }: Telling): PanelView {
  const stateWords: Readonly<Record<SourceFacts['state'], string>> = {
    inStep: words.stateInStep,
    reading: words.stateReading,
    sending: words.stateSending,
    waiting: words.stateWaiting,
    held: words.stateHeld,
    refused: words.stateRefused,
    offline: words.stateOffline,
    paused: words.statePaused,
  };
  return {
    id: `source:${source.name}`,
    title: `${source.kind === 'stock' ? words.stock : words.products} · ${source.name}`,
    tone: sourceTones[source.state],
    word: stateWords[source.state],
    sentence: withUnwatched(withOtherwise(source), source.unwatched),
    isEnglish: true,
    ...lastSuccess(source.lastSuccessAt, format),
    details: [
      { label: words.folder, text: source.folder },
      ...detail(words.lastFile, source.lastFile),
      ...detail(words.lookedAt, shown(source.lastLookedAt, format)),
    ],
    toggle: { action: source.state === 'paused' ? 'resume' : 'pause', what: source.name },
  };
}

function withOtherwise({ sentence, otherwise }: SourceFacts): string {
  return otherwise === undefined ? sentence : `${sentence} ${otherwise}.`;
}

function withUnwatched(sentence: string, unwatched: Advice | undefined): string {
  if (unwatched === undefined) return sentence;
  return `${sentence} ${unwatched.sentence} ${unwatched.remedy}`;
}

function ordersOut(facts: OrderFacts | undefined, telling: Telling): PanelView {
  const { words, format } = telling;
  const id = 'orders-out';
  if (facts === undefined) return off(id, words.ordersOut, words);
  const { feed, outbox } = facts;
  const { sentence, ...state } = ordersOutState(facts, telling);
  return {
    id,
    title: words.ordersOut,
    ...state,
    sentence: withUnwatched(sentence, outbox.unwatched),
    ...lastSuccess(feed.lastPollAt, format),
    details: [
      { label: words.folder, text: outbox.folder },
      ...detail(words.oldest, shown(outbox.oldestUnacknowledgedAt, format)),
    ],
    toggle: { action: feed.state === 'paused' ? 'resume' : 'pause', what: 'orders' },
  };
}

type State = Pick<PanelView, 'tone' | 'word' | 'sentence' | 'isEnglish'>;

function ordersOutState({ feed, outbox }: OrderFacts, { words, sentences }: Telling): State {
  if (outbox.offline !== undefined) {
    return { tone: 'bad', word: words.stateOffline, sentence: outbox.offline, isEnglish: true };
  }
  const sentence = sentences.ordersOut(outbox);
  const waiting = { tone: 'waiting', word: words.stateWaiting } as const;
  switch (feed.state) {
    case 'paused':
      return { tone: 'off', word: words.statePaused, sentence: sentences.paused };
    case 'cursorRefused':
      return { tone: 'attention', word: words.stateRefused, sentence: sentences.cursorRefused };
    case 'waiting':
      return feed.lastFailure === undefined
        ? { ...waiting, sentence }
        : { ...waiting, sentence: feed.lastFailure, isEnglish: true };
    case 'notBegun':
      return { ...waiting, sentence: sentences.notBegun(feed.begins ?? '') };
    case 'starting':
      return { tone: 'busy', word: words.stateStarting, sentence: sentences.starting };
    case 'paging':
      return {
        tone: 'busy',
        word: words.stateReading,
        sentence: `${sentences.paging} ${sentence}`,
      };
    case 'caughtUp':
      return outbox.parked > 0
        ? { tone: 'attention', word: words.stateNeedsYou, sentence }
        : { tone: 'good', word: words.stateInStep, sentence };
  }
}

function ordersBack(facts: OrderFacts | undefined, telling: Telling): PanelView {
  const { words } = telling;
  const id = 'orders-back';
  if (facts === undefined) return off(id, words.ordersBack, words);
  const { sentence, ...state } = ordersBackState(facts, telling);
  const says = withUnwatched(sentence, facts.commands.unwatched);
  return { id, title: words.ordersBack, ...state, sentence: says, details: [] };
}

/** While orders are paused nobody looks for command files. */
function ordersBackState({ feed, commands }: OrderFacts, { words, sentences }: Telling): State {
  const sentence = sentences.ordersBack(commands);
  if (feed.state === 'paused') return { tone: 'off', word: words.statePaused, sentence };
  const { offline } = commands;
  if (offline !== undefined)
    return { tone: 'bad', word: words.stateOffline, sentence: offline, isEnglish: true };
  return commands.waiting > 0
    ? { tone: 'waiting', word: words.stateWaiting, sentence }
    : { tone: 'good', word: words.stateInStep, sentence };
}

function webhooks(facts: WebhookFacts | undefined, telling: Telling): PanelView {
  const { words, sentences, format } = telling;
  const id = 'webhooks';
  if (facts?.listening === undefined) return off(id, words.webhooks, words);
  const { lastRefusal } = facts;
  return {
    id,
    title: words.webhooks,
    tone: 'good',
    word: words.stateListening,
    sentence: sentences.webhooks(facts),
    ...lastSuccess(facts.lastAcceptedAt, format),
    details: [
      { label: words.address, text: facts.listening },
      ...detail(
        words.lastRefusal,
        lastRefusal && `${format.text(lastRefusal.at)}: ${lastRefusal.reason}`,
      ),
    ],
  };
}

function marketplace({ marketplace: facts, catalog }: StatusFacts, telling: Telling): PanelView {
  const { words, sentences, format } = telling;
  const skew = facts.clockSkewMs;
  const { rateLimit } = facts;
  const waiting = facts.lanes.reduce((sum, lane) => sum + lane.waiting, 0);
  return {
    id: 'marketplace',
    title: words.marketplace,
    ...marketplaceState(facts, telling),
    details: [
      { label: words.address, text: facts.baseUrl },
      // An answer that refuses the key is one, too.
      ...detail(words.lastAnswer, shown(facts.lastAnswerAt, format)),
      { label: words.wait, text: format.number(waiting) },
      ...detail(words.backlog, catalog && format.number(catalog.waitingItems)),
      ...detail(words.emptyAt, shown(catalog?.emptyAt, format)),
      ...detail(
        words.clockSkew,
        skew === undefined ? undefined : sentences.clock(skewSeconds(skew)),
      ),
      ...detail(
        words.requestsLeft,
        rateLimit &&
          sentences.requestsLeft(
            format.number(rateLimit.remaining),
            format.number(rateLimit.limit),
          ),
      ),
    ],
  };
}

function marketplaceState(facts: StatusFacts['marketplace'], telling: Telling): State {
  const { words, sentences, format, nowMs } = telling;
  const stops = facts.lanes.flatMap(({ stopped }) => stopped ?? []);
  if (stops.length > 0) {
    const stopTexts = new Set(stops.map(({ sentence, remedy }) => `${sentence} ${remedy}`));
    const sentence = [...stopTexts].join(' ');
    return { tone: 'bad', word: words.stateStopped, sentence, isEnglish: true };
  }
  if (facts.waitsUntil !== undefined && facts.waitsUntil > nowMs) {
    const until = format.text(facts.waitsUntil);
    return { tone: 'waiting', word: words.stateWaiting, sentence: sentences.waitsUntil(until) };
  }
  const answered = facts.lastAnswerAt;
  const lastAnswer = answered === undefined ? words.never : format.text(answered);
  const { lastFailure } = facts;
  if (lastFailure !== undefined && lastFailure.at > (answered ?? 0)) {
    const sentence = sentences.unreachable(lastFailure.sentence, lastAnswer);
    return { tone: 'bad', word: words.stateOffline, sentence };
  }
  if (answered === undefined) {
    return { tone: 'busy', word: words.stateStarting, sentence: sentences.notAsked };
  }
  return (
    clockState(facts.clockSkewMs, telling) ?? {
      tone: 'good',
      word: words.stateInStep,
      sentence: sentences.reachable(lastAnswer),
    }
  );
}

const clockTones = { alarm: 'attention', red: 'bad' } as const;

/** The page tells of a wrong clock before deliveries are refused because of it (fault 103). */
function clockState(skewMs: number | undefined, { words, sentences }: Telling): State | undefined {
  const level = clockSkewLevel(skewMs);
  if (skewMs === undefined || level === 'ok') return undefined;
  const sentence = `${words.clockSkew}: ${sentences.clock(skewSeconds(skewMs))}.`;
  const word = level === 'red' ? words.stateFailing : words.stateNeedsYou;
  return { tone: clockTones[level], word, sentence };
}

function off(id: string, title: string, words: Words): PanelView {
  return { id, title, tone: 'off', word: words.stateOff, sentence: words.notSetUp, details: [] };
}

function detail(label: string, text: string | undefined) {
  return text === undefined ? [] : [{ label, text }];
}

function shown(epochMs: number | undefined, format: Format): string | undefined {
  return epochMs === undefined ? undefined : format.text(epochMs);
}

function lastSuccess(epochMs: number | undefined, format: Format) {
  return epochMs === undefined ? {} : { lastSuccess: format.moment(epochMs) };
}
