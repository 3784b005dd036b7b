import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readAdapters } from '../../adapters/readers.ts';
import { type FileDialect, fileDialect } from '../catalog/export/file-dialect.ts';
import { openExport } from '../catalog/export/open-export.ts';
import { aheadOfClock } from '../catalog/intake/dated-ahead.ts';
import { aloneOf, waitSentence } from '../catalog/intake/lonely-files.ts';
import { missedAdvice, nearToExports } from '../catalog/intake/missed-export.ts';
import { straysOf } from '../catalog/intake/strays.ts';
import { unreadableRemedy } from '../catalog/intake/unreadable.ts';
import { createBlankFlags } from '../catalog/look/blank-flags.ts';
import { hiddenRows } from '../catalog/look/hidden-rows.ts';
import { createNamelessRows } from '../catalog/look/nameless-rows.ts';
import { createSeveralRows } from '../catalog/look/several-rows.ts';
import { workbookNotes } from '../catalog/look/workbook-notes.ts';
import { packedPictures } from '../catalog/plan/packed-pictures.ts';
import { systemClock } from '../clock.ts';
import type { SourceConfig } from '../config/declaration.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Advice } from '../domain/facts.ts';
import type { FileEntry } from '../files/entry.ts';
import { fillName, ignoreCase } from '../files/names.ts';
import type { MissedName } from '../files/near-miss.ts';
import { orOffline } from '../files/offline.ts';
import type { Files } from '../files/port.ts';
import { openSpooled } from '../files/spooled.ts';
import { namesToScan, observe, type StableRule, type WaitingFile } from '../files/stable.ts';
import { unpackingReaders } from '../unpacking.ts';
import { columnComplaints } from './sample-columns.ts';
import { firstRows, type SampleRow, whyUnused } from './sample-rows.ts';
import { takersOf } from './takers.ts';

/** What `check` shows of one source: how its newest file is read, and the first rows as they would be sent. */
export interface SourceSample extends FileDialect {
  readonly source: string;
  readonly file: string;
  readonly modified: string;
  readonly numbers: string;
  readonly columns: readonly string[];
  readonly rows: readonly SampleRow[];
  /** The pictures that the rows looked at name. */
  readonly pictures: readonly { readonly row: number; readonly named: string }[];
  readonly complaints: readonly Complaint[];
  /** Why the file would be refused as a whole, where its first rows show it. */
  readonly damage?: Complaint;
  /** Why no row is shown, where nothing is damaged. */
  readonly unused?: Advice;
  /** How many of the rows looked at would be rejected; absent where none would. */
  readonly rejected?: { readonly rows: number; readonly of: number };
  /** Absent where the file was read to its end. */
  readonly rowsLookedAt?: number;
  /** The done file that is declared and not there; for `pick: union`, that of any of its files. */
  readonly waitsFor?: string;
  /** For `pick: union`: how many files make the export; this is the newest of them. */
  readonly filesOfUnion?: number;
}

/** The sample, or why there is none. */
export type Sampled =
  | SourceSample
  | { readonly refusal: Complaint }
  | { readonly offline: Advice }
  | { readonly missed: Advice }
  | { readonly strays: readonly Complaint[] };

type PresentFile = Pick<FileEntry, 'name' | 'path' | 'mtimeMs'>;

/** So many rows are shown, and so many of those that would be rejected. */
export const rowsShown = 3;

/** Reads the newest export of a source in place, without remembering anything of it. */
export async function sampleOf(
  files: Files,
  source: SourceConfig,
  sources: readonly SourceConfig[],
): Promise<Sampled> {
  const sampled = await sampleIn(files, source, sources);
  if (!('missed' in sampled)) return sampled;
  const moved = await sampleOfMoved(files, source, sources);
  if (sampled.missed === undefined && moved !== undefined) return moved;
  return { missed: missedBy(source, sampled.missed) };
}

/** One that was read and moved away tells as much of its source as one that waits to be read. */
async function sampleOfMoved(
  files: Files,
  source: SourceConfig,
  sources: readonly SourceConfig[],
): Promise<Sampled | undefined> {
  if (source.afterImport !== 'move') return undefined;
  const folder = path.join(source.folder, 'done');
  const sampled = await sampleIn(files, { ...source, folder }, sources);
  if ('refusal' in sampled) return sampled;
  if (!('source' in sampled)) return undefined;
  // Files of several exports are there, and a done file of another name is not moved with them.
  const { filesOfUnion: _, waitsFor: __, ...sample } = sampled;
  return { ...sample, file: `done/${sample.file}` };
}

type SampledIn =
  | Exclude<Sampled, { readonly missed: Advice }>
  | { readonly missed: MissedName | undefined };

async function sampleIn(
  files: Files,
  source: SourceConfig,
  sources: readonly SourceConfig[],
): Promise<SampledIn> {
  const { doneFile } = source.stable;
  const rule: StableRule = {
    files: [source.files],
    companions: source.companions,
    // This looks at what is there now. Whether a file is at rest is the daemon's question.
    quietMs: 0,
    pick: 'newest',
    ignoreCase,
    ...(doneFile === undefined ? {} : { doneFile }),
  };
  const { folder } = source;
  const nearTo = nearToExports(source, sources, namesToScan({ ...rule, files: [] }));
  const scan = await files.scan({ ...rule, folder, files: namesToScan(rule), nearTo });
  if ('offline' in scan) return { offline: scan.offline };
  // Only the state knows whether an export was read before its done file was cleared away.
  const look = { entries: scan.entries, nowMs: 0, isRead: () => undefined };
  const { state } = observe(undefined, look, rule);
  const { stable, unsure, byAge } = observe(state, look, rule);
  const isUnion = source.pick === 'union';
  // A union waits for what any of its files lacks.
  const waited = observe(state, look, isUnion ? { ...rule, pick: 'any' } : rule);
  const [lonely] = [
    ...waited.waiting,
    ...aloneOf(waited, source, { ...takersOf(sources), config: { sources } }),
  ];
  if (lonely !== undefined) return { refusal: withoutCompanion(lonely) };
  const parts = [...stable, ...unsure].at(0)?.parts ?? [];
  const [newest] = parts;
  const strays = straysOf(scan.ignored);
  if (newest === undefined) return strays.length > 0 ? { strays } : { missed: scan.missed };
  const sample = await orOffline(newest.path, () => readSample(source, newest, parts));
  // A file that may be listed but not read is a complaint of its source alone (fault 18).
  if ('offline' in sample)
    return { offline: { ...sample.offline, remedy: unreadableRemedy(sample.offline) } };
  if ('refusal' in sample) return sample;
  const [undone] = waited.unsure;
  return {
    ...sample,
    complaints: [...strays, ...datedAhead(source, newest), ...sample.complaints],
    ...(isUnion && byAge !== undefined ? { filesOfUnion: byAge.length } : {}),
    ...(undone === undefined || doneFile === undefined
      ? {}
      : { waitsFor: fillName(doneFile, undone.parts[0]?.name ?? newest.name) }),
  };
}

function datedAhead({ pick }: SourceConfig, newest: FileEntry): Complaint[] {
  const ahead = pick === 'newest' ? aheadOfClock(newest, systemClock.now()) : undefined;
  return ahead === undefined ? [] : [ahead];
}

/** What to say where no file fits: perhaps one is there whose name nearly does. */
function missedBy(source: SourceConfig, missed: MissedName | undefined): Advice {
  if (missed === undefined)
    return { sentence: 'has no file yet.', remedy: 'Export once, then check again.' };
  const { sentence, remedy } = missedAdvice(source, missed);
  return { sentence: `has no file yet: ${sentence}`, remedy };
}

function withoutCompanion(lonely: WaitingFile): Complaint {
  const { name, why } = lonely;
  const key = why === 'export' ? 'files' : 'companions';
  return {
    code: 'FILE_STRUCTURE',
    file: name,
    rule: waitSentence(lonely).slice(`${name} `.length),
    remedy: `Export both, or correct ${key}: of the source.`,
  };
}

/** Reads an export with its companions where they lie. */
export async function readSample(
  source: SourceConfig,
  newest: PresentFile,
  set: readonly PresentFile[],
): Promise<SourceSample | { readonly refusal: Complaint }> {
  const parts = set.map(({ name, path: file }) => ({
    name,
    path: path.resolve(file),
  }));
  const adapters = unpackingReaders(readAdapters, os.tmpdir());
  const spooled = { sha256: '', parts, size: fs.statSync(newest.path).size };
  const opened = await openExport({ adapters, openSpooled }, source, spooled);
  if ('refusal' in opened) return opened;
  const several = createSeveralRows(source);
  const nameless = createNamelessRows(source, opened.reader);
  const flags = createBlankFlags(source);
  const looks = { several, nameless, flags };
  const first = await firstRows(opened, newest.name, looks).finally(opened.close);
  const { complaints, damage, tried } = first;
  // A file that is refused before its first row has nothing else to tell.
  if (damage !== undefined && tried === 0) return { refusal: damage };
  const rows = first.rows.filter(({ externalId }) => !several.isRejected(externalId));
  const columns = opened.reader.columns.filter((name) => !opened.mapper.absent().includes(name));
  const ofColumns = columnComplaints(source, opened, { columns, isEmpty: tried === 0 });
  const pictures = packedPictures(opened.reader.pictures);
  const ofRows = [
    ...[...hiddenRows(first.hidden), ...workbookNotes(source, opened.reader)],
    ...[pictures, several.complaint(), nameless.complaint(), flags.complaint()],
  ];
  const ofFile = [...ofColumns, ...ofRows]
    .filter((one) => one !== undefined)
    .map((one) => ({ ...one, file: newest.name }));
  return {
    source: source.name,
    file: newest.name,
    modified: new Date(newest.mtimeMs).toISOString(),
    ...fileDialect(source, opened.reader),
    numbers: source.numbers ?? 'not declared',
    columns,
    rows: rows.slice(0, rowsShown).map(({ row, values }) => ({ row, values })),
    pictures: rows.flatMap(({ row, named }) => (named === undefined ? [] : [{ row, named }])),
    complaints: [
      ...[...ofFile, ...complaints.slice(0, rowsShown)],
      ...first.garbled.slice(0, rowsShown),
    ],
    ...(damage === undefined ? {} : { damage }),
    ...(rows.length > 0 || damage !== undefined ? {} : { unused: whyUnused(source, first) }),
    ...(first.rejected === 0 ? {} : { rejected: { rows: first.rejected, of: tried } }),
    ...(first.isWhole ? {} : { rowsLookedAt: tried }),
  };
}
