import { describe, expect, it } from 'vitest';
import type { Proposal, SourceProposal } from '../../../src/catalog/plan/proposal.ts';
import { planMade, rememberPlan, whyPlanIsStale } from '../../../src/catalog/plan/stale.ts';
import type { StateDeps } from '../../../src/catalog/terms/ports.ts';

const counts = { new: 0, changed: 1, stock: 0, vanished: 0, held: 0, pictures: 0 };
const was = { source: 'art', file: 'a.csv', run: 3, meaning: 'abc', ...counts } as SourceProposal;
const planOf = (sources: readonly SourceProposal[], more: Partial<Proposal> = {}) =>
  ({ plan: 'p', ...counts, ...more, sources }) as unknown as Proposal;

/** One source is configured, and its row is this. */
function depsOf(row?: object, name = 'art') {
  const kept = new Map<string, string>();
  const meta = { get: (key: string) => kept.get(key), set: kept.set.bind(kept) };
  const sources = { get: () => row };
  return { store: { meta, sources }, config: { sources: [{ name }] } } as unknown as StateDeps;
}

describe('a plan of now differs from the one that was made', () => {
  const why = (made: Proposal, now: Proposal) => whyPlanIsStale(depsOf(), made, now);
  const changed = (more: Partial<SourceProposal>) =>
    why(planOf([was]), planOf([{ ...was, ...more }]));

  it.each([
    [{ run: 4, file: 'b.csv' }, 'art: b.csv was read since, as run 4'],
    [{ meaning: 'xyz', new: 7 }, 'art: the configuration or the program was changed since'],
    [{ new: 2 }, 'art: new 0 is now 2'],
    [
      { changed: 0, stock: 5, vanished: 3, held: 9 },
      'art: changed 1 is now 0, stock 0 is now 5, vanished 0 is now 3, held 0 is now 9',
    ],
  ])('in a source: %j', (more, text) => {
    expect(changed(more)).toBe(text);
  });

  it('in a source that had nothing to send then', () => {
    const other = { ...was, source: 'stk', file: 's.csv', run: 5 };
    expect(why(planOf([was]), planOf([was, other]))).toBe('stk: s.csv was read since, as run 5');
  });

  it('in its pictures, which an older version did not remember', () => {
    const made = planOf([was], { pictures: 2 });
    expect(why(made, planOf([{ ...was, stock: 1 }], { pictures: 5 }))).toBe(
      'art: stock 0 is now 1; pictures 2 is now 5',
    );
    expect(why(made, planOf([was], { pictures: 2 }))).toBe('other pictures are due');
    const { pictures: _, ...older } = planOf([]);
    expect(why(older as Proposal, planOf([]))).toBe('there was nothing to send when it was made');
    expect(why(older as Proposal, planOf([], { pictures: 5 }))).toBe('other pictures are due');
  });
});

it.each([
  [{ run: 3, done: 1 }, 'art', 'a.csv (run 3) is finished, nothing of it is left to send'],
  [{ run: 3, done: 0 }, 'art', 'a.csv is being read again'],
  [{ run: 4, done: 1 }, 'art', 'run 4 is used now'],
  [{ run: null, done: 0 }, 'art', 'a.csv is no longer used'],
  [undefined, 'art', 'it is no longer a source'],
  [{ run: 3, done: 1 }, 'other', 'it is no longer a source'],
])(
  'a source of a plan whose row is %j, with %s configured, has nothing to send: %s',
  (row, name, text) => {
    expect(whyPlanIsStale(depsOf(row, name), planOf([was]), planOf([]))).toBe(`art: ${text}`);
  },
);

it('the newest ten plans are remembered, each once and without its examples', () => {
  const { store } = depsOf();
  const shown = { ...was, examples: { new: 'A "Nagel"' } };
  for (let n = 0; n < 11; n += 1) rememberPlan(store, planOf([shown], { plan: `p${n}` }), 'art');
  for (const plan of ['p10', 'p10']) rememberPlan(store, planOf([was], { plan }), undefined);
  expect([planMade(store, 'p0'), planMade(store, 'p1')]).toEqual([
    undefined,
    { plan: 'p1', sources: [was], pictures: 0, only: 'art' },
  ]);
  expect(planMade(store, 'p10')).toEqual({ plan: 'p10', sources: [was], pictures: 0 });
});
