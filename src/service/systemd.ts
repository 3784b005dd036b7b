import fs from 'node:fs';
import path from 'node:path';
import { controlPath } from '../control/path.ts';
import { StockhandError } from '../domain/error.ts';
import { accountOf, proveAccount } from './account.ts';
import { mustRun } from './command.ts';
import type { ServiceDefinition } from './definition.ts';
import { readEnvironment } from './environment.ts';
import { type ServiceFacts, unitFacts, unitProperties } from './facts.ts';
import type { Command, InstallPlan, InstallWish, LogLine, ServiceManager } from './manager.ts';
import type { Step } from './steps.ts';
import { fromTemplate } from './template.ts';
import { readUnit, unitFields } from './unit.ts';

/** Where an administrator's units stand (systemd.unit). */
const unitFolder = '/etc/systemd/system';
/** There exactly where systemd runs the machine (sd_booted). */
const mark = '/run/systemd/system';
const rootId = 0;

export const systemdManager = (machineFolder: string): ServiceManager => ({
  facts,
  async demandAdministrator() {
    if (process.getuid?.() === rootId) return;
    const sentence = `Only root may change the units in ${unitFolder}.`;
    throw new StockhandError('SERVICE_RIGHTS', sentence, { remedy: 'Run the command with sudo.' });
  },
  installPlan,
  async prove(definition, environment) {
    return proveAccount(definition, await accountOf(definition.account), environment);
  },
  uninstallSteps: ({ name, state, definition = unitFile(name) }) => [
    systemctl('disable', '--now', unit(name)),
    ...(state === 'failed' ? [systemctl('reset-failed', unit(name))] : []),
    { do: 'remove', path: definition },
    systemctl('daemon-reload'),
  ],
  controlCommand: (verb, name) => systemctl(verb, unit(name)),
  logsCommand: ({ name }, { lines, follow }) => ({
    command: 'journalctl',
    args: [
      ...['--unit', unit(name), '--lines', String(lines), '--output', 'json', '--no-pager'],
      ...(follow ? ['--follow'] : []),
    ],
  }),
  logLine: journalLine,
  environmentFile: (name) => path.join(machineFolder, `${name}.env`),
  readEnvironment,
  accountFor: (_name, facts) => facts?.account ?? 'stockhand',
});

const unit = (name: string): string => `${name}.service`;
const unitFile = (name: string): string => path.join(unitFolder, unit(name));

/** No question for a password: whoever asks may be a script. */
function systemctl(...args: string[]): Command & { readonly do: 'run' } {
  return { do: 'run', command: 'systemctl', args: ['--no-ask-password', ...args] };
}

/** In UTC, because the short name of a time zone says no offset. */
async function facts(name: string): Promise<ServiceFacts> {
  demandSystemd();
  const properties = `--property=${unitProperties.join(',')}`;
  const show = ['TZ=UTC', 'systemctl', 'show', unit(name), properties, '--no-pager'];
  const { stdout } = await mustRun('env', show);
  return withFile(unitFacts(name, stdout));
}

/** systemd does not know yet of a file that a broken off install left: the file itself counts too. */
function withFile(shown: Omit<ServiceFacts, 'own'>): ServiceFacts {
  const file = shown.definition ?? unitFile(shown.name);
  if (!fs.existsSync(file)) return shown;
  const own = readUnit(fs.readFileSync(file, 'utf8'));
  return { ...shown, installed: true, definition: file, ...(own !== undefined && { own }) };
}

function demandSystemd(): void {
  if (fs.existsSync(mark)) return;
  throw new StockhandError(
    'SERVICE_NONE',
    `This machine does not use systemd: there is no ${mark}.`,
  );
}

async function installPlan(
  definition: ServiceDefinition,
  { environment, wrapper }: InstallWish,
): Promise<InstallPlan> {
  if (wrapper !== undefined)
    throw new StockhandError('USAGE', `--winsw ${wrapper}: systemd needs no WinSW.`, {
      remedy: 'Leave it out; it is for Windows alone.',
    });
  const { name, dataDir, logFile } = definition;
  const owner = await accountOf(definition.account);
  const text = unitText(definition);
  return {
    folders: [...new Set([dataDir, path.dirname(logFile)])].map(
      (folder): Step => ({ do: 'folder', path: folder, mode: 0o700, owner }),
    ),
    steps: [
      { do: 'folder', path: path.dirname(environment.path), mode: 0o755 },
      environment,
      { do: 'file', path: unitFile(name), mode: 0o644, text, shown: text },
      systemctl('daemon-reload'),
      systemctl('enable', unit(name)),
    ],
  };
}

/** The whole unit of a service. */
export function unitText(definition: ServiceDefinition): string {
  const isSocketInTmp = !controlPath(definition.dataDir).startsWith(definition.dataDir);
  return fromTemplate('systemd.service.liquid', unitFields(definition, { isSocketInTmp }));
}

interface JournalEntry {
  /** A list of bytes where it is no plain text. */
  readonly MESSAGE?: string | readonly number[] | null;
  readonly __REALTIME_TIMESTAMP?: string;
}

function journalLine(line: string): LogLine {
  const { MESSAGE, __REALTIME_TIMESTAMP } = journalEntry(line);
  const message = typeof MESSAGE === 'string' ? MESSAGE : Buffer.from(MESSAGE ?? []).toString();
  const micros = Number(__REALTIME_TIMESTAMP);
  if (!Number.isFinite(micros)) return { message };
  return { at: new Date(micros / 1_000).toISOString(), message };
}

function journalEntry(line: string): JournalEntry {
  try {
    return JSON.parse(line) as JournalEntry;
  } catch {
    return { MESSAGE: line };
  }
}
