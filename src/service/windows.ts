import { win32 as path } from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { nodeOptions, type ServiceDefinition } from './definition.ts';
import type { ServiceFacts } from './facts.ts';
import type { Command, InstallPlan, InstallWish, LogLine, LogsAsked } from './manager.ts';
import type { Step } from './steps.ts';
import type { OwnFacts } from './unit.ts';

/**
 * A Windows service, as values: Node.js is no service by itself, so WinSW hosts it. Account, recovery and rights are
 * set by the programs of Windows, because WinSW's own setting of the account depends on its version (winsw/winsw#835,
 * #971). None of this has been run on Windows (docs/service.md).
 */
interface WindowsPlaces {
  /**
   * Closed to all but administrators and the service itself: secrets are there, and whoever can put a library beside
   * the program is the service.
   */
  readonly folder: string;
  readonly wrapper: string;
  readonly wrapperConfig: string;
  readonly facts: string;
  readonly environment: string;
}

export function windowsPlaces(machineFolder: string, name: string): WindowsPlaces {
  const folder = path.join(machineFolder, 'service');
  const place = (ending: string): string => path.join(folder, `${name}.${ending}`);
  return {
    folder,
    wrapper: place('exe'),
    wrapperConfig: place('xml'),
    facts: place('json'),
    environment: place('env'),
  };
}

/** The values of config/service/winsw.xml.liquid. Secrets come by `--env-file`, never from this file (fault 119). */
export function wrapperFields(definition: ServiceDefinition): Record<string, string> {
  const { name, node, program, config, environmentFile } = definition;
  const args = [
    ...nodeOptions,
    `--env-file=${environmentFile}`,
    program,
    'run',
    '--config',
    config,
  ];
  const logFolder = outputFolder(definition);
  return { name, node, config, logFolder, arguments: args.map((arg) => `"${arg}"`).join(' ') };
}

/** What the daemon says on its terminal; its own log has a file of its own. */
function outputFolder({ logFile }: Pick<OwnFacts, 'logFile'>): string {
  return path.join(path.dirname(logFile), 'service');
}

/** By number, because names of groups are translated: Administrators and SYSTEM. */
const administrators = ['*S-1-5-32-544', '*S-1-5-18'];

export function windowsPlan(
  definition: ServiceDefinition,
  wish: InstallWish & { readonly xml: string; readonly places: WindowsPlaces },
): InstallPlan {
  const { name, account, config, dataDir, logFile } = definition;
  const { environment, places, xml } = wish;
  const own = `${JSON.stringify({ config, dataDir, logFile } satisfies OwnFacts)}\n`;
  const text = (file: string, content: string): Step => {
    return { do: 'file', path: file, mode: 0o644, text: content, shown: content };
  };
  return {
    folders: [dataDir, outputFolder(definition), places.folder].map(
      (folder): Step => ({ do: 'folder', path: folder, mode: 0o700 }),
    ),
    steps: [
      // Before a secret or an order is in it: what a folder above grants is taken away (fault 122).
      ...[places.folder, dataDir].map((folder) =>
        icacls(folder, '/inheritance:r', '/grant:r', ...administrators.map(fullRight)),
      ),
      environment,
      ...(wish.isInstalled ? [] : hosted(wish)),
      text(places.wrapperConfig, xml),
      text(places.facts, own),
      ...(wish.isInstalled ? [] : [run(places.wrapper, 'install')]),
      ...(wish.isAccountNew ? [run('sc.exe', 'config', name, 'obj=', account)] : []),
      ...settings(definition, places),
    ],
  };
}

/** A running program cannot be replaced: the wrapper of an installed service stays. */
function hosted({ wrapper, places }: InstallWish & { readonly places: WindowsPlaces }): Step[] {
  if (wrapper !== undefined) return [{ do: 'copy', from: wrapper, to: places.wrapper }];
  throw new StockhandError('SERVICE_WRAPPER', 'No --winsw FILE was given, and none is installed.');
}

function settings(
  { name, account, dataDir, logFile }: ServiceDefinition,
  places: WindowsPlaces,
): Step[] {
  const restarts = 'restart/10000/restart/60000/restart/300000';
  return [
    run('sc.exe', 'config', name, 'start=', 'delayed-auto'),
    run('sc.exe', 'failure', name, 'reset=', '86400', 'actions=', restarts),
    // Also where the process ended by itself with a code, which Windows does not call a crash.
    run('sc.exe', 'failureflag', name, '1'),
    // The account of the service exists from its installation on.
    icacls(places.folder, '/grant', `${account}:(OI)(CI)RX`),
    ...[...new Set([dataDir, path.dirname(logFile)])].map((folder) =>
      icacls(folder, '/grant', `${account}:(OI)(CI)M`),
    ),
  ];
}

const fullRight = (group: string): string => `${group}:(OI)(CI)F`;

function icacls(place: string, ...args: string[]): Step {
  return run('icacls.exe', place, ...args);
}

function run(command: string, ...args: string[]): Command & { readonly do: 'run' } {
  return { do: 'run', command, args };
}

export function windowsRemoval(name: string, places: WindowsPlaces): Step[] {
  const files = [places.wrapper, places.wrapperConfig, places.facts];
  return [
    powershell(`Stop-Service -Name '${name}' -ErrorAction SilentlyContinue`),
    run(places.wrapper, 'uninstall'),
    ...files.map((file): Step => ({ do: 'remove', path: file })),
  ];
}

/** The part of Windows that answers in the same words in every language. */
export function powershell(script: string): Command & { readonly do: 'run' } {
  return run('powershell.exe', '-NoProfile', '-NonInteractive', '-Command', script);
}

/** One that does not exist gives nothing, and no error. */
export function factsScript(name: string): string {
  return `Get-CimInstance Win32_Service -Filter "Name='${name}'" | Select-Object State,StartMode,ProcessId,ExitCode,StartName,PathName | ConvertTo-Json`;
}

interface CimService {
  readonly State: string;
  readonly StartMode: string;
  readonly ProcessId: number;
  readonly ExitCode: number;
  readonly StartName: string;
  readonly PathName: string;
}

/** 1077: nobody has started it since the machine came up. */
const neverStarted = 1077;

export function windowsFacts(
  name: string,
  answer: string,
  own: OwnFacts | undefined,
): ServiceFacts {
  const base = { name, installed: false, enabled: false, active: false, state: 'none' };
  if (answer.trim() === '') return base;
  const found = JSON.parse(answer) as CimService;
  const { State, StartMode, ProcessId, ExitCode, StartName, PathName } = found;
  return {
    name,
    installed: true,
    enabled: StartMode === 'Auto',
    active: State === 'Running',
    state: State,
    ...(ProcessId > 0 && { pid: ProcessId }),
    ...(State !== 'Running' && ExitCode !== neverStarted && { lastExit: ExitCode }),
    account: StartName,
    definition: PathName,
    ...(own !== undefined && { own }),
  };
}

/** What WinSW keeps of the terminal; single quotes are doubled as PowerShell wants it. */
export function windowsLogs(
  { name, own }: Pick<ServiceFacts, 'name' | 'own'>,
  { lines, follow }: LogsAsked,
): Command {
  const folder = own === undefined ? '.' : outputFolder(own);
  const file = path.join(folder, `${name}.out.log`).replaceAll("'", "''");
  return powershell(
    `Get-Content -LiteralPath '${file}' -Encoding UTF8 -Tail ${lines}${follow ? ' -Wait' : ''}`,
  );
}

export const windowsLogLine = (line: string): LogLine => ({ message: line });

const inProfile = /^[a-z]:\\users\\(?!public\\)/i;

/** A service sees no drives that somebody mapped, and is the computer on the network (lessons.md 22, fault 120). */
export function windowsWarnings(definition: ServiceDefinition): string[] {
  const { writes, reads, account, node, program, config } = definition;
  const folders = [...writes, ...reads];
  // `npm install -g` puts programs there.
  const ofPersons = [node, program, config].filter((file) => inProfile.test(file));
  const mapped = folders.filter((folder) => /^[d-z]:/i.test(folder));
  const shared = folders.filter((folder) => folder.startsWith('\\\\'));
  return [
    ...ofPersons.map(
      (file) =>
        `${file} lies in the profile of a person, where ${account} may not read: put it elsewhere, such as C:\\Stockhand, and install again.`,
    ),
    ...mapped.map(
      (folder) =>
        `${folder}: if this is a mapped drive, a service does not see it; write \\\\server\\share\\… instead.`,
    ),
    ...shared.map(
      (folder) =>
        `${folder}: on the network ${account} is the account of this computer (DOMAIN\\COMPUTER$); give it access, which is possible only in a domain.`,
    ),
    ...(folders.length === 0
      ? []
      : [`It was not checked whether ${account} can read and write the folders of the ERP.`]),
  ];
}

/** Accounts that have no password; one that has is set in services.msc, so that no password passes through here. */
export function demandNoPassword(account: string): void {
  if (/^NT (SERVICE|AUTHORITY)\\/i.test(account) || account.endsWith('$')) return;
  throw new StockhandError('SERVICE_ACCOUNT', `The account ${account} needs a password.`, {
    remedy:
      'Install without --user, then set this account and its password in services.msc; or name an account without one (NT SERVICE\\…, NT AUTHORITY\\NetworkService, DOMAIN\\managed$).',
  });
}
