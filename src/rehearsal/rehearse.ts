import fs from 'node:fs';
import path from 'node:path';
import { createApp } from '../app.ts';
import type { Config } from '../config/declaration.ts';
import type { NeedsYou, SourceFacts, StatusFacts } from '../domain/facts.ts';
import { unlessStopped } from '../interrupt.ts';
import type { OnceResult } from '../once.ts';
import { replayConfirmed } from '../replay.ts';
import { type PlannedRun, plannedRuns, reportedRows } from '../run-books.ts';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { copyState } from '../state-copy.ts';
import { createFolder, filesIn, rehearsed } from './place.ts';
import type { Asked, Played, RehearsalReport, RehearsedRun } from './report.ts';

export interface RehearseOptions {
  /** Of each origin that the configuration writes. */
  readonly orders: number;
  /** Bad weather during the pass, by name. */
  readonly storm: string | undefined;
  readonly seed: number | undefined;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

interface Rehearsed {
  readonly report: RehearsalReport;
  /** The pass as `run --once` tells of it. */
  readonly result: OnceResult;
}

interface Stage {
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly options: RehearseOptions;
}

/**
 * A whole pass of the supplier's own configuration over the supplier's own exports, against a sandbox that holds what
 * the state says is confirmed. Nothing leaves this machine, and nothing of the supplier's folders is written.
 */
export async function rehearse(
  real: { readonly config: Config; readonly path: string },
  options: RehearseOptions,
): Promise<Rehearsed> {
  const folder = createFolder();
  try {
    return await rehearseIn(folder, real, options);
  } catch (cause) {
    // Nobody was told of the folder.
    fs.rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

async function rehearseIn(
  folder: string,
  real: Parameters<typeof rehearse>[0],
  options: RehearseOptions,
): Promise<Rehearsed> {
  const stateFile = path.join(folder, 'sandbox.db');
  const sandbox = await createSandbox({ stateFile, seed: options.seed });
  try {
    const config = rehearsed(real.config, { folder, url: sandbox.url });
    const hadState = copyState(real.config, config.dataDir);
    const begun = { hadState, ...(await replayConfirmed(config, options.signal)) };
    await makeWeather(sandbox, options);
    const played = await play({ config, sandbox, options });
    const { result, ...rest } = played;
    const { catalog, orders, waitsForPerson } = result.report;
    const report: RehearsalReport = {
      config: real.path,
      insteadOf: real.config.marketplace.baseUrl,
      folder,
      begun,
      catalog: { ...rest.catalog, calls: catalog.calls },
      orders: { ...orders, placed: rest.placed },
      asked: (await sandbox.control('GET', '/sandbox/report')) as Asked,
      waitsForPerson: waitsForPerson.map(inEarnest),
      remaining: result.remaining,
      files: filesIn(folder),
    };
    fs.writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    return { report, result };
  } finally {
    await sandbox.close();
    // The copy of the state may be large and is of no use to anybody.
    fs.rmSync(path.join(folder, 'state'), { recursive: true, force: true });
  }
}

/**
 * What a rehearsal holds cannot be released: only the run that does it in earnest has a plan to release. What no release
 * would end has a remedy of its own.
 */
function inEarnest(need: NeedsYou): NeedsYou {
  if (!need.id.startsWith('held:') || !need.fix.includes('stockhand release')) return need;
  return { ...need, fix: 'Export again, or release it when the real run holds it.' };
}

/** The ledger begins with the pass, and only the pass gets into the storm. */
async function makeWeather(sandbox: Sandbox, { storm }: RehearseOptions): Promise<void> {
  await sandbox.control('DELETE', '/sandbox/ledger');
  if (storm !== undefined) await sandbox.control('POST', '/sandbox/weather', { storm });
}

/**
 * The two halves of a full pass, one after the other: first the exports; then buyers order from what the marketplace
 * holds by now, and the order files are written.
 */
async function play(stage: Stage): Promise<Played> {
  const { orders, catalog, ...rest } = stage.config;
  const runsBefore = runsOf(stage.config);
  const up = await pass({ ...rest, ...(catalog === undefined ? {} : { catalog }) }, stage.options);
  const placed = await placeOrders(stage);
  const down = orders && (await pass({ ...rest, orders }, stage.options));
  const told = up.result.report.catalog.runs.map(({ run }) => run);
  const runs = playedRuns(runsBefore, runsOf(stage.config), new Set(told));
  return {
    result: down === undefined ? up.result : bothOf(up.result, down.result),
    placed,
    catalog: {
      runs,
      held: up.facts.catalog?.held ?? [],
      paused: (up.facts.catalog?.sources ?? []).filter(isPaused).map(({ name }) => name),
      ...(catalog === undefined ? { rejected: [], notes: [] } : reportedRows(stage.config, runs)),
    },
  };
}

async function pass(
  config: Config,
  { waitMs, signal }: RehearseOptions,
): Promise<{ result: OnceResult; facts: StatusFacts }> {
  const app = await createApp(config);
  try {
    const result = await unlessStopped(signal, app.once({ waitMs, signal }));
    return { result, facts: await app.facts() };
  } finally {
    await app.stop();
  }
}

function isPaused({ state }: SourceFacts): boolean {
  return state === 'paused';
}

async function placeOrders({ config, sandbox, options }: Stage): Promise<number> {
  const origins = options.orders === 0 ? [] : (config.orders?.outbox.origins ?? []);
  for (const origin of origins)
    await sandbox.control('POST', '/sandbox/orders', { origin, count: options.orders });
  return origins.length * options.orders;
}

function bothOf(up: OnceResult, down: OnceResult): OnceResult {
  return {
    report: {
      catalog: up.report.catalog,
      orders: down.report.orders,
      waitsForPerson: [...up.report.waitsForPerson, ...down.report.waitsForPerson],
    },
    notes: [...up.notes, ...down.notes],
    remaining: [...up.remaining, ...down.remaining],
    isUnanswered: up.isUnanswered || down.isUnanswered,
    halves: [...up.halves, ...down.halves],
  };
}

function runsOf(config: Config): PlannedRun[] {
  return config.catalog === undefined ? [] : plannedRuns(config);
}

/** The imports that the pass tells (also those that `plan` had read), and those that it read again under another plan. */
function playedRuns(
  before: readonly PlannedRun[],
  after: readonly PlannedRun[],
  told: ReadonlySet<number>,
): RehearsedRun[] {
  const known = new Map(before.map(({ books, plan }) => [books.run, plan]));
  return after
    .filter(
      ({ books: { run }, plan }) => told.has(run) || (plan !== null && known.get(run) !== plan),
    )
    .map(({ books }) => ({ ...books, again: !told.has(books.run) }));
}
