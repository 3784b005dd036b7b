import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstalledFacts } from '../../src/cli/service-text.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type CommandFailed, installedOn, machineFor, machineKey } from '../support/machine.ts';
import { bundled, startCommand, startProgram } from '../support/program.ts';
import { timeout } from '../support/scene.ts';

describe('service install', { timeout }, () => {
  it('writes unit and variables, enables the service, and starts nothing', async (context) => {
    const here = await installedOn(context);
    const unit = fs.readFileSync(here.unit(), 'utf8');
    expect(unit).toContain(`"run" "--config" "${here.config}"`);
    expect(unit).not.toContain(machineKey.STOCKHAND_API_KEY);
    const variables = here.etc('stockhand/stockhand.env');
    expect(fs.readFileSync(variables, 'utf8')).toMatch(/^STOCKHAND_API_KEY='key-of-the-test'$/m);
    expect(fs.statSync(variables).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(here.folder, 'state'))).toMatchObject({ uid: 54_321 });
    expect(here.calls()).toEqual(['systemctl daemon-reload', 'systemctl enable stockhand.service']);
  });

  it('says with --json what it made, and shows no secret', async (context) => {
    const here = machineFor(context);
    const args = ['install', '--config', here.config, '--json'];
    const { stdout, code } = await here.service(args, machineKey);
    expect(stdout).not.toContain(machineKey.STOCKHAND_API_KEY);
    expect(JSON.parse(stdout) as InstalledFacts).toMatchObject({
      ...{ name: 'stockhand', installed: true, enabled: true, active: false },
      ...{ account: 'stockhand', config: here.config, added: ['STOCKHAND_API_KEY'], lacking: [] },
      definition: '/etc/systemd/system/stockhand.service',
      environmentFile: '/etc/stockhand/stockhand.env',
    });
    expect(code).toBe(0);
  });

  it('ends in the same place when it is done again, without the variables in the environment', async (context) => {
    const here = await installedOn(context);
    const before = [here.unit(), here.etc('stockhand/stockhand.env')].map((file) =>
      fs.readFileSync(file, 'utf8'),
    );
    fs.chmodSync(here.etc('stockhand/stockhand.env'), 0o644);
    expect((await here.service(['install', '--config', here.config])).code).toBe(0);
    expect(fs.statSync(here.etc('stockhand/stockhand.env')).mode & 0o777).toBe(0o600);
    expect(
      [here.unit(), here.etc('stockhand/stockhand.env')].map((file) =>
        fs.readFileSync(file, 'utf8'),
      ),
    ).toEqual(before);
    expect(fs.readdirSync(here.etc('systemd/system'))).toEqual(['stockhand.service']);
  });

  it('refuses with 78 where the configuration has errors, and changes nothing', async (context) => {
    const here = machineFor(context);
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

  it.for(['OLD="never closed', 'OLD=goes on \\', '# goes on \\'])(
    'adds no variable behind a line that goes on: %s',
    async (line, context) => {
      const here = machineFor(context);
      const variables = here.etc('stockhand/stockhand.env');
      fs.mkdirSync(here.etc('stockhand'));
      fs.writeFileSync(variables, `${line}\n`);
      const args = ['install', '--config', here.config, '--json'];
      const { code, stdout } = await here.service(args, machineKey);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'SERVICE_ENVIRONMENT' } });
      expect(code).toBe(1);
      expect(fs.readFileSync(variables, 'utf8')).toBe(`${line}\n`);
      expect(here.calls()).toEqual([]);
    },
  );

  it('never touches a unit of somebody else, or that of another configuration', async (context) => {
    const here = await installedOn(context);
    const second = path.join(here.folder, 'second.yaml');
    fs.copyFileSync(here.config, second);
    const args = ['install', '--config', second, '--json'];
    const other = JSON.parse((await here.service(args, machineKey)).stdout) as CommandFailed;
    expect(other.error).toMatchObject({
      code: 'SERVICE_FOREIGN',
      message: expect.stringContaining(here.config),
    });
    fs.writeFileSync(here.unit('cron'), '[Service]\nExecStart=/bin/true\n');
    const { code, stdout } = await here.service([...args, '--name', 'cron'], machineKey);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'SERVICE_FOREIGN' } });
    expect(code).toBe(1);
    expect(fs.readFileSync(here.unit('cron'), 'utf8')).toContain('/bin/true');
    expect(
      (await here.service(['install', '--config', second, '--name', 'two'], machineKey)).code,
    ).toBe(0);
    expect(fs.existsSync(here.etc('stockhand/two.env'))).toBe(true);
  });

  it('with --dry-run shows what it would do without the secrets, and changes nothing', async (context) => {
    const here = machineFor(context, { isBooted: false });
    const args = ['install', '--dry-run', '--config', here.config];
    const { stdout, code } = await here.service(args, machineKey);
    expect(stdout).toContain('run systemctl --no-ask-password enable stockhand.service');
    expect(stdout).toContain('STOCKHAND_API_KEY=***');
    expect(stdout).not.toContain(machineKey.STOCKHAND_API_KEY);
    expect(code).toBe(0);
    expect(fs.readdirSync(here.etc('systemd/system'))).toEqual([]);
    expect(fs.existsSync(path.join(here.folder, 'state'))).toBe(false);
  });

  it('with --dry-run needs neither root nor a service manager', async () => {
    const folder = temporaryFolder('service');
    const config = path.join(folder, 'stockhand.yaml');
    fs.writeFileSync(config, `marketplace: { baseUrl: "https://m.example", apiKey: "\${K}" }\n`);
    const look = ['service', 'install', '--dry-run', '--json', '--name', 'stockhand-of-a-test'];
    const args = [...look, '--user', os.userInfo().username, '--config', config];
    expect((await startProgram(args).ended).code).toBe(78);
    const { stdout, code } = await startProgram(args, { K: 'secret-of-the-test' }).ended;
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, added: ['K'] });
    expect(stdout).not.toContain('secret-of-the-test');
    expect(code).toBe(0);
    expect(fs.readdirSync(folder)).toEqual(['stockhand.yaml']);
  });

  it('takes credentials of systemd, which the account can read during the install', async (context) => {
    const here = machineFor(context);
    const [folder, key] = ['', 'key'].map((name) => path.join(here.folder, 'credentials', name));
    fs.mkdirSync(folder!);
    fs.writeFileSync(key!, 'k-1', { mode: 0o600 });
    const text = fs.readFileSync(here.config, 'utf8');
    const named = text.replace('STOCKHAND_API_KEY', `file:\${CREDENTIALS_DIRECTORY}/key`);
    fs.writeFileSync(here.config, named);
    const install = () =>
      here.service(['install', '--config', here.config], { CREDENTIALS_DIRECTORY: folder! });
    expect((await install()).stderr).toContain(`needs the file ${key}, which cannot be read`);
    fs.chownSync(key!, 54_321, 54_321);
    expect(await install()).toMatchObject({ code: 0, stderr: '' });
    expect(fs.readFileSync(here.etc('stockhand/stockhand.env'), 'utf8')).not.toContain(
      'CREDENTIALS',
    );
  });

  it('proves that the account can do the work before it writes a unit', async (context) => {
    const here = machineFor(context);
    const told = async (...more: string[]) => {
      const args = ['install', '--config', here.config, '--json', ...more];
      return (JSON.parse((await here.service(args, machineKey)).stdout) as CommandFailed).error;
    };
    expect(await told('--user', 'nobody-here')).toMatchObject({
      code: 'SERVICE_ACCOUNT',
      remedy: expect.stringContaining('useradd'),
    });
    // The number of root would be given the rights of another account.
    expect(await told('--user', '0')).toMatchObject({ code: 'USAGE' });
    fs.chmodSync(here.config, 0o600);
    expect((await told()).message).toContain('cannot use');
    fs.chmodSync(here.config, 0o644);
    const state = path.join(here.folder, 'my state');
    fs.renameSync(path.join(here.folder, 'state'), state);
    fs.writeFileSync(path.join(state, 'catalog.db'), '');
    const text = fs.readFileSync(here.config, 'utf8');
    fs.writeFileSync(here.config, text.replace('./state', './my state'));
    expect(await told()).toMatchObject({
      code: 'SERVICE_ACCOUNT',
      remedy: expect.stringContaining(`chown -R 54321:54321 "${state}"`),
    });
    expect(fs.readdirSync(here.etc('systemd/system'))).toEqual([]);
  });

  it('ends with 2 where the account cannot write a folder of the ERP yet', async (context) => {
    const here = machineFor(context);
    fs.mkdirSync(path.join(here.folder, 'orders'));
    fs.appendFileSync(here.config, 'orders:\n  outbox: { folder: ./orders }\n');
    const { code, stdout } = await here.service(['install', '--config', here.config], machineKey);
    expect(stdout).toContain(`not yet for stockhand: ${path.join(here.folder, 'orders')}`);
    expect(code).toBe(2);
    expect(fs.existsSync(here.unit())).toBe(true);
  });

  it('says that this machine has no systemd, and who may change services', async (context) => {
    const here = machineFor(context, { isBooted: false });
    const args = ['--config', here.config];
    const none = await here.json<CommandFailed>('install', ...args);
    expect(none).toMatchObject({ error: { code: 'SERVICE_NONE' }, exitCode: 1 });
    const as = ['--reuid=54322', '--regid=54322', '--clear-groups'];
    const person = await startCommand('setpriv', [
      ...[...as, process.execPath, bundled, 'service', 'install', '--json', ...args],
    ]).ended;
    expect(JSON.parse(person.stdout)).toMatchObject({ error: { code: 'SERVICE_RIGHTS' } });
  });

  it('tells what systemctl said where that refuses', async (context) => {
    const here = await installedOn(context);
    here.refuse('Unit is masked.');
    const { error, exitCode } = await here.json<CommandFailed>('start');
    expect(error).toMatchObject({
      code: 'SERVICE_MANAGER',
      message: expect.stringContaining('Unit is masked'),
    });
    expect(exitCode).toBe(1);
  });
});
