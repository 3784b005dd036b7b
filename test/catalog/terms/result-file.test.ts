import { expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import { held, kinds } from '../../../src/catalog/terms/plan.ts';
import { resultPieces } from '../../../src/catalog/terms/result-file.ts';
import type { HoldRow } from '../../../src/store/plans.ts';
import { fileOf } from '../../adapters/text/reading.ts';

const holds = [{ kind: 'names', sentence: 'Held.' } as HoldRow];

async function readerOf(text: string) {
  const opened = await readAdapters['csv']!.open({ files: [fileOf('a.csv', text)], options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  return opened.reader;
}

it('a result file of any length comes in pieces that hold each row once', async () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => `A${row};Nagel`);
  const reader = await readerOf(`Nr;Name\n${rows.join('\n')}\n`);
  const marks = new Uint8Array(rows.length).fill(held(kinds.upsert, 'names'));
  const pieces: string[] = [];
  for await (const piece of resultPieces({ reader, complaints: [], marks, holds }))
    pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(3);
  const head = 'Nr;Name;Stockhand_Row;Stockhand_Status;Stockhand_Message';
  const lines = rows.map((row, index) => `${row};${index + 2};held;Held.`);
  expect(pieces.join('') === [head, ...lines, ''].join('\r\n')).toBe(true);
});

it('a rejected row of which no reason is kept is in the result file, too', async () => {
  const reader = await readerOf('Nr;Name\nA;Nagel\nB;Bolzen\nC;Clip\n');
  const marks = Uint8Array.of(kinds.rejected, kinds.upsert, held(kinds.lowers, 'names'));
  const pieces: string[] = [];
  for await (const piece of resultPieces({ reader, complaints: [], areCut: true, marks, holds }))
    pieces.push(piece);
  const words = 'rejected;This row was rejected, too. Of so many the reason is kept';
  const [, first, last, ...none] = pieces.join('').split('\r\n');
  expect(first).toContain(`A;Nagel;2;${words}`);
  expect(last).toContain(`C;Clip;4;${words}`);
  expect(none).toEqual(['']);
});

it('each row of a tree stands under the columns of all, also those that a later row names first', async () => {
  const rows = [
    { Nr: 'A', Menge: 'x' },
    { Nr: 'B', Menge: 'y', Ort: 'Z' },
  ];
  const files = [fileOf('a.json', JSON.stringify(rows))];
  const opened = await readAdapters['json']!.open({ files, options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const marks = new Uint8Array(2).fill(held(kinds.upsert, 'names'));
  let text = '';
  for await (const piece of resultPieces({ reader: opened.reader, complaints: [], marks, holds }))
    text += piece;
  const [head, first, second] = text.split('\r\n').map((line) => line.split(/[;,]/));
  expect(head?.slice(0, 4)).toEqual(['Nr', 'Menge', 'Ort', 'Stockhand_Row']);
  expect(first?.slice(0, 5)).toEqual(['A', 'x', '', '1', 'held']);
  expect(second?.slice(0, 5)).toEqual(['B', 'y', 'Z', '2', 'held']);
});

it('nothing comes where no row went wrong', async () => {
  const reader = await readerOf('Nr;Name\nA;Nagel\n');
  const marks = Uint8Array.of(kinds.upsert);
  const first = await resultPieces({ reader, complaints: [], marks, holds: [] }).next();
  expect(first.done).toBe(true);
});
