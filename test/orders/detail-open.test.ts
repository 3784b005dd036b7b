import { describe, expect, it } from 'vitest';
import { openReader } from './detail-reader.ts';

describe('the read of an order that has no end yet', () => {
  it('invariant I15: an order whose read is not answered holds up no other, and is not asked for a second time', async () => {
    const { market, poll, read, states, clock } = openReader();
    await poll();
    for (const id of ['1', '2']) market.put(id);
    await poll();
    let answer: () => void = () => undefined;
    const silent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { order } = market.reads;
    const asked: string[] = [];
    market.reads.order = async (id, options) => {
      asked.push(id);
      if (id === '1') await silent;
      return order(id, options);
    };
    expect(await clock.run(read())).toEqual({ read: 1, failed: 0, ahead: 0 });
    expect([states('1'), states('2')]).toEqual([['v1 SEEN'], ['v2 FETCHED']]);
    const second = read();
    answer();
    expect(await second).toEqual({ read: 1, failed: 0, ahead: 0 });
    expect(states('1')).toEqual(['v1 FETCHED']);
    expect(asked).toEqual(['1', '2']);
  });

  it('reads an order again whose reading broke off with an error, also between two turns', async () => {
    const { market, poll, read, states, clock } = openReader();
    await poll();
    for (const id of ['1', '2']) market.put(id);
    await poll();
    let breakOff: (cause: Error) => void = () => undefined;
    const broken = new Promise<never>((_, reject) => {
      breakOff = reject;
    });
    const { order } = market.reads;
    market.reads.order = (id) => {
      if (id === '1') return broken;
      return Promise.reject(new Error('no such luck'));
    };
    await expect(read()).rejects.toThrow('no such luck');
    market.reads.order = (id, options) => (id === '1' ? broken : order(id, options));
    expect(await clock.run(read())).toEqual({ read: 1, failed: 0, ahead: 0 });
    breakOff(new Error('later'));
    await new Promise((resolve) => setImmediate(resolve));
    market.reads.order = order;
    expect(await read()).toEqual({ read: 1, failed: 0, ahead: 0 });
    expect(['1', '2'].flatMap(states)).toEqual(['v1 FETCHED', 'v2 FETCHED']);
  });
});
