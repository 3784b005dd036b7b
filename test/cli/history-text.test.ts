import { expect, it } from 'vitest';
import { historyText } from '../../src/cli/history.ts';

it('shows what a field of a session holds, whatever it holds', () => {
  const session = { sessionId: 's-1', endedAt: null, items: { failed: 2 }, tags: ['a', 'b'] };
  const shown = historyText({ marketplace: { sessions: [session] }, sessions: [], runs: [] });
  expect(shown).toContain('  sessionId s-1, endedAt null, items {"failed":2}, tags ["a","b"]\n');
});
