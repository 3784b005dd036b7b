import fs from 'node:fs';
import path from 'node:path';
import { openAlerts } from './alerting.ts';
import { type Watch, withFacts } from './all-facts.ts';
import { offeringBackup } from './backup/last.ts';
import { backupsEnded } from './backup/start.ts';
import { finishSwap } from './backup/swap.ts';
import { type CatalogThread, startCatalogThread } from './catalog-thread.ts';
import { systemClock } from './clock.ts';
import { createCommands } from './commands.ts';
import type { Config } from './config/declaration.ts';
import { type WrittenConfig, watchConfig } from './config-watch.ts';
import { controlPath } from './control/path.ts';
import { serveControl } from './control/serve.ts';
import type { Clock } from './domain/clock.ts';
import type { Transport } from './domain/exchange.ts';
import type { NeedsYou, StatusFacts } from './domain/facts.ts';
import { type MarketDoor, openDoor } from './door.ts';
import { isBelow } from './files/inside.ts';
import type { Files } from './files/port.ts';
import { watchJournals } from './journals.ts';
import { openLastRun } from './last-run.ts';
import { watchFeed } from './late-orders.ts';
import type { Listeners, OpenListeners } from './listeners.ts';
import { createLive, type Live } from './live/live.ts';
import { toldCalls } from './live/live-calls.ts';
import { type Log, noted, openLog } from './log.ts';
import { isSubtracting, type OnceResult, oncePass } from './once.ts';
import { createOpenOrdersTeller, type OpenOrdersTeller } from './open-orders.ts';
import { type OrderSide, openOrderSide } from './order-side.ts';
import { readProductPage } from './product-list.ts';
import { ordersFirst, reconcileByClock } from './reconcile.ts';
import { watchShortage } from './shortage.ts';
import { refuseDamage } from './store/damage.ts';
import type { StateLock } from './store/lock.ts';
import { claimTenant } from './store/tenant.ts';
import { takeState } from './take-state.ts';
import { createTeller, type Teller } from './teller.ts';
import { version } from './version.ts';

/** What tests put in place of the real thing. Everything else is built as in production. */
interface Overrides {
  readonly wrapTransport?: (transport: Transport) => Transport;
  readonly wrapFiles?: (files: Files) => Files;
}

export interface App {
  readonly config: Config;
  /**
   * Starts the daemon: loops, listeners and control socket. `openListeners` is given: only a daemon loads the servers.
   */
  start(openListeners: OpenListeners, written?: WrittenConfig): Promise<void>;
  /** One full pass (contract.md `run --once`). */
  once(options: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<OnceResult>;
  /** Carries out a command of the CLI or the page. */
  run(command: string, args: unknown): Promise<unknown>;
  facts(): Promise<StatusFacts>;
  addresses(): { readonly status?: string; readonly webhooks?: string };
  /** Waits for the signal, or answers what ended the daemon before it. */
  ended(signal: AbortSignal): Promise<Error | undefined>;
  /** Ends the daemon by a failure that no part has seen. */
  fail(cause: Error): void;
  /**
   * Closes everything. True where that was done in time: by default before a service manager would kill the process.
   */
  stop(maxMs?: number): Promise<boolean>;
}

/** Every part of a running Stockhand. They are built in the order in which they need each other. */
export interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly live: Live;
  readonly door: MarketDoor;
  readonly catalog: CatalogThread | undefined;
  readonly orders: OrderSide | undefined;
  readonly openOrders: OpenOrdersTeller;
  /** Aborted when the daemon stops. */
  readonly signal: AbortSignal;
  facts(): Promise<StatusFacts>;
  needsYou(): Promise<readonly NeedsYou[]>;
  /** Of these what no other process would find in the state: it was met by looking, and ends with this process. */
  met(): Promise<readonly NeedsYou[]>;
}

/**
 * The composition root: only this file says what is built from what. Takes the lock of the state unless it is given;
 * throws STATE_LOCKED.
 */
export async function createApp(
  config: Config,
  overrides: Overrides = {},
  given?: StateLock,
): Promise<App> {
  const clock = systemClock;
  const lock = given ?? (await takeState(config, clock));
  prepareState(config);
  const opened = openLog(config.log);
  const { log, close: closeLog } = opened;
  const stopping = new AbortController();
  const failed = createFailure(log);
  const live = createLive(clock);
  const door = openDoor(config.marketplace, {
    clock,
    wrapTransport: (wire) => toldCalls(overrides.wrapTransport?.(wire) ?? wire, { live, clock }),
  });
  // Built first, because it throws on a damaged disk: a thread that runs already would keep the process alive.
  const orders = openOrderSide(config, { clock, door, fail: failed.report, ...overrides });
  const catalog = openCatalogThread(config, {
    door,
    clock,
    signal: stopping.signal,
    fail: failed.report,
  });
  let listeners: Listeners | undefined;
  let watches: readonly Watch[] = [opened];
  const openOrders = createOpenOrdersTeller({ clock, orders, catalog, failed: failed.report });
  const parts = withFacts(
    { config, clock, log, live, door, catalog, orders, openOrders, signal: stopping.signal },
    () => ({ listeners, watches, lastRun, alerts }),
  );
  const lastRun = openLastRun(parts);
  const alerts = openAlerts(parts, () => listeners?.addresses().status);
  const commands = createCommands(parts);
  const teller = createTeller(parts);
  let control: { ended: Promise<void> } | undefined;

  return {
    config,
    run: commands.run,
    facts: parts.facts,
    async start(openListeners, written) {
      watches = openWatches(parts, { opened, written });
      listeners = await openListeners(parts, commands);
      const path = controlPath(config.dataDir);
      control = await serveControl({ path, handlers: commands.handlers, signal: stopping.signal });
      lastRun.runs();
      orders?.flow.start();
      if (!(await startCatalog(parts))) return;
      teller.start();
      alerts.start();
      reconcileByClock(parts);
      log.info({ version, pid: process.pid, ...listeners.addresses() }, 'started');
    },
    once: (options) =>
      noted(log, 'the pass', failed.ends(oncePass({ ...parts, alerts, lastRun }, options))),
    addresses: () => listeners?.addresses() ?? {},
    ended: (signal) => Promise.race([failed.happened, aborted(signal)]),
    fail: failed.report,
    async stop(maxMs = stopMaxMs) {
      const kept = lastRun.ends();
      stopping.abort();
      const closing = { teller, kept, listeners, control, closeLog };
      const isClosed = await stopParts({ ...parts, ...closing }, maxMs);
      if (given === undefined) lock.release();
      return isClosed;
    },
  };
}

/** False where the daemon is stopped before it. */
async function startCatalog(parts: Parts): Promise<boolean> {
  if (isSubtracting(parts.config)) {
    // Otherwise what was ordered meanwhile, or since a backup, would be on offer again with the first stock sent.
    await ordersFirst(parts);
    if (parts.signal.aborted) return false;
    await parts.openOrders.start();
  }
  await parts.catalog?.start();
  return true;
}

/** What is done in the data folder before a part opens its databases. */
function prepareState(config: Config): void {
  const { dataDir, marketplace } = config;
  finishSwap(dataDir);
  offeringBackup(dataDir, () => refuseDamage(dataDir, version));
  makeFolders(config);
  claimTenant(dataDir, marketplace.baseUrl);
}

/** What looks on while a daemon runs. */
function openWatches(
  parts: Parts,
  { opened, written }: { readonly opened: Watch; readonly written: WrittenConfig | undefined },
): readonly Watch[] {
  const { config, clock, signal, catalog, orders } = parts;
  const trim = () => Promise.all([catalog?.trimJournal(), orders?.trimJournal()]);
  return [
    ...(written === undefined ? [] : [watchConfig(written, { clock, signal })]),
    opened,
    watchShortage({ clock, signal }),
    watchJournals(config.dataDir, { clock, signal, trim }),
    watchFeed(parts),
  ];
}

interface Stopping extends Parts {
  readonly teller: Teller;
  /** What was met is written. */
  readonly kept: Promise<void>;
  readonly listeners: Listeners | undefined;
  readonly control: { readonly ended: Promise<void> } | undefined;
  closeLog(): Promise<void>;
}

async function stopParts(parts: Stopping, maxMs: number): Promise<boolean> {
  const { clock, teller, kept } = parts;
  // What fails here is told by the part that failed.
  const lastWords = Promise.allSettled([teller.tell(), kept]).then(() => undefined);
  await within(clock, lastWordsMaxMs, lastWords);
  return within(clock, maxMs, closeParts(parts));
}

async function closeParts(parts: Stopping): Promise<void> {
  const { listeners, control, orders, openOrders, catalog, door, closeLog } = parts;
  await listeners?.closeStatus();
  await control?.ended;
  // `openOrders` may wait for an answer of the catalogue's thread, so both end together.
  await Promise.all([orders?.close(), catalog?.close(), openOrders.stop().catch(() => undefined)]);
  await door.close();
  // Closed last, because it needs no other part: after five deliveries without an answer the marketplace ends an
  // endpoint (fault 102).
  await listeners?.closeWebhooks();
  await closeLog();
  await backupsEnded();
}

async function within(clock: Clock, waitMs: number, work: Promise<void>): Promise<boolean> {
  const done = new AbortController();
  const late = clock.sleep(waitMs, done.signal).then(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => done.abort());
}

/** Fail-stop: the first failure of a part ends the daemon (I12); the service manager starts it again. */
function createFailure(log: Log): {
  report(cause: Error): void;
  readonly happened: Promise<Error>;
  /** Rejects at the failure that ends the daemon, too: after a disk error a pass sends nothing more (I12, fault 29). */
  ends<Result>(work: Promise<Result>): Promise<Result>;
} {
  let report: (cause: Error) => void = () => undefined;
  const happened = new Promise<Error>((resolve) => {
    report = (cause) => {
      log.fatal({ err: cause }, 'stopped by a failure');
      resolve(cause);
    };
  });
  const thrown = happened.then((cause) => Promise.reject(cause));
  // The daemon itself waits for `happened`.
  thrown.catch(() => undefined);
  return { report, happened, ends: (work) => Promise.race([work, thrown]) };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/**
 * Makes the folders within the data folder. A results folder elsewhere is made by the first import.
 */
function makeFolders({ dataDir, results }: Config): void {
  const own = isBelow(dataDir, results.folder) ? [results.folder] : [];
  for (const folder of [path.join(dataDir, 'spool'), ...own])
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
}

interface CatalogDoor extends Pick<Parts, 'clock' | 'door' | 'signal'> {
  fail(cause: Error): void;
}

function openCatalogThread(
  config: Config,
  { door, clock, signal, fail }: CatalogDoor,
): CatalogThread | undefined {
  const { catalog, results, dataDir, marketplace } = config;
  if (catalog === undefined) return undefined;
  const { reads, exchange } = door;
  return startCatalogThread(
    { catalog, results, dataDir, maxInFlight: marketplace.maxInFlight },
    {
      signal,
      send: (mutation, gone) => door.sender.send(mutation, gone),
      upload: (upload, gone) => door.upload(upload, gone),
      list: (cursor, gone) =>
        readProductPage({ reads, clock, facts: exchange.facts }, cursor, gone),
      failed: fail,
    },
  );
}

/** A Windows that shuts down waits 5 s. Work not done in time continues from its rows at the next start (fault 115). */
const stopMaxMs = 3_000;
/** The last lines of the log need facts of a thread, which answers nobody while it reads an export. */
const lastWordsMaxMs = 500;
