import path from 'node:path';
import { companionFormats } from '../adapters/readers.ts';
import { alertFindings } from './alerting.ts';
import { priceAttributes, priceNumbers } from './catalog/price-attributes.ts';
import { systemClock } from './clock.ts';
import type { Config, SourceConfig } from './config/declaration.ts';
import { placeOfColumn } from './config/place-of-column.ts';
import type { Complaint } from './domain/complaint.ts';
import { complaintText } from './domain/complaint.ts';
import { createFilesDeps } from './files/deps.ts';
import { refuseNetworkFolder } from './files/disk.ts';
import type { Files } from './files/port.ts';
import { openFolders } from './folders.ts';
import type { SourceSample } from './sample.ts';
import { sampleOf } from './sample.ts';
import { askWorld } from './world.ts';

export interface Finding {
  /** What `check` looks at, and what `doctor` does besides. */
  readonly area: 'config' | 'files' | 'world' | 'machine' | 'daemon' | 'needsYou';
  readonly level: 'ok' | 'warning' | 'error';
  /** `file:line:column`, a source's name, a folder or an address. */
  readonly place: string;
  readonly sentence: string;
  readonly remedy?: string;
}

export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly samples: readonly SourceSample[];
}

export interface CheckOptions {
  readonly offline: boolean;
  /** The configuration as it is written, for the places of what is wrong with it beside the files. */
  readonly written?: { readonly path: string; readonly text: string };
}

/** Files, then world; the configuration itself was judged when it was loaded (contract.md `check`). */
export async function check(config: Config, options: CheckOptions): Promise<CheckResult> {
  const folders = openFolders({ clock: systemClock });
  try {
    return await look(folders.files, config, options);
  } finally {
    folders.close();
  }
}

async function look(files: Files, config: Config, options: CheckOptions): Promise<CheckResult> {
  const findings: Finding[] = [
    { area: 'config', level: 'ok', place: 'configuration', sentence: 'has no errors.' },
  ];
  const network = await refuseNetworkFolder(createFilesDeps(systemClock), config.dataDir);
  if (network !== undefined)
    findings.push({ area: 'files', level: 'error', place: 'dataDir', ...network });
  const samples: SourceSample[] = [];
  for (const source of config.catalog?.sources ?? []) {
    const found = await sampleOf(files, source);
    if ('source' in found) samples.push(found);
    findings.push(...sourceFindings(source.name, found, options.written));
    findings.push(...priceFindings(source, samples.at(-1)), ...priceNumberFindings(source));
    findings.push(...missingFindings(source));
    findings.push(...unionFindings(source), ...companionFindings(source));
    findings.push(...deltaFindings(source));
  }
  findings.push(...pilotFindings(config), ...(await folderFindings(files, config)));
  if (!options.offline)
    findings.push(...(await askWorld(config)), ...(await alertFindings(config)));
  return { findings, samples };
}

function sourceFindings(
  place: string,
  found: Awaited<ReturnType<typeof sampleOf>>,
  written: CheckOptions['written'],
): Finding[] {
  const placed = (complaint: Complaint) => ({
    area: 'files' as const,
    place: placeOf(place, complaint, written),
    sentence: complaintText(complaint),
    remedy: complaint.remedy,
  });
  if ('missed' in found) return [{ area: 'files', level: 'warning', place, ...found.missed }];
  if ('offline' in found) return [{ area: 'files', level: 'error', place, ...found.offline }];
  if ('refusal' in found) return [{ level: 'error', ...placed(found.refusal) }];
  const read: Finding = {
    area: 'files',
    level: found.rows.length === 0 || found.damage !== undefined ? 'error' : 'ok',
    place,
    sentence: [`${found.file}: ${writtenText(found)}.`, found.unused?.sentence]
      .filter((said) => said !== undefined)
      .join(' '),
    ...(found.unused === undefined ? {} : { remedy: found.unused.remedy }),
  };
  const complaints = found.complaints.map(
    (complaint): Finding => ({ level: 'warning', ...placed(complaint) }),
  );
  const damage = found.damage === undefined ? [] : [found.damage];
  const damaged = damage.map((one): Finding => ({ level: 'error', ...placed(one) }));
  return [read, ...damaged, ...complaints];
}

/** A price under another name would be published as an attribute (quirk 30). */
function priceFindings({ name, mapping }: SourceConfig, sample?: SourceSample): Finding[] {
  if (mapping.attributes === undefined) return [];
  const own = sample?.source === name ? sample : undefined;
  const names = (own?.rows ?? []).flatMap(({ values }) => Object.keys(values['attributes'] ?? {}));
  const seen = { columns: own?.columns ?? [], names: [...new Set(names)] };
  return priceAttributes(mapping.attributes, seen).map((price) => ({
    area: 'files',
    level: 'warning',
    place: name,
    sentence: `column "${price.column}" becomes the attribute "${price.name}", which looks like a price: every buyer would see it.`,
    remedy: 'Prices are managed in the supplier portal: take it out of attributes: of the source.',
  }));
}

/** The price would be offered as so many pieces. */
function priceNumberFindings({ name, mapping }: SourceConfig): Finding[] {
  return priceNumbers(mapping).map((price) => ({
    area: 'files',
    level: 'warning',
    place: name,
    sentence: `column "${price.column}" is read as ${price.name}, and has the name of a price.`,
    remedy: `Name the column of the quantity in ${price.name}: of the mapping.`,
  }));
}

/** Which of the two applies is no fault, but somebody must have chosen it (contract.md `missing`). */
function missingFindings({ name, kind, contents, missing }: SourceConfig): Finding[] {
  if (kind !== 'stock' || contents !== 'full') return [];
  const does =
    missing === 'keep'
      ? 'keeps its last stock (missing: keep); with missing: zero it would have none'
      : 'has no stock (missing: zero); with missing: keep it would keep its last one';
  const sentence = `An article that a file leaves out ${does}.`;
  return [{ area: 'files', level: 'ok', place: name, sentence }];
}

/** How far apart an ERP writes its files no single look can tell. */
function unionFindings({ name, pick, afterImport, folder }: SourceConfig): Finding[] {
  if (pick !== 'union' || afterImport !== 'move') return [];
  const sentence = `Only files that stand in ${folder} together are one export: what was read is moved away, so a file that comes later is read without it. Where the ERP writes them minutes apart, use afterImport: keep.`;
  return [{ area: 'files', level: 'ok', place: name, sentence }];
}

/** What files of changes do not say is not taken away: what reads or leaves out a part of them loses changes. */
function deltaFindings({ name, contents, pick, kind, where, mapping }: SourceConfig): Finding[] {
  if (contents !== 'delta') return [];
  const warning = { area: 'files', level: 'warning', place: name } as const;
  const newest: Finding = {
    ...warning,
    sentence: 'reads the newest of several files of changes alone: what the others say is lost.',
    remedy: 'Use pick: each, or contents: full where each file names every article.',
  };
  const leftOut: Finding = {
    ...warning,
    sentence:
      'where: leaves rows out of files of changes: an article on sale whose row no longer fits stays on sale as it is.',
    remedy:
      'Map the column of where: to isActive, with translate:, so that the row takes it off sale.',
  };
  const hides = kind === 'products' && where.length > 0 && mapping.isActive === undefined;
  return [...(pick === 'newest' ? [newest] : []), ...(hides ? [leftOut] : [])];
}

/** A file of changes is read once, and by then `only` has left the others out. */
function pilotFindings({ catalog }: Config): Finding[] {
  const { only, sources = [] } = catalog ?? {};
  const [delta] = sources.filter(({ contents }) => contents === 'delta');
  if (only === undefined || delta === undefined) return [];
  const sentence =
    'What files of changes say of articles that only: leaves out is not kept: when you take only: out, have the ERP export every article once.';
  return [{ area: 'files', level: 'ok', place: delta.name, sentence }];
}

/** A second file of articles that stands there as a companion would be missed by nobody. */
function companionFindings({ name, format, companions }: SourceConfig): Finding[] {
  if (companions.length === 0 || companionFormats.has(format)) return [];
  const sentence = `waits for companions: ${companions.join(', ')} and reads nothing of them: format: ${format} reads the export alone.`;
  const remedy =
    'Where they hold articles or stock, name them in files: and set pick: union, or give them a source of their own; else leave it so.';
  return [{ area: 'files', level: 'warning', place: name, sentence, remedy }];
}

/** A column that the file lacks is as often misspelt in the configuration: `file:line:column` of its name there. */
function placeOf(source: string, complaint: Complaint, written: CheckOptions['written']): string {
  const { code, column } = complaint;
  if (written === undefined || code !== 'FILE_COLUMN_MISSING' || column === undefined)
    return source;
  const place = placeOfColumn(written.text, { source, column });
  return place === undefined ? source : `${written.path}:${place.line}:${place.column}`;
}

function writtenText({
  encoding,
  delimiter,
  numbers,
  columns,
  rowsLookedAt,
}: SourceSample): string {
  const separator = delimiter === undefined ? undefined : delimiterName(delimiter);
  const head =
    rowsLookedAt === undefined
      ? undefined
      : `only its first ${rowsLookedAt === 1 ? 'row was' : `${rowsLookedAt} rows were`} looked at`;
  return [encoding, separator, `numbers ${numbers}`, `${columns.length} columns`, head]
    .filter((said) => said !== undefined)
    .join(', ');
}

function delimiterName(delimiter: string): string {
  if (delimiter === '') return 'no separator';
  return delimiter === '\t' ? 'tab-separated' : `separated by ${delimiter}`;
}

/** Within our own data folder it is made when it is needed. */
function resultsFolder({ catalog, dataDir, results }: Config): string[] {
  const isOurs = !path.relative(dataDir, results.folder).startsWith('..');
  return catalog === undefined || isOurs ? [] : [results.folder];
}

async function folderFindings(files: Files, config: Config): Promise<Finding[]> {
  const { orders } = config;
  const ofOrders = orders === undefined ? [] : [orders.outbox.folder, orders.commands?.receipts];
  const folders = [...resultsFolder(config), ...ofOrders].filter((folder) => folder !== undefined);
  const findings: Finding[] = [];
  for (const place of folders) {
    const proved = await files.proveWritable(place);
    findings.push(
      'offline' in proved
        ? { area: 'files', level: 'error', place, ...proved.offline }
        : { area: 'files', level: 'ok', place, sentence: 'can be written.' },
    );
  }
  return findings;
}
