import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHistory, decodePresign, decodeSession } from '../../src/marketplace/answers.ts';
import { decodeOrder, decodeOrderPage, decodeProductPage } from '../../src/marketplace/page.ts';

const bytes = (body: unknown) =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

describe('a page of the feed', () => {
  it('keeps ids above 2^53, unknown fields and unknown states as they came', () => {
    const decoded = decodeOrderPage(
      bytes(
        '{"items":[{"id":9007199254740993,"version":"W/\\"é\\"","status":"ON_HOLD","totalAmount":12.50,"extra":{"a":[1]},"buyerId":null}],"nextCursor":"c/+=","hasMore":true}',
      ),
    );
    expect(decoded).toMatchObject({
      value: {
        nextCursor: 'c/+=',
        hasMore: true,
        undecodable: [],
        items: [
          {
            id: '9007199254740993',
            version: 'W/"é"',
            summary: { status: 'ON_HOLD', totalAmount: { value: '12.50' }, extra: { a: [1] } },
          },
        ],
      },
    });
    expect('value' in decoded && Object.keys(decoded.value.items[0]?.summary ?? {})).not.toContain(
      'buyerId',
    );
  });

  it.each([
    ['no id', { version: 'v' }, 'has no id in plain digits'],
    ['an id that is no number', { id: 'x1', version: 'v' }, 'has no id in plain digits'],
    ['an id with an exponent', '{"id":1e3,"version":"v"}', 'has no id in plain digits'],
    ['a negative id', { id: -1, version: 'v' }, 'has no id in plain digits'],
    ['no version', { id: 1 }, 'has no version'],
    ['an empty version', { id: 1, version: '' }, 'has no version'],
    ['no object', '"text"', 'is not an object'],
    ['null', 'null', 'is not an object'],
  ])('fault 72: reports an item with %s and keeps the others', (_name, item, fault) => {
    const text = typeof item === 'string' ? item : JSON.stringify(item);
    const decoded = decodeOrderPage(
      bytes(`{"items":[${text},{"id":2,"version":"v2"}],"nextCursor":"c"}`),
    );
    expect(decoded).toMatchObject({
      value: { items: [{ id: '2' }], undecodable: [{ index: 0, fault }], hasMore: false },
    });
  });

  it('fault 68: an empty page with a cursor is a page', () => {
    expect(decodeOrderPage(bytes({ items: [], nextCursor: 'c', hasMore: false }))).toEqual({
      value: { items: [], undecodable: [], nextCursor: 'c', hasMore: false },
    });
  });

  it.each([
    ['no cursor', { items: [] }, 'has no nextCursor'],
    ['an empty cursor', { items: [], nextCursor: '' }, 'has no nextCursor'],
    ['no items', { nextCursor: 'c' }, 'has no array "items"'],
    ['items of another kind', { items: {}, nextCursor: 'c' }, 'has no array "items"'],
    [
      'half a surrogate pair as cursor',
      '{"items":[],"nextCursor":"\\ud800"}',
      'has a nextCursor that cannot be sent back',
    ],
    ['a list', [], 'is not a JSON object'],
    ['HTML', '<html>', 'is not valid JSON'],
  ])('refuses a page with %s', (_name, body, fault) => {
    expect(decodeOrderPage(bytes(body))).toEqual({ fault });
  });

  it('loses no item, whatever the page holds', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (items) => {
        const decoded = decodeOrderPage(bytes({ items, nextCursor: 'c' }));
        if ('fault' in decoded) return expect(JSON.stringify(items)).toContain('[[[');
        const { items: good, undecodable } = decoded.value;
        expect(good.length + undecodable.length).toBe(items.length);
      }),
    );
  });
});

describe('a page of the product list', () => {
  const product = (images: unknown) => ({
    items: [{ externalId: 'A', availableQty: 1.5, images }],
  });
  const imagesOf = (images: unknown) => {
    const decoded = decodeProductPage(bytes(product(images)));
    return 'value' in decoded ? decoded.value.items[0]?.images : decoded;
  };

  it.each([
    ['a JSON text of addresses', '["https://i.example/1.jpg"]', ['https://i.example/1.jpg']],
    ['an empty JSON text list', '[]', []],
    ['a list', ['x'], ['x']],
    ['nothing', undefined, []],
    ['null', null, []],
    ['a text that is no JSON', 'not json', undefined],
    ['a JSON text of numbers', '[1]', undefined],
    ['a JSON text of an object', '{}', undefined],
    ['an empty text', '', undefined],
    ['a number', 5, undefined],
    ['a bomb of brackets', '['.repeat(100_000), undefined],
  ])('fault 134: images told as %s never block the product', (_name, images, expected) => {
    expect(imagesOf(images)).toEqual(expected);
  });

  it('may end without a cursor, but not go on without one', () => {
    expect(decodeProductPage(bytes(product('[]')))).toMatchObject({
      value: {
        nextCursor: '',
        hasMore: false,
        items: [{ externalId: 'A', product: { availableQty: 1.5 } }],
      },
    });
    expect(decodeProductPage(bytes({ items: [], hasMore: true }))).toEqual({
      fault: 'has more but no nextCursor',
    });
    expect(decodeProductPage(bytes({ items: [{ name: 'x' }] }))).toMatchObject({
      value: { items: [], undecodable: [{ index: 0, fault: 'has no externalId' }] },
    });
  });
});

describe('one order in full', () => {
  it('is the whole answer with the version of its order', () => {
    const body = {
      order: { orderNumber: 'N', status: 'PLACED', version: 'v', lines: [] },
      customer: { kind: 'X' },
    };
    expect(decodeOrder(bytes(body))).toMatchObject({
      value: { version: 'v', status: 'PLACED', detail: body },
    });
  });

  it.each([
    ['without order', {}, 'has no object "order"'],
    ['with a list as order', { order: [] }, 'has no object "order"'],
    ['without a version', { order: { status: 'PLACED' } }, 'has no order.version'],
    ['in HTML', '<html>', 'is not valid JSON'],
  ])('is refused %s', (_name, body, fault) => {
    expect(decodeOrder(bytes(body))).toEqual({ fault });
  });
});

describe('the other answers', () => {
  it('presign gives the handle and the address', () => {
    const body = {
      mediaId: 'm',
      uploadUrl: 'https://s.example/u?sig=1',
      expiresAt: '2026-11-20T08:15:00Z',
    };
    expect(decodePresign(bytes(body))).toEqual({ value: body });
    expect(decodePresign(bytes({ mediaId: 'm', uploadUrl: 'u' }))).toEqual({
      value: { mediaId: 'm', uploadUrl: 'u', expiresAt: '' },
    });
    expect(decodePresign(bytes({ uploadUrl: 'u' }))).toEqual({ fault: 'has no mediaId' });
    expect(decodePresign(bytes({ mediaId: 'm' }))).toEqual({ fault: 'has no uploadUrl' });
    expect(decodePresign(bytes(''))).toEqual({ fault: 'is not valid JSON' });
  });

  it('a session has an id; its counts come at the end', () => {
    expect(decodeSession(bytes({ sessionId: 's', status: 'RUNNING' }))).toEqual({
      value: { sessionId: 's', status: 'RUNNING' },
    });
    expect(decodeSession(bytes({ sessionId: 's', processedItems: 3, failedItems: 1 }))).toEqual({
      value: { sessionId: 's', status: '', processedItems: 3, failedItems: 1 },
    });
    expect(decodeSession(bytes({ status: 'RUNNING' }))).toEqual({ fault: 'has no sessionId' });
    expect(decodeSession(bytes('[]'))).toEqual({ fault: 'is not a JSON object' });
  });

  it('the history is found in any shape that holds a list', () => {
    const sessions = [{ sessionId: 's' }];
    for (const body of [sessions, { items: sessions }, { total: 1, sessions }]) {
      expect(decodeHistory(bytes(body))).toEqual({ value: sessions });
    }
    expect(decodeHistory(bytes({}))).toEqual({ fault: 'has no list of sessions' });
    expect(decodeHistory(bytes('<html>'))).toEqual({ fault: 'is not valid JSON' });
  });
});
