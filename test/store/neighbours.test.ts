import { describe, expect, it } from 'vitest';
import { createNeighbours } from '../../src/store/neighbours.ts';

/** Rows are their own ids; notes how many each read asked for. */
function countedNeighbours() {
  const reads: number[] = [];
  const neighbours = createNeighbours(
    (from, to) => {
      reads.push(to - from + 1);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    },
    (id) => `id ${id}`,
  );
  const ask = (id: number): number => {
    const found = neighbours.find(`id ${id}`);
    if (found === undefined) neighbours.met(id);
    return found ?? id;
  };
  return { neighbours, reads, ask };
}

describe('rows beside the one that was asked for last', () => {
  it('are read with it once two stand side by side, twice as many each time as all are asked for', () => {
    const { reads, ask } = countedNeighbours();
    for (let id = 1; id <= 1_000; id += 1) expect(ask(id)).toBe(id);
    expect(reads).toEqual([8, 16, 32, 64, 128, 256, 256, 256]);
  });

  it('are few again behind a gap', () => {
    const { reads, ask } = countedNeighbours();
    for (const start of [1, 1_001, 2_001]) for (let id = start; id < start + 9; id += 1) ask(id);
    expect(reads).toEqual([8, 8, 8]);
  });

  it('are found in any order, as often as they are asked for', () => {
    const { reads, neighbours, ask } = countedNeighbours();
    for (let id = 1; id <= 10; id += 1) ask(id);
    const others = [17, 12, 12, 26, 11];
    expect(others.map((id) => neighbours.find(`id ${id}`))).toEqual(others);
    expect(neighbours.find('id 9')).toBeUndefined();
    expect(neighbours.find('id 11')).toBe(11);
    expect(reads).toEqual([8, 16]);
  });

  it('are forgotten when some row changes', () => {
    const { neighbours, ask } = countedNeighbours();
    ask(1);
    ask(2);
    expect(neighbours.find('id 3')).toBe(3);
    neighbours.clear();
    expect(neighbours.find('id 3')).toBeUndefined();
  });
});
