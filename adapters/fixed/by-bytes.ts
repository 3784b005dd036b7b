import { Buffer, isAscii } from 'node:buffer';
import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { likelyPages } from '../text/likely-pages.ts';
import { pageTable } from '../text/table.ts';
import { breaks, type Fields, habitsOf } from './habits.ts';
import { characters, type Layout } from './layout.ts';

/** A row of UTF-8. */
export interface Utf8Row {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Names a page that has all letters of the text, where there is one: windows-1252 cannot hold Cyrillic. */
export function filledRemedy(text: string): string {
  const letters = Array.from(
    text.replace(/[\0-\x7f]/g, ''),
    (letter) => letter.codePointAt(0) ?? 0,
  );
  const page = likelyPages.find((one) =>
    letters.every((letter) => pageTable(one).bytes.has(letter)),
  );
  const characters = 'Have the fields filled up by characters';
  return page === undefined
    ? `${characters}, and export again.`
    : `${characters}, or export in an encoding of one byte a character (${page}) and name it with encoding:.`;
}

/**
 * A program that counts bytes has filled up the fields: cut by bytes, the rows beyond ASCII look like all others, and
 * cut by characters they do not. Most of the rows that tell anything decide.
 */
export function isFilledByBytes(rows: readonly Utf8Row[], layout: Layout): boolean {
  const cuts = rows
    .filter(({ bytes }) => isAscii(bytes) || isMoved(bytes, layout))
    .map((row) => ({
      byCharacters: cutByCharacters(row.text, layout),
      byBytes: cutByBytes(row.bytes, layout),
    }));
  const habits = habitsOf(cuts.map(({ byCharacters }) => byCharacters));
  const others = habitsOf(cuts.map(({ byBytes }) => byBytes));
  const all = habits.map((is, trait) => is || others[trait] === true);
  const votes = cuts.map(({ byCharacters, byBytes }) =>
    Math.sign(breaks(byCharacters, all) - breaks(byBytes, all)),
  );
  return votes.reduce<number>((sum, vote) => sum + vote, 0) > 0;
}

/**
 * In such a file a field that bytes and characters cut alike
 * is right, and any other is another: a stock of 1200 for 12.
 */
export function movedByBytes(cells: Cells, { bytes, text }: Utf8Row, layout: Layout): Cells {
  if (!isMoved(bytes, layout)) return cells;
  const byBytes = cutByBytes(bytes, layout).map((field) => field.trim());
  const read = cutByCharacters(text, layout).map((field) => field.trim());
  const remedy = filledRemedy(text);
  const faults = read.flatMap((value, column) => {
    const other = byBytes[column] ?? '';
    return value === other ? [] : [[column, { ...fault(value, other), remedy }] as const];
  });
  return faults.length === 0 ? cells : cellsWith([...cells], { faults: new Map(faults) });
}

/** Behind the last field nothing stands that its letters could move. */
function isMoved(bytes: Uint8Array, layout: Layout): boolean {
  return !isAscii(bytes.subarray(0, Math.max(...layout.map(({ start }) => start)) - 1));
}

function fault(value: string, other: string): Omit<Complaint, 'remedy'> {
  return {
    code: 'ROW_STRUCTURE',
    value,
    rule: `would be "${other}" cut by bytes, and by bytes this file fills up its fields: they are not at their places.`,
  };
}

function cutByCharacters(text: string, layout: Layout): Fields {
  const line = characters(text);
  return layout.map(({ start, length }) => {
    const field = line.slice(start - 1, start - 1 + length);
    return wholeField(typeof field === 'string' ? field : field.join(''), length - field.length);
  });
}

function cutByBytes(bytes: Uint8Array, layout: Layout): Fields {
  return layout.map(({ start, length }) => {
    const field = bytes.subarray(start - 1, start - 1 + length);
    return wholeField(Buffer.from(field).toString('utf8'), length - field.length);
  });
}

function wholeField(field: string, missing: number): string {
  return field + ' '.repeat(missing);
}
