import { describe, expect, it } from 'vitest';
import { StockhandError } from '../../src/domain/error.ts';
import { sampleFacts } from './sample-facts.ts';
import { actionsOf, passTime, useStatus } from './status-fixture.ts';

const status = useStatus();

describe('the actions of the page', () => {
  it('fault 112: releases a hold only when the number is typed, and says who', async () => {
    const act = await actionsOf(await status().start());
    for (const typed of [undefined, '', '691', '6911 ', '06911', true, 'all']) {
      const refused = await act('release', { id: 'h7', typed });
      expect([typed, refused.status >= 400]).toEqual([typed, true]);
    }
    expect(await (await act('release', { id: 'h7', typed: '691' })).json()).toEqual({
      message: 'Type 6911 to do this to 6911 items; nothing was done.',
    });
    expect(status().acts).toEqual([]);
    const done = await act('release', { id: 'h7', typed: '6911' });
    expect([done.status, await done.json()]).toEqual([200, { sentence: 'Done as asked.' }]);
    expect(status().acts).toEqual([['release', { id: 'h7' }, 'status page, from 127.0.0.1']]);
  });

  it('fault 112: compares with the number of now, not with that of an old page', async () => {
    const act = await actionsOf(await status().start());
    const [held] = sampleFacts.catalog!.held;
    status().facts = () => ({
      ...sampleFacts,
      catalog: { ...sampleFacts.catalog!, held: [{ ...held!, items: 1 }] },
    });
    expect(await (await act('release', { id: 'h7', typed: '6911' })).json()).toEqual({
      message: 'Type 1 to do this to 1 item; nothing was done.',
    });
    status().facts = () => ({ ...sampleFacts, catalog: { ...sampleFacts.catalog!, held: [] } });
    expect((await act('release', { id: 'h7', typed: '1' })).status).toBe(404);
    expect(status().acts).toEqual([]);
  });

  it('fault 112: sends everything parked again only when the number is typed', async () => {
    const act = await actionsOf(await status().start());
    expect((await act('retry', { all: true })).status).toBe(409);
    expect((await act('retry', { all: true, typed: 3 })).status).toBe(200);
    expect((await act('retry', { product: 'ART-1' })).status).toBe(200);
    expect((await act('retry', { order: 10231 })).status).toBe(200);
    expect(status().acts.map((call) => call[1])).toEqual([
      { all: true },
      { product: 'ART-1' },
      { order: '10231' },
    ]);
  });

  it('pauses, resumes and writes an order file again', async () => {
    const act = await actionsOf(await status().start());
    expect((await act('pause', {})).status).toBe(200);
    expect((await act('resume', { what: 'articles' })).status).toBe(200);
    expect((await act('reissue', { order: '10231' })).status).toBe(200);
    expect(status().acts.map((call) => call.slice(0, 2))).toEqual([
      ['pause', {}],
      ['resume', { what: 'articles' }],
      ['reissue', { order: '10231' }],
    ]);
  });

  it.each([
    ['retry', {}],
    ['retry', { all: false }],
    ['retry', { all: 'yes' }],
    ['retry', { product: 'a', order: 'b' }],
    ['retry', { product: '' }],
    ['retry', { product: 'x'.repeat(256) }],
    ['retry', { product: ['a'] }],
    ['retry', { product: { toString: 'a' } }],
    ['retry', { product: true }],
    ['reissue', { order: 'a', force: 'b' }],
    ['reissue', { order: 1.5 }],
    ['release', { typed: '6911' }],
    ['pause', { what: true }],
    ['pause', null],
    ['pause', ['orders']],
    ['pause', 'orders'],
    ['pause', { constructor: 'x' }],
  ])('refuses %s with the arguments %j', async (name, args) => {
    const act = await actionsOf(await status().start());
    expect((await act(name, args)).status).toBeGreaterThanOrEqual(400);
    expect(status().acts).toEqual([]);
  });

  it('knows no other action', async () => {
    const act = await actionsOf(await status().start());
    for (const name of ['delete', 'toString', '__proto__', 'release%2Fx']) {
      expect([name, (await act(name, {})).status]).toEqual([name, 404]);
    }
  });

  it('gives code and remedy of what failed', async () => {
    status().fail = new StockhandError('DISK', 'The disk is full.', { remedy: 'Free space.' });
    const act = await actionsOf(await status().start());
    const answer = await act('pause', {});
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { code: 'DISK', message: 'The disk is full.', remedy: 'Free space.' },
    ]);
  });

  it('does at most four actions at once', async () => {
    const act = await actionsOf(await status().start());
    status().facts = () => new Promise(() => {});
    const texts: string[] = [];
    const sent = Array.from({ length: 6 }, async () => {
      const answer = await act('pause', {});
      expect(answer.status).toBe(503);
      texts.push(await answer.text());
    });
    await expect.poll(() => texts).toHaveLength(2);
    await passTime(status().clock, Promise.all(sent));
    expect(texts.filter((text) => text.includes('still running'))).toHaveLength(2);
    expect(texts.filter((text) => text.includes('no answer within 5 s'))).toHaveLength(4);
    expect(status().acts).toEqual([]);
  });
});
