import path from 'node:path';
import { alertFindings } from '../alerting.ts';
import { refusalOfShared } from '../catalog/intake/shared-names.ts';
import { systemClock } from '../clock.ts';
import type { Config, SourceConfig } from '../config/declaration.ts';
import { StockhandError } from '../domain/error.ts';
import { createFilesDeps } from '../files/deps.ts';
import { isBelow } from '../files/inside.ts';
import type { Offline } from '../files/offline.ts';
import type { Files } from '../files/port.ts';
import { orderWriter } from '../order-writer.ts';
import { openFolders } from '../shares/folders.ts';
import { refuseStatePlace } from '../state-place.ts';
import { certificatesToRenew, tlsFaults } from '../tls-files.ts';
import {
  declaredFindings,
  laterStartFindings,
  outboxFindings,
  pilotFindings,
  selectionFindings,
  subtractFindings,
} from './declared-findings.ts';
import { furtherFindings } from './further-parts.ts';
import { logFindings } from './log-folder.ts';
import { ownerFindings } from './owner-of-outbox.ts';
import { type Sampled, type SourceSample, sampleOf } from './sample.ts';
import {
  priceFindings,
  rejectedFindings,
  sampleFindings,
  togetherFindings,
} from './sample-findings.ts';
import { pictureFindings, pictureFolderFindings } from './sample-pictures.ts';
import { sharedDoneFindings } from './shared-done-files.ts';
import { sharedFindings } from './shared-exports.ts';
import { takersOf } from './takers.ts';
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
  if (refused !== undefined) findings.push(errorFinding('dataDir', refused));
  const ofSources = await lookAtSources(files, config, options);
  findings.push(...ofSources.findings);
  findings.push(...pilotFindings(config), ...selectionFindings(config));
  findings.push(...outboxFindings(config, options.written));
  findings.push(...writerFindings(config), ...laterStartFindings(config, systemClock.now()));
  findings.push(...subtractFindings(config));
  findings.push(...(await folderFindings(files, config)), ...(await logFindings(files, config)));
  findings.push(...(await ownerFindings(files, config)));
  const faults = await tlsFaults(config);
  findings.push(...faults.map(({ place, error }) => errorFinding(place, error)));
  findings.push(...(await renewalFindings(config)));
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
    findings.push(...sampleFindings(source.name, found, place));
    const refusedFile = 'refusal' in found ? found.refusal.file : undefined;
    findings.push(...(await furtherFindings(files, source, catalog.sources)));
    findings.push(
      ...(await sharedFindings(files, { source, sources: catalog.sources }, refusedFile)),
    );
    if ('source' in found) {
      findings.push(...rejectedFindings(source, found), ...togetherFindings(source, found));
      findings.push(...(await pictureFindings(files, config, { source, sample: found })));
    }
    findings.push(...priceFindings(source, samples.at(-1)));
    findings.push(...declaredFindings(source, catalog, written));
    findings.push(...sharedDoneFindings(source, catalog.sources));
  }
  return { findings, samples };
}

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

/** The results folder, if it lies outside our data folder: inside, it is made when it is needed. */
function resultsFolder({ catalog, dataDir, results }: Config): string[] {
  return catalog === undefined || isBelow(dataDir, results.folder) ? [] : [results.folder];
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

/** A daemon starts with such a certificate, and nobody trusts it: deliveries of the marketplace fail (fault 106). */
async function renewalFindings(config: Config): Promise<Finding[]> {
  const needs = await certificatesToRenew(config, systemClock.now());
  return needs.map(({ place, what, cause, effect, fix: remedy }) => ({
    ...{ area: 'files', level: 'warning', place },
    ...{ sentence: `${what} ${cause} ${effect}`, remedy },
  }));
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
        ? await unwritten(files, config, { place, ...proved.offline })
        : { area: 'files', level: 'ok', place, sentence: 'can be written.' },
    );
  }
  return findings;
}

async function unwritten(
  files: Files,
  { results }: Config,
  found: Offline['offline'] & Pick<Finding, 'place'>,
): Promise<Finding> {
  const { place, reason } = found;
  const isToBeMade = place === results.folder && reason === 'missing';
  if (!isToBeMade || 'offline' in (await files.listNames(path.dirname(place))))
    return { area: 'files', level: 'error', ...found };
  const sentence = 'is not there yet: the first import makes it.';
  const remedy = 'If there were imports before, connect the share or create the folder.';
  return { area: 'files', level: 'warning', place, sentence, remedy };
}
