import type { Columns } from './columns.ts';
import { localName } from './local-name.ts';
import { type OpenText, RecordText } from './record-text.ts';
import type { RecordBuilder } from './records.ts';
import { type Cells, isNamespace } from './shape.ts';

/** One element of a record whose columns need more than a flat path: features, properties, offers. */
export interface XmlElement {
  readonly name: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Once the element is closed: trimmed, and empty where there are children and no text between them. */
  text: string;
  /** Without what its children say, and not trimmed. */
  ownText: string;
}

interface OpenElement extends XmlElement, OpenText {}

export interface TreeRecord {
  readonly element: XmlElement;
  /** Local names from the root down to the record's element. */
  readonly path: readonly string[];
}

/** Takes one value of a record; a value that is undefined leaves the column out. */
export type Put = (column: string, value: string | undefined) => void;

/** Builds each record as a small tree. */
export class TreeBuilder implements RecordBuilder<TreeRecord> {
  #open: OpenElement[] = [];
  readonly #texts = new RecordText();
  #record: XmlElement = newElement('', {});

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const element = newElement(name, localAttributes(attributes));
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#record = element;
    else {
      parent.children.push(element);
      parent.ownText += parent.text;
    }
    this.#texts.open(element, parent);
    this.#open.push(element);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += text;
  }

  close(): number {
    const element = this.#open.pop();
    if (element === undefined) return 0;
    element.ownText += element.text;
    element.text = this.#texts.close(element) ?? '';
    return element.hasChildren ? element.text.length : 0;
  }

  take(path: readonly string[]): TreeRecord {
    const element = this.#record;
    this.#record = newElement('', {});
    return { element, path: [...path] };
  }
}

/** A builder whose records become cells by a plain function from element to columns. */
export function treeCells(
  columns: Columns,
  toColumns: (element: XmlElement, put: Put) => void,
): RecordBuilder<Cells> {
  const tree = new TreeBuilder();
  return {
    open: (name, attributes) => tree.open(name, attributes),
    text: (text) => tree.text(text),
    close: () => tree.close(),
    take: (path) => {
      const cells: Cells = [];
      toColumns(tree.take(path).element, putInto(columns, cells));
      return cells;
    },
  };
}

/** Writes values into cells; a second value of a column goes to `Name[2]`, as for repeated elements. */
export function putInto(columns: Columns, cells: Cells): Put {
  return (column, value) => {
    if (value === undefined) return;
    let index = columns.index(column);
    for (let nth = 2; cells[index] !== undefined; nth += 1)
      index = columns.index(`${column}[${nth}]`);
    cells[index] = value;
  };
}

export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** The text of the first child of that name; undefined where there is none. */
export function childText(element: XmlElement, name: string): string | undefined {
  return childNamed(element, name)?.text;
}

/** The same columns as `ShapeBuilder` gives, below a prefix: `Price/Amount`, `Picture[2]`, `Price/@currency`. */
export function putElement(element: XmlElement, path: string, put: Put): void {
  if (element.children.length === 0 || element.text !== '') put(path, element.text);
  for (const [name, value] of Object.entries(element.attributes)) put(`${path}/@${name}`, value);
  putChildren(element, path, put);
}

export function putChildren(element: XmlElement, path: string, put: Put): void {
  for (const [name, child] of numbered(element.children)) {
    putElement(child, path === '' ? name : `${path}/${name}`, put);
  }
}

/** Siblings with the name of their column: `Picture`, `Picture[2]`, … */
export function* numbered(siblings: Iterable<XmlElement>): Generator<[string, XmlElement]> {
  const counts = new Map<string, number>();
  for (const sibling of siblings) {
    const count = (counts.get(sibling.name) ?? 0) + 1;
    counts.set(sibling.name, count);
    yield [count === 1 ? sibling.name : `${sibling.name}[${count}]`, sibling];
  }
}

function localAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const local: Record<string, string> = Object.create(null);
  for (const name in attributes) {
    if (!isNamespace(name)) local[localName(name)] = (attributes[name] ?? '').trim();
  }
  return local;
}

function newElement(name: string, attributes: Readonly<Record<string, string>>): OpenElement {
  const text = { text: '', ownText: '', hasChildren: false, isMixed: false, from: 0 };
  return { name, attributes, children: [], ...text };
}
