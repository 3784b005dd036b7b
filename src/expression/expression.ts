import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import { heldNumbers, type Lookup, type ReadFrom, styleOf } from '../domain/cells.ts';
import { errorText } from '../domain/error.ts';
import { isFormatNumber, type NumberStyle } from '../domain/quantity.ts';
import { type Parts, partsOf, writer } from './allowed.ts';
import { numberIn, numberText } from './number.ts';
import { type Pattern, parsePattern } from './pattern.ts';

/** A text, or why the row has none. A number is written as 1234.5, whatever style the file has. */
type Evaluated = { readonly text: string; readonly isNumber: boolean } | { readonly fault: string };

/** An expression in CEL over the cells of one row; it knows nothing else: no files, no clock, no objects of ours. */
export interface Expression {
  readonly columns: readonly string[];
  evaluate(lookup: Lookup): Evaluated;
}

const expressionCharactersMax = 2_000;
const limits = {
  maxAstNodes: 200,
  maxDepth: 30,
  maxListElements: 100,
  maxMapEntries: 0,
  maxCallArguments: 3,
};
/**
 * With these the work of one row is bounded by what is in the configuration: no step loops, a step reads a text at
 * most once, and no text grows beyond this. So no clock is needed to stop it.
 */
const cellCharactersMax = 10_000;
const textCharactersMax = 100_000;
const kinds = new Set(['string', 'bool', 'int', 'double']);

/** The expression, or the sentence that says what is wrong with it. `style` is how the file writes numbers. */
export function parseExpression(
  written: string,
  style?: NumberStyle,
): Expression | { readonly fault: string } {
  if (written.length > expressionCharactersMax)
    return { fault: `is longer than ${expressionCharactersMax} characters` };
  const patterns = new Map<string, Pattern>();
  const row: ReadFrom = { lookup: () => undefined, columns: [] };
  const parsed = parse(environment({ row, style }, patterns), written);
  if ('fault' in parsed) return parsed;
  const parts: Parts = { columns: [], patterns: new Set(), writesNumbers: false };
  const fault = partsOf(parsed.ast, parts);
  if (fault !== undefined) return { fault };
  const { valid, type = '', error } = parsed.check();
  if (!valid) return { fault: cannotBeRead(checkFault(firstLine(error))) };
  if (!kinds.has(type)) return { fault: `gives ${type}, not a text, a number, true or false` };
  for (const pattern of parts.patterns) {
    const compiled = parsePattern(pattern);
    if (!('fault' in compiled)) patterns.set(pattern, compiled);
  }
  const { columns } = parts;
  return {
    columns,
    evaluate(lookup) {
      Object.assign(row, { lookup, columns });
      return evaluate(parsed, row, parts);
    },
  };
}

/** What the library says is no half of a sentence, as the other faults are. */
const cannotBeRead = (said: string): string => `cannot be used: ${said}`;

/** What the check of the library says, in the words of the configuration. */
function checkFault(said: string): string {
  const isMixed = /^Ternary .*'(?:int|double)' and '(?:int|double)'/.test(said);
  return `${said.replace(`${writer}(`, 'string(')}${isMixed ? ': write 0 as 0.0' : ''}`;
}

/** The row that is evaluated now; `number()` asks what its cells are. */
function parse(known: Environment, written: string): ParseResult | { readonly fault: string } {
  try {
    return known.parse(written);
  } catch (cause) {
    return { fault: cannotBeRead(firstLine(cause)) };
  }
}

function evaluate(
  parsed: ParseResult,
  { columns, lookup }: ReadFrom,
  { writesNumbers }: Pick<Parts, 'writesNumbers'>,
): Evaluated {
  const cells = new Map(columns.map((column) => [column, lookup(column)?.trim() ?? '']));
  for (const [column, text] of cells)
    if (text.length > cellCharactersMax)
      return { fault: `cannot work with the ${text.length} characters of "${column}"` };
  try {
    const result = resultOf(parsed({ row: cells }));
    const isWritten = (text: string): boolean =>
      writesNumbers && isFormatNumber(text) && ![...cells.values()].includes(text);
    // `string(2.25)` is no text of the file, whose style would read it as 225 or 2250.
    return 'text' in result && isWritten(result.text) ? { ...result, isNumber: true } : result;
  } catch (cause) {
    return { fault: firstLine(cause) };
  }
}

const noNumber = 'gives no number: something is divided by nothing, or too large';

/** As a field that is such a number would have it. */
function written(value: number): string {
  const text = numberText(value);
  if (text === undefined) throw new Error(noNumber);
  return text;
}

function resultOf(value: unknown): Evaluated {
  if (typeof value === 'number') {
    const text = numberText(value);
    return text === undefined ? { fault: noNumber } : { text, isNumber: true };
  }
  const isNumber = typeof value === 'bigint';
  // `substring` may cut a character in two: half a surrogate pair is no character (quirk 40).
  const text = String(value).replace(/\p{Cs}/gu, '');
  if (text.length > textCharactersMax) return { fault: 'gives more text than any field takes' };
  return { text, isNumber };
}

function environment(
  { row, style }: { readonly row: ReadFrom; readonly style: NumberStyle | undefined },
  patterns: ReadonlyMap<string, Pattern>,
) {
  const known = new Environment({ limits })
    .registerVariable('row', 'map<string, string>')
    .registerFunction('number(string): double', (text: string) =>
      numberIn(heldNumber(text, row), styleOf(text, row, style)),
    )
    .registerFunction(`${writer}(double): string`, written)
    .registerFunction(`${writer}(int): string`, String)
    .registerFunction(`${writer}(bool): string`, String)
    .registerFunction(`${writer}(string): string`, String)
    .registerFunction('part(string, string, int): string', partOf)
    .registerFunction('matches(string, string): bool', (text: string, pattern: string) =>
      patterns.get(pattern)?.isIn(text),
    )
    .registerFunction('extract(string, string): string', (text: string, pattern: string) =>
      patterns.get(pattern)?.firstIn(text),
    )
    .registerFunction('string.replace(string, string): string', replaced);
  // CEL keeps whole numbers and fractions apart; people who write 2 for 2.0 are not wrong.
  for (const [one, other] of [
    ['double', 'int'],
    ['int', 'double'],
  ]) {
    known
      .registerOperator(`${one} + ${other}: double`, (a, b) => Number(a) + Number(b))
      .registerOperator(`${one} - ${other}: double`, (a, b) => Number(a) - Number(b))
      .registerOperator(`${one} * ${other}: double`, (a, b) => Number(a) * Number(b))
      .registerOperator(`${one} / ${other}: double`, (a, b) => Number(a) / Number(b));
  }
  // With this one the library compares them both ways, and by != too.
  return known.registerOperator('double == int', (a, b) => a === Number(b));
}

/** A cell of a workbook may show `5` and hold 4.5: what is computed with is what it holds. */
function heldNumber(text: string, row: ReadFrom): string {
  const [held = text, ...others] = heldNumbers(text, row);
  if (others.length > 0)
    throw new Error(`"${text}" is shown by cells that hold different numbers, such as ${held}`);
  return held;
}

/** The n-th part between separators, the first being 1; "" where there are not so many. */
function partOf(text: string, separator: string, which: bigint): string {
  if (separator === '') throw new Error('part() needs a separator');
  return text.split(separator)[Number(which) - 1]?.trim() ?? '';
}

function replaced(text: string, from: string, to: string): string {
  if (from === '') return text;
  const result = text.replaceAll(from, () => to);
  if (result.length > textCharactersMax) throw new Error('replace() gives too much text');
  return result;
}

/** The library's messages continue with a drawing of the place. */
function firstLine(cause: unknown): string {
  const words = errorText(cause);
  return words.split('\n')[0] ?? words;
}
