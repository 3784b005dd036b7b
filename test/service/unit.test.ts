import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitionOf, type ServiceDefinition } from '../../src/service/definition.ts';
import { unitFacts } from '../../src/service/facts.ts';
import { systemdManager, unitText } from '../../src/service/systemd.ts';
import { readUnit } from '../../src/service/unit.ts';
import { installWarnings } from '../../src/service/warnings.ts';
import { configOf, withSource } from '../config/judged.ts';
import { temporaryFolder } from '../support/folder.ts';

const definition = (changes: Partial<ServiceDefinition> = {}): ServiceDefinition => ({
  name: 'stockhand',
  account: 'stockhand',
  node: '/usr/bin/node',
  program: '/opt/stockhand/dist/src/main.js',
  config: '/etc/stockhand/stockhand.yaml',
  environmentFile: '/etc/stockhand/stockhand.env',
  dataDir: '/var/lib/stockhand',
  logFile: '/var/lib/stockhand/log/stockhand.log',
  writes: ['/var/lib/stockhand', '/mnt/erp/orders'],
  reads: ['/mnt/erp/out'],
  isPortLow: false,
  ...changes,
});

const lines = (changes: Partial<ServiceDefinition> = {}): string[] =>
  unitText(definition(changes)).split('\n');

describe('the unit of systemd', () => {
  it('is refused where WinSW is named, which it does not need', async () => {
    const environment = { do: 'file', path: '/e', mode: 0o600, text: '', shown: '' } as const;
    const wish = { environment, isInstalled: false, isAccountNew: true, wrapper: 'w.exe' };
    await expect(systemdManager('/etc').installPlan(definition(), wish)).rejects.toMatchObject({
      code: 'USAGE',
      message: '--winsw w.exe: systemd needs no WinSW.',
    });
  });

  it('runs this program with this configuration by absolute paths', () => {
    expect(lines()).toContain(
      'ExecStart="/usr/bin/node" "--v8-pool-size=1" "/opt/stockhand/dist/src/main.js" "run" "--config" "/etc/stockhand/stockhand.yaml"',
    );
  });

  it('is started again whatever happens, but for errors that do not mend themselves', () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        ...['Restart=always', 'StartLimitIntervalSec=0', 'RestartPreventExitStatus=64 78'],
        ...['User=stockhand', 'EnvironmentFile=-/etc/stockhand/stockhand.env'],
      ]),
    );
  });

  it('waits for no network: a card without a cable would hold it up for two minutes', () => {
    expect(lines().join('\n')).not.toMatch(/^(?:After|Wants|Requires)=.*network-online/m);
  });

  it('fault 116: lets the daemon know that it is started again, so that it counts its ends', () => {
    expect(lines()).toEqual(
      expect.arrayContaining(['Environment=STOCKHAND_SERVICE=1', 'RestartSec=10']),
    );
  });

  it('writes blanks, quotes, line ends, percent and dollar signs of a path as systemd wants them', () => {
    const config = '/srv/a b/50%/$x/"q"\\z\nUser=root.yaml';
    const node = '/srv/$x/node';
    const [command = ''] = lines({ node, config }).filter((line) => line.startsWith('ExecStart='));
    // In the name of the program a dollar begins no variable.
    expect(command).toContain('ExecStart="/srv/$x/node" "');
    expect(command).toContain(String.raw` "/srv/a b/50%%/$$x/\"q\"\\z\nUser=root.yaml"`);
    expect(readUnit(unitText(definition({ config })))?.config).toBe(config);
  });

  it('keeps every folder that the ERP uses within reach', () => {
    const cases: readonly (readonly [Partial<ServiceDefinition>, string[]])[] = [
      [{}, ['PrivateTmp=true', 'ProtectSystem=full']],
      [{ reads: ['/tmp/export'] }, ['ProtectSystem=full']],
      [{ writes: ['/var/tmp'] }, ['ProtectSystem=full']],
      // Its control socket goes to /tmp, where every command looks for it.
      [{ dataDir: `/srv/${'deep/'.repeat(30)}data` }, ['ProtectSystem=full']],
      [
        { writes: ['/etc/stockhand/data', '/usr/local/x y', '/etcetera'] },
        [
          ...['PrivateTmp=true', 'ProtectSystem=full'],
          ...['ReadWritePaths="-/etc/stockhand/data"', 'ReadWritePaths="-/usr/local/x y"'],
        ],
      ],
    ];
    for (const [changes, expected] of cases)
      expect(
        lines(changes).filter((line) => /^(PrivateTmp|ProtectSys|ReadWrite)/.test(line)),
      ).toEqual(expected);
  });

  it('fault 120: runs as a user of its own that can gain no right, and V8 may compile', () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        ...['User=stockhand', 'NoNewPrivileges=true', 'CapabilityBoundingSet='],
        ...['RestrictSUIDSGID=true', 'ProtectSystem=full', 'LimitCORE=0'],
      ]),
    );
    expect(lines().filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([]);
  });

  it('fault 120: has no right but to listen below 1024 where it does, and root keeps its own', () => {
    const rights = (changes: Partial<ServiceDefinition>) =>
      lines(changes).filter((line) => /Cap|Ambient/.test(line));
    expect(rights({})).toEqual(['CapabilityBoundingSet=']);
    expect(rights({ isPortLow: true })).toEqual([
      'CapabilityBoundingSet=CAP_NET_BIND_SERVICE',
      'AmbientCapabilities=CAP_NET_BIND_SERVICE',
    ]);
    expect(rights({ account: 'root', isPortLow: true })).toEqual([]);
  });

  it('is one that systemd-analyze has nothing to say against', (context) => {
    const folder = temporaryFolder('unit');
    const file = path.join(folder, 'stockhand.service');
    const place = { node: process.execPath, account: 'root', isPortLow: true };
    const writes = ['/etc/stockhand/100%/a "b"', '/mnt/erp'];
    fs.writeFileSync(file, unitText(definition({ ...place, writes })));
    const { stderr, error } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    if (error !== undefined) context.skip('no systemd-analyze on this machine');
    expect(stderr.split('\n').filter((line) => line.includes('stockhand'))).toEqual([]);
  });

  it('is told from a unit of somebody else', () => {
    const { config, dataDir, logFile } = definition();
    expect(readUnit(unitText(definition()))).toEqual({ config, dataDir, logFile });
    expect(readUnit('[Service]\nExecStart=/usr/bin/node\n')).toBeUndefined();
    expect(readUnit('[X-Stockhand]\nConfig="/a"\nDataDir=\nLogFile=x\n')).toBeUndefined();
    expect(readUnit('[X-Stockhand]\nConfig="\\x"\nDataDir="/"\nLogFile="/"\n')).toBeUndefined();
  });
});

describe('what a service is made of', () => {
  const given = {
    ...{ name: 's', account: 'a', node: 'n', program: 'p', config: 'c', environmentFile: 'e' },
  };

  it('knows the folders that are written and those that are only read', async () => {
    const text = withSource('afterImport: move');
    const config = await configOf(
      `${text}orders:\n  outbox: { folder: /erp/orders }\nwebhooks: { listen: "127.0.0.1:443", secrets: [whsec_1] }\n`,
    );
    expect(definitionOf(config, given)).toMatchObject({
      dataDir: '/etc/stockhand/data',
      logFile: '/etc/stockhand/data/log/stockhand.log',
      writes: [
        ...['/etc/stockhand/data', '/etc/stockhand/data/log', '/etc/stockhand/data/results'],
        ...['/etc/stockhand/out', '/erp/orders'],
      ],
      reads: ['/etc/stockhand/out'],
      isPortLow: true,
    });
    expect(definitionOf(await configOf(withSource()), given)).toMatchObject({
      reads: ['/etc/stockhand/out'],
      isPortLow: false,
    });
  });
});

describe('the facts of a unit', () => {
  it('are read from systemctl show', () => {
    const shown = [
      ...['LoadState=loaded', 'UnitFileState=enabled', 'ActiveState=active', 'SubState=running'],
      ...['MainPID=42', 'StateChangeTimestamp=Mon 2026-03-02 08:15:00 UTC', 'NRestarts=3'],
      ...['ExecMainStatus=1', 'ExecMainExitTimestamp=Mon 2026-03-02 08:14:50 UTC', 'User=erp'],
      ...['FragmentPath=/etc/systemd/system/s.service', 'DropInPaths=/etc/a.conf /etc/b.conf'],
    ];
    expect(unitFacts('s', shown.join('\n'))).toEqual({
      ...{ name: 's', installed: true, enabled: true, active: true, state: 'running', pid: 42 },
      ...{ since: '2026-03-02T08:15:00Z', lastExit: 1, restarts: 3, account: 'erp' },
      definition: '/etc/systemd/system/s.service',
      changedBy: ['/etc/a.conf', '/etc/b.conf'],
    });
  });

  it('say nothing of what has not happened', () => {
    const shown =
      'LoadState=not-found\nActiveState=inactive\nSubState=dead\nMainPID=0\nNRestarts=0';
    expect(unitFacts('s', shown)).toEqual({
      ...{ name: 's', installed: false, enabled: false, active: false, state: 'dead' },
      restarts: 0,
    });
  });
});

describe('the warnings of an install', () => {
  const quiet = {
    name: 'stockhand',
    ...{ nodeVersion: '24.1.0', program: '/opt/main.js', account: 'stockhand', other: undefined },
    ...{ isActive: false, kept: [], environmentFile: '/etc/stockhand/stockhand.env' },
  };

  it('are none where all is as recommended', () => {
    expect(installWarnings(quiet)).toEqual([]);
  });

  it('name what will be trouble later', () => {
    const cases = [
      [{ nodeVersion: '22.20.0' }, '24 LTS'],
      [{ program: '/home/a/.npm/_npx/1f/node_modules/stockhand/main.js' }, 'cache of npx'],
      [{ account: 'root' }, 'every right'],
      [{ kept: ['KEY'] }, 'KEY keeps its value from /etc/stockhand/stockhand.env'],
      [{ isActive: true }, 'stockhand service restart applies'],
      [{ isActive: true, name: 'erp' }, 'stockhand service restart --name erp applies'],
      [{ other: '77' }, 'process 77'],
    ] as const;
    for (const [changes, words] of cases)
      expect(installWarnings({ ...quiet, ...changes })).toEqual([expect.stringContaining(words)]);
  });
});
