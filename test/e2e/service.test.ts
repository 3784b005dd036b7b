import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { describe, expect, it } from 'vitest';
import type { InstalledFacts } from '../../src/cli/service-text.ts';
import type { ServiceFacts } from '../../src/service/facts.ts';
import type { Machine } from '../support/machine.ts';
import { noMachine, openMachine } from '../support/machine.ts';
import { bundled, startCommand } from '../support/program.ts';
import { timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';

const key = { STOCKHAND_API_KEY: 'key-of-the-test' };
const reason = noMachine();

function machine(context: TestContext, options = {}): Machine {
  if (reason !== undefined) context.skip(reason);
  return openMachine(options);
}

interface Failed {
  readonly error: { readonly code: string; readonly message: string; readonly remedy: string };
}

const unitOf = ({ etc }: Machine, name = 'stockhand'): string =>
  etc(`systemd/system/${name}.service`);

async function installed(context: TestContext): Promise<Machine> {
  const here = machine(context);
  const { code, stderr } = await here.service(['install', '--config', here.config], key);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return here;
}

describe('service install', { timeout }, () => {
  it('writes unit and variables, enables the service, and starts nothing', async (context) => {
    const here = await installed(context);
    const unit = fs.readFileSync(unitOf(here), 'utf8');
    expect(unit).toContain(`"run" "--config" "${here.config}"`);
    expect(unit).not.toContain(key.STOCKHAND_API_KEY);
    const variables = here.etc('stockhand/stockhand.env');
    expect(fs.readFileSync(variables, 'utf8')).toMatch(/^STOCKHAND_API_KEY='key-of-the-test'$/m);
    expect(fs.statSync(variables).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(here.folder, 'state'))).toMatchObject({ uid: 54_321 });
    expect(here.calls()).toEqual(['systemctl daemon-reload', 'systemctl enable stockhand.service']);
  });

  it('says with --json what it made, and shows no secret', async (context) => {
    const here = machine(context);
    const args = ['install', '--config', here.config, '--json'];
    const { stdout, code } = await here.service(args, key);
    expect(stdout).not.toContain(key.STOCKHAND_API_KEY);
    expect(JSON.parse(stdout) as InstalledFacts).toMatchObject({
      ...{ name: 'stockhand', installed: true, enabled: true, active: false },
      ...{ account: 'stockhand', config: here.config, added: ['STOCKHAND_API_KEY'], lacking: [] },
      definition: '/etc/systemd/system/stockhand.service',
      environmentFile: '/etc/stockhand/stockhand.env',
    });
    expect(code).toBe(0);
  });

  it('ends in the same place when it is done again, without the variables in the environment', async (context) => {
    const here = await installed(context);
    const before = [unitOf(here), here.etc('stockhand/stockhand.env')].map((file) =>
      fs.readFileSync(file, 'utf8'),
    );
    fs.chmodSync(here.etc('stockhand/stockhand.env'), 0o644);
    expect((await here.service(['install', '--config', here.config])).code).toBe(0);
    expect(fs.statSync(here.etc('stockhand/stockhand.env')).mode & 0o777).toBe(0o600);
    expect(
      [unitOf(here), here.etc('stockhand/stockhand.env')].map((file) =>
        fs.readFileSync(file, 'utf8'),
      ),
    ).toEqual(before);
    expect(fs.readdirSync(here.etc('systemd/system'))).toEqual(['stockhand.service']);
  });

  it('refuses with 78 where the configuration has errors, and changes nothing', async (context) => {
    const here = machine(context);
    const { code, stdout, stderr } = await here.service([
      'install',
      '--config',
      here.config,
      '--json',
    ]);
    expect(code).toBe(78);
    expect(JSON.parse(stdout)).toMatchObject({ errors: [{ code: 'CONFIG_INVALID', line: 1 }] });
    expect(stderr).toContain('/etc/stockhand/stockhand.env');
    expect(fs.existsSync(here.etc('stockhand'))).toBe(false);
    expect(here.calls()).toEqual([]);
  });

  it('never touches a unit of somebody else, or that of another configuration', async (context) => {
    const here = await installed(context);
    const second = path.join(here.folder, 'second.yaml');
    fs.copyFileSync(here.config, second);
    const args = ['install', '--config', second, '--json'];
    const other = JSON.parse((await here.service(args, key)).stdout) as Failed;
    expect(other.error).toMatchObject({
      code: 'SERVICE_FOREIGN',
      message: expect.stringContaining(here.config),
    });
    fs.writeFileSync(unitOf(here, 'cron'), '[Service]\nExecStart=/bin/true\n');
    const { code, stdout } = await here.service([...args, '--name', 'cron'], key);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'SERVICE_FOREIGN' } });
    expect(code).toBe(1);
    expect(fs.readFileSync(unitOf(here, 'cron'), 'utf8')).toContain('/bin/true');
    expect((await here.service(['install', '--config', second, '--name', 'two'], key)).code).toBe(
      0,
    );
    expect(fs.existsSync(here.etc('stockhand/two.env'))).toBe(true);
  });

  it('with --dry-run shows what it would do without the secrets, and changes nothing', async (context) => {
    const here = machine(context, { isBooted: false });
    const args = ['install', '--dry-run', '--config', here.config];
    const { stdout, code } = await here.service(args, key);
    expect(stdout).toContain('run systemctl --no-ask-password enable stockhand.service');
    expect(stdout).toContain('STOCKHAND_API_KEY=***');
    expect(stdout).not.toContain(key.STOCKHAND_API_KEY);
    expect(code).toBe(0);
    expect(fs.readdirSync(here.etc('systemd/system'))).toEqual([]);
    expect(fs.existsSync(path.join(here.folder, 'state'))).toBe(false);
  });

  it('proves that the account can do the work before it writes a unit', async (context) => {
    const here = machine(context);
    const told = async (...more: string[]) => {
      const args = ['install', '--config', here.config, '--json', ...more];
      return (JSON.parse((await here.service(args, key)).stdout) as Failed).error;
    };
    expect(await told('--user', 'nobody-here')).toMatchObject({
      code: 'SERVICE_ACCOUNT',
      remedy: expect.stringContaining('useradd'),
    });
    fs.chmodSync(here.config, 0o600);
    expect((await told()).message).toContain('cannot use');
    fs.chmodSync(here.config, 0o644);
    fs.writeFileSync(path.join(here.folder, 'state/catalog.db'), '');
    expect(await told()).toMatchObject({
      code: 'SERVICE_ACCOUNT',
      remedy: expect.stringContaining('chown -R 54321:54321'),
    });
    expect(fs.readdirSync(here.etc('systemd/system'))).toEqual([]);
  });

  it('ends with 2 where the account cannot write a folder of the ERP yet', async (context) => {
    const here = machine(context);
    fs.mkdirSync(path.join(here.folder, 'orders'));
    fs.appendFileSync(here.config, 'orders:\n  outbox: { folder: ./orders }\n');
    const { code, stdout } = await here.service(['install', '--config', here.config], key);
    expect(stdout).toContain(`not yet for stockhand: ${path.join(here.folder, 'orders')}`);
    expect(code).toBe(2);
    expect(fs.existsSync(unitOf(here))).toBe(true);
  });

  it('says that this machine has no systemd, and who may change services', async (context) => {
    const here = machine(context, { isBooted: false });
    const args = ['--config', here.config];
    const none = await here.json<Failed>('install', ...args);
    expect(none).toMatchObject({ error: { code: 'SERVICE_NONE' }, exitCode: 1 });
    const as = ['--reuid=54322', '--regid=54322', '--clear-groups'];
    const person = await startCommand('setpriv', [
      ...[...as, process.execPath, bundled, 'service', 'install', '--json', ...args],
    ]).ended;
    expect(JSON.parse(person.stdout)).toMatchObject({ error: { code: 'SERVICE_RIGHTS' } });
  });

  it('tells what systemctl said where that refuses', async (context) => {
    const here = await installed(context);
    here.refuse('Unit is masked.');
    const { error, exitCode } = await here.json<Failed>('start');
    expect(error).toMatchObject({
      code: 'SERVICE_MANAGER',
      message: expect.stringContaining('Unit is masked'),
    });
    expect(exitCode).toBe(1);
  });
});

describe('a service that is installed', { timeout }, () => {
  it('starts, tells its state, goes through a restart and stops', async (context) => {
    const here = await installed(context);
    const started = await here.json<ServiceFacts>('start');
    expect(started).toMatchObject({ active: true, exitCode: 0 });
    const { own, ...status } = await here.json<ServiceFacts>('status');
    expect(status).toMatchObject({
      ...{ installed: true, enabled: true, active: true, state: 'running', pid: started.pid },
      ...{ since: '2026-03-02T08:15:00Z', account: 'stockhand', exitCode: 0 },
    });
    expect(own?.config).toBe(here.config);
    const again = await here.json<ServiceFacts>('restart');
    expect(again.active).toBe(true);
    expect(again.pid).not.toBe(started.pid);
    const stopped = await here.service(['stop']);
    expect(stopped).toMatchObject({ code: 0, stdout: expect.stringContaining('is stopped') });
    const { code, stdout } = await here.service(['status']);
    expect(stdout).toMatch(/runs +no \(dead\)/);
    expect(stdout).toMatch(/last exit +0/);
    expect(code).toBe(1);
  });

  it('keeps running where it is installed anew, which says so', async (context) => {
    const here = await installed(context);
    const { pid } = await here.json<ServiceFacts>('start');
    here.calls();
    const anew = await here.json<InstalledFacts>('install', '--config', here.config);
    expect(anew).toMatchObject({ active: true, pid, exitCode: 0 });
    expect(anew.warnings).toContainEqual(expect.stringContaining('service restart'));
    expect(here.calls().some((call) => /start|stop/.test(call))).toBe(false);
  });

  it('that does not stay up is told with its last words', async (context) => {
    const here = await installed(context);
    fs.appendFileSync(here.config, 'typo: 1\n');
    const { error, exitCode } = await here.json<Failed>('start');
    expect(error).toMatchObject({ code: 'SERVICE_START' });
    expect(error.message).toContain('ended with 78 (failed)');
    expect(error.message).toContain('unknown key "typo"');
    expect(exitCode).toBe(1);
  });

  it('is not started beside a daemon that somebody runs by hand', async (context) => {
    const here = await installed(context);
    const as = ['--reuid=54321', '--regid=54321', '--clear-groups'];
    const run = [process.execPath, bundled, 'run', '--config', here.config];
    const daemon = startCommand('setpriv', [...as, ...run], key);
    await until('the daemon runs', () => daemon.stdout().includes('Stockhand runs'));
    const { error } = await here.json<Failed>('start');
    expect(error).toMatchObject({
      code: 'STATE_LOCKED',
      message: expect.stringContaining(`process ${daemon.pid}`),
    });
    const { warnings } = await here.json<InstalledFacts>('install', '--config', here.config);
    expect(warnings).toContainEqual(expect.stringContaining(`process ${daemon.pid}`));
    daemon.kill('SIGTERM');
    await daemon.ended;
  });

  it('shows the journal, after the place of the log file', async (context) => {
    const here = await installed(context);
    await here.service(['start']);
    const { stdout, code } = await here.service(['logs', '--lines', '7', '--json']);
    const [first, ...lines] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(first).toEqual({
      service: 'stockhand',
      logFile: path.join(here.folder, 'state/log/stockhand.log'),
    });
    expect(lines).toContainEqual({
      at: '2026-03-02T08:15:00.000Z',
      message: expect.stringContaining('Stockhand runs'),
    });
    expect(code).toBe(0);
    await here.service(['logs', '--follow']);
    expect(here.calls().filter((call) => call.startsWith('journalctl'))).toEqual([
      'journalctl --unit stockhand.service --lines 7 --output json --no-pager',
      'journalctl --unit stockhand.service --lines 50 --output json --no-pager --follow',
    ]);
  });

  it('goes with uninstall; configuration, variables and state stay', async (context) => {
    const here = await installed(context);
    await here.service(['start']);
    here.calls();
    const look = await here.json<{ steps: unknown[] }>('uninstall', '--dry-run');
    expect(look).toMatchObject({ dryRun: true, exitCode: 0 });
    expect(look.steps).toContainEqual({
      ...{ do: 'remove', path: '/etc/systemd/system/stockhand.service' },
    });
    expect(here.calls()).toEqual([]);
    const { stdout, code } = await here.service(['uninstall']);
    expect(stdout).toContain('which holds secrets');
    expect(code).toBe(0);
    expect(here.calls()).toEqual([
      'systemctl disable --now stockhand.service',
      'systemctl daemon-reload',
    ]);
    expect(fs.existsSync(unitOf(here))).toBe(false);
    for (const kept of [here.config, here.etc('stockhand/stockhand.env')])
      expect(fs.existsSync(kept)).toBe(true);
    expect(fs.existsSync(path.join(here.folder, 'state/lock.db'))).toBe(true);
    expect((await here.service(['uninstall'])).stdout).toContain('nothing to remove');
  });

  it('of another name or configuration is told apart', async (context) => {
    const here = await installed(context);
    const missing = await here.json<Failed>('stop', '--name', 'second');
    expect(missing).toMatchObject({ error: { code: 'SERVICE_MISSING' }, exitCode: 1 });
    const other = await here.json<Failed>('status', '--config', '/srv/other.yaml');
    expect(other).toMatchObject({ error: { code: 'SERVICE_FOREIGN' }, exitCode: 1 });
    expect(await here.json<Failed>('status', '--name', '../x')).toMatchObject({ exitCode: 64 });
    expect(await here.json<Failed>('logs', '--lines', 'all')).toMatchObject({ exitCode: 64 });
    expect(await here.json<Failed>('status', '--name', 'second')).toMatchObject({
      ...{ installed: false, exitCode: 1 },
    });
  });
});
