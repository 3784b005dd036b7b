import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standing, takingBack, type Undo } from '../../../src/catalog/state/undo-chain.ts';

/** Undos of run 1 and of each other, from run 2 on; `q`: with stock. */
const undosOf = (chain: string): Undo[] =>
  chain
    .split(' ')
    .filter(Boolean)
    .map((undo, index) => ({
      id: index + 2,
      undoes: Number.parseInt(undo, 10),
      quantities: undo.endsWith('q') ? 1 : 0,
    }))
    .reverse();
const isTakenBack = (undos: readonly Undo[]) => takingBack(undos).some(({ run }) => run === 1);

describe('undos behind a file, run 1', () => {
  it.each([
    ['', false, 'nothing'],
    ['1', true, 'its undo'],
    ['1 2', false, 'the undo of its undo'],
    ['1 2 3', true, 'the undo of that'],
    ['1 2 3 4', false, 'and of that'],
    ['1 2 3 4 5', true, 'and of that one'],
    ['1 1 2', true, 'one of two undos, the other stands'],
    ['1 1 2 3', false, 'both undos'],
    ['1 2 1', true, 'an undo, once more after it was taken back'],
    ['1 2 3 2', true, 'an undo of what has been taken back before'],
    ['1q 2q', false, 'all that its undo put back'],
    ['1q 2', true, 'the content alone, not the stock'],
    ['1q 2 2q', false, 'the stock in a second undo'],
    ['1q 2 2q 3', true, 'the content once more'],
    ['1 2q', false, 'more than its undo had put back'],
    ['1 1q 3q', true, 'the stock alone'],
  ])('%s: taken back is %s (%s)', (chain, expected) => {
    expect(isTakenBack(undosOf(chain))).toBe(expected);
  });

  it('count apart for each file that they are about', () => {
    const undos = undosOf('1 0 2').map((undo) => undo);
    expect(takingBack(undos).map(({ undo, run }) => [undo.id, run])).toEqual([[3, 0]]);
    expect(standing(undos).map(({ id }) => id)).toEqual([4, 3]);
  });
});

/** An article as the marketplace has it: an undo puts back only what its own run was the last to change. */
function marketplace(undos: readonly Undo[]) {
  const parts = ['content', 'stock'].map((part) => {
    let [isOld, by] = [false, 1];
    for (const { id, undoes, quantities } of undos.toReversed()) {
      if (undoes !== by || (part === 'stock' && quantities === 0)) continue;
      [isOld, by] = [!isOld, id];
    }
    return isOld;
  });
  return { isOld: parts.includes(true) };
}

/** Each undo takes back a run before it. */
const chains = fc
  .array(fc.record({ back: fc.nat(), quantities: fc.constantFrom(0, 1) }), { maxLength: 9 })
  .map((all) =>
    all
      .map(({ back, quantities }, index) => ({
        id: index + 2,
        undoes: 1 + (back % (index + 1)),
        quantities,
      }))
      .reverse(),
  );

describe('any chain of undos', () => {
  it('never leaves in silence what the marketplace has otherwise than the file says', () => {
    fc.assert(
      fc.property(chains, (undos) => !marketplace(undos).isOld || isTakenBack(undos)),
      { numRuns: 20_000 },
    );
  });

  it('says nothing of a file that the marketplace has, where each undo takes back the newest run', () => {
    const lines = chains.map((undos) =>
      undos.map((undo) => ({ ...undo, undoes: undo.id - 1, quantities: 1 })),
    );
    fc.assert(fc.property(lines, (undos) => marketplace(undos).isOld === isTakenBack(undos)));
  });
});
