import path from 'node:path';
import { alertFindings } from '../alerting.ts';
import { refusalOfShared } from '../catalog/intake/shared-names.ts';
import { droppedPrices, priceAttributes } from '../catalog/mapping/price-attributes.ts';
import { systemClock } from '../clock.ts';
import type { Config, SourceConfig } from '../config/declaration.ts';
import { placeOfColumn } from '../config/place-of-column.ts';
import { type Complaint, complaintText } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import { StockhandError } from '../domain/error.ts';
import { restColumn } from '../domain/rest-column.ts';
import { createFilesDeps } from '../files/deps.ts';
import type { Files } from '../files/port.ts';
import { orderWriter } from '../order-writer.ts';
import { openFolders } from '../shares/folders.ts';
import { refuseStatePlace } from '../state-place.ts';
import { tlsFaults } from '../tls-files.ts';
import {
  declaredFindings,
  laterStartFindings,
  pilotFindings,
  selectionFindings,
} from './declared-findings.ts';
import { type SourceSample, sampleOf } from './sample.ts';
import { pictureFindings, pictureFolderFindings } from './sample-pictures.ts';
import { sharedDoneFindings } from './shared-done-files.ts';
import { sharedFindings, takersOf } from './shared-exports.ts';
import { askWorld } from './world.ts';

export interface Finding {
  /** The first three are what `check` looks at; the others are `doctor`'s. */
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
  /** The text of the configuration: it gives a finding its line and column there. */
  readonly written?: { readonly path: string; readonly text: string };
}

/** Looks at files, then at the world. The configuration itself was judged when it was loaded (contract.md `check`). */
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
  const refused = await refuseStatePlace(createFilesDeps(systemClock), config);
  if (refused !== undefined) {
    const { message: sentence, remedy } = refused;
    findings.push({ area: 'files', level: 'error', place: 'dataDir', sentence, remedy });
  }
  const ofSources = await lookAtSources(files, config, options);
  findings.push(...ofSources.findings);
  findings.push(...pilotFindings(config), ...selectionFindings(config));
  findings.push(...writerFindings(config), ...laterStartFindings(config, systemClock.now()));
  findings.push(...(await folderFindings(files, config)));
  const faults = await tlsFaults(config);
  findings.push(...faults.map(({ place, error }) => errorFinding(place, error)));
  // Without a usable marketplace.ca nobody can judge the marketplace's certificate, so nothing is asked.
  const isAsked = !options.offline && faults.every(({ place }) => place !== 'marketplace.ca');
  if (isAsked) findings.push(...(await askWorld(config)), ...(await alertFindings(config)));
  return { findings, samples: ofSources.samples };
}

/** Looks at each source: at its folder, and at what is declared of it. */
async function lookAtSources(
  files: Files,
  config: Config,
  { written }: CheckOptions,
): Promise<CheckResult> {
  const { catalog } = config;
  const findings: Finding[] = [];
  const samples: SourceSample[] = [];
  if (catalog === undefined) return { findings, samples };
  for (const source of catalog.sources) {
    const sampled = await sampleOf(files, source, catalog.sources);
    const found = withTaker(catalog.sources, source, sampled);
    if ('source' in found) samples.push(found);
    // An export of another source: then files: is wrong, and no line of the mapping is to be named.
    const place = found === sampled ? written : undefined;
    findings.push(...sourceFindings(source.name, found, place));
    const told = 'refusal' in found ? found.refusal.file : undefined;
    findings.push(...(await sharedFindings(files, { source, sources: catalog.sources }, told)));
    if ('source' in found) {
      findings.push(...togetherFindings(source, found));
      findings.push(...(await pictureFindings(files, config, { source, sample: found })));
    }
    findings.push(...priceFindings(source, samples.at(-1)));
    findings.push(...declaredFindings(source, catalog, written));
    findings.push(...sharedDoneFindings(source, catalog.sources));
  }
  return { findings, samples };
}

type Sampled = Awaited<ReturnType<typeof sampleOf>>;

/** A refusal that comes from reading another source's export names that source. */
function withTaker(
  sources: readonly SourceConfig[],
  source: SourceConfig,
  found: Sampled,
): Sampled {
  if (!('refusal' in found)) return found;
  const refusal = refusalOfShared(takersOf(sources), source, found.refusal);
  return refusal === found.refusal ? found : { refusal };
}

function sourceFindings(
  place: string,
  found: Sampled,
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
  if ('strays' in found)
    return found.strays.map((stray): Finding => ({ level: 'error', ...placed(stray) }));
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
  return [
    ...[read, ...damaged, ...complaints],
    ...doneFileFindings(place, found),
    ...restFindings(place, found.columns),
  ];
}

/** Only a warning: the ERP may clear the done file away after the read, and the folder does not tell. */
function doneFileFindings(place: string, { file, waitsFor }: SourceSample): Finding[] {
  if (waitsFor === undefined) return [];
  const sentence = `${file} is read only with its done file ${waitsFor}, which is not there.`;
  const remedy =
    'Write it after the export, or correct stable.doneFile of the source; where the export was read before and the ERP has cleared it away, nothing is to do.';
  return [{ area: 'files', level: 'warning', place, sentence, remedy }];
}

/** Text behind the last column: nobody needs it, or the layout is wrong and reads 140 as 14. */
function restFindings(place: string, columns: readonly string[]): Finding[] {
  if (!columns.includes(restColumn)) return [];
  const sentence = 'has text behind the last of its columns: in most rows.';
  const remedy =
    'See whether each column has its start and length; where nobody needs that text, nothing is to do.';
  return [{ area: 'files', level: 'warning', place, sentence, remedy }];
}

/** Says where several files or rows are taken together: the sample shows single rows of one file. */
function togetherFindings(
  { name, pick, duplicates }: SourceConfig,
  { file, filesOfUnion: files, rows }: SourceSample,
): Finding[] {
  const ofUnion =
    pick !== 'union' || files === undefined
      ? []
      : [
          `${counted(files, 'file makes', 'files together make')} the full export (pick: union); what is said here is of ${file}, the newest.`,
        ];
  const summed =
    duplicates === 'sum' && rows.length > 0
      ? [
          'The stock of an article in several rows is added up (duplicates: sum); below, each row stands by itself.',
        ]
      : [];
  return [...ofUnion, ...summed].map((sentence) => ({
    area: 'files',
    level: 'ok',
    place: name,
    sentence,
  }));
}

/** A price under another name would be published as an attribute (quirk 30). */
function priceFindings({ name, mapping }: SourceConfig, sample?: SourceSample): Finding[] {
  if (mapping.attributes === undefined) return [];
  const own = sample?.source === name ? sample : undefined;
  const names = (own?.rows ?? []).flatMap(({ values }) => Object.keys(values['attributes'] ?? {}));
  const seen = { columns: own?.columns ?? [], names: [...new Set(names)] };
  const told = { area: 'files', level: 'warning', place: name } as const;
  const dropped = droppedPrices(mapping.attributes, seen.columns).map((price) => ({
    ...told,
    sentence: `column "${price.column}" becomes no attribute: "${price.name}" is a price for the marketplace, and is never sent.`,
    remedy: 'Prices are managed in the supplier portal: leave it so.',
  }));
  const shown = priceAttributes(mapping.attributes, seen).map((price) => ({
    ...told,
    sentence: `column "${price.column}" becomes the attribute "${price.name}", which looks like a price: every buyer would see it.`,
    remedy: 'Prices are managed in the supplier portal: take it out of attributes: of the source.',
  }));
  return [...dropped, ...shown];
}

/** A missing column may be misspelt in the configuration: then the place is `file:line:column` there. */
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

/** The results folder, if it lies outside our data folder: inside, it is made when it is needed. */
function resultsFolder({ catalog, dataDir, results }: Config): string[] {
  const isOurs = !path.relative(dataDir, results.folder).startsWith('..');
  return catalog === undefined || isOurs ? [] : [results.folder];
}

/** A bad template keeps the daemon from starting, and was not judged with the configuration. */
function writerFindings({ orders }: Config): Finding[] {
  const place = orders?.outbox.template;
  if (orders === undefined || place === undefined) return [];
  try {
    orderWriter(orders);
    return [{ area: 'files', level: 'ok', place, sentence: 'is a template.' }];
  } catch (cause) {
    if (!(cause instanceof StockhandError)) throw cause;
    return [errorFinding(place, cause)];
  }
}

function errorFinding(place: string, { message: sentence, remedy }: StockhandError): Finding {
  return { area: 'files', level: 'error', place, sentence, remedy };
}

async function folderFindings(files: Files, config: Config): Promise<Finding[]> {
  const { orders } = config;
  const { commands } = orders ?? {};
  // The commands folder must be writable, too: each file moves to done/ or error/ below it.
  const ofOrders = [orders?.outbox.folder, commands?.folder, commands?.receipts];
  const folders = [...resultsFolder(config), ...ofOrders].filter((folder) => folder !== undefined);
  const findings = await pictureFolderFindings(files, config);
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
