import fs from 'node:fs';
import path from 'node:path';
import { StockhandError } from '../domain/error.ts';
import type { Secret } from '../domain/secret.ts';
import type { ServiceDefinition } from './definition.ts';
import { changedEnvironment, type EnvironmentChange } from './environment.ts';
import type { ServiceFacts } from './facts.ts';
import type { InstallPlan, ServiceManager } from './manager.ts';
import { carryOut, type FileStep } from './steps.ts';

export interface EnvironmentBefore {
  readonly path: string;
  readonly text: string | undefined;
  readonly values: ReadonlyMap<string, string>;
}

/** What the file of a service says already; throws SERVICE_RIGHTS where only root may know it. */
export function environmentBefore(manager: ServiceManager, path: string): EnvironmentBefore {
  try {
    const text = fs.readFileSync(path, 'utf8');
    return { path, text, values: manager.readEnvironment(text) };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { path, text: undefined, values: new Map() };
    const refused = code === 'EACCES' || code === 'EPERM';
    const sentence = `${path} cannot be read (${code ?? 'unreadable'}).`;
    throw new StockhandError(refused ? 'SERVICE_RIGHTS' : 'SERVICE_ENVIRONMENT', sentence, {
      cause,
    });
  }
}

interface InstallWishes {
  readonly definition: ServiceDefinition;
  readonly before: EnvironmentBefore;
  /** What the variables that the configuration names stand for. */
  readonly variables: ReadonlyMap<string, Secret>;
  readonly wrapper: string | undefined;
  /** Undefined where nobody could be asked, which only a look beforehand takes. */
  readonly facts: ServiceFacts | undefined;
}

export interface Planned extends InstallPlan {
  readonly environment: EnvironmentChange;
}

/** Only its own reader may read it. */
const environmentMode = 0o600;

/** What would be done. Throws SERVICE_FOREIGN where the name is taken by another service. */
export async function planInstall(
  manager: ServiceManager,
  wishes: InstallWishes,
): Promise<Planned> {
  const { definition, before, variables, wrapper, facts } = wishes;
  if (facts !== undefined) demandOurs(facts, definition.config);
  const environment = changedEnvironment(before, variables);
  demandApart(before, environment.added, manager.readEnvironment(environment.text));
  const { text, shown } = environment;
  const file: FileStep = { do: 'file', path: before.path, mode: environmentMode, text, shown };
  const plan = await manager.installPlan(definition, {
    environment: file,
    isInstalled: facts?.installed === true,
    isAccountNew: facts?.account !== definition.account,
    wrapper,
  });
  return { ...plan, environment };
}

/** A backslash or an open quote at the end of the file would make what is added a part of its last value. */
function demandApart(
  { path, values }: EnvironmentBefore,
  added: readonly string[],
  after: ReadonlyMap<string, string>,
): void {
  const isKept = [...values].every(([name, value]) => value === '' || after.get(name) === value);
  if (isKept && added.every((name) => after.has(name))) return;
  throw new StockhandError(
    'SERVICE_ENVIRONMENT',
    `The last line of ${path} is not complete: it ends within quotes or with a backslash.`,
    { remedy: 'Close its quote, or remove the backslash at its end.' },
  );
}

/** Answers what the account cannot do yet; done again, it ends in the same place. */
export async function install(
  manager: ServiceManager,
  definition: ServiceDefinition,
  planned: Planned,
): Promise<readonly string[]> {
  await carryOut(planned.folders);
  const { text, given } = planned.environment;
  const environment = new Map([...manager.readEnvironment(text), ...given]);
  const lacking = await manager.prove(definition, environment);
  await carryOut(planned.steps);
  return lacking;
}

/** Another program's service, or that of another Stockhand on this machine, is never touched. */
export function demandOurs(facts: ServiceFacts, config: string | undefined): void {
  if (!facts.installed) return;
  const { name, definition, own } = facts;
  if (own === undefined)
    throw new StockhandError(
      'SERVICE_FOREIGN',
      `The service ${name} (${definition}) was not made by stockhand service install.`,
    );
  // On Windows capitals do not count.
  if (config !== undefined && path.relative(own.config, config) !== '')
    throw new StockhandError(
      'SERVICE_FOREIGN',
      `The service ${name} runs another configuration: ${own.config}.`,
    );
}
