import type { Config } from '../config/declaration.ts';
import { isService } from '../config/managed.ts';
import type { Started } from '../daemon.ts';
import { counted } from '../domain/counted.ts';
import { StockhandError } from '../domain/error.ts';
import type { NeedsYou } from '../domain/facts.ts';
import { shownExport } from '../domain/file-name.ts';
import { unlessStopped } from '../interrupt.ts';
import type { OnceReport, OnceResult } from '../once.ts';
import { type Context, configOf, type LoadedConfig, openApp } from './context.ts';
import { load } from './load.ts';
import { type ExitCode, exitCodes, type Output, table } from './output.ts';
import type { CommandSpec } from './program.ts';
import { waitMsOf, waitOption } from './wait.ts';

export const run: CommandSpec = {
  usage: 'run',
  summary: 'runs the daemon in the foreground; with --once one full pass',
  options: [{ flags: '--once', text: 'do one full pass, then end' }, waitOption('with --once: ')],
  async run(context, _args, options) {
    const waitMs = waitMsOf(options);
    if ('wait' in options && options['once'] !== true)
      throw new StockhandError('USAGE', '--wait needs --once.');
    const loaded = await configOf(context);
    if (options['once'] !== true) return daemon(context, loaded);
    return once(context, loaded.config, waitMs);
  },
};

/** A pass that a timer began does not fail in silence. */
async function once(context: Context, config: Config, waitMs: number): Promise<ExitCode> {
  try {
    return await pass(context, config, waitMs);
  } catch (cause) {
    const { tellFailure } = await load(import('../alerting.ts'));
    await tellFailure(config, context.signal, cause);
    throw cause;
  }
}

async function pass(
  { output, signal }: Context,
  config: Config,
  waitMs: number,
): Promise<ExitCode> {
  const app = await openApp(config, signal);
  try {
    return onceTold(output, await unlessStopped(signal, app.once({ waitMs, signal })));
  } finally {
    await app.stop();
  }
}

/** The result, and what is not done yet: also with --json, because it decides the exit code. */
export function onceTold(output: Output, result: OnceResult): ExitCode {
  output.result(result.report, () => onceText(result));
  for (const line of result.remaining) output.line(`  waits: ${line}`);
  return onceCode(result);
}

export function onceCode(result: OnceResult): ExitCode {
  if (result.isUnanswered) return exitCodes.noAnswer;
  const isOpen = result.report.waitsForPerson.length > 0 || result.remaining.length > 0;
  return isOpen ? exitCodes.waitsForPerson : exitCodes.done;
}

async function daemon({ output, signal }: Context, loaded: LoadedConfig): Promise<ExitCode> {
  const { runDaemon } = await load(import('../daemon.ts'));
  const started = ({ status, webhooks, safeMode }: Started): void => {
    output.item(
      { started: true, pid: process.pid, status, webhooks, safeMode },
      safeMode ?? `Stockhand runs (process ${process.pid}).`,
    );
    if (status !== undefined) output.line(`  status page       ${status}`);
    if (webhooks !== undefined) output.line(`  webhook listener  ${webhooks}`);
  };
  await runDaemon(loaded, { signal, isService: isService(), started });
  return exitCodes.done;
}

/** The books of each file, the calls, the orders and what needs a person. */
export function onceText({ report, notes, halves }: OnceResult): string {
  return [
    ...(halves.includes('catalog') ? catalogLines(report.catalog) : []),
    ...(halves.includes('orders') ? [ordersLine(report.orders)] : []),
    ...notes.map((note) => `note: ${note}`),
    ...report.waitsForPerson.map(needText),
  ].join('\n');
}

/** What needs a person after a pass. */
export function needText({ what, cause, fix }: NeedsYou): string {
  return `needs you: ${what}\n  ${cause}\n  ${fix}`;
}

export const bookColumns = ['read', 'unchanged', 'sent', 'held', 'rejected', 'skipped'] as const;

function catalogLines({ runs, calls }: OnceReport['catalog']): string[] {
  const books = runs.map((run) => [
    run.source,
    shownExport(run.file),
    ...bookColumns.map((name) => String(run[name])),
  ]);
  const header = ['source', 'file', ...bookColumns];
  const { batchUpsert, batchStock, delete: deletes, pictures } = calls;
  return [
    books.length === 0 ? 'No export has changed since the last look.' : table([header, ...books]),
    `calls: ${counted(batchUpsert, 'product batch', 'product batches')}, ${counted(batchStock, 'stock batch', 'stock batches')}, ${counted(deletes, 'delete')}, ${counted(pictures, 'picture')}`,
  ];
}

function ordersLine({ versions, pages, written, commands }: OnceReport['orders']): string {
  return `orders: ${counted(versions, 'version')} on ${counted(pages, 'page')}, ${counted(written, 'file')} written; commands: ${commands.done} done, ${commands.refused} refused, ${commands.waiting} waiting`;
}
