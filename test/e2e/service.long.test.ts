import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstalledFacts } from '../../src/cli/service-text.ts';
import type { ServiceFacts } from '../../src/service/facts.ts';
import { type CommandFailed, installedOn, machineKey } from '../support/machine.ts';
import { bundled, startCommand } from '../support/program.ts';
import { timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';

describe('a service that is installed', { timeout }, () => {
  it('starts, tells its state, goes through a restart and stops', async (context) => {
    const here = await installedOn(context);
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

  it('keeps running where it is installed again, which says so', async (context) => {
    const here = await installedOn(context);
    const { pid } = await here.json<ServiceFacts>('start');
    here.calls();
    const anew = await here.json<InstalledFacts>('install', '--config', here.config);
    expect(anew).toMatchObject({ active: true, pid, exitCode: 0 });
    expect(anew.warnings).toContainEqual(expect.stringContaining('service restart'));
    expect(here.calls().some((call) => /start|stop/.test(call))).toBe(false);
  });

  it('that does not stay up is reported with its last words', async (context) => {
    const here = await installedOn(context);
    fs.appendFileSync(here.config, 'typo: 1\n');
    const { error, exitCode } = await here.json<CommandFailed>('start');
    expect(error).toMatchObject({ code: 'SERVICE_START' });
    expect(error.message).toContain('ended with 78 (failed)');
    expect(error.message).toContain('unknown key "typo"');
    expect(exitCode).toBe(1);
  });

  it('is not started beside a daemon that somebody runs by hand', async (context) => {
    const here = await installedOn(context);
    const as = ['--reuid=54321', '--regid=54321', '--clear-groups'];
    const run = [process.execPath, bundled, 'run', '--config', here.config];
    const daemon = startCommand('setpriv', [...as, ...run], machineKey);
    await until('the daemon runs', () => daemon.stdout().includes('Stockhand runs'));
    const { error } = await here.json<CommandFailed>('start');
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
    const here = await installedOn(context);
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
    const here = await installedOn(context);
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
    expect(fs.existsSync(here.unit())).toBe(false);
    for (const kept of [here.config, here.etc('stockhand/stockhand.env')])
      expect(fs.existsSync(kept)).toBe(true);
    expect(fs.existsSync(path.join(here.folder, 'state/lock.db'))).toBe(true);
    expect((await here.service(['uninstall'])).stdout).toContain('nothing to remove');
  });

  it('of another name or configuration is told apart', async (context) => {
    const here = await installedOn(context);
    const missing = await here.json<CommandFailed>('stop', '--name', 'second');
    expect(missing).toMatchObject({ error: { code: 'SERVICE_MISSING' }, exitCode: 1 });
    const other = await here.json<CommandFailed>('status', '--config', '/srv/other.yaml');
    expect(other).toMatchObject({ error: { code: 'SERVICE_FOREIGN' }, exitCode: 1 });
    expect(await here.json<CommandFailed>('status', '--name', '../x')).toMatchObject({
      exitCode: 64,
    });
    expect(await here.json<CommandFailed>('logs', '--lines', 'all')).toMatchObject({
      exitCode: 64,
    });
    expect(await here.json<CommandFailed>('status', '--name', 'second')).toMatchObject({
      ...{ installed: false, exitCode: 1 },
    });
  });
});
