import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { ServiceDefinition } from '../../src/service/definition.ts';
import type { InstallWish } from '../../src/service/manager.ts';
import type { Step } from '../../src/service/steps.ts';
import { fromTemplate } from '../../src/service/template.ts';
import {
  demandNoPassword,
  windowsFacts,
  windowsLogs,
  windowsPlaces,
  windowsPlan,
  windowsRemoval,
  windowsWarnings,
  wrapperFields,
} from '../../src/service/windows.ts';
import { windowsManager } from '../../src/service/windows-manager.ts';

const places = windowsPlaces('C:\\ProgramData\\Stockhand', 'stockhand');
const account = 'NT SERVICE\\stockhand';
const own = {
  config: 'C:\\ERP & Co\\stockhand.yaml',
  dataDir: 'D:\\state',
  logFile: 'D:\\state\\log\\stockhand.log',
};
const definition: ServiceDefinition = {
  ...own,
  name: 'stockhand',
  account,
  node: 'C:\\Program Files\\nodejs\\node.exe',
  program: 'C:\\Stockhand\\dist\\src\\main.js',
  environmentFile: places.environment,
  writes: ['D:\\state', '\\\\srv01\\erp\\orders'],
  reads: ['Z:\\export', 'C:\\export'],
  isPortLow: true,
};
const wish: InstallWish = {
  environment: { do: 'file', path: places.environment, mode: 0o600, text: 'K=1\n', shown: '' },
  isInstalled: false,
  isAccountNew: true,
  wrapper: 'C:\\Downloads\\WinSW-x64.exe',
};

const steps = (changes: Partial<InstallWish> = {}): readonly Step[] =>
  windowsPlan(definition, { ...wish, ...changes, places, xml: '<service/>' }).steps;
const told = (all: readonly Step[]): string[] =>
  all.map((step) => {
    if (step.do === 'run') return [step.command, ...step.args].join(' ');
    return step.do === 'copy' ? `copy ${step.from} ${step.to}` : `${step.do} ${step.path}`;
  });

const folder = 'C:\\ProgramData\\Stockhand\\service';

describe('the Windows service, as values (not run on Windows)', () => {
  it('is hosted by WinSW with a definition that holds no secret', () => {
    const xml = fromTemplate('winsw.xml.liquid', wrapperFields(definition));
    const { service } = new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(
      xml,
    ) as {
      service: Record<string, unknown>;
    };
    expect(service).toMatchObject({
      id: 'stockhand',
      executable: 'C:\\Program Files\\nodejs\\node.exe',
      arguments: `"--v8-pool-size=1" "--env-file=${folder}\\stockhand.env" "C:\\Stockhand\\dist\\src\\main.js" "run" "--config" "C:\\ERP & Co\\stockhand.yaml"`,
      logpath: 'D:\\state\\log\\service',
      onfailure: [{ '@_action': 'restart' }, { '@_action': 'restart' }, { '@_action': 'restart' }],
    });
    // Fault 116: so that the daemon counts its ends.
    expect(service['env']).toEqual({ '@_name': 'STOCKHAND_SERVICE', '@_value': '1' });
  });

  it('fault 122: closes its folder and the state before a secret is there, and opens them for its account at the end', () => {
    expect(told(steps())).toEqual([
      `icacls.exe ${folder} /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F`,
      'icacls.exe D:\\state /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F',
      `file ${folder}\\stockhand.env`,
      `copy C:\\Downloads\\WinSW-x64.exe ${folder}\\stockhand.exe`,
      `file ${folder}\\stockhand.xml`,
      `file ${folder}\\stockhand.json`,
      `${folder}\\stockhand.exe install`,
      `sc.exe config stockhand obj= ${account}`,
      'sc.exe config stockhand start= delayed-auto',
      'sc.exe failure stockhand reset= 86400 actions= restart/10000/restart/60000/restart/300000',
      'sc.exe failureflag stockhand 1',
      `icacls.exe ${folder} /grant ${account}:(OI)(CI)RX`,
      `icacls.exe D:\\state /grant ${account}:(OI)(CI)M`,
      `icacls.exe D:\\state\\log /grant ${account}:(OI)(CI)M`,
    ]);
  });

  it('replaces no running program, and no account that a person has set, when it is installed again', () => {
    const again = told(steps({ isInstalled: true, isAccountNew: false, wrapper: undefined }));
    expect(again.filter((step) => /^copy|install$|obj=/.test(step))).toEqual([]);
    expect(again).toContain(`file ${folder}\\stockhand.xml`);
  });

  it('asks for WinSW where it has none yet', () => {
    expect(() => steps({ wrapper: undefined })).toThrow(
      expect.objectContaining({ code: 'SERVICE_WRAPPER' }),
    );
  });

  it('takes accounts without a password only', () => {
    for (const name of [account, 'NT AUTHORITY\\NetworkService', 'FIRM\\managed$'])
      expect(() => demandNoPassword(name)).not.toThrow();
    for (const name of ['FIRM\\erp', 'erp'])
      expect(() => demandNoPassword(name)).toThrow(
        expect.objectContaining({ code: 'SERVICE_ACCOUNT' }),
      );
  });

  it('is removed with its program, and its variables and state stay', () => {
    expect(told(windowsRemoval('stockhand', places))).toEqual([
      expect.stringContaining("Stop-Service -Name 'stockhand'"),
      `${folder}\\stockhand.exe uninstall`,
      ...['exe', 'xml', 'json'].map((ending) => `remove ${folder}\\stockhand.${ending}`),
    ]);
  });

  it('says what Windows answers in words that no language changes', () => {
    const answer = {
      ...{ State: 'Running', StartMode: 'Auto', ProcessId: 9, ExitCode: 0 },
      ...{ StartName: account, PathName: 'C:\\x.exe' },
    };
    const facts = (changes: Partial<typeof answer>) =>
      windowsFacts('stockhand', JSON.stringify({ ...answer, ...changes }), own);
    expect(facts({})).toEqual({
      ...{ name: 'stockhand', installed: true, enabled: true, active: true, state: 'Running' },
      ...{ pid: 9, account, definition: 'C:\\x.exe', own },
    });
    expect(facts({ State: 'Stopped', ProcessId: 0, ExitCode: 78 })).toMatchObject({ lastExit: 78 });
    expect(facts({ State: 'Stopped', ExitCode: 1077 })).not.toHaveProperty('lastExit');
    expect(windowsFacts('stockhand', '\r\n', undefined).installed).toBe(false);
  });

  it('reads what WinSW kept of the terminal, whatever the folder is called', () => {
    const { command, args } = windowsLogs(
      { name: 'stockhand', own: { ...own, logFile: "D:\\Müller's\\log\\x.log" } },
      { lines: 20, follow: true },
    );
    expect(command).toBe('powershell.exe');
    expect(args.at(-1)).toBe(
      "Get-Content -LiteralPath 'D:\\Müller''s\\log\\service\\stockhand.out.log' -Encoding UTF8 -Tail 20 -Wait",
    );
  });

  it('warns of drives that a service does not see, and of shares that take the computer’s account', () => {
    const sentences = windowsWarnings(definition).join('\n');
    expect(sentences).toContain('Z:\\export: if this is a mapped drive');
    expect(sentences).toContain('\\\\srv01\\erp\\orders: on the network');
    expect(sentences).not.toContain('C:\\export:');
  });

  it('warns of a program or configuration in the profile of a person, where npm install -g puts it', () => {
    const profile =
      'C:\\Users\\anna\\AppData\\Roaming\\npm\\node_modules\\stockhand\\dist\\src\\main.js';
    const warnings = windowsWarnings({ ...definition, program: profile });
    expect(warnings[0]).toContain(
      `${profile} lies in the profile of a person, where ${account} may not read`,
    );
    const everyones = windowsWarnings({ ...definition, program: 'c:\\users\\Public\\main.js' });
    expect(everyones.join('\n')).not.toContain('profile');
  });

  it('is managed as this describes', () => {
    const manager = windowsManager('C:\\ProgramData\\Stockhand');
    const theirs = { account: 'FIRMA\\anna' };
    // What an install that broke off before it set the account has left.
    const left = { account: 'LocalSystem' };
    expect([undefined, left, theirs].map((facts) => manager.accountFor('second', facts))).toEqual([
      ...['NT SERVICE\\second', 'NT SERVICE\\second', 'FIRMA\\anna'],
    ]);
    expect(manager.environmentFile('stockhand')).toBe(places.environment);
    expect(manager.controlCommand('restart', 'stockhand').args.at(-1)).toBe(
      "Restart-Service -Name 'stockhand'",
    );
    expect(Object.fromEntries(manager.readEnvironment("KEY='a b' # c\n"))).toEqual({ KEY: 'a b' });
  });
});
