import { expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import { held, kinds } from '../../../src/catalog/terms/plan.ts';
import { resultText } from '../../../src/catalog/terms/result-file.ts';
import type { HoldRow } from '../../../src/store/plans.ts';
import { fileOf } from '../../adapters/text/reading.ts';

it('a result file has room for so many characters, and says how many rows it leaves out', async () => {
  const files = [fileOf('a.csv', 'Nr;Name\nA;Nagel\nB;Bolzen\nC;Clip\nD;Dorn\n')];
  const opened = await readAdapters['csv']!.open({ files, options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const text = await resultText({
    reader: opened.reader,
    complaints: [],
    marks: new Uint8Array(4).fill(held(kinds.upsert, 'names')),
    holds: [{ kind: 'names', sentence: 'Held.' } as HoldRow],
    charactersMax: 30,
  });
  expect(text?.split('\r\n')).toEqual([
    'Nr;Name;Stockhand_Row;Stockhand_Status;Stockhand_Message',
    'A;Nagel;2;held;Held.',
    'B;Bolzen;3;held;Held.',
    ';;;;2 more rows went wrong, for which this file has no room.',
    '',
  ]);
});
