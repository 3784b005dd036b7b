import { shownValue } from '../domain/complaint.ts';
import type { Line } from './fixed-lines.ts';
import { isBlankIn, isPadded, type Span, spansOf, textIn } from './spans.ts';
import { isUsualName } from './words.ts';

/** Where the columns stand, as far as names, a drawn line or the values themselves show it. */
export interface Anchors {
  readonly spans: readonly Span[];
  readonly doubts: readonly string[];
}

/** The names of a header: words with a single blank between them may be one name or two. */
export function namedAnchors(header: Line, data: readonly Line[]): Anchors {
  const words = spansOf([header]);
  return joined(words, (left, right, at) => {
    if (right.first - left.last > 2) return 'two';
    const next = words[at + 1]?.first ?? Number.POSITIVE_INFINITY;
    return namesMeant({ left, right: { ...right, last: next - 1 } }, { header, data });
  });
}

interface Names {
  readonly left: Span;
  /** With the places up to the next name. */
  readonly right: Span;
}

type Meant = 'one' | 'two' | { readonly doubt: string };

function namesMeant(
  { left, right }: Names,
  { header, data }: { readonly header: Line; readonly data: readonly Line[] },
): Meant {
  if (!isBlankIn(data, right.first - 1)) return 'one';
  const [one, other] = [textIn(header, left), textIn(header, right)];
  const both = `${one} ${other}`;
  const isFilled = (span: Span): boolean => data.some((line) => textIn(line, span) !== '');
  const areFilled = isFilled(left) && isFilled(right);
  if (areFilled && isPadded(data, left, right)) return 'two';
  if (isUsualName(both)) return 'one';
  if (areFilled || (isUsualName(one) && isUsualName(other))) return 'two';
  return { doubt: `${shownValue(both)} may be the names of two columns` };
}

/**
 * Without names: values with blanks between them in all lines. A single blank may stand within a value, except behind
 * codes that begin the line.
 */
export function valueAnchors(data: readonly Line[]): Anchors {
  return joined(spansOf(data), (left, right) => {
    const isCode = left.first === 0 && data.every((line) => /^\S*\d\S*$/.test(textIn(line, left)));
    if (right.first - left.last > 2 || isCode || isPadded(data, left, right)) return 'two';
    return {
      doubt: `character ${right.first} is blank in all lines, and may stand between two columns`,
    };
  });
}

function joined(
  spans: readonly Span[],
  meant: (left: Span, right: Span, at: number) => Meant,
): Anchors {
  const found: Span[] = [];
  const doubts: string[] = [];
  for (const [at, span] of spans.entries()) {
    const left = found.at(-1);
    const answer = left === undefined ? 'two' : meant(left, span, at);
    if (left === undefined || answer === 'two') {
      found.push(span);
      continue;
    }
    found[found.length - 1] = { first: left.first, last: span.last };
    if (answer !== 'one') doubts.push(answer.doubt);
  }
  return { spans: found, doubts };
}
