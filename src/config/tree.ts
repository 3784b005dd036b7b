import type { Document, Node, Pair, Scalar } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** What the file says, every scalar as the text that stands there; null where a value is left empty. */
export type Plain = string | null | readonly Plain[] | { readonly [key: string]: Plain };
export type Path = readonly (string | number)[];

/** Something wrong with a value, or with the key before it. */
export interface Finding {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
  /** Absent: correct the line. */
  readonly remedy?: string;
  /** What is wrong is that something does not stand there; damage below may have swallowed it. */
  readonly missing?: true;
}

export interface Position {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Damage extends Position {
  readonly message: string;
  readonly remedy: string;
  /** True where the rest of the file still means what it says. */
  readonly harmless: boolean;
}

export interface Tree {
  readonly value: Plain;
  readonly findings: readonly Finding[];
  /** Damage of the YAML itself. What comes after the first that is not harmless cannot be judged. */
  readonly damage: readonly Damage[];
  /** Where a key or its value stands; the nearest parent's place for what does not stand there. */
  position(path: Path, at: 'key' | 'value'): Position;
}

/** A person never writes so much; an alias in an alias in an alias does (the XML bomb's cousin). */
const nodesMax = 20_000;
const depthMax = 30;

const correct = 'Correct the line.';
const quote = 'Put the text in single quotes.';

/** In our words: the library's sentences may quote the line. */
const damageWords: Readonly<Record<string, { message: string; remedy: string }>> = {
  BAD_DQ_ESCAPE: {
    message: 'a backslash in double quotes begins an escape that YAML does not know',
    remedy: "Put the text in single quotes, as in 'C:\\erp\\out'.",
  },
  BAD_INDENT: {
    message: 'the indentation does not fit the lines above',
    remedy: 'Indent with blanks, as the lines beside it.',
  },
  BAD_SCALAR_START: { message: 'a text cannot begin with this character', remedy: quote },
  BLOCK_AS_IMPLICIT_KEY: { message: 'a second colon stands in one line', remedy: quote },
  DUPLICATE_KEY: { message: 'this key stands twice in its group', remedy: 'Remove one of them.' },
  MISSING_CHAR: {
    message: 'a quote, a bracket, a comma or a colon is missing',
    remedy: 'Close what was opened here, or above.',
  },
  MULTIPLE_DOCS: { message: '--- begins a second document', remedy: 'Keep one of the two.' },
  MULTILINE_IMPLICIT_KEY: { message: 'a key without its colon', remedy: 'Add the colon.' },
  TAB_AS_INDENT: { message: 'a tab indents the line', remedy: 'Use blanks.' },
};

/** YAML takes its brace for one of its own. */
const unquoted = {
  message: 'a variable within braces or brackets needs quotes',
  remedy: `Put it in double quotes, as in "\${NAME}".`,
};

interface Walk {
  readonly document: Document;
  readonly offsets: Map<string, { readonly key: number; readonly value: number }>;
  readonly findings: Finding[];
  nodes: number;
}

/** Reads YAML without giving any scalar a type: `0017` and `1.10` stay what they are (lessons 6). Never throws. */
export function readTree(text: string): Tree {
  const lineCounter = new LineCounter();
  // No prettyErrors: they quote the line, and the line may hold a secret (fault 119).
  const options = {
    schema: 'failsafe',
    lineCounter,
    prettyErrors: false,
    logLevel: 'error',
  } as const;
  const document = parseDocument(text, options);
  const walk: Walk = { document, offsets: new Map(), findings: [], nodes: 0 };
  const value = plainValue(walk, document.contents, []);
  const positionOf = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  return {
    value,
    findings: walk.findings,
    damage: ownErrors(document.errors).map(({ code, pos }) => ({
      ...positionOf(pos[0]),
      ...wordsOf(code, text.slice(pos[0] - 1, pos[0] + 1)),
      harmless: code === 'DUPLICATE_KEY',
    })),
    position: (path, at) => positionOf(nearestOffset(walk, path, at)),
  };
}

/** Behind the first token that fits nowhere all others are unexpected, too. */
function ownErrors(errors: Document['errors']): Document['errors'] {
  const first = errors.findIndex(({ code }) => code === 'UNEXPECTED_TOKEN');
  return errors.filter(({ code }, at) => code !== 'UNEXPECTED_TOKEN' || at === first);
}

function wordsOf(code: string, around: string): { message: string; remedy: string } {
  if (around === '${') return unquoted;
  return damageWords[code] ?? { message: `this is not valid YAML (${code})`, remedy: correct };
}

/** What stands at a place; undefined where nothing does. */
export function at(value: Plain, path: Path): Plain | undefined {
  let current: Plain | undefined = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.hasOwn(current, step)
      ? (current as Readonly<Record<string | number, Plain>>)[step]
      : undefined;
  }
  return current;
}

function nearestOffset(walk: Walk, path: Path, at: 'key' | 'value'): number {
  const offset = walk.offsets.get(JSON.stringify(path));
  if (offset !== undefined) return offset[at];
  return path.length === 0 ? 0 : nearestOffset(walk, path.slice(0, -1), 'key');
}

function plainValue(walk: Walk, node: unknown, path: Path): Plain {
  walk.nodes += 1;
  if (walk.nodes > nodesMax || path.length > depthMax) {
    if (walk.nodes <= nodesMax + 1) complain(walk, path, 'is nested too deeply or too large');
    walk.nodes = nodesMax + 1;
    return null;
  }
  if (isAlias(node)) {
    const target = node.resolve(walk.document);
    if (target === undefined) complain(walk, path, `names no anchor: there is no &${node.source}`);
    return plainValue(walk, target, path);
  }
  if (isMap(node)) return plainMap(walk, node.items, path);
  if (isSeq(node)) return node.items.map((item, index) => plainItem(walk, item, [...path, index]));
  return isScalar(node) ? scalarText(node) : null;
}

function plainItem(walk: Walk, item: unknown, path: Path): Plain {
  place(walk, path, { key: startOf(item), value: startOf(item) });
  return plainValue(walk, item, path);
}

function plainMap(walk: Walk, items: readonly Pair[], path: Path): Plain {
  const map: Record<string, Plain> = Object.create(null);
  for (const { key, value } of items) {
    const name = isScalar(key) ? String(key.value) : undefined;
    const entry = [...path, name ?? '?'];
    const offset = startOf(key);
    // A value that is left empty has no place of its own worth showing.
    const empty = isScalar(value) && value.value === '' && value.type === 'PLAIN';
    place(walk, entry, { key: offset, value: empty ? offset : (startOf(value) ?? offset) });
    // `__proto__` names no key of ours and would be dropped without a word further on (fault 10).
    if (name === undefined || name === '__proto__')
      complain(walk, entry, 'cannot be used as a name');
    else map[name] = plainValue(walk, value, entry);
  }
  return map;
}

/** An empty value, `~` and `null` are nothing; in quotes they are texts. */
function scalarText(scalar: Scalar): string | null {
  const text = String(scalar.value);
  return scalar.type === 'PLAIN' && /^(~|null|Null|NULL|)$/.test(text) ? null : text;
}

function startOf(node: unknown): number | undefined {
  const range = (node as Node | null | undefined)?.range;
  return range?.[0];
}

function place(
  walk: Walk,
  path: Path,
  offset: { key: number | undefined; value: number | undefined },
): void {
  const { key = 0, value = 0 } = offset;
  walk.offsets.set(JSON.stringify(path), { key, value });
}

function complain(walk: Walk, path: Path, message: string): void {
  walk.findings.push({ path, at: 'key', message });
}
