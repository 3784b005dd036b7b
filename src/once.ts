import type { Alerts } from './alerts/alerts.ts';
import type { Parts } from './app.ts';
import type { CatalogPass } from './catalog/door.ts';
import type { CallCounts } from './catalog/terms/summary.ts';
import type { Config } from './config/declaration.ts';
import { counted } from './domain/counted.ts';
import type { SendingFacts } from './domain/exchange.ts';
import type { NeedsYou, RunBooks } from './domain/facts.ts';
import { notBegunSentence } from './domain/not-begun.ts';
import { asSentence } from './domain/problem.ts';
import type { LastRun } from './last-run.ts';
import type { PassCounts, PassRest } from './orders/pass.ts';
import { stopsOf } from './status/status.ts';

/** contract.md section 6, `run --once --json`. */
export interface OnceReport {
  readonly catalog: { readonly runs: readonly RunBooks[]; readonly calls: CallCounts };
  readonly orders: PassCounts;
  readonly waitsForPerson: readonly NeedsYou[];
}

export interface OnceResult {
  readonly report: OnceReport;
  /** What is to be said of the imports beside their books. */
  readonly notes: readonly string[];
  /** What is not done yet and continues by itself with the next pass, in words. */
  readonly remaining: readonly string[];
  /** Requests were made and none was answered: exit code 69. */
  readonly isUnanswered: boolean;
  /** What was passed over: a half that is not configured, or that a plan does not speak of, is not told of. */
  readonly halves: readonly Half[];
}

type Half = 'catalog' | 'orders';

interface OnceInput {
  readonly catalog: CatalogPass | undefined;
  readonly orders: PassCounts | undefined;
  readonly orderRest?: PassRest | undefined;
  /** Says that orders are paused. */
  readonly ordersPaused?: readonly NeedsYou[] | undefined;
  readonly waitsForPerson: readonly NeedsYou[];
  readonly sending: SendingFacts;
}

const noCalls: CallCounts = { batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 };
const noOrders: PassCounts = {
  pages: 0,
  versions: 0,
  written: 0,
  commands: { done: 0, refused: 0, waiting: 0 },
};

export function onceResult(input: OnceInput): OnceResult {
  const { catalog, orders, orderRest, ordersPaused = [], waitsForPerson, sending } = input;
  // In a long pass the page's needs may tell the same files by now: each is reported once.
  const missing = (catalog?.missing ?? []).filter(
    ({ id }) => !waitsForPerson.some((need) => need.id === id),
  );
  const { sent, lastAnswerAt, lastFailure } = sending;
  const requests = Object.values(sent).reduce((sum, count) => sum + count, 0);
  return {
    report: {
      catalog: { runs: catalog?.runs ?? [], calls: catalog?.calls ?? noCalls },
      orders: orders ?? noOrders,
      waitsForPerson: [...waitsForPerson, ...(catalog?.paused ?? []), ...ordersPaused, ...missing],
    },
    notes: [...(catalog?.notes ?? []), ...notBegun(orderRest)],
    remaining: [
      ...(catalog?.unread ?? []),
      ...unsent(catalog, sending),
      ...undone(orderRest, sending),
      ...restless(orderRest),
    ],
    // A token that nobody gave is told as a failure of the request that never left for want of it.
    isUnanswered: (requests > 0 || lastFailure !== undefined) && lastAnswerAt === undefined,
    halves: (['catalog', 'orders'] as const).filter((half) => input[half] !== undefined),
  };
}

function unsent(catalog: CatalogPass | undefined, sending: SendingFacts): string[] {
  if (catalog?.isBusy !== true) return [];
  const rows = catalog.runs.reduce((sum, run) => sum + run.waiting, 0);
  const why =
    whyNot(sending, 'catalog') ??
    'the marketplace has not answered yet, or what another source sends comes first';
  // The runs of this pass do not count pictures and sessions, nor what is left of earlier ones.
  const others = 'pictures, the end of a sync session or requests of an earlier pass are';
  const what = rows === 0 ? others : counted(rows, 'row is', 'rows are');
  return [`${what} not sent yet: ${asSentence(why)} ${goesOn}`];
}

/** The rest of a pass in words. If nothing were said of an unread feed, it would look as if there were no orders. */
function undone(rest: PassRest | undefined, sending: SendingFacts): string[] {
  if (rest === undefined) return [];
  const stopped = whyNot(sending, 'orders');
  const why = stopped ?? 'the time of this pass was over';
  const { feedIsBehind, unwritten, commands } = rest;
  const unread = unreadFeed(rest, sending);
  const feed = unread.length > 0 || !feedIsBehind ? unread : [behind(why)];
  const others = [
    ...(unwritten > 0
      ? [`${counted(unwritten, 'order file is', 'order files are')} not written yet`]
      : []),
    ...(commands > 0
      ? [`${counted(commands, 'command is', 'commands are')} not carried out yet`]
      : []),
  ].map((what) => `${what}: ${asSentence(why)} ${goesOn}`);
  return [...feed, ...others];
}

/** An answer that cannot be read stops no lane, so only the feed itself knows of it. */
function unreadFeed(rest: PassRest | undefined, sending: SendingFacts): string[] {
  const { feedIsBehind = false, feedFailure } = rest ?? {};
  const isAlone = feedIsBehind && whyNot(sending, 'orders') === undefined;
  return isAlone && feedFailure !== undefined ? [behind(feedFailure)] : [];
}

function behind(why: string): string {
  return `the order feed was not read to its end: ${asSentence(why)} ${goesOn}`;
}

function restless({ restless: files = 0 }: Partial<PassRest> = {}): string[] {
  if (files === 0) return [];
  const what = counted(files, 'command file does', 'command files do');
  return [`${what} not come to rest. ${goesOn}`];
}

function notBegun({ begins }: Partial<PassRest> = {}): string[] {
  return begins === undefined ? [] : [notBegunSentence(begins)];
}

const goesOn = 'The next pass continues with it.';

/** What the lanes of one half were refused says nothing of the other one; a 429 or 503 holds up both. */
function whyNot(
  { lanes, unserved = {}, waitsUntil, lastFailure }: SendingFacts,
  half: Half,
): string | undefined {
  const isOfHalf = (lane: string): boolean => (lane === 'orders') === (half === 'orders');
  const stop = lanes.find(({ lane, stopped }) => isOfHalf(lane) && stopped !== undefined)?.stopped;
  const failures = Object.entries(unserved).filter(([lane]) => isOfHalf(lane));
  const pause = waitsUntil === undefined ? undefined : lastFailure?.sentence;
  return stop?.sentence ?? failures.at(-1)?.[1] ?? pause;
}

/** Whether open orders are taken off the stock that is sent. */
export function isSubtracting({ catalog }: Config): boolean {
  return catalog?.openOrders === 'subtract';
}

/** One full pass (contract.md `run --once`). */
export async function oncePass(
  parts: Parts & { readonly alerts: Alerts; readonly lastRun: LastRun },
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<OnceResult> {
  const { catalog, orders, openOrders, door, config, alerts, lastRun } = parts;
  lastRun.passes();
  // It is also ended by the stop that follows where the other side failed.
  const orderWork = orders?.flow.pass({
    waitMs,
    signal: AbortSignal.any([signal, parts.signal]),
  });
  // Where open orders are taken off the stock, all orders are read first: then one call sends the right stock, not two.
  if (isSubtracting(config)) {
    await orderWork;
    await openOrders.tell();
  }
  const [catalogPass, orderPass] = await Promise.all([
    catalog?.pass({ quietMs: waitMs }),
    orderWork,
  ]);
  // A channel that does not work waits for a person, too.
  await alerts.tell();
  const waitsForPerson = [...(await parts.needsYou()), ...stopsOf(door.exchange.facts())];
  const orderRest = orders?.flow.rest();
  lastRun.passed([...unreadFeed(orderRest, door.exchange.facts()), ...restless(orderRest)]);
  return onceResult({
    catalog: catalogPass,
    orders: orderPass,
    orderRest,
    ordersPaused: orders?.flow.pausedNeed(),
    waitsForPerson,
    sending: door.exchange.facts(),
  });
}
