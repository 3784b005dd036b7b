import { expect, it } from 'vitest';
import { historyText } from '../../src/cli/history.ts';

const silent = { failed: '', code: 'NO_ANSWER' } as const;

it('shows what a field of a session holds, whatever it holds', () => {
  const session = { sessionId: 's-1', endedAt: null, items: { failed: 2 }, tags: ['a', 'b'] };
  const shown = historyText({ marketplace: { sessions: [session] }, sessions: [], runs: [] });
  expect(shown).toContain('  sessionId s-1, endedAt null, items {"failed":2}, tags ["a","b"]\n');
});

it('says of the imports that they are the newest', () => {
  const run = { run: 7, source: 'stock', file: 'b.csv', isRefused: true };
  const shown = (runs: number) =>
    historyText({
      marketplace: silent,
      sessions: [],
      runs: Array.from({ length: runs }, () => run as never),
    });
  expect(shown(20)).toContain('Imports here (the newest 20):\n  7  stock  b.csv  refused');
  expect(shown(0)).toContain('Imports here:\n  none');
});

it.each([
  ['unknown', '404 NOT_FOUND', '  404 NOT_FOUND'],
  ['ended', '{"status":"COMPLETED"}', ''],
])('says of a session that is %s why, unless it is ended', (state, answer, shown) => {
  const session = { run: 7, source: 'stock', items: 9, state, startedAt: 'T', answer };
  expect(historyText({ marketplace: silent, sessions: [session as never], runs: [] })).toContain(
    `  run 7  stock  9 items  ${state}  T${shown}\n`,
  );
});
