import { companionFormats } from '../../adapters/readers.ts';
import { priceNumbers } from '../catalog/mapping/price-attributes.ts';
import { percent } from '../catalog/terms/file-facts.ts';
import type { CatalogConfig, Config, SourceConfig } from '../config/declaration.ts';
import { type UnusedKey, unusedKeys, unusedOutboxKeys } from '../config/unused-keys.ts';
import type { CheckOptions, Finding } from './check.ts';

/** What `check` says of a source from its configuration alone, whatever its files hold. */
export function declaredFindings(
  source: SourceConfig,
  { brake }: Pick<CatalogConfig, 'brake'>,
  written: CheckOptions['written'],
): Finding[] {
  return [
    ...unusedFindings(source, written),
    ...priceNumberFindings(source),
    ...turnedDefaultFindings(source),
    ...missingFindings(source, brake),
    ...unionFindings(source),
    ...companionFindings(source),
    ...deltaFindings(source),
  ];
}

function unusedFindings(
  { name, format }: SourceConfig,
  written: CheckOptions['written'],
): Finding[] {
  if (written === undefined) return [];
  return unusedKeys(written.text, { name, format }).map((unused) => ({
    ...{ area: 'files', level: 'warning', place: placeOf(written, unused) },
    sentence: `${unused.key}: of source "${name}" ${inVain(unused, format)}`,
    remedy: 'Remove the line, or correct format: of the source.',
  }));
}

/** The same of the order files: an encoding that is not used is seen by the ERP alone. */
export function outboxFindings(
  { orders }: Pick<Config, 'orders'>,
  written: CheckOptions['written'],
): Finding[] {
  if (orders === undefined || written === undefined) return [];
  const { format } = orders.outbox;
  return unusedOutboxKeys(written.text, format).map((unused) => ({
    ...{ area: 'config', level: 'warning', place: placeOf(written, unused) },
    sentence: `${unused.key}: of orders.outbox ${inVain(unused, format)}`,
    remedy: 'Remove the line, or correct format: of orders.outbox.',
  }));
}

function placeOf({ path }: { readonly path: string }, { line, column }: UnusedKey): string {
  return `${path}:${line}:${column}`;
}

function inVain({ formats }: UnusedKey, format: string): string {
  return `has no effect with format: ${format}: it is for ${formats.join(', ')}.`;
}

/** A price is mapped as a quantity: 12 would be offered as 12 pieces. */
function priceNumberFindings({ name, mapping }: SourceConfig): Finding[] {
  return priceNumbers(mapping).map((price) => ({
    area: 'files',
    level: 'warning',
    place: name,
    sentence: `column "${price.column}" is read as ${price.name}, but has the name of a price.`,
    remedy: `Name the column of the quantity in ${price.name}: of the mapping.`,
  }));
}

/**
 * `default: true` beside `translate: { true: false }`: a default is translated like a cell, so here an empty cell takes
 * the article off sale.
 */
function turnedDefaultFindings({ name, mapping: { isActive } }: SourceConfig): Finding[] {
  const fallback = isActive?.default;
  const entry = isActive?.translate.find(({ from }) => from === fallback);
  if (fallback === undefined || entry === undefined || entry.to === fallback) return [];
  const sentence = `default: ${fallback} of isActive: is an entry of its translate:, and becomes ${entry.to}: an article whose cell is empty is ${entry.to === 'true' ? 'active' : 'inactive'}.`;
  const remedy = `If it is meant to be ${fallback}, replace default: by an entry "": ${fallback} in translate:.`;
  return [{ area: 'files', level: 'warning', place: name, sentence, remedy }];
}

/** Neither `keep` nor `zero` is wrong, but a person must know which of them applies (contract.md `missing`). */
function missingFindings(
  { name, kind, contents, missing }: SourceConfig,
  { vanished: { share, count } }: CatalogConfig['brake'],
): Finding[] {
  if (kind !== 'stock' || contents !== 'full') return [];
  const does =
    missing === 'keep'
      ? 'keeps its last stock (missing: keep); with missing: zero it would get stock 0.'
      : `gets stock 0 (missing: zero); with missing: keep it would keep its last stock. More than ${percent(share)} or ${count} of them at once are held: if more sell out every day, raise brake.vanished, which applies to all sources.`;
  const sentence = `An article that a file leaves out ${does}`;
  return [{ area: 'files', level: 'ok', place: name, sentence }];
}

/** Told in any case, because one look at the folder does not show how far apart the ERP writes its files. */
function unionFindings({ name, pick, afterImport, folder }: SourceConfig): Finding[] {
  if (pick !== 'union' || afterImport !== 'move') return [];
  const sentence = `Only files that are in ${folder} at the same time are one export: files that were read are moved away, so a file that comes later is read without them. If the ERP writes them minutes apart, use afterImport: keep.`;
  return [{ area: 'files', level: 'ok', place: name, sentence }];
}

/** A file of changes says each change once: if a file or a row of one is not read, its change is lost. */
function deltaFindings({ name, contents, pick, kind, where, mapping }: SourceConfig): Finding[] {
  if (contents !== 'delta') return [];
  const warning = { area: 'files', level: 'warning', place: name } as const;
  const newest: Finding = {
    ...warning,
    sentence:
      'reads only the newest of several files of changes: the changes in the others are lost.',
    remedy: 'Use pick: each, or contents: full if each file names every article.',
  };
  const leftOut: Finding = {
    ...warning,
    sentence:
      'where: leaves rows out of files of changes: an article on sale stays on sale if its row no longer fulfils where:.',
    remedy:
      'Map the column of where: to isActive, with translate:, so that the row takes it off sale.',
  };
  const hides = kind === 'products' && where.length > 0 && mapping.isActive === undefined;
  return [...(pick === 'newest' ? [newest] : []), ...(hides ? [leftOut] : [])];
}

/**
 * A file of changes is read once. What it says of articles that
 * `only` leaves out is lost by the time `only` is taken out.
 */
export function pilotFindings({ catalog }: Config): Finding[] {
  const { only, sources = [] } = catalog ?? {};
  const [delta] = sources.filter(({ contents }) => contents === 'delta');
  if (only === undefined || delta === undefined) return [];
  const sentence =
    'Changes of articles that only: leaves out are not kept: when you remove only:, let the ERP export every article once.';
  return [{ area: 'files', level: 'ok', place: delta.name, sentence }];
}

/**
 * `startFrom` in the future may be planned, or have a mistyped
 * year. Then orders do not come, and nothing else would tell.
 */
export function laterStartFindings({ orders }: Config, nowMs: number): Finding[] {
  const { startFrom = 'now' } = orders ?? {};
  if (startFrom === 'now' || Date.parse(startFrom) <= nowMs) return [];
  const sentence = `is in the future: if the feed was not read yet, no order is read before ${startFrom}.`;
  const remedy = 'Correct it, unless this is intended.';
  return [{ area: 'config', level: 'warning', place: 'orders.startFrom', sentence, remedy }];
}

/** Nothing tells it else: the stock is sent as it was exported. */
export function subtractFindings({ catalog, orders }: Config): Finding[] {
  if (catalog?.openOrders !== 'subtract' || orders !== undefined) return [];
  const sentence = 'subtract has no effect: without orders: no order is read.';
  const remedy = 'Add orders:, or remove the line.';
  return [{ area: 'config', level: 'warning', place: 'catalog.openOrders', sentence, remedy }];
}

/**
 * `where:` is used to leave out blocked articles: under `vanished: ignore` they stay on sale, which its author does not
 * expect.
 */
export function selectionFindings({ catalog }: Config): Finding[] {
  const { vanished, sources = [] } = catalog ?? {};
  if (vanished !== 'ignore') return [];
  return sources.filter(isOnlySelected).map(({ name: place }) => ({
    area: 'files',
    level: 'warning',
    place,
    sentence:
      'With vanished: ignore, where: takes no article off sale: an article that it leaves out, such as a blocked one, stays on sale.',
    remedy:
      'Read isActive from the column that blocks, or set vanished: hide or unpublish. If where: leaves out only what was never on sale, there is nothing to do.',
  }));
}

/** Whether `where:` alone selects what is on sale. Files of changes are not meant: they have a warning of their own. */
function isOnlySelected({ kind, contents, where, mapping }: SourceConfig): boolean {
  const isOwner = kind === 'products' && contents === 'full' && mapping.name !== undefined;
  return isOwner && where.length > 0 && mapping.isActive === undefined;
}

/**
 * A second file of articles is named as a companion, in a format that has none: it is not read, and nobody would miss
 * it.
 */
function companionFindings({ name, format, companions }: SourceConfig): Finding[] {
  if (companions.length === 0 || companionFormats.has(format)) return [];
  const sentence = `waits for companions: ${companions.join(', ')} but does not read them: format: ${format} reads only the export.`;
  const remedy =
    'If they hold articles or stock, name them in files: and set pick: union, or add a source for them. If not, leave it as it is.';
  return [{ area: 'files', level: 'warning', place: name, sentence, remedy }];
}
