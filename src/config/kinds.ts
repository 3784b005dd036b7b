import { isIP } from 'node:net';
import { z } from 'zod';
import { Secret } from '../domain/secret.ts';

/**
 * The kinds of values that the file knows. Every scalar arrives as the text that was written (tree.ts), so that
 * `0017` stays an article number; what is a number or a switch is turned into one here.
 */

/** How a path of the file becomes an absolute one. */
export interface Paths {
  resolve(path: string): string;
}

export const text = z.string().min(1, { error: 'must not be empty' });

/** What is in a cell or names a column; editors must not complain about `equals: 1`. */
export const cell = z.string().meta({ title: 'text', type: ['string', 'number', 'boolean'] });
export const column = z
  .string()
  .min(1, { error: 'must not be empty' })
  .meta({ title: 'column', type: ['string', 'integer'] });
export const columnList = z.array(column).min(1, { error: 'must name at least one column' });

/** One step of a path, so that no folder is left by it (fault 25). */
export const fileName = text.regex(/^[^/\\]+$/, {
  error: 'must be a file name without a folder',
});

/** Nobody can type one. It is a line end that YAML or an environment has kept, or a file in UTF-16. */
const oneLine = text.refine((written) => !/\p{Cc}/u.test(written), {
  error: 'must not contain line ends or other control characters',
});

export const secret = oneLine
  .meta({ title: 'secret', writeOnly: true })
  .transform((value) => new Secret(value));

/** As shells and Windows write one; no key looks like that. */
const otherVariable = /^(\$\w+|%\w+%)$/;
const isValue = (written: string) => !otherVariable.test(written);
const isName = {
  error: `is the name of a variable and not its value: write a variable as \${NAME}`,
};

/** A secret that a machine made, which never looks like the name of a variable; a password may. */
export const madeSecret = oneLine
  .refine(isValue, isName)
  .meta({ title: 'secret', writeOnly: true })
  .transform((value) => new Secret(value));

/** A secret that becomes a header: what cannot be in one would fail far from here, and name it. */
export function headerSecret(characters: RegExp) {
  return text
    .regex(characters, {
      error: 'must not contain line ends or other characters that are not allowed in a header',
    })
    .refine(isValue, isName)
    .meta({ title: 'secret', writeOnly: true })
    .transform((value) => new Secret(value));
}

export function path(paths: Paths) {
  return text
    .refine((written) => !/\p{Cc}/u.test(written), {
      error: 'contains a control character: write Windows paths in single quotes',
    })
    .refine((written) => !/^(?:~[/\\]|\$\w|%\w+%)/.test(written), {
      error: `begins with ~ or with a variable of a shell: write the whole path, or a variable as \${NAME}`,
    })
    .meta({ title: 'path' })
    .transform((value) => paths.resolve(value));
}

export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: 'must be true or false' }),
);

export function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int({ error }).min(min, { error }).max(max, { error }),
  );
}

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** Ten years; longer is a slip of the finger. */
const longestMs = 3_650 * 86_400_000;

/** `30s` → milliseconds. */
export function duration(minMs = 1) {
  return z
    .string()
    .regex(/^\d{1,9}(ms|s|m|h|d)$/, {
      error: 'must be a duration such as 30s, 5m, 2h or 400d',
    })
    .meta({ title: 'duration' })
    .transform((value, context) => {
      const [, count = '', unit = ''] = /^(\d+)(\D+)$/.exec(value) ?? [];
      const ms = Number(count) * (unitMs[unit] ?? 0);
      if (ms >= minMs && ms <= longestMs) return ms;
      return refuse(context, ms < minMs ? `must be ${minMs}ms at least` : 'must be 3650d at most');
    });
}

const unitBytes: Readonly<Record<string, number>> = { kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9 };

/** `20MB` → bytes, a MB being 1,000,000 of them. */
export const size = z
  .string()
  .regex(/^[1-9]\d{0,5}(kB|KB|MB|GB)$/, { error: 'must be a size such as 500kB, 20MB or 1GB' })
  .meta({ title: 'size' })
  .transform((value) => {
    const [, count = '', unit = ''] = /^(\d+)(\D+)$/.exec(value) ?? [];
    return Number(count) * (unitBytes[unit] ?? 0);
  });

/** `2%` → 0.02. */
export const share = z
  .string()
  .regex(/^(100|\d{1,2}(\.\d{1,3})?)%$/, { error: 'must be a share from 0% to 100%, such as 2%' })
  .meta({ title: 'share' })
  .transform((value) => Number(value.slice(0, -1)) / 100);

export interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** `127.0.0.1:8480`, `[::1]:8480`, `localhost:8480`. */
export const address = z
  .string()
  .meta({ title: 'host:port' })
  .transform(
    (value, context): Address =>
      parseAddress(value) ?? refuse(context, 'must be host:port, such as 127.0.0.1:8480'),
  );

export function parseAddress(value: string): Address | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(value);
  const host = match?.[2] ?? shortest(match?.[1] ?? '');
  const port = Number(match?.[3]);
  return host !== '' && port <= 65_535 ? { host, port } : undefined;
}

/** As browsers and systems write an address of IPv6: `0:0:0:0:0:0:0:1` is `::1`. */
function shortest(ip: string): string {
  return isIP(ip) === 6 ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === 'localhost' || bare === '::1';
}

/** A moment or a day in UTC → epoch milliseconds; NaN for anything else. */
export function momentMs(value: string): number {
  const pattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const at = pattern.test(value) ? Date.parse(value) : Number.NaN;
  // Date.parse takes the 30th of February for the 2nd of March.
  const day = value.slice(0, 10);
  return Number.isNaN(at) || new Date(day).toISOString().startsWith(day) ? at : Number.NaN;
}

const dayMs = 86_400_000;

/** An end. A day holds until it is over, as people read it: a day too soon, and five failures end the endpoint. */
export const moment = z
  .string()
  .meta({ title: 'moment' })
  .transform((value, context) => {
    const at = momentMs(value);
    if (!Number.isNaN(at)) return value.includes('T') ? at : at + dayMs;
    return refuse(context, 'must be a day or a moment, such as 2026-12-31 or 2026-12-31T18:00:00Z');
  });

/** Adds the issue and ends the transformation: zod drops the value of a transform that has issues. */
export function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.issues.push({ code: 'custom', message, input: context.value });
  return z.NEVER;
}
