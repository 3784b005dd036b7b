import { StockhandError } from '../domain/error.ts';
import type { Options } from './options.ts';

const defaultWait = '2m';

/** The option of commands that continue while something is due; `when` says with which other option. */
export function waitOption(when = ''): { readonly flags: string; readonly text: string } {
  return {
    flags: '--wait <duration>',
    text: `${when}continue as long as something is due within this time (default ${defaultWait})`,
  };
}

/** In milliseconds. Throws USAGE. */
export function waitMsOf(options: Options): number {
  return durationMs(String(options['wait'] ?? defaultWait));
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})(ms|s|m|h)$/.exec(text) ?? [];
  if (count === undefined)
    throw new StockhandError('USAGE', `${text} is not a duration such as 30s or 2m.`);
  return Number(count) * (unitMs[unit] ?? 0);
}
