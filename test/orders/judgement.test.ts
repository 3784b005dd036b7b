import { describe, expect, it } from 'vitest';
import { problems } from '../../src/domain/problem.ts';
import {
  judgeRefusal,
  judgeUnknown,
  problemText,
  type RefusedAction,
} from '../../src/orders/judgement.ts';

const problem = (type: string, status: number) => ({
  type,
  status,
  title: 'Not now',
  detail: 'because',
  instance: '',
});
const refused = (
  type: string,
  status: number,
  change: Partial<RefusedAction> = {},
): RefusedAction => ({
  action: 'dispatch',
  problem: problem(type, status),
  ifMatch: 'v1',
  tries: 1,
  order: { status: 'ACCEPTED', version: 'v1' },
  ...change,
});

describe('the judgement of a refusal', () => {
  const special = new Set([
    'ORDER_VERSION_CONFLICT',
    'CONFLICT_OPTIMISTIC_LOCK',
    'AMENDMENT_IN_FLIGHT',
  ]);
  const others = Object.entries(problems)
    .filter(([type]) => !special.has(type))
    .map(([type, { status }]) => ({ type, status: status[0] }));

  it.each(others)('$type is refused with type, title, detail and remedy', ({ type, status }) => {
    const judgement = judgeRefusal(refused(type, status));
    expect(judgement).toMatchObject({ next: 'refused', code: type });
    expect(judgement).toHaveProperty('message', expect.stringMatching(/^Not now\. because\. \w+/));
  });

  it.each(Object.keys(problems))('%s is done where the wanted state holds', (type) => {
    const order = { status: 'DISPATCHED', version: 'v9' };
    expect(judgeRefusal(refused(type, 422, { order }))).toEqual({ next: 'done' });
  });

  it('fault 86: a version conflict ends with the name of the newer file', () => {
    expect(judgeRefusal(refused('ORDER_VERSION_CONFLICT', 409))).toEqual({ next: 'newerFile' });
  });

  it('fault 87: an optimistic lock is tried three times more while the version holds', () => {
    const nexts = [1, 2, 3, 4].map(
      (tries) => judgeRefusal(refused('CONFLICT_OPTIMISTIC_LOCK', 409, { tries })).next,
    );
    expect(nexts).toEqual(['again', 'again', 'again', 'refused']);
    const order = { status: 'ACCEPTED', version: 'v2' };
    expect(judgeRefusal(refused('CONFLICT_OPTIMISTIC_LOCK', 409, { order })).next).toBe(
      'newerFile',
    );
  });

  it('fault 88: an open amendment waits for a new version, not for ever', () => {
    expect(judgeRefusal(refused('AMENDMENT_IN_FLIGHT', 422)).next).toBe('amendment');
    expect(judgeRefusal(refused('AMENDMENT_IN_FLIGHT', 422, { tries: 5 })).next).toBe('refused');
  });

  it.each([
    ['CONFLICT_OPTIMISTIC_LOCK', 409, 4],
    ['AMENDMENT_IN_FLIGHT', 422, 5],
  ])(
    'says of the last %s what a person can do, not that it is sent again',
    (type, status, tries) => {
      const judgement = judgeRefusal(refused(type, status, { tries }));
      expect(judgement).toHaveProperty(
        'message',
        expect.not.stringMatching(/Stockhand (tries|sends)/),
      );
      expect(judgement).toHaveProperty('message', expect.stringMatching(/again/));
    },
  );

  it('does not say of a rejected order that it is dispatched', () => {
    const order = { status: 'REJECTED', version: 'v1' };
    const judgement = judgeRefusal(
      refused('ORDER_CANNOT_CANCEL', 422, { action: 'cancel', order }),
    );
    expect(judgement).toHaveProperty('message', expect.stringMatching(/no longer be cancelled/));
  });

  it('says of a request that is too large what to shorten, also where it names no product', () => {
    expect(judgeRefusal(refused('PAYLOAD_TOO_LARGE', 413))).toHaveProperty(
      'message',
      expect.stringMatching(/Shorten the texts/),
    );
  });

  it('tells an unknown type by its own words', () => {
    expect(judgeRefusal(refused('BRAND_NEW', 422))).toMatchObject({
      next: 'refused',
      code: 'BRAND_NEW',
    });
  });
});

describe('the judgement of an unknown outcome', () => {
  const unknown = { action: 'accept', ifMatch: 'v1', tries: 1 } as const;

  it.each([
    { where: 'the wanted state holds', order: ['ACCEPTED', 'v2'], next: 'done' },
    {
      where: 'the old version proves that nothing was done',
      order: ['PLACED', 'v1'],
      next: 'again',
    },
    { where: 'the check can no longer hold', order: ['PLACED', 'v2'], next: 'newerFile' },
    { where: 'it was repeated before', order: ['PLACED', 'v1'], repeated: true, next: 'parked' },
  ])('fault 44: where $where it is $next', ({ order, repeated, next }) => {
    const [status = '', version = ''] = order;
    const judgement = judgeUnknown({ ...unknown, order: { status, version } }, repeated !== true);
    expect(judgement.next).toBe(next);
  });

  it('fault 44: without a check the state alone decides', () => {
    const order = { status: 'PLACED', version: 'v7' };
    expect(judgeUnknown({ ...unknown, ifMatch: null, order }, true).next).toBe('again');
  });
});

describe('the text of a problem', () => {
  it('says nothing twice and ends every sentence', () => {
    const same = {
      ...problem('STOCK_INSUFFICIENT', 422),
      title: 'Only 3 left',
      detail: 'Only 3 left',
    };
    expect(problemText(same)).toBe(
      'Only 3 left. Raise the stock of the article, or reject the order. With openOrders: subtract, the quantity of the order is subtracted from the exported stock: raise the stock in the supplier portal, then accept the order.',
    );
  });
});
