import { openAlerts } from './alerting.ts';
import type { Config } from './config/declaration.ts';
import { controlPath } from './control/path.ts';
import { serveControl } from './control/serve.ts';
import type { Clock } from './domain/clock.ts';
import { codes } from './domain/codes.ts';
import type { CrashLoop } from './domain/crash-loop.ts';
import { StockhandError } from './domain/error.ts';
import { systemMessage } from './domain/error-number.ts';
import type { NeedsYou, StatusFacts } from './domain/facts.ts';
import { asSentence } from './domain/problem.ts';
import { lacksInodes } from './files/inodes.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { createLive } from './live/live.ts';
import { openLog } from './log.ts';
import { isFull, isPassing } from './store/writable.ts';
import { version } from './version.ts';

export interface SafeMode {
  /** What happened, for the terminal. */
  readonly sentence: string;
  addresses(): ReturnType<Listeners['addresses']>;
  close(): Promise<void>;
}

/** Why nothing is done. */
export interface SafeReason {
  readonly code: 'SAFE_MODE' | 'DISK';
  readonly sinceMs: number;
  readonly need: NeedsYou;
}

/**
 * Runs in place of the app. The page, the alerts and the commands say why, and no folder of the ERP, no database and no
 * address of the marketplace is touched. Webhooks are still answered, because five that nobody answers end the endpoint
 * for good (fault 102). What they point to is in the feed.
 */
export async function openSafeMode(
  config: Config,
  reason: SafeReason,
  clock: Clock,
): Promise<SafeMode> {
  const opened = openLog(config.log);
  const { log, close: closeLog } = opened;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { code, need } = reason;
  const sentence = `${need.what} ${need.cause}`;
  let more: () => Pick<StatusFacts, 'needsYou' | 'webhooks'> = () => ({ needsYou: [] });
  const facts = async (): Promise<StatusFacts> => factsOf(config, { ...reason, ...more() });
  const refuse = (): Promise<never> =>
    Promise.reject(new StockhandError(code, sentence, { remedy: need.fix }));
  const parts = { config, clock, log, live: createLive(clock), orders: undefined, facts };
  const listeners = await openListeners(parts, { run: refuse });
  const { addresses } = listeners;
  const seen = { config, clock, signal, facts, looksOn: false };
  const alerts = openAlerts(seen, () => addresses().status);
  more = () => {
    const webhooks = listeners.webhookFacts();
    const needsYou = [...listeners.needsYou(), ...alerts.needsYou(), ...opened.needsYou()];
    return { needsYou, ...(webhooks === undefined ? {} : { webhooks }) };
  };
  const control = await serveControl({
    ...{ path: controlPath(config.dataDir), handlers: { status: facts }, otherwise: refuse },
    signal,
  }).catch(withoutSocket);
  alerts.start();
  log.error({ code, version, ...need, ...addresses() }, need.what);
  return {
    sentence,
    addresses,
    async close() {
      stopping.abort();
      await Promise.all([listeners.closeStatus(), control.ended]);
      await listeners.closeWebhooks();
      await closeLog();
    },
  };
}

/** A disk that takes no writes takes no control socket either: page, log and alert say why. */
function withoutSocket(cause: unknown): { readonly ended: Promise<void> } {
  if (!isPassing(cause)) throw cause;
  return { ended: Promise.resolve() };
}

/** A daemon that ends again and again (fault 116). */
export function loopReason({ count, since, cause, untilMs }: CrashLoop): SafeReason {
  return {
    code: 'SAFE_MODE',
    sinceMs: since,
    need: {
      id: 'SAFE_MODE',
      what: `Safe mode: Stockhand has ended by itself ${count} times since ${momentOf(since)}.`,
      cause: `The last time: ${cause}`,
      effect: `Nothing is read or sent and no order is written before ${momentOf(untilMs)}, when it tries again. Nothing is lost: Stockhand continues from there.`,
      fix: codes.SAFE_MODE.remedy,
    },
  };
}

/** A state that takes no writes for now: its disk is full or read-only, or another program has locked a database. */
export async function diskReason(
  { dataDir }: Config,
  cause: Error,
  sinceMs: number,
): Promise<SafeReason> {
  const files = isFull(cause) ? await lacksInodes(dataDir) : undefined;
  const said = files === undefined ? systemMessage(cause) : `Its disk ${files.what}`;
  return {
    code: 'DISK',
    sinceMs,
    need: {
      id: 'DISK',
      what: `The data folder ${dataDir} cannot be written.`,
      cause: asSentence(said),
      effect:
        'Nothing is read or sent and no order is written. Nothing is lost: Stockhand continues by itself.',
      fix:
        files?.remedy ??
        'Free space on that disk, make it writable again, or close the program that holds the database; it is tried again every few seconds.',
    },
  };
}

function momentOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

interface Told extends SafeReason {
  readonly needsYou: readonly NeedsYou[];
  readonly webhooks?: NonNullable<StatusFacts['webhooks']>;
}

function factsOf(
  { marketplace }: Config,
  { sinceMs, need, needsYou, webhooks }: Told,
): StatusFacts {
  const { baseUrl } = marketplace;
  return {
    state: 'failing',
    since: momentOf(sinceMs),
    sentence: `${need.what} ${need.cause}`,
    version,
    sandbox: baseUrl.startsWith('http://'),
    marketplace: {
      baseUrl,
      lanes: [],
      sent: { orders: 0, stock: 0, products: 0, pictures: 0, background: 0 },
    },
    needsYou: [need, ...needsYou],
    events: [],
    ...(webhooks === undefined ? {} : { webhooks }),
  };
}
