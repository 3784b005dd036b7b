import { expect, it } from 'vitest';
import { code } from '../../src/cli/history.ts';
import type { HttpOutcome } from '../../src/domain/exchange.ts';
import { historyOf } from '../../src/history.ts';

function answered(status: number, type: string, detail: string): HttpOutcome {
  const problem = { type, title: '', status, detail, instance: '' };
  return { kind: 'answer', status, headers: {}, body: new Uint8Array(), problem };
}

const silence: HttpOutcome = { kind: 'none', cause: 'refused', detail: 'no connection' };

it.each([
  [
    'what its service says',
    answered(403, 'FORBIDDEN', 'catalog:read is missing'),
    'catalog:read',
    1,
  ],
  ['that another server answered', answered(404, 'HTTP_404', ''), 'not as the marketplace does', 1],
  ['that nobody answered', silence, 'no connection', 69],
])(
  'the history of a marketplace that shows no list of its sessions tells %s, and its exit code, too',
  async (_, failed, ...[words, exitCode]) => {
    const parts = {
      clock: { sleep: () => Promise.resolve() },
      signal: new AbortController().signal,
      door: {
        exchange: { facts: () => ({ lanes: [] }) },
        reads: { syncHistory: () => Promise.resolve({ failed }) },
      },
    };
    const history = await historyOf(parts as never);
    expect(history.marketplace).toMatchObject({ failed: expect.stringContaining(words) });
    expect(code(history)).toBe(exitCode);
  },
);
