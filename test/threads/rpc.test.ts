import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { StockhandError } from '../../src/domain/error.ts';
import { connect } from '../../src/threads/rpc.ts';

describe('calls between the threads', () => {
  const channels: MessageChannel[] = [];
  const pair = (handlers: Parameters<typeof connect>[1]) => {
    const channel = new MessageChannel();
    channels.push(channel);
    connect(channel.port2, handlers);
    return connect(channel.port1, {});
  };
  afterEach(() => {
    for (const { port1 } of channels.splice(0)) port1.close();
  });

  it('answer with what the other side returns, whatever order the answers come in', async () => {
    const release: ((value: string) => void)[] = [];
    const rpc = pair({
      slow: () => new Promise((resolve) => release.push(resolve)),
      fast: (n: number) => n + 1,
    });
    const slow = rpc.call('slow');
    expect(await rpc.call('fast', 41)).toBe(42);
    release[0]?.('late');
    expect(await slow).toBe('late');
  });

  it('keep the code and the remedy of a failure', async () => {
    const rpc = pair({
      fail() {
        throw new StockhandError('HOLD_STALE', 'gone', { remedy: 'look again' });
      },
    });
    await expect(rpc.call('fail')).rejects.toMatchObject({
      code: 'HOLD_STALE',
      message: 'gone',
      remedy: 'look again',
    });
  });

  it('tell an unexpected failure and an unknown method as errors', async () => {
    const rpc = pair({
      break() {
        throw new TypeError('oops');
      },
    });
    await expect(rpc.call('break')).rejects.toThrow('oops');
    await expect(rpc.call('nowhere')).rejects.toThrow('there is no nowhere here');
  });

  it('fail all together when the other side has gone', async () => {
    const rpc = pair({ never: () => new Promise(() => undefined) });
    const open = [rpc.call('never'), rpc.call('never')];
    rpc.fail(new Error('the thread ended'));
    const ends = await Promise.allSettled(open);
    expect(ends.map((end) => (end as PromiseRejectedResult).reason.message)).toEqual([
      'the thread ended',
      'the thread ended',
    ]);
    // A thread of the program that died has no one left who could answer.
    await expect(rpc.call('never')).rejects.toThrow('the thread ended');
  });
});
