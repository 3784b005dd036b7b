import { describe, expect, it } from 'vitest';
import { onceCode } from '../../src/cli/run.ts';
import { onceResult } from '../../src/once.ts';
import { flowing, need, sent, stopped } from '../status/status-facts.ts';

describe('the result of one pass', () => {
  const input = { catalog: undefined, orders: undefined, waitsForPerson: [], sending: flowing };

  it('has the shape of the contract also where nothing is configured', () => {
    expect(onceResult(input).report).toEqual({
      catalog: { runs: [], calls: { batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 } },
      orders: { pages: 0, versions: 0, written: 0, commands: { done: 0, refused: 0, waiting: 0 } },
      waitsForPerson: [],
    });
  });

  it('waits for a person while orders are paused', () => {
    const result = onceResult({ ...input, ordersPaused: [need] });
    expect(result.report.waitsForPerson).toEqual([need]);
    expect(onceCode(result)).toBe(2);
  });

  it('knows when requests were made and none was answered', () => {
    const sending = { ...flowing, sent: { ...sent, products: 3 } };
    expect(onceResult({ ...input, sending }).isUnanswered).toBe(true);
    expect(onceResult({ ...input, sending: { ...sending, lastAnswerAt: 1 } }).isUnanswered).toBe(
      false,
    );
    expect(onceResult(input).isUnanswered).toBe(false);
    const tokenless = { ...flowing, lastFailure: { at: 1, sentence: 'no token' } };
    expect(onceResult({ ...input, sending: tokenless }).isUnanswered).toBe(true);
  });

  const calls = { batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 };
  const unsent = {
    runs: [],
    calls,
    notes: [],
    unread: [],
    missing: [],
    paused: [],
    isBusy: true,
  };

  it('lists what never became stable and what is not sent yet, with the reason', () => {
    const catalog = { ...unsent, unread: ['articles: a.csv did not become stable.'] };
    expect(onceResult({ ...input, catalog, sending: stopped }).remaining).toEqual([
      'articles: a.csv did not become stable.',
      'pictures, the end of a sync session or requests of an earlier pass are not sent yet: The API key is not known. The next pass continues with it.',
    ]);
  });

  it('lists what a pass has not read, written or carried out of the orders', () => {
    const orderRest = { feedIsBehind: true, unwritten: 2, commands: 1, restless: 1 };
    const lastFailure = { at: 1, sentence: 'The marketplace answered 429 RATE_LIMIT_EXCEEDED' };
    const sending = { ...flowing, lastFailure, waitsUntil: 2 };
    const why =
      'The marketplace answered 429 RATE_LIMIT_EXCEEDED. The next pass continues with it.';
    expect(onceResult({ ...input, orderRest, sending }).remaining).toEqual([
      `the order feed was not read to its end: ${why}`,
      `2 order files are not written yet: ${why}`,
      `1 command is not carried out yet: ${why}`,
      '1 command file does not come to rest. The next pass continues with it.',
    ]);
    const nothing = { feedIsBehind: false, unwritten: 0, commands: 0, restless: 0 };
    expect(onceResult({ ...input, orderRest: nothing, sending }).remaining).toEqual([]);
  });

  it('names what stops a half for that half alone', () => {
    const orderRest = { feedIsBehind: true, unwritten: 0, commands: 0, restless: 0 };
    const unserved = { products: 'The disk of the marketplace is full.', orders: 'Forbidden.' };
    const lastFailure = { at: 2, sentence: unserved.orders };
    const sending = { ...flowing, unserved, lastFailure };
    const rest = { catalog: unsent, orderRest };
    expect(onceResult({ ...input, ...rest, sending }).remaining).toEqual([
      expect.stringContaining(`not sent yet: ${unserved.products}`),
      expect.stringContaining(`not read to its end: ${unserved.orders}`),
    ]);
    const other = { ...flowing, unserved: { orders: unserved.orders }, lastFailure };
    const [first] = onceResult({ ...input, ...rest, sending: other }).remaining;
    expect(first).toContain('the marketplace has not answered yet');
    const [, second] = onceResult({ ...input, ...rest, sending: stopped }).remaining;
    expect(second).toContain('the time of this pass was over');
  });

  it('notes that orders are not read before orders.startFrom, and leaves nothing undone', () => {
    const begins = '2062-01-01T00:00:00Z';
    const orderRest = { feedIsBehind: false, begins, unwritten: 0, commands: 0, restless: 0 };
    const { notes, remaining } = onceResult({ ...input, orderRest, sending: flowing });
    expect(notes).toEqual([expect.stringContaining(`No order is read before ${begins}`)]);
    expect(remaining).toEqual([]);
  });

  it('says why the feed was not read where its answer cannot be used, and no lane is stopped', () => {
    const feedFailure = 'The feed was not read: no answer (unreadable: not JSON).';
    const orderRest = { feedIsBehind: true, feedFailure, unwritten: 1, commands: 0, restless: 0 };
    expect(onceResult({ ...input, orderRest, sending: flowing }).remaining).toEqual([
      `the order feed was not read to its end: ${feedFailure} The next pass continues with it.`,
      '1 order file is not written yet: the time of this pass was over. The next pass continues with it.',
    ]);
  });
});
