import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { bundled, type Ended, type Running, startCommand } from './program.ts';
import { until } from './until.ts';

/**
 * A machine with a service manager, as far as the program can tell: `/etc` and `/run` are folders of the test, put in
 * place for each process alone (a mount namespace), and `systemctl` and `journalctl` are scripts that read the unit and
 * start and stop what it says. Nothing of the real machine is changed.
 */
export interface Machine {
  /** Where the ERP and the state of the supplier are. */
  readonly folder: string;
  readonly config: string;
  /** A path of the test's `/etc`, as the test sees it. */
  etc(name: string): string;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Running;
  service(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** The same with `--json`: its one document. */
  json<Document>(...args: string[]): Promise<Document & { readonly exitCode: number | null }>;
  /** The calls of `systemctl` and `journalctl` since the last time, without those that only look. */
  calls(): string[];
  /** The unit of a service, as the test sees it. */
  unit(name?: string): string;
  /** What the fake service manager answers to everything. */
  refuse(words: string): void;
}

/** What a command prints with `--json` where it fails. */
export interface CommandFailed {
  readonly error: { readonly code: string; readonly message: string; readonly remedy: string };
}

const uid = 54_321;
/** What programs look into before they do anything. */
const fromHost = ['nsswitch.conf', 'ld.so.cache', 'hosts'];

/** What the tests' configuration needs from the environment. */
export const machineKey = { STOCKHAND_API_KEY: 'key-of-the-test' };

/** A machine for this test, which is skipped where none can be made. */
export function machineFor(context: TestContext, options: { isBooted?: boolean } = {}): Machine {
  const reason = noMachine();
  if (reason !== undefined) context.skip(reason);
  return openMachine(options);
}

/** One with the service installed. */
export async function installedOn(context: TestContext): Promise<Machine> {
  const here = machineFor(context);
  const { code, stderr } = await here.service(['install', '--config', here.config], machineKey);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return here;
}

/** Why no such machine can be made here; undefined where it can. */
function noMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can give a process another /etc';
  const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  if (!works('unshare', '--mount', 'mount', '--bind', '/tmp', '/mnt'))
    return 'this machine allows no mounts of a process’s own';
  const as = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  if (!works('setpriv', ...as, process.execPath, bundled, '--version'))
    return 'no other account can read this program';
  return undefined;
}

function openMachine({ isBooted = true }): Machine {
  const room = temporaryFolder('machine');
  fs.chmodSync(room, 0o755);
  const [bin, etc, folder] = [
    path.join(room, 'bin'),
    path.join(room, 'etc'),
    path.join(room, 'erp'),
  ];
  for (const place of [bin, path.join(etc, 'systemd/system'), folder, path.join(room, 'run')])
    fs.mkdirSync(place, { recursive: true });
  if (isBooted) fs.mkdirSync(path.join(room, 'run/systemd/system'), { recursive: true });
  for (const name of fromHost.filter((file) => fs.existsSync(`/etc/${file}`)))
    fs.copyFileSync(`/etc/${name}`, path.join(etc, name));
  fs.writeFileSync(
    path.join(etc, 'passwd'),
    `root:x:0:0::/root:/bin/sh\nstockhand:x:${uid}:${uid}::/:/usr/sbin/nologin\nother:x:54322:54322::/:/bin/sh\n`,
  );
  fs.writeFileSync(path.join(etc, 'group'), `root:x:0:\nstockhand:x:${uid}:\nother:x:54322:\n`);
  for (const name of ['systemctl', 'journalctl'])
    fs.copyFileSync(path.join(import.meta.dirname, `${name}.sh`), path.join(bin, name));
  onTestFinished(() => endService(bin));
  return machineIn({ room, bin, etc, folder });
}

function machineIn(places: { room: string; bin: string; etc: string; folder: string }): Machine {
  const { room, bin, etc, folder } = places;
  const config = path.join(folder, 'stockhand.yaml');
  fs.writeFileSync(config, configText);
  const start: Machine['start'] = (args, env = {}) => {
    const mounts = 'mount --bind "$1/etc" /etc && mount --bind "$1/run" /run && shift && exec "$@"';
    const program = [process.execPath, bundled, 'service', ...args];
    return startCommand('unshare', ['--mount', 'sh', '-c', mounts, 'sh', room, ...program], {
      PATH: `${bin}:${process.env['PATH']}`,
      ...env,
    });
  };
  return {
    folder,
    config,
    etc: (name) => path.join(etc, name),
    unit: (name = 'stockhand') => path.join(etc, `systemd/system/${name}.service`),
    start,
    service: (args, env) => start(args, env).ended,
    async json<Document>(...args: string[]) {
      const { stdout, code } = await start([...args, '--json']).ended;
      return { ...(JSON.parse(stdout) as Document), exitCode: code };
    },
    calls() {
      const file = path.join(bin, 'calls');
      const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];
      fs.rmSync(file, { force: true });
      return lines.filter((line) => !line.startsWith('systemctl show'));
    },
    refuse: (words) => fs.writeFileSync(path.join(bin, 'refuses'), words),
  };
}

/** No marketplace answers there; a daemon runs all the same. */
const configText = `marketplace: { baseUrl: "http://127.0.0.1:9", apiKey: "\${STOCKHAND_API_KEY}" }
dataDir: ./state
status: { listen: "127.0.0.1:0" }
`;

/** The script that started it still writes how it ended. */
async function endService(bin: string): Promise<void> {
  const [pid, end] = ['pid', 'exit'].map((name) => path.join(bin, name));
  if (!fs.existsSync(pid!) || fs.existsSync(end!)) return;
  process.kill(Number(fs.readFileSync(pid!, 'utf8')), 'SIGKILL');
  await until('the service has ended', () => fs.existsSync(end!));
}
