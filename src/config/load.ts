import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve, win32 } from 'node:path';
import { codes } from '../domain/codes.ts';
import { type Config, pathsOf } from './declaration.ts';
import { type ConfigError, judge } from './judge.ts';
import type { Answer, Environment } from './references.ts';
import { readSecretFile } from './secret-file.ts';

interface LoadOptions {
  /** What --config names. */
  readonly path?: string;
  readonly env?: Environment;
  /** Counts before the environment: what a service reads from its file. */
  readonly over?: Environment;
  readonly cwd?: string;
  readonly platform?: NodeJS.Platform;
}

export type Loaded = (
  | {
      readonly config: Config;
      /** Absolute. */
      readonly path: string;
      readonly text: string;
    }
  | { readonly errors: readonly ConfigError[] }
) & {
  /** The digest of each file that a `${file:PATH}` names, by its path: whoever keeps it keeps no secret. */
  readonly named: ReadonlyMap<string, string>;
};

interface Fault {
  readonly fault: string;
  readonly remedy?: string;
}

/** Nobody writes so much by hand. */
const configBytesMax = 1_000_000;

/** Finds, reads and judges the configuration. Never throws: all that is wrong is in `errors`. */
export async function loadConfig(options: LoadOptions = {}): Promise<Loaded> {
  const { cwd = process.cwd(), platform = process.platform } = options;
  const env = { ...(options.env ?? process.env), ...options.over };
  const places = configPlaces({ ...options, env, platform }).map((place) => resolve(cwd, place));
  for (const path of places) {
    const read = await readConfig(path);
    if (read === 'missing') continue;
    if ('fault' in read) return { errors: [unreadable(path, read)], named: new Map() };
    return judgeFile(path, read.text, { env, platform });
  }
  return { errors: [notFound(places)], named: new Map() };
}

interface Machine {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Whether a command finds the file in whatever folder somebody types it. */
export function isFound(path: string, { env, platform }: Machine): boolean {
  return path === machinePlace(platform, env);
}

async function judgeFile(path: string, text: string, machine: Machine): Promise<Loaded> {
  const named = new Map<string, string>();
  const read = async (file: string): Promise<Answer> => {
    const answer = await readSecretFile(file, machine.platform);
    named.set(file, hash('sha256', JSON.stringify(answer)));
    return answer;
  };
  const judged = await judge({ ...machine, text, file: path, folder: dirname(path), read });
  if ('errors' in judged) return { ...judged, named };
  const config = isFound(path, machine) ? judged.config : { ...judged.config, file: path };
  return { config, path, text, named };
}

/** Where the file is looked for, first to last; a place that was named is the only one (contract section 2). */
export function configPlaces(
  options: Pick<LoadOptions, 'path'> & Required<Pick<LoadOptions, 'env' | 'platform'>>,
): string[] {
  const { path, env, platform } = options;
  const named = path ?? env['STOCKHAND_CONFIG'];
  if (named !== undefined && named !== '') return [named];
  return ['config/stockhand.yaml', machinePlace(platform, env)];
}

function machinePlace(platform: NodeJS.Platform, env: Environment): string {
  return pathsOf(platform).join(machineFolder(platform, env), 'stockhand.yaml');
}

/** What belongs to the whole machine is there (contract section 2). */
export function machineFolder(
  platform: NodeJS.Platform = process.platform,
  env: Environment = process.env,
): string {
  if (platform !== 'win32') return '/etc/stockhand';
  return win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Stockhand');
}

/** Where a new file is found without being named. */
export function placeToWrite(path?: string): string {
  const { env, platform } = process;
  const [first = ''] = configPlaces({ ...(path !== undefined && { path }), env, platform });
  return first;
}

async function readConfig(path: string): Promise<{ text: string } | Fault | 'missing'> {
  try {
    const { size } = await stat(path);
    if (size > configBytesMax) return { fault: 'is larger than 1 MB' };
    return decoded(await readFile(path));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
    return { fault: `cannot be read (${code ?? 'unreadable'})` };
  }
}

/** Windows editors like to save in code pages of their own: a guess would garble folders and column names. */
function decoded(bytes: Uint8Array): { text: string } | Fault {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'is not UTF-8', remedy: 'Save it as UTF-8.' };
  }
}

function unreadable(
  file: string,
  { fault, remedy = 'Correct the file or its rights.' }: Fault,
): ConfigError {
  const message = `the file ${fault}`;
  return { code: 'CONFIG_INVALID', file, line: 1, column: 1, message, remedy };
}

function notFound(places: readonly string[]): ConfigError {
  return {
    code: 'CONFIG_NOT_FOUND',
    file: places[0] ?? '',
    line: 1,
    column: 1,
    message: `no configuration file was found; looked for ${places.join(' and ')}`,
    remedy: codes.CONFIG_NOT_FOUND.remedy,
  };
}
