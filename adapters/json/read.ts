import type {
  AdapterInput,
  ExportBatch,
  ExportReader,
  Opened,
  ReadAdapter,
} from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { plainName } from '../text/columns.ts';
import { batchBytes, batchRecords } from '../text/limits.ts';
import { type OpenedText, openText } from '../text/open.ts';
import { keepsOffsets, scanBlocks, scanDecoder } from '../text/scan.ts';
import { unwritten } from '../text/unwritten.ts';
import { TreeColumns } from './columns.ts';
import { enterList, type JsonList, leaveList, nextElement, notList } from './list.ts';
import { isArticle, onlyElement } from './only-element.ts';
import { ownErrors } from './own-errors.ts';
import { keysOf } from './path.ts';
import { JsonRecord, type JsonTree } from './record.ts';
import { JsonStructure } from './structure.ts';
import { JsonWindow } from './window.ts';

/** One JSON text with a list of elements, by path. README.md beside this file says how they become columns. */
export const json: ReadAdapter = {
  open: async (input: AdapterInput): Promise<Opened> => {
    const text = openText(input);
    if ('refusal' in text) return text;
    const place = enterList(listOf(text));
    const refusal = place === 'object' ? objectRefused(text) : place;
    return typeof refusal === 'object' ? { refusal } : { reader: treeReader(text, batches) };
  },
};

/** Why the object in the list's place is neither an empty list nor its only element. */
function objectRefused(text: OpenedText): Complaint | undefined {
  const tree = treeOf(text);
  const only = onlyElement(enteredList(text), tree);
  if (only === undefined) return undefined;
  if ('rule' in only) return only.code === 'FILE_TRUNCATED' ? only : notList(enteredList(text));
  return isArticle(only, tree) ? undefined : notList(enteredList(text));
}

function enteredList(text: OpenedText): JsonList {
  const list = listOf(text);
  enterList(list);
  return list;
}

/** A reader over elements whose columns grow as they are seen. */
export function treeReader(
  text: OpenedText,
  batches: (text: OpenedText, tree: JsonTree) => AsyncGenerator<ExportBatch>,
): ExportReader {
  const tree = treeOf(text);
  const { columns } = tree;
  return {
    columns: columns.names,
    columnsAreComplete: false,
    column: (name) => columns.index(name),
    dialect: {
      encoding: text.decoder.encoding,
      delimiter: ';',
      quote: '"',
      isMarked: text.start > 0,
    },
    batches: () => batches(text, tree),
  };
}

function treeOf(text: OpenedText): JsonTree {
  return {
    file: text.file.name,
    decoder: scanDecoder(text.decoder),
    columns: new TreeColumns(),
    codes: new Set(text.options.identifiers?.map(plainName)),
    hasOffsets: keepsOffsets(text.decoder),
  };
}

function listOf(text: OpenedText): JsonList {
  const { file, decoder, start } = text;
  const blocks = scanBlocks(file, decoder, start);
  const window = new JsonWindow({ file: file.name, blocks, offset: start });
  const path = keysOf(text.options.path ?? '').map(plainName);
  return { structure: new JsonStructure(window), decoder: scanDecoder(decoder), path };
}

async function* batches(text: OpenedText, tree: JsonTree): AsyncGenerator<ExportBatch> {
  let isEmpty = true;
  for (const batch of placed(listOf(text), tree)) {
    isEmpty &&= batch.records.length === 0 && batch.refusal === undefined;
    yield batch;
  }
  const refusal = isEmpty ? ownErrors(listOf(text)) : undefined;
  if (refusal !== undefined) yield { records: [], refusal };
}

function* placed(list: JsonList, tree: JsonTree): Generator<ExportBatch> {
  const place = enterList(list);
  if (place === 'list') yield* listed(list, tree);
  else if (place !== 'empty') yield* alone(place === 'object' ? onlyElement(list, tree) : place);
}

function* alone(only: JsonRecord | Complaint | undefined): Generator<ExportBatch> {
  if (only === undefined) return;
  yield 'rule' in only ? { records: [], refusal: only } : { records: [only] };
}

function* listed(list: JsonList, tree: JsonTree): Generator<ExportBatch> {
  for (let row = 1; ; ) {
    const { records, ending } = nextBatch(list, { tree, row });
    row += records.length;
    const refusal = ending === 'end' ? leaveList(list) : ending;
    if (refusal) yield { records, refusal };
    else if (records.length > 0) yield { records };
    if (ending) return;
  }
}

/** Elements up to a batch's size; `ending` says why there are no more. */
function nextBatch(
  list: JsonList,
  from: { readonly tree: JsonTree; readonly row: number },
): { readonly records: readonly JsonRecord[]; readonly ending?: 'end' | Complaint } {
  const records: JsonRecord[] = [];
  for (let bytes = 0; records.length < batchRecords && bytes < batchBytes; ) {
    const row = from.row + records.length;
    const moved = nextElement(list);
    if (moved === 'end') return { records, ending: 'end' };
    if (moved !== 'element') return { records, ending: { ...moved, row } };
    const element = list.structure.window.release();
    // A hole may begin in the text of one element and end in that of another: both would be one.
    const hole = unwritten(element.bytes, from.tree, row);
    if (hole !== undefined) return { records, ending: hole };
    bytes += element.bytes.length;
    records.push(new JsonRecord(from.tree, row, element));
  }
  return { records };
}
