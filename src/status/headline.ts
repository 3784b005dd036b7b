import type { SendingFacts } from '../domain/exchange.ts';
import type {
  CatalogFacts,
  NeedsYou,
  OrderFacts,
  SourceFacts,
  StatusFacts,
} from '../domain/facts.ts';
import type { HeadlineWords, Paused } from './headline-words.ts';

interface Told {
  readonly sending: SendingFacts;
  readonly catalog: CatalogFacts | undefined;
  readonly orders: OrderFacts | undefined;
  readonly needsYou: readonly NeedsYou[];
}

type OfCatalog = Pick<Told, 'catalog'>;

/** The sentence above everything. */
export function headline(state: StatusFacts['state'], input: Told, words: HeadlineWords): string {
  const people = words.needs(input.needsYou.length);
  const paused = pausedOf(input);
  switch (state) {
    case 'inStep':
      return inStepSentence(input, words);
    case 'working':
      return workingSentence(input, words);
    case 'needsYou':
      return paused.length === 0
        ? `${people} ${words.rest}`
        : `${people} ${words.restBeside(paused)}`;
    case 'failing':
      return [
        isRefusedInPart(input.sending) ? words.failingInPart : words.failing,
        people,
        ...(paused.length === 0 ? [] : [words.alsoPaused(paused)]),
      ].join(' ');
  }
}

/** The API key lacks one right: only what needs it stops. An outage is met by one kind of request before the others. */
export function isRefusedInPart({ lanes }: SendingFacts): boolean {
  return (
    lanes.some(({ stopped }) => stopped === undefined) &&
    lanes.every(({ stopped }) => stopped?.code !== 'NO_ANSWER')
  );
}

/** The sources whose export waits for another file. */
export function lonelyOf({ catalog }: OfCatalog): readonly string[] {
  const sources = catalog?.sources ?? [];
  return sources.filter(({ waitsFor }) => waitsFor !== undefined).map(({ name }) => name);
}

const pausedPictures: Paused = {
  name: 'catalog',
  text: 'pictures rest while every source is paused (stockhand resume catalog)',
};

/** That orders are paused, or sources of which something waits, or all of them and a picture waits. */
export function pausedOf({ catalog, orders }: Pick<Told, 'catalog' | 'orders'>): readonly Paused[] {
  const sources = (catalog?.sources ?? []).flatMap(({ name, waitsPaused: text }) =>
    text === undefined ? [] : [{ name, text }],
  );
  const text = orders?.paused;
  return [
    ...sources,
    ...(catalog?.pictures?.state === 'paused' ? [pausedPictures] : []),
    ...(text === undefined ? [] : [{ name: 'orders', text }]),
  ];
}

/** The last read of the feed failed, and it is read again by itself (lessons 24). */
export function failsToRead({ orders }: Pick<Told, 'orders'>): boolean {
  return orders?.feed.state === 'waiting';
}

/**
 * True where something is on its way by itself: also what an export leaves out, which is none of the rows that wait,
 * and what a file says that nobody has read.
 */
export function isMoving({ sending, catalog, orders }: Omit<Told, 'needsYou'>): boolean {
  const isSending =
    (catalog?.waitingItems ?? 0) > 0 ||
    ((catalog?.pictures?.waiting ?? 0) > 0 && catalog?.pictures?.state !== 'paused') ||
    catalog?.sources.some(isUnderWay) === true;
  const isReading =
    orders?.paused === undefined &&
    orders !== undefined &&
    (orders.feed.state === 'starting' ||
      orders.feed.state === 'paging' ||
      orders.outbox.pending > 0 ||
      orders.commands.waiting > 0);
  return isSending || isReading || sending.waitsUntil !== undefined;
}

function isUnderWay({ state, isUnread }: SourceFacts): boolean {
  return state === 'reading' || state === 'sending' || isUnread === true;
}

/** Nothing was exported yet, or nothing that `files:` takes: whoever reads that all is well would look no further. */
function isNeverRead({ state, lastFile, isMisnamed }: SourceFacts): boolean {
  const isIdle = state === 'waiting' || state === 'paused';
  return isIdle && lastFile === undefined && isMisnamed !== true;
}

/**
 * What an undo left, a changed configuration does not reach, an export has another name for, was not exported, or not
 * since a restore, or a picture's folder lacks, or orders of a feed that has not begun, is in step with nothing that is
 * exported.
 */
function inStepSentence(
  { catalog, orders }: Pick<Told, 'catalog' | 'orders'>,
  words: HeadlineWords,
): string {
  const sources = catalog?.sources ?? [];
  const otherwise = sources.filter((source) => source.otherwise !== undefined);
  const short = sources.filter(({ isShort }) => isShort).map(({ name }) => name);
  const misnamed = sources.filter(({ isMisnamed }) => isMisnamed).map(({ name }) => name);
  const neverRead = sources.filter(isNeverRead).map(({ name }) => name);
  const restored = sources.filter((source) => source.isOnlyOfBackup).map(({ name }) => name);
  const missing = catalog?.pictures?.missing ?? 0;
  const begins = orders?.feed.begins;
  const apart = [
    ...(otherwise.length === 0 ? [] : [words.takenBack(otherwise)]),
    ...(short.length === 0 ? [] : [words.outOfReach(short)]),
    ...(misnamed.length === 0 ? [] : [words.misnamed(misnamed)]),
    ...(neverRead.length === 0 ? [] : [words.neverRead(neverRead)]),
    ...(restored.length === 0 ? [] : [words.onlyOfBackup(restored)]),
    ...(missing === 0 ? [] : [words.picturesMissing(missing)]),
    ...(begins === undefined ? [] : [words.ordersBefore(begins)]),
  ];
  return apart.length === 0 ? words.inStep : words.inStepBut(apart);
}

function workingSentence(input: Told, words: HeadlineWords): string {
  const paused = pausedOf(input);
  const rest = restOf(input, words, paused);
  if (paused.length === 0) return words.working(rest ?? words.moving);
  return [words.paused(paused), ...(rest === undefined ? [] : [words.beside(rest)])].join(' ');
}

function restOf(input: Told, words: HeadlineWords, paused: readonly Paused[]): string | undefined {
  const lonely = lonelyOf(input);
  const waits = [
    ...(lonely.length === 0 ? [] : [words.lonely(lonely)]),
    ...(failsToRead(input) ? [words.unread] : []),
  ];
  if (waits.length > 0) return `${waits.join('; ')}.`;
  return isMoving(input) || paused.length === 0 ? words.moving : undefined;
}
