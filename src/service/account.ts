import fs from 'node:fs';
import path from 'node:path';
import { argument } from '../domain/argument.ts';
import { StockhandError } from '../domain/error.ts';
import { type Ran, runCommand } from './command.ts';
import type { ServiceDefinition } from './definition.ts';
import type { Owner } from './steps.ts';

interface Account extends Owner {
  readonly name: string;
}

/** What systemd gives to a service that names no other (systemd.exec, "$PATH"). */
const servicePath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** `check` reads the beginning of each export, on shares too. */
const checkMaxMs = 120_000;

/** Also an account that no file of this machine knows, such as one of LDAP. Throws SERVICE_ACCOUNT. */
export async function accountOf(name: string): Promise<Account> {
  const { code, stdout } = await runCommand('getent', ['passwd', name]);
  const [, , uid, gid] = stdout.trim().split(':');
  if (code === 0 && uid !== undefined && gid !== undefined)
    return { name, uid: Number(uid), gid: Number(gid) };
  throw new StockhandError('SERVICE_ACCOUNT', `There is no account ${name} on this machine.`, {
    remedy: `Create it (useradd --system --shell /usr/sbin/nologin ${name}), or name another account with --user; it must be able to read the exports and to write into the order folder.`,
  });
}

/**
 * Proves that the account can run the program, read the configuration and write the state, before a service does that
 * fails at it every ten seconds (lessons.md 22). What is wrong with folders of the ERP comes back as sentences: a share
 * may be away today.
 */
export async function proveAccount(
  definition: ServiceDefinition,
  account: Account,
  environment: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (account.uid === 0) return [];
  await proveState(definition.dataDir, account);
  const { node, program, config } = definition;
  const check = [node, program, 'check', '--offline', '--json', '--config', config];
  const ran = await runAs(account, check, Object.fromEntries(environment));
  return foldersWrong(ran, definition);
}

/**
 * With the groups of the account, as a service has them; the environment never is in a process list (fault 119).
 */
function runAs(
  { uid, gid }: Account,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--'];
  const env = { PATH: servicePath, ...environment };
  return runCommand('setpriv', [...as, ...command], { deadlineMs: checkMaxMs, env });
}

async function proveState(dataDir: string, account: Account): Promise<void> {
  const foreign = fs
    .readdirSync(dataDir)
    .map((name) => path.join(dataDir, name))
    .find((place) => (ownerOf(place) ?? account.uid) !== account.uid);
  const { code } = await runAs(account, ['test', '-w', dataDir, '-a', '-x', dataDir]);
  if (code === 0 && foreign === undefined) return;
  const what =
    code === 0 ? `${foreign} belongs to another account` : `it has no right to write in ${dataDir}`;
  throw new StockhandError(
    'SERVICE_ACCOUNT',
    `The account ${account.name} cannot work on the state: ${what}.`,
    {
      remedy: `Run: chown -R ${account.uid}:${account.gid} ${argument(dataDir)}, and give the account access to the folders above it.`,
    },
  );
}

/** A journal may go between the listing and the look. */
function ownerOf(place: string): number | undefined {
  return fs.lstatSync(place, { throwIfNoEntry: false })?.uid;
}

interface Checked {
  readonly errors?: readonly { readonly message: string }[];
  readonly findings?: readonly {
    readonly area: string;
    readonly level: string;
    readonly place: string;
    readonly sentence: string;
  }[];
}

function foldersWrong(
  ran: Ran,
  { account, node, program, config }: ServiceDefinition,
): readonly string[] {
  const { findings, errors } = checked(ran.stdout);
  if (findings !== undefined)
    return findings
      .filter(({ area, level }) => area === 'files' && level === 'error')
      .map(({ place, sentence }) => `${place}: ${sentence}`);
  if (errors !== undefined)
    throw new StockhandError(
      'SERVICE_ACCOUNT',
      `The account ${account} cannot use ${config}: ${errors[0]?.message ?? 'it has errors'}.`,
      { remedy: 'Give the account the right to read this file and the files that it names.' },
    );
  const why = ran.stderr.trim().split('\n')[0] ?? '';
  throw new StockhandError(
    'SERVICE_ACCOUNT',
    `The account ${account} cannot run ${node} ${program}: ${why}.`,
    {
      remedy:
        'Install Node.js and Stockhand where every account may read them, such as /usr/bin/node and /opt/stockhand.',
    },
  );
}

function checked(stdout: string): Checked {
  try {
    return JSON.parse(stdout) as Checked;
  } catch {
    return {};
  }
}
