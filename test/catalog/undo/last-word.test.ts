import { expect, it } from 'vitest';
import { type Word, wordOf } from '../../../src/catalog/undo/last-word.ts';

/** The newest run, and by run that has left something as it was: the run whose word it was before. */
type Said = readonly [newest: number, before: Readonly<Record<number, number | null>>];

it.each<[string, Said, Word]>([
  ['the run said it last', [5, {}], 'own'],
  ['an older run says it', [4, {}], undefined],
  ['a later run has changed it', [6, {}], 'later'],
  ['the undo of a later run has put it back', [7, { 7: 5 }], 'own'],
  ['a later run has only repeated it', [8, { 8: 7, 7: 5 }], 'own'],
  ['its own undo has put it back to what was before', [7, { 7: 3 }], 'later'],
  ['an undo has put back what another later run had said', [8, { 8: 6 }], 'later'],
  ['requests of an older version do not tell what was before', [7, { 7: null }], 'later'],
  ['what is stored leads in a circle', [7, { 7: 8, 8: 7 }], 'later'],
])('of run 5: %s', (_, [newest, before], word) => {
  expect(wordOf(5, newest, (run) => before[run])).toBe(word);
});
