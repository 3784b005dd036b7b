import fs from 'node:fs';
import type { Config } from '../config/declaration.ts';
import { errorText, StockhandError } from '../domain/error.ts';
import type { StatusFacts } from '../domain/facts.ts';
import { Secret } from '../domain/secret.ts';
import type { History } from '../history.ts';
import { stateFileSizes } from '../state-files.ts';
import { version } from '../version.ts';
import type { Finding } from './check.ts';

/**
 * All that a person who was not there needs to see what is wrong. Plain JSON, so that it can be read before it is sent.
 */
export interface Bundle {
  /** ISO 8601. */
  readonly madeAt: string;
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  /** The configuration as it was understood, with every default; secrets are `***`. */
  readonly config: unknown;
  readonly findings: readonly Finding[];
  readonly status?: StatusFacts;
  readonly history?: History;
  readonly state: ReturnType<typeof stateFileSizes>;
  /** The end of the log, a line each. */
  readonly log: readonly string[];
}

export type BundleInput = Pick<Bundle, 'madeAt' | 'findings' | 'status' | 'history'>;

const logBytesMax = 500_000;
const mask = '***';
/** A shorter path of an address is no secret, and would be masked everywhere. */
const pathMin = 8;

/** A secret is masked wherever it stands, even where somebody else's message repeats it (fault 119). */
export function bundleOf(config: Config, input: BundleInput): Bundle {
  const bundle: Bundle = {
    ...input,
    version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    config: JSON.parse(JSON.stringify(config)),
    state: stateFileSizes(config.dataDir),
    log: endOf(config.log.file),
  };
  return without(bundle, secretsOf(config)) as Bundle;
}

/** Every secret of the configuration in each of its forms, longer ones first. */
function secretsOf(value: unknown): readonly string[] {
  if (value instanceof Secret) return partsOf(value.reveal());
  if (typeof value !== 'object' || value === null) return [];
  const all = Object.values(value).flatMap(secretsOf);
  return [...new Set(all)].filter((text) => text !== '').sort((a, b) => b.length - a.length);
}

/** A secret as it is, and as addresses, headers and texts within texts repeat it. */
function partsOf(secret: string): readonly string[] {
  return [secret, ...addressParts(secret)].flatMap((text) => [
    text,
    encodeURIComponent(text.toWellFormed()),
    quoted(text),
    quoted(quoted(text)),
  ]);
}

/**
 * The secret parts of an address: the password, also as an Authorization header has it, and the path, because a chat's
 * hook has its secret there.
 */
function addressParts(secret: string): readonly string[] {
  if (!URL.canParse(secret)) return [];
  const { href, username, password, pathname, search } = new URL(secret);
  const whole = `${pathname}${search}`;
  const path = whole.length < pathMin ? '' : whole;
  const [user, plain] = [decoded(username), decoded(password)];
  const basic = plain === '' ? '' : Buffer.from(`${user}:${plain}`).toString('base64');
  return [href, path, password, plain, basic].filter((text) => text !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

function without(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string')
    return secrets.reduce((text, secret) => text.replaceAll(secret, mask), value);
  if (Array.isArray(value)) return value.map((item) => without(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, without(item, secrets)]),
  );
}

function endOf(file: string): string[] {
  if (!fs.existsSync(file)) return [];
  const handle = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(handle);
    const start = Math.max(0, size - logBytesMax);
    const bytes = Buffer.alloc(size - start);
    const read = fs.readSync(handle, bytes, 0, bytes.length, start);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    // If the log is longer, the first line is cut, and is left out.
    return lines.slice(start === 0 ? 0 : 1).filter((line) => line !== '');
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Writes the bundle so that only its owner can read it, and never over another file. Throws USAGE where it cannot be
 * written there.
 */
export function writeBundle(file: string, bundle: Bundle): number {
  const text = `${JSON.stringify(bundle, null, 2)}\n`;
  try {
    fs.writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const remedy = 'Name another file, in a folder that exists.';
    throw new StockhandError('USAGE', `${file} cannot be written: ${errorText(cause)}.`, {
      cause,
      remedy,
    });
  }
  return Buffer.byteLength(text);
}
