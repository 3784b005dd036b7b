import { clockSkewLevel, skewSeconds } from '../domain/clock-skew.ts';
import type {
  Advice,
  OrderFacts,
  SourceFacts,
  StatusFacts,
  WebhookFacts,
} from '../domain/facts.ts';
import { shownExport } from '../domain/file-name.ts';
import type { Format, Moment } from './moments.ts';
import { picturesPanels } from './picture-panel.ts';
import type { Sentences } from './sentences.ts';
import { type StateName, shownState, type Tone } from './states.ts';
import type { Words } from './words.ts';

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
  return { ...panel, ...shownState('needsYou', words) };
}

function sourcePanel(source: SourceFacts, { words, format }: Telling): PanelView {
  return {
    id: `source:${source.name}`,
    title: `${source.kind === 'stock' ? words.stock : words.products} · ${source.name}`,
    ...shownState(source.state, words),
    sentence: withUnwatched(withOtherwise(source), source.unwatched),
    isEnglish: true,
    ...lastSuccess(source.lastSuccessAt, format),
    details: [
      { label: words.folder, text: source.folder },
      ...detail(words.lastFile, source.lastFile && shownExport(source.lastFile)),
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
  const { state, sentence, ...language } = ordersOutState(facts, telling);
  return {
    id,
    title: words.ordersOut,
    ...shownState(state, words),
    ...language,
    sentence: withUnwatched(sentence, outbox.unwatched),
    ...lastSuccess(feed.lastPollAt, format),
    details: [
      { label: words.folder, text: outbox.folder },
      ...detail(words.oldest, shown(outbox.oldestUnacknowledgedAt, format)),
    ],
    toggle: { action: feed.state === 'paused' ? 'resume' : 'pause', what: 'orders' },
  };
}

interface State extends Pick<PanelView, 'sentence' | 'isEnglish'> {
  readonly state: StateName;
}

function ordersOutState({ feed, outbox }: OrderFacts, { sentences }: Telling): State {
  if (outbox.offline !== undefined)
    return { state: 'offline', sentence: outbox.offline, isEnglish: true };
  const sentence = sentences.ordersOut(outbox);
  switch (feed.state) {
    case 'paused':
      return { state: 'paused', sentence: sentences.paused };
    case 'cursorRefused':
      return { state: 'refused', sentence: sentences.cursorRefused };
    case 'waiting':
      return feed.lastFailure === undefined
        ? { state: 'waiting', sentence }
        : { state: 'waiting', sentence: feed.lastFailure, isEnglish: true };
    case 'notBegun':
      return { state: 'waiting', sentence: sentences.notBegun(feed.begins ?? '') };
    case 'starting':
      return { state: 'starting', sentence: sentences.starting };
    case 'paging':
      return { state: 'reading', sentence: `${sentences.paging} ${sentence}` };
    case 'caughtUp':
      return { state: outbox.parked > 0 ? 'needsYou' : 'inStep', sentence };
  }
}

function ordersBack(facts: OrderFacts | undefined, telling: Telling): PanelView {
  const { words } = telling;
  const id = 'orders-back';
  if (facts === undefined) return off(id, words.ordersBack, words);
  const { state, sentence, ...language } = ordersBackState(facts, telling);
  return {
    id,
    title: words.ordersBack,
    ...shownState(state, words),
    ...language,
    sentence: withUnwatched(sentence, facts.commands.unwatched),
    details: [],
  };
}

/** While orders are paused nobody looks for command files. */
function ordersBackState({ feed, commands }: OrderFacts, { sentences }: Telling): State {
  const sentence = sentences.ordersBack(commands);
  if (feed.state === 'paused') return { state: 'paused', sentence };
  const { offline } = commands;
  if (offline !== undefined) return { state: 'offline', sentence: offline, isEnglish: true };
  return { state: commands.waiting > 0 ? 'waiting' : 'inStep', sentence };
}

function webhooks(facts: WebhookFacts | undefined, telling: Telling): PanelView {
  const { words, sentences, format } = telling;
  const id = 'webhooks';
  if (facts?.listening === undefined) return off(id, words.webhooks, words);
  const { lastRefusal } = facts;
  return {
    id,
    title: words.webhooks,
    ...shownState('listening', words),
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
  const { state, ...says } = marketplaceState(facts, telling);
  return {
    id: 'marketplace',
    title: words.marketplace,
    ...shownState(state, words),
    ...says,
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
    return { state: 'stopped', sentence, isEnglish: true };
  }
  if (facts.waitsUntil !== undefined && facts.waitsUntil > nowMs) {
    const until = format.text(facts.waitsUntil);
    return { state: 'waiting', sentence: sentences.waitsUntil(until) };
  }
  const answered = facts.lastAnswerAt;
  const lastAnswer = answered === undefined ? words.never : format.text(answered);
  const { lastFailure } = facts;
  if (lastFailure !== undefined && lastFailure.at > (answered ?? 0)) {
    const sentence = sentences.unreachable(lastFailure.sentence, lastAnswer);
    return { state: 'offline', sentence };
  }
  if (answered === undefined) return { state: 'starting', sentence: sentences.notAsked };
  const inStep: State = { state: 'inStep', sentence: sentences.reachable(lastAnswer) };
  return clockState(facts.clockSkewMs, telling) ?? inStep;
}

/** The page tells of a wrong clock before deliveries are refused because of it (fault 103). */
function clockState(skewMs: number | undefined, { words, sentences }: Telling): State | undefined {
  const level = clockSkewLevel(skewMs);
  if (skewMs === undefined || level === 'ok') return undefined;
  const sentence = `${words.clockSkew}: ${sentences.clock(skewSeconds(skewMs))}.`;
  return { state: level === 'red' ? 'failing' : 'needsYou', sentence };
}

function off(id: string, title: string, words: Words): PanelView {
  return { id, title, ...shownState('off', words), sentence: words.notSetUp, details: [] };
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
