import { Command, CommanderError } from 'commander';
import { type Code, codes } from '../domain/codes.ts';
import { StockhandError } from '../domain/error.ts';
import { unlessUnfinished } from '../interrupt.ts';
import { asShortage } from '../shortage.ts';
import { version } from '../version.ts';
import { adopt } from './adopt.ts';
import { alerts } from './alerts.ts';
import { apply } from './apply.ts';
import { backup } from './backup.ts';
import { checkCommand } from './check.ts';
import { type Context, contextOf, type GlobalOptions, Told } from './context.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { held } from './held.ts';
import { history } from './history.ts';
import { init } from './init.ts';
import type { Options } from './options.ts';
import { orders } from './orders.ts';
import { type ExitCode, exitCodes } from './output.ts';
import { pause, resume } from './pause.ts';
import { plan } from './plan.ts';
import { reconcile } from './reconcile.ts';
import { release } from './release.ts';
import { restore } from './restore.ts';
import { retry } from './retry.ts';
import { run } from './run.ts';
import { sandbox } from './sandbox.ts';
import { service } from './service.ts';
import { status } from './status.ts';
import { tail } from './tail.ts';
import { undo } from './undo.ts';
import { webhooks } from './webhooks.ts';
import { why } from './why.ts';

/** A command as the program knows it: how it is written, and what it does. */
export interface CommandSpec {
  /** `name <required> [optional]`, commander's own form. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: readonly { readonly flags: string; readonly text: string }[];
  readonly subcommands?: readonly CommandSpec[];
  run?(context: Context, args: readonly string[], options: Options): Promise<ExitCode>;
}

export const commands: readonly CommandSpec[] = [
  init,
  run,
  checkCommand,
  doctor,
  plan,
  apply,
  why,
  status,
  tail,
  held,
  release,
  undo,
  retry,
  pause,
  resume,
  reconcile,
  adopt,
  orders,
  webhooks,
  alerts,
  history,
  backup,
  restore,
  service,
  sandbox,
  demo,
];

/** Reads the command line, does the command, answers the exit code. */
export async function runProgram(argv: readonly string[], signal: AbortSignal): Promise<number> {
  let code: number = exitCodes.done;
  const setCode = (ended: ExitCode): void => {
    code = ended;
  };
  const program = new Command('stockhand')
    .description(
      'Connects a supplier’s ERP, which knows only files, with a marketplace, which knows only HTTP.',
    )
    .version(version)
    .exitOverride()
    // What is wrong is told like every failure, with `--json` on stdout too.
    .configureOutput({ outputError: () => undefined });
  addGlobalOptions(program);
  for (const spec of commands) addCommand(program, spec, { signal, ended: setCode });
  try {
    await unlessUnfinished(program.parseAsync([...argv], { from: 'user' }));
    return code;
  } catch (cause) {
    return failureCode(cause, program, signal);
  }
}

function addGlobalOptions(command: Command): void {
  command
    .option('--config <file>', 'the configuration file')
    .option('--json', 'writes only JSON to stdout: one document, or JSON lines');
}

interface Running {
  readonly signal: AbortSignal;
  ended(code: ExitCode): void;
}

function addCommand(parent: Command, spec: CommandSpec, running: Running): void {
  const command = parent.command(spec.usage).description(spec.summary).exitOverride();
  addGlobalOptions(command);
  for (const { flags, text } of spec.options ?? []) command.option(flags, text);
  for (const sub of spec.subcommands ?? []) addCommand(command, sub, running);
  const work = spec.run;
  if (work === undefined) return;
  command.action(async (...actionArgs: unknown[]) => {
    const options = command.optsWithGlobals<GlobalOptions & Options>();
    const args = actionArgs.slice(0, command.registeredArguments.length) as string[];
    refuseEmpty(command, args, options);
    running.ended(await work(contextOf(options, running.signal), args, options));
  });
}

/** What buyers read may be left out. */
const mayBeEmpty = ['reason', 'tracking', 'notes'];

/**
 * A script whose variable is not set: `pause ""` would pause everything, `--config ""` take the usual configuration,
 * and `--expect ""` expect nothing.
 */
function refuseEmpty(
  { registeredArguments, options }: Command,
  args: readonly string[],
  given: Options,
): void {
  const argument = registeredArguments.find((_, place) => args[place] === '');
  if (argument !== undefined)
    throw new StockhandError('USAGE', `The argument ${argument.name()} is empty.`);
  const option = options
    .filter((each) => !mayBeEmpty.includes(each.attributeName()))
    .find((each) => given[each.attributeName()] === '');
  if (option !== undefined)
    throw new StockhandError('USAGE', `The option ${option.long} is empty.`);
}

function failureCode(cause: unknown, program: Command, signal: AbortSignal): number {
  if (cause instanceof Told) return cause.exitCode;
  const isHelped = cause instanceof CommanderError && isHelp(cause);
  if (isHelped && cause.exitCode === 0) return exitCodes.done;
  const failure = toldFailure(asShortage(cause), signal);
  const { output } = contextOf(program.opts<GlobalOptions>(), signal);
  // The help on stderr has said it to people.
  if (!isHelped || output.isJson) output.failure(failure);
  if (!(failure instanceof StockhandError)) return exitCodes.failed;
  return codeOf(failure.code);
}

/** What a stop has closed fails in its own words, which tell nobody anything; and a script asks what has ended. */
function toldFailure(cause: unknown, signal: AbortSignal): unknown {
  if (cause instanceof CommanderError) return usageError(cause);
  if (!signal.aborted || cause instanceof StockhandError) return cause;
  return new StockhandError('STOPPED', codes.STOPPED.means);
}

function codeOf(code: Code): ExitCode {
  if (code === 'USAGE' || code === 'WEBHOOK_URL') return exitCodes.usage;
  if (code === 'NO_ANSWER') return exitCodes.noAnswer;
  return code.startsWith('CONFIG_') ? exitCodes.configuration : exitCodes.failed;
}

/** Help is shown already: it was asked for, or there was no command. */
function isHelp({ code, exitCode }: CommanderError): boolean {
  return exitCode === 0 || code === 'commander.help';
}

function usageError({ code, message }: CommanderError): StockhandError {
  if (code === 'commander.help') return new StockhandError('USAGE', 'A command is missing.');
  return new StockhandError('USAGE', message.replace(/^error: /, ''));
}
