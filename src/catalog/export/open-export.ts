import type { ExportReader, ExportRecord, Opened, ReadAdapter } from '../../domain/adapter.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { nullWords } from '../../domain/null-words.ts';
import { present } from '../../domain/present.ts';
import type { RunRow } from '../../store/runs.ts';
import { bindMapping, type RowMapper } from '../mapping/bind.ts';
import { columnsOf } from '../mapping/field.ts';
import { filledDown } from '../mapping/fill-down.ts';
import { withHeaderBelow } from '../mapping/missing-columns.ts';
import type {
  EngineDeps,
  SourceConfig,
  SpoolDeps,
  SpooledExport,
  SpooledFile,
} from '../terms/ports.ts';
import { orEmpty, type Remembered } from './empty-export.ts';
import { type NamedReader, unionOf } from './union.ts';

export interface OpenExport {
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
  close(): void;
}

/** Opens a spooled export with its source's adapter and mapping, or says why the whole file is refused. */
export async function openExport(
  deps: Pick<EngineDeps, 'adapters' | 'openSpooled'> & Remembered,
  source: SourceConfig,
  spooled: SpooledExport,
): Promise<OpenExport | { readonly refusal: Complaint }> {
  const adapter = deps.adapters[source.format];
  if (adapter === undefined) return { refusal: unknownFormat(source) };
  const files: SpooledFile[] = [];
  const readers: NamedReader[] = [];
  const close = (): void => {
    for (const { reader } of readers) reader.close?.();
    for (const file of files) file.close();
  };
  try {
    // One by one: where there are too many, those that are open by then are closed again (fault 117).
    for (const part of spooled.parts) files.push(deps.openSpooled(part));
    const opened = orEmpty(deps, source, await openReaders(adapter, source, { files, readers }));
    const reader = 'refusal' in opened ? undefined : opened.reader;
    const bound = reader === undefined ? opened : bindMapping(source, reader);
    if (reader !== undefined && 'mapper' in bound) return { reader, mapper: bound.mapper, close };
    const { refusal } = bound as { refusal: Complaint };
    const explained =
      reader === undefined ? refusal : await withHeaderBelow(source, reader, refusal);
    close();
    return { refusal: withFile(explained, spooled) };
  } catch (cause) {
    close();
    throw cause;
  }
}

/** Opens the file of a run once more; undefined where it is no longer in the spool, or cannot be read. */
export async function openAgain(
  deps: SpoolDeps,
  source: SourceConfig,
  run: Pick<RunRow, 'sha256'> | undefined,
): Promise<OpenExport | undefined> {
  const spooled = run && deps.store.spool.get(run.sha256);
  const opened = spooled && (await openExport(deps, source, spooled));
  return opened === undefined || 'refusal' in opened ? undefined : opened;
}

/**
 * Each record of the export. The files are closed at the end, or once nobody asks for more. `rest`: others have their
 * turn, after each batch.
 */
export async function* recordsIn(
  { reader, close }: OpenExport,
  rest?: () => Promise<void>,
): AsyncGenerator<ExportRecord, void> {
  try {
    for await (const { records } of reader.batches()) {
      for (const record of records) yield record;
      await rest?.();
    }
  } finally {
    close();
  }
}

/** Opens one export with its companions; for a union several exports, each with its own. */
async function openReaders(
  adapter: ReadAdapter,
  source: SourceConfig,
  { files, readers }: { readonly files: readonly SpooledFile[]; readonly readers: NamedReader[] },
): Promise<Opened> {
  let index = 0;
  for (const set of setsOf(source, files)) {
    const opened = await adapter.open({ files: set, options: adapterOptions(source) });
    if ('refusal' in opened) return opened;
    // Each file fills down by itself: the last row of one file says nothing of the first row of the next.
    const reader = filledDown(opened.reader, source.fillDown);
    readers.push({ file: set[0]?.name ?? '', index, reader });
    index += set.length;
  }
  return unionOf(readers);
}

/** The files of each export of a union. A `.zip` contains its companions. */
function setsOf(source: SourceConfig, files: readonly SpooledFile[]): readonly SpooledFile[][] {
  if (source.pick !== 'union') return [[...files]];
  const sets: SpooledFile[][] = [];
  for (let start = 0; start < files.length; ) {
    const isWhole = /\.zip$/i.test(files[start]?.name ?? '');
    const size = isWhole ? 1 : source.companions.length + 1;
    sets.push(files.slice(start, start + size));
    start += size;
  }
  return sets;
}

export function withFile(complaint: Complaint, spooled: SpooledExport): Complaint {
  const file = spooled.parts[0]?.name;
  return complaint.file !== undefined || file === undefined ? complaint : { ...complaint, file };
}

/** The settings of the source that its format's reader needs. */
export function adapterOptions(source: SourceConfig) {
  const { encoding, delimiter, quote, headerRow, companions, contents } = source;
  const { sheet, path, columns, recordLength } = source;
  const { externalId, barcode, availableQty } = source.mapping;
  return {
    companions,
    // A stock source with `missing: keep` may read a file of changes as well: a missing row means nothing there.
    contents: source.kind === 'stock' && source.missing === 'keep' ? ('delta' as const) : contents,
    encoding,
    delimiter,
    quote,
    headerRow,
    nullWords: nullWords.filter((word) => !isNamed(source, word)),
    quantities: availableQty === undefined ? [] : columnsOf(availableQty),
    identifiers: [externalId, ...(barcode ? [barcode] : [])].flatMap(columnsOf),
    ...present({ escape: source.escape, sheet, path, columns, recordLength }),
  };
}

/** Whether the mapping or `where:` names such a word, and so says what it means. `Finanzierung` does not name `nan`. */
function isNamed({ mapping, where }: SourceConfig, word: string): boolean {
  const texts = JSON.stringify([mapping, where], (_, value) => value ?? '');
  const written = JSON.stringify(word).slice(1, -1);
  const isLetter = (sign = ''): boolean => /[\p{L}\p{N}]/u.test(sign);
  for (let at = texts.indexOf(written); at !== -1; at = texts.indexOf(written, at + 1)) {
    if (!isLetter(texts[at - 1]) && !isLetter(texts[at + written.length])) return true;
  }
  return false;
}

function unknownFormat(source: SourceConfig): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    rule: `cannot be read: this version reads no ${source.format}.`,
    remedy: 'Export another format.',
  };
}
