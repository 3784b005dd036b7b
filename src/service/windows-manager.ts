import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { StockhandError } from '../domain/error.ts';
import { mustRun, runCommand } from './command.ts';
import type { ControlVerb, ServiceManager } from './manager.ts';
import { fromTemplate } from './template.ts';
import type { OwnFacts } from './unit.ts';
import {
  demandNoPassword,
  factsScript,
  powershell,
  windowsFacts,
  windowsLogLine,
  windowsLogs,
  windowsPlaces,
  windowsPlan,
  windowsRemoval,
  windowsWarnings,
  wrapperFields,
} from './windows.ts';

const cmdlets: Readonly<Record<ControlVerb, string>> = {
  start: 'Start-Service',
  stop: 'Stop-Service',
  restart: 'Restart-Service',
};

/** What a service has until its account is set: an install that breaks off before leaves it, with every right. */
const unset = 'LocalSystem';

export function windowsManager(machineFolder: string): ServiceManager {
  const placesOf = (name: string) => windowsPlaces(machineFolder, name);
  return {
    async facts(name) {
      const { command, args } = powershell(factsScript(name));
      const { stdout } = await mustRun(command, args);
      return windowsFacts(name, stdout, ownFacts(placesOf(name).facts));
    },
    async demandAdministrator() {
      const { code } = await runCommand('net.exe', ['session']);
      if (code === 0) return;
      throw new StockhandError('SERVICE_RIGHTS', 'Only an administrator may change services.');
    },
    async installPlan(definition, wish) {
      if (wish.isAccountNew) demandNoPassword(definition.account);
      const xml = fromTemplate('winsw.xml.liquid', wrapperFields(definition));
      return windowsPlan(definition, { ...wish, xml, places: placesOf(definition.name) });
    },
    prove: async (definition) => windowsWarnings(definition),
    uninstallSteps: ({ name }) => windowsRemoval(name, placesOf(name)),
    controlCommand: (verb, name) => powershell(`${cmdlets[verb]} -Name '${name}'`),
    logsCommand: windowsLogs,
    logLine: windowsLogLine,
    environmentFile: (name) => placesOf(name).environment,
    // The very reader of `node --env-file`.
    readEnvironment: (text) =>
      new Map(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? ''])),
    accountFor: (name, { account = unset } = {}) =>
      account === unset ? `NT SERVICE\\${name}` : account,
  };
}

function ownFacts(file: string): OwnFacts | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as OwnFacts;
  } catch {
    return undefined;
  }
}
