import { type NumberStyle, numberExamples, parseQuantity } from '../domain/quantity.ts';

/** How the file writes 1234.56, as `numbers:` declares it, with what shows it. */
export interface NumbersGuess {
  readonly example: string;
  readonly style: NumberStyle;
  readonly shownBy: string;
  /** Why a person should look. */
  readonly doubt?: string;
}

/** Other characters that group digits as a blank or an apostrophe does. */
const otherBlanks = /[\u00a0\u202f\u2009]/g;
const otherApostrophe = /\u2019/g;
/** Numbers with a mark in them. Digits alone read alike in every style. */
const marked = /^[+-]?\d[\d., ']*[., ']\d+-?$/;
/**
 * Numbers that tell what their mark means: `1,5`, `0,125`, `1234,567`, `1.234,5`, `1'234`, `1.234.567`. `1.234` alone
 * does not.
 */
const telling =
  /^[+-]?(?:0[.,]\d+|\d{4,}[.,]\d+|\d+[.,](?:\d{1,2}|\d{4,})|\d{1,3}(?:[., ']\d{3})+[.,]\d+|\d{1,3}(?:'\d{3})+|\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+)-?$/;
/** `1 234`: whole pieces grouped by blanks. They do not tell the decimal mark. */
const byBlanks = /^[+-]?\d{1,3}(?: \d{3})+-?$/;
/**
 * Styles without a mark of thousands first: a number with a mark
 * that they do not know rejects its row, and is not misread.
 */
const examples = ['1234.56', '1234,56', '1.234,56', '1,234.56', '1 234,56', '1 234.56', "1'234.56"];

/** Undefined where no value tells it, or where the values contradict each other. */
export function numbersOf(cells: Iterable<string>): NumbersGuess | undefined {
  const numbers = numbersAmong(cells);
  const shown = numbers.filter((cell) => telling.test(cell));
  const [first] = shown;
  if (first === undefined) return undefined;
  for (const example of examples) {
    const style = numberExamples[example];
    if (style === undefined || !numbers.every((cell) => isRead(cell, style))) continue;
    const grouped =
      style.thousands === '' ? undefined : shown.find((cell) => cell.includes(style.thousands));
    return { example, style, shownBy: grouped ?? first };
  }
  return undefined;
}

/**
 * The style where these columns show nothing but `1 234`. Their
 * decimal mark is the one of the other columns, or a comma.
 */
export function byBlanksIn(
  cells: Iterable<string>,
  others: NumbersGuess | undefined,
): NumbersGuess | undefined {
  const numbers = numbersAmong(cells);
  const shownBy = numbers.find((cell) => byBlanks.test(cell));
  if (shownBy === undefined) return undefined;
  const decimal = others?.style.decimal ?? ',';
  const example = decimal === '.' ? '1 234.56' : '1 234,56';
  const style = numberExamples[example];
  return style !== undefined && numbers.every((cell) => isRead(cell, style))
    ? { example, style, shownBy }
    : undefined;
}

function numbersAmong(cells: Iterable<string>): readonly string[] {
  return [...cells]
    .map((cell) => cell.replace(otherBlanks, ' ').replace(otherApostrophe, "'"))
    .filter((cell) => marked.test(cell));
}

function isRead(cell: string, style: NumberStyle): boolean {
  return 'thousandths' in parseQuantity(cell, style, 'nearest');
}
