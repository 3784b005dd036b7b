import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
} from 'yaml';

/** What the file says, every scalar as the text that is there; null where a value is left empty. */
export type Plain = string | null | readonly Plain[] | { readonly [key: string]: Plain };
export type Path = readonly (string | number)[];

/** Something wrong with a value, or with the key before it. */
export interface Finding {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
  /** Absent: correct the line. */
  readonly remedy?: string;
  /** What is wrong is that something is not there; damage may have swallowed it. */
  readonly missing?: true;
}

export interface Position {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

interface Damage extends Position {
  readonly message: string;
  /** Absent: correct the line. */
  readonly remedy?: string;
  /** True where the rest of the file still means what it says. */
  readonly harmless: boolean;
}

export interface Tree {
  readonly value: Plain;
  readonly findings: readonly Finding[];
  /** Damage of the YAML itself. What comes after the first that is not harmless cannot be judged. */
  readonly damage: readonly Damage[];
  /** Where a key or its value stands; the nearest parent's place for what is not there. */
  position(path: Path, at: 'key' | 'value'): Position;
}

/** A person never writes so much; an alias in an alias in an alias does (the XML bomb's cousin). */
const nodesMax = 20_000;
const depthMax = 30;

const quote = 'Put the text in single quotes.';

/** In our words: the library's sentences may quote the line. */
const damageWords: Readonly<Record<string, { message: string; remedy: string }>> = {
  BAD_ALIAS: { message: 'a text cannot begin with *', remedy: quote },
  BAD_DQ_ESCAPE: {
    message: 'a backslash in double quotes begins an escape that YAML does not know',
    remedy: "Put the text in single quotes, as in 'C:\\erp\\out'.",
  },
  BAD_INDENT: {
    message: 'the indentation does not match the lines above',
    remedy: 'Indent it with blanks like the lines around it.',
  },
  BAD_SCALAR_START: { message: 'a text cannot begin with this character', remedy: quote },
  BLOCK_AS_IMPLICIT_KEY: { message: 'there is a second colon in one line', remedy: quote },
  BRACE_UNQUOTED: { message: 'a text cannot begin with a brace or a bracket', remedy: quote },
  COLON_UNSPACED: {
    message: 'the blank after the colon of a key is missing',
    remedy: 'Write it as in name: value.',
  },
  // YAML takes the line below for more of the value, and finds a colon in it.
  DEEPER_BELOW: {
    message: 'the line below is indented deeper than this one',
    remedy: 'Let both lines begin in the same column, with plain blanks.',
  },
  DUPLICATE_KEY: {
    message: 'this key is written twice in its group',
    remedy: 'Remove one of them.',
  },
  MISSING_CHAR: {
    message: 'a quote, a bracket, a comma, a colon or the - of a list is missing',
    remedy: 'Close what was opened here or above, and indent the line like the lines around it.',
  },
  MULTIPLE_DOCS: { message: '--- begins a second document', remedy: 'Keep one of the two.' },
  MULTILINE_IMPLICIT_KEY: { message: 'the colon after a key is missing', remedy: 'Add the colon.' },
  TAB_AS_INDENT: { message: 'the line is indented with a tab', remedy: 'Use blanks.' },
  VARIABLE_OF_WINDOWS: {
    message: 'a variable cannot be written with percent signs',
    remedy: `Write it as in "\${NAME}".`,
  },
  // YAML takes its brace for one of its own.
  VARIABLE_UNQUOTED: {
    message: 'a variable within braces or brackets needs quotes',
    remedy: `Put it in double quotes, as in "\${NAME}".`,
  },
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
    damage: ownDamage(
      document.errors.map((error) => ({ ...positionOf(error.pos[0]), code: codeOf(error, text) })),
    ),
    position: (path, at) => positionOf(nearestOffset(walk, path, at)),
  };
}

/** By what is before and behind the place in its line: the library's codes, and what we see more of them. */
const seen: readonly (readonly [of: RegExp, before: RegExp, behind: RegExp, code: string])[] = [
  [/./, /\$$/, /^\{/, 'VARIABLE_UNQUOTED'],
  [/^BAD_SCALAR_START$/, /./, /^%\w+%/, 'VARIABLE_OF_WINDOWS'],
  [/^UNEXPECTED_TOKEN$/, /[}\]]$/, /^[^\s}\]]/, 'BRACE_UNQUOTED'],
  [/^(MISSING_CHAR|MULTILINE_IMPLICIT_KEY)$/, /^[ -]*$/, /^\w+:\S/, 'COLON_UNSPACED'],
  [/^BAD_INDENT$/, /^ *\t\s*$/, /./, 'TAB_AS_INDENT'],
  [/^BLOCK_AS_IMPLICIT_KEY$/, /./, /^(?!.*:(\s|$))/, 'DEEPER_BELOW'],
];

/** The library's code, or ours where it tells less than we see. */
function codeOf({ code, pos: [offset] }: Document['errors'][number], text: string): string {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [behind = ''] = text.slice(offset).split('\n', 1);
  const finer = seen.find(
    ([of, left, right]) => of.test(code) && left.test(before) && right.test(behind),
  );
  return finer?.[3] ?? code;
}

/** Behind damage other tokens and lines seem to stand wrong, too. */
const spreading: ReadonlySet<string> = new Set(['UNEXPECTED_TOKEN', 'BAD_INDENT', 'DEEPER_BELOW']);

/** In each line the first, and nothing that follows from what is above. */
function ownDamage(errors: readonly (Position & { readonly code: string })[]): Damage[] {
  const broken = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  return errors
    .filter(({ line }, index, own) => own.findIndex((other) => other.line === line) === index)
    .filter((error) => error === broken || !spreading.has(error.code))
    .map(({ code, ...position }) => ({
      ...position,
      ...(damageWords[code] ?? { message: `this is not valid YAML (${code})` }),
      harmless: code === 'DUPLICATE_KEY',
    }));
}

/** What is at a place; undefined if nothing is there. */
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
    if (target === undefined) walk.findings.push(unknownAlias(path, node.source));
    return plainValue(walk, target, path);
  }
  if (isMap(node)) return plainMap(walk, node.items, path);
  if (isSeq(node)) return node.items.map((item, index) => plainItem(walk, item, [...path, index]));
  if (!isScalar(node)) return null;
  if (isQuotedByTypography(node)) walk.findings.push({ path, at: 'value', ...typographic });
  return scalarText(node);
}

/** Whoever writes a pattern means no alias of YAML. */
function unknownAlias(path: Path, name: string): Finding {
  const message = `does not name an anchor: there is no &${name}`;
  return {
    path,
    at: 'value',
    message,
    remedy: `Write a text that begins with * in quotes: "*${name}".`,
  };
}

/** What a word processor or a mail makes of a quote is a letter to YAML. */
const typographic = {
  message: 'is in typographic quotes, which would be part of the text',
  remedy: `Use straight quotes, " or ', also around a text that contains typographic ones.`,
};

function isQuotedByTypography({ type, value }: Scalar): boolean {
  return type === 'PLAIN' && /^[„“”‚‘’«»][^„“”«»]*[“”‘’«»]$/u.test(String(value));
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
