import path from 'node:path';
import { systemClock } from '../clock.ts';
import { machineFolder } from '../config/load.ts';
import { StockhandError } from '../domain/error.ts';
import type { ServiceFacts } from '../service/facts.ts';
import type { ControlVerb, ServiceManager } from '../service/manager.ts';
import { nameText } from '../service/name.ts';
import type { Context } from './context.ts';
import { load } from './load.ts';
import { type Options, textOf } from './options.ts';
import { type ExitCode, exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { installService } from './service-install.ts';
import { serviceLogs } from './service-logs.ts';
import { controlledText, removedText, statusText } from './service-text.ts';

const nameOption = {
  flags: '--name <name>',
  text: 'the name of the service (default stockhand); needed for a second one on the same machine',
};
const dryRunOption = {
  flags: '--dry-run',
  text: 'show what would be written and run, and change nothing',
};

/** contract.md section 2: the daemon as a unit of systemd or a service of Windows. */
export const service: CommandSpec = {
  usage: 'service',
  summary: 'runs the daemon as a service of this machine (systemd or Windows)',
  subcommands: [
    {
      usage: 'install',
      summary: 'creates the service, which then starts with the machine; does not start it now',
      options: [
        nameOption,
        { flags: '--user <account>', text: 'the account under which it runs (default stockhand)' },
        { flags: '--winsw <file>', text: 'Windows: the path of the program WinSW' },
        dryRunOption,
      ],
      run: async (context, _args, options) =>
        installService(context, await managerOf(), {
          name: nameIn(options),
          account: textOf(options, 'user'),
          wrapper: textOf(options, 'winsw'),
          isDryRun: options['dryRun'] === true,
        }),
    },
    {
      usage: 'uninstall',
      summary: 'stops the service and removes it; the configuration and the state stay',
      options: [nameOption, dryRunOption],
      run: uninstall,
    },
    controlSpec('start', 'starts the service, and ends when the daemon answers'),
    controlSpec('stop', 'stops the service; it starts again with the machine'),
    controlSpec('restart', 'stops and starts the service'),
    {
      usage: 'status',
      summary: 'shows whether it is installed and runs, since when, and under which account',
      options: [nameOption],
      run: status,
    },
    {
      usage: 'logs',
      summary: 'shows the output of the service, and the place of its log file',
      options: [
        nameOption,
        { flags: '--lines <count>', text: 'how many of the newest lines are shown (default 50)' },
        { flags: '--follow', text: 'show new lines until Ctrl-C' },
      ],
      run: async (context, _args, options) =>
        serviceLogs(context, {
          ...(await installed(context, options)),
          lines: linesIn(options),
          follow: options['follow'] === true,
        }),
    },
  ],
};

/** Only these commands need it. */
async function managerOf(): Promise<ServiceManager> {
  const { managerHere } = await load(import('../service/here.ts'));
  return managerHere(machineFolder());
}

function controlSpec(verb: ControlVerb, summary: string): CommandSpec {
  return {
    usage: verb,
    summary,
    options: [nameOption],
    async run(context, _args, options) {
      const { manager, facts } = await installed(context, options);
      const { control } = await load(import('../service/control.ts'));
      const deps = { manager, clock: systemClock, signal: context.signal };
      const now = await control(deps, verb, facts);
      context.output.result(now, () => controlledText(verb, now));
      return exitCodes.done;
    },
  };
}

interface Installed {
  readonly manager: ServiceManager;
  readonly facts: ServiceFacts;
}

/** A service of ours, and of the configuration that was named; else SERVICE_MISSING or SERVICE_FOREIGN. */
async function installed(context: Context, options: Options): Promise<Installed> {
  const found = await look(context, options);
  if (found.facts.installed) return found;
  const { name } = found.facts;
  throw new StockhandError('SERVICE_MISSING', `No service ${name} is installed.`, {
    remedy: `Install it: stockhand service install${nameText(name)}.`,
  });
}

async function look({ configPath }: Context, options: Options): Promise<Installed> {
  const manager = await managerOf();
  const facts = await manager.facts(nameIn(options));
  const { demandOurs } = await load(import('../service/install.ts'));
  demandOurs(facts, configPath === undefined ? undefined : path.resolve(configPath));
  return { manager, facts };
}

async function status(
  context: Context,
  _args: readonly string[],
  options: Options,
): Promise<ExitCode> {
  const { facts } = await look(context, options);
  context.output.result(facts, () => statusText(facts));
  return facts.active ? exitCodes.done : exitCodes.failed;
}

async function uninstall(
  context: Context,
  _args: readonly string[],
  options: Options,
): Promise<ExitCode> {
  const { manager, facts } = await look(context, options);
  const isDryRun = options['dryRun'] === true;
  const steps = facts.installed ? manager.uninstallSteps(facts) : [];
  if (!isDryRun && facts.installed) {
    await manager.demandAdministrator();
    const { carryOut } = await load(import('../service/steps.ts'));
    await carryOut(steps);
  }
  const { name, own, installed: wasInstalled } = facts;
  const kept = { ...own, environmentFile: manager.environmentFile(name) };
  context.output.result({ name, installed: wasInstalled, dryRun: isDryRun, steps, kept }, () =>
    removedText({ name, isDryRun, wasInstalled, steps, kept }),
  );
  return exitCodes.done;
}

/** What a file, a unit and a service of Windows can be called alike. */
function nameIn(options: Options): string {
  const name = textOf(options, 'name') ?? 'stockhand';
  if (/^[A-Za-z][\w-]{0,63}$/.test(name)) return name;
  throw new StockhandError('USAGE', `--name ${name} is not a name for a service.`, {
    remedy: 'Use letters, digits, - and _ only.',
  });
}

const linesDefault = 50;
const linesMax = 100_000;

function linesIn(options: Options): number {
  const lines = Number(textOf(options, 'lines') ?? linesDefault);
  if (Number.isInteger(lines) && lines >= 0 && lines <= linesMax) return lines;
  throw new StockhandError('USAGE', `--lines needs a whole number up to ${linesMax}.`);
}
