import { systemClock } from './clock.ts';
import type { Config } from './config/declaration.ts';
import { complaintText } from './domain/complaint.ts';
import { createFilesDeps } from './files/deps.ts';
import { refuseNetworkFolder } from './files/disk.ts';
import type { Files } from './files/port.ts';
import { openFolders } from './folders.ts';
import type { SourceSample } from './sample.ts';
import { sampleOf } from './sample.ts';
import { askWorld } from './world.ts';

export interface Finding {
  readonly area: 'config' | 'files' | 'world';
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

/** Files, then world; the configuration itself was judged when it was loaded (contract.md `check`). */
export async function check(
  config: Config,
  options: { readonly offline: boolean },
): Promise<CheckResult> {
  const folders = openFolders({ clock: systemClock });
  try {
    return await look(folders.files, config, options);
  } finally {
    folders.close();
  }
}

async function look(
  files: Files,
  config: Config,
  options: { readonly offline: boolean },
): Promise<CheckResult> {
  const findings: Finding[] = [
    { area: 'config', level: 'ok', place: 'configuration', sentence: 'has no errors.' },
  ];
  const network = await refuseNetworkFolder(createFilesDeps(systemClock), config.dataDir);
  if (network !== undefined)
    findings.push({ area: 'files', level: 'error', place: 'dataDir', ...network });
  const samples: SourceSample[] = [];
  for (const source of config.catalog?.sources ?? []) {
    const found = await sampleOf(files, source);
    if (found !== undefined && 'source' in found) samples.push(found);
    findings.push(...sourceFindings(source.name, found));
  }
  findings.push(...(await folderFindings(files, config)));
  if (!options.offline) findings.push(...(await askWorld(config)));
  return { findings, samples };
}

function sourceFindings(place: string, found: Awaited<ReturnType<typeof sampleOf>>): Finding[] {
  if (found === undefined) {
    return [
      {
        area: 'files',
        level: 'warning',
        place,
        sentence: 'has no file yet.',
        remedy: 'Export once, then check again.',
      },
    ];
  }
  if ('offline' in found) return [{ area: 'files', level: 'error', place, ...found.offline }];
  if ('refusal' in found) {
    return [
      {
        area: 'files',
        level: 'error',
        place,
        sentence: complaintText(found.refusal),
        remedy: found.refusal.remedy,
      },
    ];
  }
  const read: Finding = {
    area: 'files',
    level: found.rows.length === 0 ? 'error' : 'ok',
    place,
    sentence: `${found.file}: ${found.encoding}, ${delimiterName(found.delimiter)}, numbers ${found.numbers}, ${found.columns.length} columns.`,
  };
  const complaints = found.complaints.map((complaint) => {
    return {
      area: 'files',
      level: 'warning',
      place,
      sentence: complaintText(complaint),
      remedy: complaint.remedy,
    } as const;
  });
  return [read, ...complaints];
}

function delimiterName(delimiter: string): string {
  if (delimiter === '') return 'no separator';
  return delimiter === '\t' ? 'tab-separated' : `separated by ${delimiter}`;
}

async function folderFindings(files: Files, config: Config): Promise<Finding[]> {
  const { orders } = config;
  const folders =
    orders === undefined
      ? []
      : [orders.outbox.folder, orders.commands?.receipts].filter((folder) => folder !== undefined);
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
