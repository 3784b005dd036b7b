import type { AdapterOptions } from '../domain/adapter.ts';
import { shownValue } from '../domain/complaint.ts';
import type { FixedLines, Line } from './fixed-lines.ts';
import { type Anchors, namedAnchors, valueAnchors } from './fixed-names.ts';
import { isBlank, isBlankIn, isPadded, placesMost, type Span, spansOf, textIn } from './spans.ts';

type Layout = NonNullable<AdapterOptions['columns']>;

export interface FixedColumns {
  readonly columns: Layout;
  /** What may be otherwise. */
  readonly doubts: readonly string[];
}

/** The columns of lines whose fields are at fixed places; undefined where fewer than two can be told apart. */
export function fixedColumns(lines: FixedLines): FixedColumns | undefined {
  const { data, header, drawn } = lines;
  const { spans, doubts } = anchorsOf(lines);
  const gaps = spans
    .slice(1)
    .map((right, at) => gapBefore(right, { left: spans[at] ?? right, data }));
  if (gaps.length === 0 || gaps.includes(undefined)) return undefined;
  const known = [...data, ...[header, drawn].filter((line) => line !== undefined)];
  const end = placesMost(known);
  const fields = fieldsBetween(gaps as readonly Span[], { data, end });
  const names = namesOf(fields, header);
  return {
    columns: fields.map(({ first, last }, at) => ({
      name: names[at] ?? '',
      start: first + 1,
      length: last - first + 1,
    })),
    doubts: drawn === undefined ? [...doubts, ...innerDoubts(fields, { names, data })] : doubts,
  };
}

function anchorsOf({ data, header, drawn }: FixedLines): Anchors {
  if (drawn !== undefined) return { spans: spansOf([drawn]), doubts: [] };
  return header === undefined ? valueAnchors(data) : namedAnchors(header, data);
}

/** The blanks before a column. Its numbers may begin before its name, so these are looked for from there. */
function gapBefore(
  right: Span,
  { left, data }: { readonly left: Span; readonly data: readonly Line[] },
): Span | undefined {
  let last = right.first - 1;
  while (last > left.last && !isBlankIn(data, last)) last--;
  if (last <= left.last) return undefined;
  let first = last;
  while (first - 1 > left.last && isBlankIn(data, first - 1)) first--;
  return { first, last };
}

/**
 * The blanks of a gap belong to the column that grows into them, numbers to the left and texts to the right. One blank
 * stays between both: a longer number that reaches it is noticed (adapters/fixed/edges.ts).
 */
function fieldsBetween(
  gaps: readonly Span[],
  { data, end }: { readonly data: readonly Line[]; readonly end: number },
): readonly Span[] {
  const cuts = gaps.map((gap, at): Span => {
    const next = gaps[at + 1]?.first ?? end;
    return growsLeft({ first: gap.last + 1, last: next - 1 }, data)
      ? { first: gap.first, last: gap.first }
      : { first: gap.last, last: gap.last };
  });
  const starts = [0, ...cuts.map(({ last }) => last + 1)];
  const ends = [...cuts.map(({ first }) => first - 1), end - 1];
  return starts.map((first, at) => ({ first, last: ends[at] ?? first }));
}

const shortNumber = /^[-+]?[\d.,]{1,6}$/;

/** All values end at the same place, and not all begin at the same one; or they are numbers too short to show it. */
function growsLeft(span: Span, data: readonly Line[]): boolean {
  const texts = data.map((line) => textIn(line, span)).filter((text) => text !== '');
  const ends = data.map((line) => endIn(line, span)).filter((end) => end >= span.first);
  if (new Set(ends).size !== 1) return false;
  return new Set(texts.map(({ length }) => length)).size > 1 || texts.every(isShortNumber);
}

function endIn(line: Line, { first, last }: Span): number {
  let end = last;
  while (end >= first && isBlank(line, end)) end--;
  return end;
}

function isShortNumber(text: string): boolean {
  return shortNumber.test(text);
}

/** From the header, where none of its words goes on beyond the column; else C1, C2, … */
function namesOf(fields: readonly Span[], header: Line | undefined): readonly string[] {
  const names: string[] = [];
  for (const [at, field] of fields.entries()) {
    const next = fields[at + 1]?.first;
    const isCut = next !== undefined && header !== undefined && !isBlank(header, next - 1);
    const found = header === undefined || isCut ? '' : textIn(header, field);
    names.push(found === '' || names.includes(found) ? `C${at + 1}` : found);
  }
  return names;
}

/** A column without a name of its own stands in the one before it. */
function innerDoubts(
  fields: readonly Span[],
  { names, data }: { readonly names: readonly string[]; readonly data: readonly Line[] },
): readonly string[] {
  const spans = spansOf(data);
  return fields.flatMap(({ first, last }, at) => {
    const inner = spans.filter((span) => span.first >= first && span.last <= last);
    const parts = inner.slice(1).filter((right, part) => {
      const left = inner[part];
      return left !== undefined && isPadded(data, left, right);
    });
    return parts.map(
      (right) =>
        `character ${right.first} is blank in all lines within ${shownValue(names[at] ?? '')}, which may be two columns`,
    );
  });
}
