import fs from 'node:fs';
import path from 'node:path';
import { isRunning } from '../control/call.ts';
import { controlPath } from '../control/path.ts';
import type { Clock } from '../domain/clock.ts';
import { StockhandError } from '../domain/error.ts';
import { mustRun, runCommand } from './command.ts';
import type { ServiceFacts } from './facts.ts';
import type { ControlVerb, ServiceManager } from './manager.ts';
import { nameText } from './name.ts';

interface ControlDeps {
  readonly manager: ServiceManager;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A large state takes a while to open; what it says then is in its log. */
const answerMaxMs = 20_000;
const lookEveryMs = 250;
const linesTold = 5;

/** Start and restart end when the daemon answers; throws SERVICE_START where it does not stay up. */
export async function control(
  { manager, clock, signal }: ControlDeps,
  verb: ControlVerb,
  before: ServiceFacts,
): Promise<ServiceFacts> {
  const { name } = before;
  if (verb !== 'stop') await demandAlone(before);
  const { command, args } = manager.controlCommand(verb, name);
  await mustRun(command, args);
  const first = await manager.facts(name);
  if (verb === 'stop') return first;
  const end = clock.monotonic() + answerMaxMs;
  for (let facts = first; ; facts = await manager.facts(name)) {
    if (isDown(facts, first)) throw await notUp(manager, facts);
    if (await answers(facts)) return facts;
    if (signal.aborted || clock.monotonic() > end) return facts;
    await clock.sleep(lookEveryMs, signal);
  }
}

async function answers({ active, own }: ServiceFacts): Promise<boolean> {
  return active && own !== undefined && (await isRunning(controlPath(own.dataDir)));
}

/** Restarts are counted over days: only one since the first look is news. */
function isDown({ active, state, restarts = 0 }: ServiceFacts, first: ServiceFacts): boolean {
  if (restarts > (first.restarts ?? 0)) return true;
  return !active && !/^(start|stop|Start Pending)/.test(state);
}

async function notUp(manager: ServiceManager, facts: ServiceFacts): Promise<StockhandError> {
  const { command, args } = manager.logsCommand(facts, { lines: linesTold, follow: false });
  const { stdout } = await runCommand(command, args).catch(() => ({ stdout: '' }));
  const lines = stdout.split('\n').filter(Boolean);
  const lastLines = lines.map((line) => manager.logLine(line).message.trim()).join(' | ');
  const ended = facts.lastExit === undefined ? '' : ` with ${facts.lastExit}`;
  const sentence = `The service ${facts.name} ended${ended} (${facts.state}). ${lastLines}`;
  return new StockhandError('SERVICE_START', sentence.trim(), {
    remedy: `Read the last lines of its log: stockhand service logs${nameText(facts.name)}.`,
  });
}

/** A daemon that somebody started by hand holds the state: a service beside it would fail for ever. */
async function demandAlone({ active, own }: ServiceFacts): Promise<void> {
  if (active || own === undefined) return;
  const other = await otherDaemon(own.dataDir);
  if (other === undefined) return;
  throw new StockhandError(
    'STATE_LOCKED',
    `Another Stockhand (process ${other}), which is not the service, works on ${own.dataDir}.`,
    { remedy: 'Stop that one first, then start the service.' },
  );
}

/** The process id of a daemon that answers on this state. */
export async function otherDaemon(dataDir: string): Promise<string | undefined> {
  if (!(await isRunning(controlPath(dataDir)))) return undefined;
  try {
    return fs.readFileSync(path.join(dataDir, 'lock.pid'), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
