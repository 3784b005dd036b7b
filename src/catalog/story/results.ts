import type { ResultsConfig } from '../../config/declaration.ts';
import type { Offline } from '../../files/offline.ts';
import type { Files } from '../../files/port.ts';
import type { RunRow } from '../../store/runs.ts';
import { openAgain } from '../export/open-export.ts';
import { complaintsMax } from '../mapping/row-complaints.ts';
import type { CatalogStore, SourceConfig, SpoolDeps } from '../terms/ports.ts';
import { booksText, resultPieces } from '../terms/result-file.ts';
import { booksOfRun, overtakenText } from './books.ts';

export interface ResultsDeps extends SpoolDeps {
  readonly files: Files;
  readonly results: ResultsConfig;
  readonly encode: (text: string, encoding: string) => Uint8Array;
  /** Writes what the text consists of into the spool, and answers the path; undefined if nothing comes. */
  writeAside(pieces: AsyncIterable<Uint8Array>): Promise<string | undefined>;
  dropSpooled(path: string): Promise<void>;
}

/**
 * Writes `<source>-<run>.result.csv` and the run's books, and
 * removes older ones beyond `keep`. Answers why it could not.
 */
export async function writeResults(
  deps: ResultsDeps,
  source: SourceConfig,
  runId: number,
): Promise<Offline['offline'] | undefined> {
  const { files, results, store } = deps;
  const run = store.runs.get(runId);
  if (run === undefined || run.refused !== null) return undefined;
  const name = `${source.name}-${runId}`;
  const { folder, keep } = results;
  const books = Buffer.from(booksText(booksOfRun(run), overtakenText(store, runId)));
  // Only the first time: one that was there is on a share that is away, or was moved by somebody.
  const makesFolder = !store.runs.hasReported();
  const told = await files.write({ folder, name: `${name}.books.json`, makesFolder }, books);
  // The folder is away: of a large export the result file would be made for nothing, in each pass.
  if ('offline' in told && told.isOfFile !== true) return told.offline;
  const result = await writeResult(deps, { run, name: `${name}.result.csv` }, source);
  for (const ending of ['result.csv', 'books.json']) {
    const of = { folder, files: namesOf(source.name, ending), written: `${name}.${ending}` };
    await files.keepNewest({ ...of, keep });
  }
  return [told, result].flatMap((file) => (file && 'offline' in file ? [file.offline] : [])).at(0);
}

const runDigitsMax = 12;

/** Of this source alone: with `*` for the run, files of a source `stock-north` would be those of `stock`, too. */
function namesOf(source: string, ending: string): string[] {
  const digits = Array.from({ length: runDigitsMax }, (_, at) => '[0-9]'.repeat(at + 1));
  return digits.map((run) => `${source}-${run}.${ending}`);
}

interface ResultOf {
  readonly run: RunRow;
  readonly name: string;
}

/** Undefined if no row went wrong, or if the export cannot be read any more: then an older result file stays. */
async function writeResult(
  deps: ResultsDeps,
  { run, name }: ResultOf,
  source: SourceConfig,
): Promise<Awaited<ReturnType<Files['write']>> | undefined> {
  const { files, results, store } = deps;
  const { folder } = results;
  const none = () => files.keepNewest({ folder, files: [name], keep: 0 });
  const complaints = store.complaints.of(run.id, complaintsMax, 'rejected');
  const holds = store.holds.open().filter((hold) => hold.run === run.id);
  // An undo has no rows of a file.
  if (run.undoes !== null || complaints.length + holds.length === 0) return void (await none());
  const opened = await openAgain(deps, source, run);
  if (opened === undefined) return undefined;
  try {
    const { reader } = opened;
    const areCut = complaints.length === complaintsMax;
    const pieces = resultPieces({ reader, complaints, holds, areCut, marks: marksOf(store, run) });
    const from = await deps.writeAside(encoded(pieces, deps, reader.dialect.encoding));
    if (from === undefined) return void (await none());
    const written = await files.write({ folder, name }, { from });
    await deps.dropSpooled(from);
    return written;
  } finally {
    opened.close();
  }
}

function marksOf({ plans, sources, parked }: CatalogStore, run: RunRow): Uint8Array {
  const plan = plans.get(sources.get(run.source)?.plan ?? 0);
  const marks = plan?.run === run.id ? plan.marks : parked.get(run.id)?.marks;
  return marks ?? new Uint8Array();
}

async function* encoded(
  pieces: AsyncIterable<string>,
  { encode }: Pick<ResultsDeps, 'encode'>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield encode(piece, encoding);
}
