import type { Cells } from '../../src/domain/cells.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import type { Decoder } from '../text/decode.ts';
import { CellList } from './cell-list.ts';
import type { TreeColumns } from './columns.ts';
import { NamePath, type ValueName } from './names.ts';
import { type JsonEvent, JsonStructure } from './structure.ts';
import { tokenText } from './text.ts';
import type { Token } from './tokens.ts';
import { JsonWindow } from './window.ts';

/** One element of the list: its bytes, and where they stand. */
interface JsonElement {
  readonly file: string;
  readonly row: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

interface Deps {
  readonly decoder: Decoder;
  readonly columns: TreeColumns;
  /** Columns of article numbers and barcodes. */
  readonly codes: ReadonlySet<string>;
}

/**
 * The element as cells: nested objects become `a.b`, lists `a[1]`, `a[2]`, …, and what is first in its list also
 * goes by the name without positions. Numbers keep their digits; null and an empty list are an empty text.
 */
export function elementCells(element: JsonElement, deps: Deps): Cells | Complaint {
  const window = new JsonWindow({ ...element, blocks: [element.bytes].values() });
  const structure = new JsonStructure(window);
  const names = new NamePath();
  const cells = new CellList(element, deps);
  for (let event = structure.next(); event !== 'end'; event = structure.next()) {
    if (typeof event !== 'string') return damaged(element, event.rule);
    const text = eventText(event, structure, deps.decoder);
    if (text === undefined && event !== 'value') return undecodableName(element);
    const name = endedName(names, event, { text, isList: structure.token === '[' });
    const kind = event === 'value' ? kindOf(name, structure.token) : undefined;
    if (name) cells.put(name, text, kind);
    if (cells.complaint) return cells.complaint;
  }
  return cells.cells;
}

function kindOf(name: ValueName | undefined, token: Token): Token {
  return name?.isNumber ? 'number' : token;
}

/** Follows the names; the column that gets a text now: a value's, or that of a list that closes empty. */
function endedName(
  names: NamePath,
  event: JsonEvent,
  at: { readonly text: string | undefined; readonly isList: boolean },
): ValueName | undefined {
  if (event === 'open') names.open(at.isList);
  if (event === 'key') names.key(at.text ?? '');
  if (event === 'value') return names.ofValue();
  return event === 'close' ? names.close() : undefined;
}

function eventText(
  event: JsonEvent,
  structure: JsonStructure,
  decoder: Decoder,
): string | undefined {
  return event === 'open' || event === 'close' ? '' : currentText(structure, decoder);
}

/** The current key or value: numbers and literals as they stand, null as an empty text. */
export function currentText(
  { token, window }: JsonStructure,
  decoder: Decoder,
): string | undefined {
  if (token !== 'text') {
    const word = window.ascii();
    return word === 'null' ? '' : word;
  }
  if (window.isPlain) return window.ascii(1);
  return tokenText(window.bytes.subarray(window.start, window.end), decoder);
}

function damaged(element: JsonElement, rule: string): Complaint {
  return complaintOf({ code: 'ROW_STRUCTURE', file: element.file, row: element.row, rule });
}

function undecodableName(element: JsonElement): Complaint {
  return complaintOf({
    code: 'ROW_CHARACTER',
    file: element.file,
    row: element.row,
    rule: 'A name of the element holds bytes or escapes that mean no character.',
  });
}
