import fs from 'node:fs';
import { loadConfig } from '../config/load.ts';
import { variablesIn } from '../config/variables.ts';
import { StockhandError } from '../domain/error.ts';
import type { ServiceDefinition } from '../service/definition.ts';
import type { ServiceFacts } from '../service/facts.ts';
import type { EnvironmentBefore, Planned } from '../service/install.ts';
import type { ServiceManager } from '../service/manager.ts';
import { type Context, errorsTold, type LoadedConfig, Told } from './context.ts';
import { load } from './load.ts';
import { type ExitCode, exitCodes } from './output.ts';
import { dryRunText, installedText, variablesText } from './service-text.ts';

interface InstallOptions {
  readonly name: string;
  readonly account: string | undefined;
  readonly wrapper: string | undefined;
  readonly isDryRun: boolean;
}

/** Checks first: a service whose configuration has errors would never come up. */
export async function installService(
  context: Context,
  manager: ServiceManager,
  options: InstallOptions,
): Promise<ExitCode> {
  if (!options.isDryRun) await manager.demandAdministrator();
  const facts = await factsOf(manager, options);
  const { environmentBefore } = await load(import('../service/install.ts'));
  const before = environmentBefore(manager, manager.environmentFile(options.name));
  const loaded = await configFor(context, before);
  const account = options.account ?? manager.accountFor(options.name, facts);
  const definition = await defined(loaded, { name: options.name, account, before });
  const { planInstall } = await load(import('../service/install.ts'));
  const variables = variablesIn(loaded.text);
  const { wrapper } = options;
  const planned = await planInstall(manager, { definition, before, variables, wrapper, facts });
  if (options.isDryRun) return shown(context, definition, planned);
  return done(context, manager, { definition, planned, isActive: facts?.active === true });
}

/** A look beforehand also works where no service manager runs. */
async function factsOf(
  manager: ServiceManager,
  { name, isDryRun }: InstallOptions,
): Promise<ServiceFacts | undefined> {
  try {
    return await manager.facts(name);
  } catch (cause) {
    if (isDryRun && cause instanceof StockhandError && cause.code === 'SERVICE_NONE')
      return undefined;
    throw cause;
  }
}

/** As the service will read it: its file counts before the environment of whoever installs. */
async function configFor(context: Context, before: EnvironmentBefore): Promise<LoadedConfig> {
  const over = Object.fromEntries([...before.values].filter(([, value]) => value !== ''));
  const { configPath } = context;
  const loaded = await loadConfig({ over, ...(configPath !== undefined && { path: configPath }) });
  if (!('errors' in loaded)) return loaded;
  errorsTold(context, loaded.errors);
  context.output.line(variablesText(before.path));
  throw new Told(exitCodes.configuration);
}

interface Named {
  readonly name: string;
  readonly account: string;
  readonly before: EnvironmentBefore;
}

async function defined(
  { config, path: file }: LoadedConfig,
  { name, account, before }: Named,
): Promise<ServiceDefinition> {
  const { definitionOf } = await load(import('../service/definition.ts'));
  // A number may be that of root, which is given other rights.
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.@$\\ -]*$/u.test(account) || /^\d+$/.test(account))
    throw new StockhandError('USAGE', `--user ${account} is not a name of an account.`);
  return definitionOf(config, {
    name,
    account,
    node: process.execPath,
    // Not the link in a folder of PATH, which the next version of npm may put elsewhere.
    program: fs.realpathSync(process.argv[1] ?? ''),
    config: file,
    environmentFile: before.path,
  });
}

function shown(
  { output }: Context,
  { name, account }: ServiceDefinition,
  { folders, steps, environment }: Planned,
): ExitCode {
  // The text of a file may hold secrets: what is told is the one that shows none (fault 119).
  const shownSteps = [...folders, ...steps].map((step) =>
    step.do === 'file' ? { do: step.do, path: step.path, mode: step.mode, text: step.shown } : step,
  );
  const { added, kept } = environment;
  output.result({ dryRun: true, name, account, steps: shownSteps, added, kept }, () =>
    dryRunText(shownSteps),
  );
  return exitCodes.done;
}

interface ToInstall {
  readonly definition: ServiceDefinition;
  readonly planned: Planned;
  readonly isActive: boolean;
}

async function done(
  { output }: Context,
  manager: ServiceManager,
  { definition, planned, isActive }: ToInstall,
): Promise<ExitCode> {
  const { install } = await load(import('../service/install.ts'));
  const { otherDaemon } = await load(import('../service/control.ts'));
  const { installWarnings } = await load(import('../service/warnings.ts'));
  const lacking = await install(manager, definition, planned);
  const { name, account, program, dataDir, environmentFile, config, logFile } = definition;
  const { added, kept } = planned.environment;
  const warnings = installWarnings({
    ...{ name, nodeVersion: process.versions.node, program, account },
    ...{ isActive, kept, environmentFile },
    other: isActive ? undefined : await otherDaemon(dataDir),
  });
  const facts = await manager.facts(name);
  const result = { ...facts, account, config, logFile, environmentFile, added, lacking, warnings };
  output.result(result, () => installedText(result));
  return lacking.length > 0 ? exitCodes.waitsForPerson : exitCodes.done;
}
