import type {
  AdapterInput,
  ExportBatch,
  ExportReader,
  ExportRecord,
  Opened,
} from '../../src/domain/adapter.ts';
import { cellsWith, type Cells as KnownCells } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import { type NullCells, nullCellsOf, withoutNulls } from '../text/null-cells.ts';
import type { Census } from './census.ts';
import { Columns, type IsNumber } from './columns.ts';
import { openXmlText, type XmlText } from './decoder.ts';
import { recordsPerBatch, stepsPerBatchMax } from './limits.ts';
import { XmlParser, type XmlSink } from './parser.ts';
import type { IsRecord } from './path.ts';
import { type Outside, type OutsideText, type RecordBuilder, RecordSink } from './records.ts';
import { Refused } from './refused.ts';
import type { Cells } from './shape.ts';

/** Feeds the whole document to the sink, one block a step; returns the complaint where the file cannot be used. */
export function* feed(document: XmlText, sink: XmlSink): Generator<void, Complaint | undefined> {
  const parser = new XmlParser(document.file, sink);
  try {
    for (const chunk of document.chunks()) {
      parser.write(chunk);
      yield;
    }
    parser.end();
    return undefined;
  } catch (cause) {
    if (cause instanceof Refused) return cause.complaint;
    throw cause;
  }
}

interface OneFile {
  readonly input: AdapterInput;
  readonly isRecord: IsRecord;
  builder(columns: Columns): RecordBuilder<Cells>;
  readonly outside?: Outside;
  readonly outsideText?: OutsideText;
  readonly isNumber?: IsNumber;
  /** The complaint about a file without a single record: never "0 products, OK" (quirk 2). */
  nothing(census: Census): Complaint;
}

/** Opens the one XML file of an export whose records need nothing from outside themselves. */
export function openOneFile(setup: OneFile): Opened {
  const file = firstFile(setup.input);
  const document = openXmlText(file, setup.input.options.encoding);
  if ('refusal' in document) return document;
  const columns = new Columns(file.name, setup.isNumber);
  return {
    reader: treeReader({
      columns,
      encoding: document.encoding,
      isMarked: document.isMarked,
      run: () => records(setup, { document, columns }),
    }),
  };
}

function* records(
  setup: OneFile,
  opened: { readonly document: XmlText; readonly columns: Columns },
): Generator<ExportRecord[], Complaint | undefined> {
  const sink = new RecordSink<Cells>({
    file: opened.document.file,
    isRecord: setup.isRecord,
    builder: setup.builder(opened.columns),
    outside: setup.outside,
    outsideText: setup.outsideText,
  });
  const { options } = setup.input;
  const nulls = nullCellsOf(options, (name) => opened.columns.reserve(name));
  const steps = feed(opened.document, sink);
  let row = 0;
  for (;;) {
    const step = steps.next();
    yield sink
      .drain()
      .map((cells) => record(++row, opened.columns.typed(withoutNullWords(cells, nulls))));
    if (step.done !== true) continue;
    return step.value ?? (sink.found === 0 ? setup.nothing(sink.census) : undefined);
  }
}

/** What the record says of its cells stays. */
function withoutNullWords(cells: Cells, nulls: NullCells): KnownCells {
  const plain = withoutNulls(cells, nulls);
  return plain === cells ? cells : cellsWith(plain, cells);
}

/** A record whose cells are there already. */
export function record(row: number, cells: KnownCells): ExportRecord {
  return { row, cells: () => cells };
}

interface TreeReader {
  readonly columns: Columns;
  readonly encoding: string;
  readonly isMarked: boolean;
  /** Records as they come; the complaint that refuses the file is returned at the end. */
  run(): Generator<readonly ExportRecord[], Complaint | undefined>;
}

/** The reader of a tree: columns grow as they are seen; the result file is written as a CSV in the same encoding. */
export function treeReader(setup: TreeReader): ExportReader {
  const { encoding, isMarked } = setup;
  return {
    columns: setup.columns.names,
    columnsAreComplete: false,
    column: (name) => setup.columns.reserve(name),
    dialect: { encoding, delimiter: ';', quote: '"', isMarked },
    batches: () => batches(setup.run()),
  };
}

async function* batches(
  steps: Generator<readonly ExportRecord[], Complaint | undefined>,
): AsyncGenerator<ExportBatch> {
  let waiting: ExportRecord[] = [];
  for (let stepsSinceBatch = 1; ; stepsSinceBatch += 1) {
    const step = nextStep(steps);
    if (step.done === true) {
      if (waiting.length > 0 || step.value !== undefined) yield lastBatch(waiting, step.value);
      return;
    }
    waiting = waiting.concat(step.value);
    // Also without records the caller gets a turn, so that it can stop.
    if (waiting.length < recordsPerBatch && stepsSinceBatch < stepsPerBatchMax) continue;
    stepsSinceBatch = 0;
    yield { records: waiting.splice(0, recordsPerBatch) };
    while (waiting.length >= recordsPerBatch) yield { records: waiting.splice(0, recordsPerBatch) };
  }
}

function nextStep(
  steps: Generator<readonly ExportRecord[], Complaint | undefined>,
): IteratorResult<readonly ExportRecord[], Complaint | undefined> {
  try {
    return steps.next();
  } catch (cause) {
    if (cause instanceof Refused) return { done: true, value: cause.complaint };
    throw cause;
  }
}

function lastBatch(records: ExportRecord[], refusal: Complaint | undefined): ExportBatch {
  return refusal === undefined ? { records } : { records, refusal };
}
