import { type FormatPart, formatSections } from './format-parts.ts';
import { fixedText, type NumberFormat, sectionFormat, wordFormat } from './number-format.ts';

/** How a style shows numbers: all of them in one way, or each by the section of the format code that is for it. */
export type CellFormat = NumberFormat | Sections;

interface Sections {
  of(stored: string): NumberFormat | undefined;
}

/** How the style shows this number; undefined where it is shown as it is. */
export function formatFor(
  format: CellFormat | undefined,
  stored: string,
): NumberFormat | undefined {
  return typeof format === 'object' ? format.of(stored) : format;
}

/** Compiles a format code with all its sections; undefined where numbers are shown as they are. */
export function cellFormat(code: string): CellFormat | undefined {
  const sections = numberSections(code);
  const conditions = sections.map(conditionOf);
  if (conditions.some((condition) => Number.isNaN(condition?.limit))) return undefined;
  const isByCondition = conditions.some((condition) => condition !== undefined);
  const formats = isByCondition ? sections.map(ownFormat) : signFormats(sections);
  const [first] = formats;
  if (first?.isWord !== true && formats.every((format) => format === first)) return first;
  const tests = testsOf(conditions);
  return {
    of(stored) {
      const value = Number(stored);
      return formats[tests.findIndex((test) => test(value))];
    },
  };
}

/** What a style writes around a text: `@" mm"`, alone or as the section for texts. */
export interface TextFormat {
  readonly before: string;
  readonly after: string;
}

/** Undefined where a text is shown as it is. */
export function textFormat(code: string): TextFormat | undefined {
  const parts = formatSections(code).at(-1) ?? [];
  const at = parts.findIndex(({ kind }) => kind === 'text');
  if (at === -1 || parts.some(({ kind }) => kind !== 'text' && kind !== 'literal'))
    return undefined;
  const [before, after] = [parts.slice(0, at), parts.slice(at + 1)].map((some) =>
    some.map(fixedText).join(''),
  ) as [string, string];
  return before + after === '' ? undefined : { before, after };
}

type Parts = readonly FormatPart[];
type Condition = Extract<FormatPart, { readonly kind: 'condition' }>;
type Formats = readonly (NumberFormat | undefined)[];

/** At most three sections are for numbers; a fourth, or a last one with an `@`, is for texts. */
function numberSections(code: string): readonly Parts[] {
  const sections = formatSections(code);
  const isForTexts = sections.length > 1 && sections.at(-1)?.some(({ kind }) => kind === 'text');
  return sections.slice(0, isForTexts ? -1 : undefined).slice(0, 3);
}

function conditionOf(parts: Parts): Condition | undefined {
  return parts.find((part): part is Condition => part.kind === 'condition');
}

function ownFormat(parts: Parts): NumberFormat | undefined {
  const condition = conditionOf(parts);
  const isForZero = condition?.operator === '=' && condition.limit === 0;
  const word = wordOf(parts, isForZero);
  return word === undefined ? sectionFormat(parts) : wordFormat(word);
}

/**
 * By sign. A section that hides the number, or shows a zero as the dash of accounting, leaves it to the first one; so
 * does one for negative numbers that only writes the sign in another way.
 */
function signFormats([first = [], below, zero]: readonly Parts[]): Formats {
  const shared = ownFormat(first);
  const usual = showsNumber(first) ? shared : undefined;
  const formats = [shared];
  if (below) formats.push(hasOwnWords(below, first) ? ownFormat(below) : usual);
  if (zero) formats.push(zeroFormat(zero, usual));
  return formats;
}

function hasOwnWords(below: Parts, first: Parts): boolean {
  if (!showsNumber(below)) return wordOf(below, false) !== undefined;
  const letters = lettersOf(below);
  return !showsNumber(first) || (letters !== '' && letters !== lettersOf(first));
}

function zeroFormat(parts: Parts, usual: NumberFormat | undefined): NumberFormat | undefined {
  const word = wordOf(parts, true);
  if (word !== undefined) return wordFormat(word);
  return parts.some(isShown) ? sectionFormat(parts) : usual;
}

function lettersOf(parts: Parts): string {
  return parts.map(fixedText).join('').replace(/\P{L}/gu, '');
}

/** What a section shows in the number's place; undefined where it shows the number, or nothing. */
function wordOf(parts: Parts, isForZero: boolean): string | undefined {
  if (isForZero ? parts.some(isShown) : showsNumber(parts)) return undefined;
  const text = parts.map(fixedText).join('').trim();
  return isWord(text, isForZero) ? text : undefined;
}

/** Whether a text without a digit says something; for a zero the dash of accounting does not. */
export function isWord(text: string, isForZero: boolean): boolean {
  return isForZero ? /[^\s\p{Pd}\u2212]/u.test(text) : text.trim() !== '';
}

/** Kinds that show nothing of the number. */
const silent: ReadonlySet<FormatPart['kind']> = new Set<FormatPart['kind']>([
  'literal',
  'condition',
  'percent',
  'point',
  'comma',
]);

function showsNumber(parts: Parts): boolean {
  return parts.some(({ kind }) => !silent.has(kind));
}

/** Of a zero a `?` shows a blank. */
function isShown(part: FormatPart): boolean {
  return part.kind === 'digit' ? part.mark !== '?' : !silent.has(part.kind);
}

type Test = (value: number) => boolean;

/** Which numbers each section is for: the first one whose test is passed counts. None is for what is no number. */
function testsOf(conditions: readonly (Condition | undefined)[]): readonly Test[] {
  const [first, second] = conditions;
  const count = conditions.length;
  const isBySign = first === undefined && second === undefined;
  const any: Test = (value) => !Number.isNaN(value);
  const above: Test = isBySign && count === 2 ? (value) => value >= 0 : (value) => value > 0;
  const firstTest = count === 1 ? any : above;
  const secondTest = count === 2 ? any : (value: number) => value < 0;
  return [testOf(first) ?? firstTest, testOf(second) ?? secondTest, any].slice(0, count);
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

function testOf(condition: Condition | undefined): Test | undefined {
  const compare = comparisons[condition?.operator ?? ''];
  return condition && compare && ((value) => compare(value, condition.limit));
}
