import type { ServiceDefinition } from './definition.ts';
import type { ServiceFacts } from './facts.ts';
import type { FileStep, Step } from './steps.ts';

/** A service manager as the commands use it: systemd, or that of Windows. */
export interface ServiceManager {
  /** Throws SERVICE_NONE where this machine has none. */
  facts(name: string): Promise<ServiceFacts>;
  /** Throws SERVICE_RIGHTS before anything is touched. */
  demandAdministrator(): Promise<void>;
  /** What makes the service; nothing is done yet. Throws SERVICE_ACCOUNT, SERVICE_WRAPPER. */
  installPlan(definition: ServiceDefinition, wish: InstallWish): Promise<InstallPlan>;
  /** Whether the account can do the work, once the folders of the plan are there: sentences, or SERVICE_ACCOUNT. */
  prove(
    definition: ServiceDefinition,
    environment: ReadonlyMap<string, string>,
  ): Promise<readonly string[]>;
  uninstallSteps(facts: ServiceFacts): readonly Step[];
  controlCommand(verb: ControlVerb, name: string): Command;
  logsCommand(facts: ServiceFacts, asked: LogsAsked): Command;
  /** A line of that command as it is shown. */
  logLine(line: string): LogLine;
  environmentFile(name: string): string;
  readEnvironment(text: string): ReadonlyMap<string, string>;
  /** The account of a service for which none is named: the one that it has. */
  accountFor(name: string, facts: Pick<ServiceFacts, 'account'> | undefined): string;
}

export type ControlVerb = 'start' | 'stop' | 'restart';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export interface InstallWish {
  readonly environment: FileStep;
  readonly isInstalled: boolean;
  /** Windows: an account with a password is set by hand, and stays. */
  readonly isAccountNew: boolean;
  /** Windows: where WinSW lies. */
  readonly wrapper: string | undefined;
}

export interface InstallPlan {
  readonly folders: readonly Step[];
  readonly steps: readonly Step[];
}

export interface LogsAsked {
  readonly lines: number;
  readonly follow: boolean;
}

export interface LogLine {
  readonly at?: string;
  readonly message: string;
}
