import type { Format } from './format.ts';

interface Sample {
  readonly name: string;
  /** The other names of its folder. */
  readonly beside: readonly string[];
}

interface Companion {
  /** As `companions:` names it. */
  readonly template: string;
  readonly name: string;
}

export const memoEnding = /\.(?:dbt|fpt)(?:\.gz)?$/i;

/** Files beside the export that belong to it. */
export function companionsOf(format: Format, sample: Sample): readonly Companion[] {
  if (format === 'dbf') return withStem(sample, memoEnding).slice(0, 1);
  if (format === 'datanorm') return withStem(sample, deliveryEnding);
  return format === 'commerceml' ? ofExchange(sample) : [];
}

/** `DATANORM.002` has further articles, `DATANORM.WRG` the names of groups; prices have another stem. */
const deliveryEnding = /\.(?:\d{3}|wrg)$/i;

function withStem({ name, beside }: Sample, ending: RegExp): readonly Companion[] {
  const stem = name.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '');
  return beside
    .filter((other) => ending.test(other) && other.replace(ending, '') === stem)
    .map((other) => ({ template: `{stem}${other.slice(stem.length)}`, name: other }))
    .sort(byName);
}

/** A longer number is a date (`import_20261104.xml`), and an exchange of another day has what is sold no more. */
const exchangeFile = /^(import|offers|rests)(.*?)(?:_\d{1,3})?\.xml$/i;

/** Beside `import0_1.xml` are its offers and stock, and further parts of each: `rests0_1.xml`, `import0_2.xml`. */
function ofExchange({ name, beside }: Sample): readonly Companion[] {
  const [, kind, set] = exchangeFile.exec(name) ?? [];
  if (kind?.toLowerCase() !== 'import') return [];
  return beside
    .filter((other) => exchangeFile.exec(other)?.[2] === set)
    .map((other) => ({ template: other, name: other }))
    .sort(byName);
}

function byName(one: Companion, other: Companion): number {
  return one.name < other.name ? -1 : 1;
}
