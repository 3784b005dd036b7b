import type { ServiceFacts } from '../service/facts.ts';
import type { ControlVerb } from '../service/manager.ts';
import { nameText } from '../service/name.ts';
import type { Step } from '../service/steps.ts';
import { table } from './output.ts';

export interface InstalledFacts extends Omit<ServiceFacts, 'own'> {
  readonly account: string;
  readonly config: string;
  readonly logFile: string;
  readonly environmentFile: string;
  readonly added: readonly string[];
  readonly lacking: readonly string[];
  readonly warnings: readonly string[];
}

export function installedText(facts: InstalledFacts): string {
  const { name, account, added, lacking, warnings, environmentFile } = facts;
  const rows = [
    ['written in', facts.definition ?? ''],
    ['starts with the machine', facts.enabled ? 'yes' : 'no'],
    ['runs as', account],
    ['configuration', facts.config],
    ['environment', environmentFile],
    ['log', facts.logFile],
  ];
  const next = facts.active ? [] : [`Start it: stockhand service start${nameText(name)}`];
  return [
    `The service ${name} is installed.`,
    table(rows.map((row) => ['', ...row])),
    ...added.map((one) => `taken over from this environment into ${environmentFile}: ${one}`),
    ...lacking.map((sentence) => `not yet for ${account}: ${sentence}`),
    ...warnings.map((sentence) => `warning: ${sentence}`),
    ...next,
  ].join('\n');
}

/** What installing would write and run. */
export function dryRunText(steps: readonly ShownStep[]): string {
  return ['Nothing was changed. This would be done:', ...steps.map(stepText)].join('\n');
}

type ShownStep = Exclude<Step, { do: 'file' }> | FileShown;

interface FileShown {
  readonly do: 'file';
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

function stepText(step: ShownStep): string {
  switch (step.do) {
    case 'folder':
      return `make the folder ${step.path}, if it is missing (mode ${step.mode.toString(8)})`;
    case 'file':
      return `write ${step.path} (mode ${step.mode.toString(8)}):\n${indented(step.text)}`;
    case 'copy':
      return `copy ${step.from} to ${step.to}`;
    case 'remove':
      return `remove ${step.path}`;
    case 'run':
      return `run ${[step.command, ...step.args].join(' ')}`;
  }
}

function indented(text: string): string {
  return text.trimEnd().replace(/^(?=.)/gm, '    ');
}

/** Under sudo the environment of a person is gone: the commonest reason for a variable that is not set. */
export function variablesText(file: string): string {
  return `A service reads its environment variables from ${file}: put NAME='value' lines there (mode 600), or hand them to this command (sudo --preserve-env=NAME stockhand service install). Nothing was changed.`;
}

export function controlledText(verb: ControlVerb, { name, active, pid }: ServiceFacts): string {
  if (verb === 'stop') return `The service ${name} is stopped. It starts again with the machine.`;
  if (!active) return `The service ${name} is being started.`;
  return `The service ${name} runs (process ${pid}).`;
}

export function statusText(facts: ServiceFacts): string {
  const { name, installed, enabled, active, state, pid, since, lastExit, restarts, own } = facts;
  if (!installed)
    return `No service ${name} is installed. Install it: stockhand service install${nameText(name)}`;
  const rows = [
    ['runs', active ? `yes, process ${pid}` : `no (${state})`],
    ...(since === undefined ? [] : [['since', since]]),
    ['starts with the machine', enabled ? 'yes' : 'no'],
    ...(lastExit === undefined ? [] : [['last exit', String(lastExit)]]),
    ...(restarts === undefined || restarts === 0 ? [] : [['restarts', String(restarts)]]),
    ['runs as', facts.account ?? 'root'],
    ['configuration', own?.config ?? ''],
    ['log', own?.logFile ?? ''],
    ['written in', [facts.definition, ...(facts.changedBy ?? [])].join(', ')],
  ];
  return [`The service ${name}:`, table(rows.map((row) => ['', ...row]))].join('\n');
}

interface Removed {
  readonly name: string;
  readonly isDryRun: boolean;
  readonly wasInstalled: boolean;
  readonly steps: readonly Step[];
  readonly kept: {
    readonly config?: string;
    readonly dataDir?: string;
    readonly environmentFile: string;
  };
}

export function removedText({ name, isDryRun, wasInstalled, steps, kept }: Removed): string {
  if (!wasInstalled) return `No service ${name} is installed: nothing to remove.`;
  if (isDryRun) return dryRunText(steps);
  return `The service ${name} is removed. Left as they were: ${kept.config}, ${kept.dataDir} and ${kept.environmentFile}, which holds secrets.`;
}
