import { StockhandError } from '../domain/error.ts';
import { type Options, textOf } from './options.ts';

export const portMax = 65_535;

/** The port that an option names, if any. Throws USAGE: Node's own words ask people to report their typing error. */
export function portOf(options: Options, name: 'port' | 'uploadPort'): number | undefined {
  const text = textOf(options, name);
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= portMax) return Number(text);
  const option = name === 'port' ? '--port' : '--upload-port';
  throw new StockhandError(
    'USAGE',
    `${option} ${text} is not a port: give a whole number up to 65535.`,
  );
}

/**
 * Told as what a person can mend; anything else as it came. Our own listeners name the setting of a file: it is below.
 */
export function portTrouble(thrown: unknown, option: string): unknown {
  const cause = thrown instanceof StockhandError ? thrown.cause : thrown;
  const { code, port } = (cause ?? {}) as { readonly code?: unknown; readonly port?: unknown };
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return thrown;
  const why = code === 'EACCES' ? 'is not for this user' : 'is in use by another program';
  const remedy = `Give another one with ${option}, or end the other program.`;
  return new StockhandError('USAGE', `Port ${port} ${why}.`, { cause, remedy });
}
