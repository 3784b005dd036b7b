import { expect, it } from 'vitest';
import type { Json } from '../../src/domain/json.ts';
import { answerOf } from './fake-market.ts';
import { openFeed } from './open-feed.ts';

const fault = 'has no version';

it('tells every item of the feed that was passed over, each once, and of many that there are more', async () => {
  const { market, turn, store } = openFeed();
  const served = async (...items: readonly Json[]): Promise<string> => {
    const undecodable = items.map((item, index) => ({ index, item, fault }));
    market.reads.orderPage = async () => ({
      ok: { items: [], undecodable, nextCursor: 'on', hasMore: false },
      answer: answerOf(200),
    });
    await turn();
    return store.log.recall('feed.unreadable') ?? '';
  };
  expect(await served({ orderNumber: 'N-7' }, null)).toMatch(/N-7.*\n.*without a number/);
  expect((await served({ orderNumber: 'N-7' })).split('\n')).toHaveLength(2);
  const many = await served(...Array.from({ length: 9 }, (_, at) => ({ orderNumber: `M-${at}` })));
  expect(many).toMatch(/N-7.*M-2.*\nThere are more; the log names them\.$/s);
  expect(await served({ orderNumber: 'N-7' })).toBe(many);
});
