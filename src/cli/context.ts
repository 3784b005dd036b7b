import type { App } from '../app.ts';
import type { Config } from '../config/declaration.ts';
import { type ConfigError, configErrorText } from '../config/judge.ts';
import { type Loaded, loadConfig } from '../config/load.ts';
import { callControl, isRunning } from '../control/call.ts';
import { controlPath } from '../control/path.ts';
import { StockhandError } from '../domain/error.ts';
import { unlessStopped } from '../interrupt.ts';
import { load } from './load.ts';
import { createOutput, type ExitCode, exitCodes, type Output } from './output.ts';
import { whoAsks } from './who.ts';

/** What every command gets: its options, its output, and ways to the configuration and the state. */
export interface Context {
  readonly output: Output;
  readonly configPath: string | undefined;
  readonly signal: AbortSignal;
}

export interface GlobalOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export function contextOf(options: GlobalOptions, signal: AbortSignal): Context {
  return { output: createOutput(options.json === true), configPath: options.config, signal };
}

export type LoadedConfig = Extract<Loaded, { readonly config: Config }>;

/** The configuration. Throws Told with every error of it at once on the terminal. */
export async function configOf(context: Context): Promise<LoadedConfig> {
  const { configPath } = context;
  const loaded = await loadConfig(configPath === undefined ? {} : { path: configPath });
  if (!('errors' in loaded)) return loaded;
  errorsTold(context, loaded.errors);
  throw new Told(exitCodes.configuration);
}

/** The command ends here, and its result says why. */
export class Told extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super();
    this.exitCode = exitCode;
  }
}

export function errorsTold({ output }: Context, errors: readonly ConfigError[]): void {
  output.result({ errors }, () => errors.map((error) => configErrorText(error)).join('\n'));
}

/**
 * Carries out a command on the state, with the name of who asks: by the daemon where one runs on the same data folder,
 * else here, under the lock (contract.md section 2).
 */
export async function onState<Result>(
  context: Context,
  command: string,
  args: object,
): Promise<{ readonly result: Result; readonly isDaemon: boolean }> {
  const { config } = await configOf(context);
  const asked = { ...args, who: whoAsks() };
  const { value, isDaemon } = await inState(config, context, (ask) => ask(command, asked));
  return { result: value as Result, isDaemon };
}

export type Ask = (command: string, args: unknown) => Promise<unknown>;

interface Patience {
  readonly signal: AbortSignal;
  /** How long a daemon may take for an answer. Without a daemon the work has deadlines of its own. */
  readonly answerMaxMs?: number;
}

/**
 * The same for several commands in a row, and whether a daemon did them. Throws the TimeoutError of an AbortSignal
 * where a daemon takes too long.
 */
export async function inState<Value>(
  config: Config,
  { signal, answerMaxMs }: Patience,
  work: (ask: Ask) => Promise<Value>,
): Promise<{ readonly value: Value; readonly isDaemon: boolean }> {
  const path = controlPath(config.dataDir);
  const app = await appUnlessRunning(config, path, signal);
  if (app === undefined) {
    const inTime =
      answerMaxMs === undefined
        ? signal
        : AbortSignal.any([signal, AbortSignal.timeout(answerMaxMs)]);
    const ask: Ask = (command, args) =>
      callControl(path, { command, args, signal: inTime }).catch((cause: unknown) => {
        throw signal.aborted ? leftToDaemon(command) : cause;
      });
    return { value: await work(ask), isDaemon: true };
  }
  try {
    const ask: Ask = (command, args) => unlessStopped(signal, app.run(command, args));
    return { value: await work(ask), isDaemon: false };
  } finally {
    await app.stop();
  }
}

/** A daemon ends what it was asked, also where nobody waits for it any more. */
function leftToDaemon(command: string): StockhandError {
  const message = `The answer to "${command}" is not waited for any more, but the daemon carries the command out.`;
  return new StockhandError('STOPPED', message, {
    remedy:
      'See what it has done before you give it again: stockhand status, orders show or webhooks list.',
  });
}

/** Undefined where a daemon works on the state, also one that has started while its lock was waited for. */
async function appUnlessRunning(
  config: Config,
  path: string,
  signal: AbortSignal,
): Promise<App | undefined> {
  if (await isRunning(path)) return undefined;
  try {
    return await openApp(config, signal);
  } catch (cause) {
    if (!signal.aborted && (await isRunning(path))) return undefined;
    throw cause;
  }
}

/** The whole house; throws STATE_LOCKED where another one works on the same state. */
export async function openApp(config: Config, signal: AbortSignal): Promise<App> {
  const { createApp } = await load(import('../app.ts'));
  return unlessStopped(signal, createApp(config));
}

interface Asked<Result> {
  readonly command: string;
  readonly args?: object;
  /** What the result says to a script; where it says nothing, the command has ended well. */
  code?(result: Result): ExitCode;
}

/** Carries out a command and prints its result. */
export async function answer<Result>(
  context: Context,
  { command, args = {}, code }: Asked<Result>,
  text: (result: Result) => string,
): Promise<ExitCode> {
  const { result } = await onState<Result>(context, command, args);
  context.output.result(result, () => text(result));
  return code?.(result) ?? exitCodes.done;
}
