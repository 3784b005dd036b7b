import type { ResultsConfig } from '../../config/declaration.ts';
import type { Offline } from '../../files/offline.ts';
import type { Files } from '../../files/port.ts';
import { openAgain } from '../export/open-export.ts';
import type { SourceConfig, SpoolDeps } from '../terms/ports.ts';
import { booksText, resultText } from '../terms/result-file.ts';
import { booksOfRun, overtakenText } from './books.ts';

export interface ResultsDeps extends SpoolDeps {
  readonly files: Files;
  readonly results: ResultsConfig;
  readonly encode: (text: string, encoding: string) => Uint8Array;
}

const complaintsShown = 100_000;

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
  const written = [await files.write({ folder, name: `${name}.books.json` }, books)];
  const bytes = await resultBytes(deps, source, runId);
  const result = `${name}.result.csv`;
  if (bytes === 'none') await files.keepNewest({ folder, files: [result], keep: 0 });
  else if (bytes !== undefined) written.push(await files.write({ folder, name: result }, bytes));
  for (const ending of ['result.csv', 'books.json']) {
    const of = { folder, files: namesOf(source.name, ending), written: `${name}.${ending}` };
    await files.keepNewest({ ...of, keep });
  }
  return written.flatMap((file) => ('offline' in file ? [file.offline] : [])).at(0);
}

const runDigitsMax = 12;

/** Of this source alone: with `*` for the run, files of a source `stock-north` would be those of `stock`, too. */
function namesOf(source: string, ending: string): string[] {
  const digits = Array.from({ length: runDigitsMax }, (_, at) => '[0-9]'.repeat(at + 1));
  return digits.map((run) => `${source}-${run}.${ending}`);
}

/** `none` if no row went wrong; undefined if the export cannot be read any more. */
async function resultBytes(
  deps: ResultsDeps,
  source: SourceConfig,
  runId: number,
): Promise<Uint8Array | 'none' | undefined> {
  const { store } = deps;
  const run = store.runs.get(runId);
  const plan = store.plans.get(store.sources.get(source.name)?.plan ?? 0);
  const complaints = store.complaints.of(runId, complaintsShown);
  const holds = store.holds.open().filter((hold) => hold.run === runId);
  // An undo has no rows of a file.
  const isUndo = run?.undoes != null;
  if (isUndo || complaints.length + holds.length === 0) return 'none';
  const opened = await openAgain(deps, source, run);
  if (opened === undefined) return undefined;
  try {
    const marks = plan?.run === runId ? plan.marks : store.parked.get(runId)?.marks;
    const text = await resultText({
      reader: opened.reader,
      complaints,
      holds,
      marks: marks ?? new Uint8Array(),
    });
    return text === undefined ? 'none' : deps.encode(text, opened.reader.dialect.encoding);
  } finally {
    opened.close();
  }
}
