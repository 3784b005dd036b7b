import type { CellFacts } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Columns } from './columns.ts';
import { localName } from './local-name.ts';
import { type OpenText, RecordText } from './record-text.ts';
import type { RecordBuilder } from './records.ts';

/** Texts by column index; holes where the record lacks the column. */
export type Cells = (string | undefined)[] & CellFacts;

/** One place in the records' common form: `Price[2]`. Its column is looked up once a file, not once a record. */
interface Place extends OpenText {
  readonly path: string;
  /** The path without the place's own number. */
  readonly element: string;
  column: number;
  readonly attributes: Map<string, number>;
  readonly children: Map<string, Siblings>;
  /** Of the element that is at this place now. */
  number: number;
  /** Columns under which its attributes make it asked for. */
  keyed: number[];
}

/** The children of one name below one place, `Picture`, `Picture[2]`, … */
interface Siblings {
  readonly places: Place[];
  /** The parent's number when `count` was last started: a new parent restarts the count. */
  parentNumber: number;
  count: number;
}

/**
 * Flattens records while they are parsed, without a tree between: path relative to the record's element,
 * `Price/Amount`, `Price/@currency`, `@id`, and `.` for the text of the record's element itself.
 */
export class ShapeBuilder implements RecordBuilder<Cells> {
  readonly #columns: Columns;
  readonly #record: Place = place('', '');
  readonly #ancestors: Place[] = [];
  readonly #texts = new RecordText();
  /** Where the innermost open element stands; undefined between records. */
  #at: Place | undefined;
  #cells: Cells = [];
  #faults = new Map<number, Complaint>();
  #elements = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#at;
    if (parent !== undefined) this.#ancestors.push(parent);
    const at = parent === undefined ? this.#record : childPlace(parent, name);
    this.#texts.open(at, parent);
    this.#elements += 1;
    at.number = this.#elements;
    if (at.keyed.length > 0) at.keyed = [];
    this.#at = at;
    for (const attribute in attributes) this.#attribute(at, attribute, attributes[attribute] ?? '');
  }

  text(text: string): void {
    if (this.#at !== undefined) this.#at.text += text;
  }

  close(): number {
    const at = this.#at;
    if (at === undefined) return 0;
    this.#at = this.#ancestors.pop();
    const text = this.#texts.close(at);
    // An empty leaf is an empty cell.
    if (text === undefined || (text === '' && at === this.#record)) return 0;
    if (at.column === -1) at.column = this.#columns.index(at.path === '' ? '.' : at.path);
    this.#cells[at.column] = text;
    for (const column of at.keyed) this.#putKeyed(column, text);
    return at.hasChildren ? text.length : 0;
  }

  take(): Cells {
    const cells = this.#cells;
    this.#cells = [];
    if (this.#faults.size === 0) return cells;
    const faults = this.#faults;
    this.#faults = new Map();
    return Object.assign(cells, { faults });
  }

  #putKeyed(column: number, text: string): void {
    const before = this.#cells[column];
    if (before !== undefined && before !== text) this.#faults.set(column, twice);
    this.#cells[column] = text;
  }

  #attribute(at: Place, name: string, value: string): void {
    let column = at.attributes.get(name);
    if (column === undefined) {
      if (isNamespace(name)) return;
      const prefix = at.path === '' ? '' : `${at.path}/`;
      column = this.#columns.index(`${prefix}@${localName(name)}`);
      at.attributes.set(name, column);
    }
    const text = value.trim();
    this.#cells[column] = text;
    if (!this.#columns.hasKeyed) return;
    const keyed = this.#columns.known(`${at.element}[@${localName(name)}=${text}]`);
    if (keyed !== undefined) at.keyed.push(keyed);
  }
}

const twice: Complaint = {
  code: 'ROW_STRUCTURE',
  rule: 'is in the record twice with different texts, so it is not clear which one counts.',
  remedy: 'Correct the program that exports it.',
};

/** `xmlns="…"` declares, it is no value. */
export function isNamespace(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.startsWith('xmlns:');
}

function childPlace(parent: Place, name: string): Place {
  let siblings = parent.children.get(name);
  if (siblings === undefined) {
    siblings = { places: [], parentNumber: 0, count: 0 };
    parent.children.set(name, siblings);
  }
  if (siblings.parentNumber !== parent.number) {
    siblings.parentNumber = parent.number;
    siblings.count = 0;
  }
  siblings.count += 1;
  const known = siblings.places[siblings.count - 1];
  if (known !== undefined) return known;
  const element = parent.path === '' ? name : `${parent.path}/${name}`;
  const path = siblings.count === 1 ? element : `${element}[${siblings.count}]`;
  const added = place(path, element);
  siblings.places.push(added);
  return added;
}

function place(path: string, element: string): Place {
  return {
    path,
    element,
    column: -1,
    attributes: new Map(),
    children: new Map(),
    text: '',
    hasChildren: false,
    isMixed: false,
    from: 0,
    number: 0,
    keyed: [],
  };
}
