import { expect, it } from 'vitest';
import type { HttpOutcome } from '../../src/domain/exchange.ts';
import { historyOf } from '../../src/history.ts';

function answered(status: number, type: string, detail: string): HttpOutcome {
  const problem = { type, title: '', status, detail, instance: '' };
  return { kind: 'answer', status, headers: {}, body: new Uint8Array(), problem };
}

it.each([
  ['what its service says', answered(403, 'FORBIDDEN', 'catalog:read is missing'), 'catalog:read'],
  ['that another server answered', answered(404, 'HTTP_404', ''), 'not as the marketplace does'],
])(
  'the history of a marketplace that shows no list of its sessions tells %s',
  async (_, failed, words) => {
    const parts = {
      clock: { sleep: () => Promise.resolve() },
      signal: new AbortController().signal,
      door: {
        exchange: { facts: () => ({ lanes: [] }) },
        reads: { syncHistory: () => Promise.resolve({ failed }) },
      },
    };
    const { marketplace } = await historyOf(parts as never);
    expect(marketplace).toEqual({ failed: expect.stringContaining(words) });
  },
);
