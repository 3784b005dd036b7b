import path from 'node:path';
import type { BundleInput } from '../check/bundle.ts';
import type { CheckResult } from '../check/check.ts';
import type { StateLook } from '../check/doctor.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/declaration.ts';
import { errorText, StockhandError } from '../domain/error.ts';
import type { StatusFacts } from '../domain/facts.ts';
import type { History } from '../history.ts';
import { type Ask, type Context, configOf, inState, type LoadedConfig } from './context.ts';
import { findingsText } from './findings-text.ts';
import { load } from './load.ts';
import { type ExitCode, exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const doctor: CommandSpec = {
  usage: 'doctor',
  summary: 'shows what check and the running daemon have found, and how to correct each red line',
  options: [
    { flags: '--offline', text: 'do not check the connections' },
    {
      flags: '--bundle <file>',
      text: 'writes into a file what support needs, without secrets',
    },
  ],
  async run(context, _args, options) {
    const loaded = await configOf(context);
    const file = typeof options['bundle'] === 'string' ? options['bundle'] : undefined;
    const offline = options['offline'] === true;
    const { samples, input } = await diagnose(context, loaded, {
      offline,
      withHistory: file !== undefined && !offline,
    });
    const { findings } = input;
    const written = file === undefined ? undefined : await write(loaded.config, { file, input });
    context.output.result({ config: loaded.path, findings, samples, ...written }, () =>
      [findingsText(loaded.path, { findings, samples }), ...writtenText(written)].join('\n'),
    );
    return exitCodeOf(findings);
  },
};

interface Asked {
  readonly offline: boolean;
  readonly withHistory: boolean;
}

async function diagnose(context: Context, loaded: LoadedConfig, asked: Asked) {
  const { config } = loaded;
  const { check } = await load(import('../check/check.ts'));
  const { machineFindings, stateFindings } = await load(import('../check/doctor.ts'));
  const { findings: checked, samples } = await check(config, { ...asked, written: loaded });
  const { look, ...history } = await lookAtState(context, config, asked);
  const findings = [...checked, ...machineFindings(config), ...stateFindings(look)];
  const status = 'facts' in look ? { status: look.facts } : {};
  return { samples, input: { ...status, ...history, findings } };
}

interface Looked {
  readonly look: StateLook;
  /** Only what a bundle holds besides; it asks the marketplace too. */
  readonly history?: History;
}

/** A daemon that hangs must not hang the doctor too. */
const answerMaxMs = 10_000;

/** A state that cannot be opened, or whose daemon does not answer, is one more finding. */
async function lookAtState(
  { signal }: Context,
  config: Config,
  { withHistory }: Asked,
): Promise<Looked> {
  try {
    const { value, isDaemon } = await inState(config, { signal, answerMaxMs }, async (ask) => ({
      facts: (await ask('status', {})) as StatusFacts,
      ...(withHistory ? await historyOf(ask, signal) : {}),
    }));
    const { facts, ...rest } = value;
    return { look: { isDaemon, facts }, ...rest };
  } catch (cause) {
    if (signal.aborted) throw cause;
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      return { look: { isDaemon: true, failure: hangs(config) } };
    const isDaemon = cause instanceof StockhandError && cause.code === 'STATE_LOCKED';
    return { look: { isDaemon, failure: asFailure(cause, config) } };
  }
}

/** It asks the marketplace too: where that is silent, nothing is wrong with the state, and WORLD says what is. */
async function historyOf(ask: Ask, signal: AbortSignal): Promise<Pick<Looked, 'history'>> {
  try {
    return { history: (await ask('history', {})) as History };
  } catch (cause) {
    if (signal.aborted) throw cause;
    return {};
  }
}

function asFailure(
  cause: unknown,
  { dataDir }: Config,
): Pick<StockhandError, 'message' | 'remedy'> {
  if (cause instanceof StockhandError) return cause;
  const why = errorText(cause);
  return {
    message: `The state cannot be opened: ${why}.`,
    remedy: `See that ${dataDir} is a folder of this account, on a disk that works.`,
  };
}

function hangs({ dataDir, log }: Config): StockhandError {
  const sentence = `The daemon that works on ${dataDir} has not answered for ${answerMaxMs / 1000} s.`;
  return new StockhandError('STATE_LOCKED', sentence, {
    remedy: `Restart the daemon; ${log.file} says what it did last.`,
  });
}

interface Written {
  readonly bundle: string;
  readonly bytes: number;
}

async function write(
  config: Config,
  { file, input }: { file: string; input: Omit<BundleInput, 'madeAt'> },
): Promise<Written> {
  const { bundleOf, writeBundle } = await load(import('../check/bundle.ts'));
  const bundle = path.resolve(file);
  const madeAt = new Date(systemClock.now()).toISOString();
  return { bundle, bytes: writeBundle(bundle, bundleOf(config, { ...input, madeAt })) };
}

function writtenText(written: Written | undefined): string[] {
  if (written === undefined) return [];
  const { bundle, bytes } = written;
  return [
    `Written: ${bundle} (${Math.ceil(bytes / 1000)} kB). No secret is in it; addresses, folders and article numbers are.`,
  ];
}

/** What waits for a person is no failure (contract.md section 2, "Exit codes"). */
function exitCodeOf(findings: CheckResult['findings']): ExitCode {
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.some(({ area }) => area !== 'needsYou')) return exitCodes.failed;
  return errors.length > 0 ? exitCodes.waitsForPerson : exitCodes.done;
}
