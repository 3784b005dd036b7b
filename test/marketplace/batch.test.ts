import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderOutcomes, stockOutcomes, upsertOutcomes } from '../../src/marketplace/batch.ts';

const bytes = (body: unknown) =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map(({ kind }) => kind).join(' ');
const failed = (code: string, message: string) => ({ kind: 'failed', code, message });

describe('answer of the product batch', () => {
  const ids = ['A', 'B', 'C'];
  const upsert = (body: unknown) => upsertOutcomes(bytes(body), ids);

  it('confirms what is named as done and refuses what is named as failed, in the order that was sent', () => {
    const outcomes = upsert({
      succeeded: 2,
      failed: 1,
      results: [
        { externalId: 'C', status: 'created' },
        { externalId: 'A', status: 'updated' },
      ],
      errors: [
        {
          externalId: 'B',
          status: 'failed',
          errorCode: 'VALIDATION_ERROR',
          error: 'name too long',
        },
      ],
    });
    expect(outcomes).toEqual([
      { kind: 'succeeded' },
      failed('VALIDATION_ERROR', 'name too long'),
      { kind: 'succeeded' },
    ]);
  });

  const good = [
    { externalId: 'A', status: 'created' },
    { externalId: 'C', status: 'created' },
  ];
  it.each([
    ['as in the stock batch', { externalId: 'B', status: 'failed', errorCode: 'X', error: 'why' }],
    ['code and message', { externalId: 'B', code: 'X', message: 'why' }],
    ['type and detail', { externalId: 'B', type: 'X', detail: 'why' }],
    ['an error object', { externalId: 'B', error: { code: 'X', message: 'why' } }],
    ['the item inside', { item: { externalId: 'B' }, errorCode: 'X', error: 'why' }],
    ['its position from 0', { index: 1, errorCode: 'X', message: 'why' }],
    ['no name, but one item left', { errorCode: 'X', errorMessage: 'why' }],
  ])('fault 131: reads a failed item told by %s', (_name, error) => {
    const outcomes = upsert({ succeeded: 2, failed: 1, results: good, errors: [error] });
    expect(outcomes).toEqual([{ kind: 'succeeded' }, failed('X', 'why'), { kind: 'succeeded' }]);
  });

  it('fault 131: reads a failed item that is among the results', () => {
    const results = [...good, { externalId: 'B', status: 'failed', errorCode: 'X', error: 'why' }];
    expect(upsert({ succeeded: 2, failed: 1, results })[1]).toEqual(failed('X', 'why'));
    expect(upsert({ results: [...good, { externalId: 'B', status: 'REJECTED' }] })[1]).toEqual(
      failed('FAILED', 'The marketplace gave no reason.'),
    );
  });

  it.each([
    [
      'fewer results than items',
      { succeeded: 3, failed: 0, results: [{ externalId: 'A', status: 'created' }] },
      'succeeded unnamed unnamed',
    ],
    ['only counts', { succeeded: 3, failed: 0 }, 'unnamed unnamed unnamed'],
    [
      'ids that were not sent',
      { succeeded: 1, results: [{ externalId: 'X', status: 'created' }] },
      'unnamed unnamed unnamed',
    ],
    [
      'ids that differ by case',
      { succeeded: 1, results: [{ externalId: 'a', status: 'created' }] },
      'unnamed unnamed unnamed',
    ],
    [
      'one id as done and as failed',
      {
        succeeded: 3,
        results: ids.map((externalId) => ({ externalId, status: 'ok' })),
        errors: [{ externalId: 'B', errorCode: 'X' }],
      },
      'succeeded failed succeeded',
    ],
    [
      'positions that do not fit the rest',
      {
        succeeded: 1,
        results: [{ externalId: 'A', status: 'ok' }],
        errors: [
          { index: 2, code: 'X' },
          { index: 3, code: 'Y' },
        ],
      },
      'succeeded unnamed unnamed',
    ],
    [
      'positions that fit the rest',
      {
        succeeded: 1,
        results: [{ externalId: 'A', status: 'ok' }],
        errors: [
          { index: 2, code: 'X' },
          { index: 1, code: 'Y' },
        ],
      },
      'succeeded failed failed',
    ],
    [
      'failures without a name or position',
      {
        succeeded: 1,
        results: [{ externalId: 'A', status: 'ok' }],
        errors: [{ code: 'X' }, { code: 'Y' }],
      },
      'succeeded unnamed unnamed',
    ],
    [
      'failures as texts',
      {
        succeeded: 2,
        results: [
          { externalId: 'A', status: 'ok' },
          { externalId: 'C', status: 'ok' },
        ],
        errors: ['B is bad'],
      },
      'succeeded unnamed succeeded',
    ],
    [
      'an unknown word that the count agrees with',
      { succeeded: 3, results: ids.map((externalId) => ({ externalId, status: 'MERGED' })) },
      'succeeded succeeded succeeded',
    ],
    [
      'an unknown word that the count contradicts',
      { succeeded: 2, results: ids.map((externalId) => ({ externalId, status: 'MERGED' })) },
      'unnamed unnamed unnamed',
    ],
    [
      'no status that the count agrees with',
      { succeeded: 3, results: ids.map((externalId) => ({ externalId })) },
      'succeeded succeeded succeeded',
    ],
    ['an empty object', {}, 'unnamed unnamed unnamed'],
    ['a list', [], 'unnamed unnamed unnamed'],
    ['HTML', '<html>', 'unnamed unnamed unnamed'],
    ['nothing', '', 'unnamed unnamed unnamed'],
    [
      'results of another kind',
      { succeeded: 3, results: { A: 'ok' }, errors: 'none' },
      'unnamed unnamed unnamed',
    ],
  ])('fault 46: takes %s at its word only', (_name, body, expected) => {
    expect(kinds(upsert(body))).toBe(expected);
  });

  it('of a batch of one a failure in any shape is that item', () => {
    const outcomes = upsertOutcomes(bytes({ failed: 1, errors: [{ message: 'no' }] }), ['A']);
    expect(outcomes).toEqual([failed('FAILED', 'no')]);
  });

  it('an error text that is empty is no failure', () => {
    const body = {
      succeeded: 1,
      results: [{ externalId: 'A', status: 'created', error: '', errorCode: null }],
    };
    expect(kinds(upsertOutcomes(bytes(body), ['A']))).toBe('succeeded');
  });

  it('fault 118: has code and message on one line, which steers no terminal', () => {
    const error = { code: 'NO\nneeds you', error: { detail: 'a\r\n  next: b\u001b[2J' } };
    const outcomes = upsertOutcomes(bytes({ errors: [error] }), ['A']);
    expect(outcomes).toEqual([failed('NO␣needs you', 'a␣␣  next: b␣[2J')]);
  });

  it('cuts a message that fills a page', () => {
    const [outcome] = upsertOutcomes(
      bytes({ errors: [{ externalId: 'A', message: 'x'.repeat(9_999) }] }),
      ['A'],
    );
    expect(outcome?.kind === 'failed' && outcome.message.length).toBe(2_000);
  });
});

describe('answer of the stock batch', () => {
  const ids = ['A', 'B', 'C'];
  const notFound = { externalId: 'B', status: 'failed', errorCode: 'NOT_FOUND', error: 'unknown' };

  it.each([
    ['all done', { succeeded: 3, errors: [] }, 'succeeded succeeded succeeded'],
    ['all done without errors', { succeeded: 3 }, 'succeeded succeeded succeeded'],
    ['one failed', { succeeded: 2, errors: [notFound] }, 'succeeded failed succeeded'],
    ['a count that is too low', { succeeded: 1, errors: [notFound] }, 'unnamed failed unnamed'],
    ['a count that is too high', { succeeded: 3, errors: [notFound] }, 'unnamed failed unnamed'],
    ['no count', { errors: [notFound] }, 'unnamed failed unnamed'],
    [
      'a failure that was not sent',
      { succeeded: 2, errors: [{ ...notFound, externalId: 'X' }] },
      'unnamed unnamed unnamed',
    ],
    ['one failure twice', { succeeded: 1, errors: [notFound, notFound] }, 'unnamed failed unnamed'],
    ['failures as texts', { succeeded: 2, errors: ['B'] }, 'unnamed unnamed unnamed'],
    ['errors that are no list', { succeeded: 3, errors: { B: 'x' } }, 'unnamed unnamed unnamed'],
    ['HTML', '<html>', 'unnamed unnamed unnamed'],
  ])('fault 46: adds up or confirms nothing: %s', (_name, body, expected) => {
    expect(kinds(stockOutcomes(bytes(body), ids))).toBe(expected);
  });

  it('names the code and the reason of a failure', () => {
    expect(stockOutcomes(bytes({ succeeded: 0, errors: [notFound] }), ['B'])).toEqual([
      failed('NOT_FOUND', 'unknown'),
    ]);
  });
});

describe('answer of the order batches', () => {
  it('is read by order id, also above 2^53', () => {
    const body =
      '{"succeeded":2,"failed":1,"results":[{"orderId":9007199254740993,"status":"accepted"},' +
      '{"orderId":9007199254740992,"status":"failed","errorCode":"CONFLICT","error":"state"},{"orderId":5,"status":"dispatched"}]}';
    expect(
      orderOutcomes(Buffer.from(body), ['9007199254740992', '9007199254740993', '5', '6']),
    ).toEqual([
      failed('CONFLICT', 'state'),
      { kind: 'succeeded' },
      { kind: 'succeeded' },
      { kind: 'unnamed' },
    ]);
  });

  it('fault 131: counts alone name no order', () => {
    expect(kinds(orderOutcomes(bytes({ succeeded: 2, failed: 0 }), ['1', '2']))).toBe(
      'unnamed unnamed',
    );
  });
});

it('gives one outcome for each item, whatever the answer holds', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      for (const read of [upsertOutcomes, stockOutcomes, orderOutcomes]) {
        expect(read(Buffer.from(text), ['A', '1'])).toHaveLength(2);
      }
    }),
  );
});

it('never confirms an item that the answer names as failed', () => {
  const entry = fc.record({
    externalId: fc.constantFrom('A', 'B', 'C', 'X'),
    status: fc.constantFrom('created', 'failed', 'MERGED'),
  });
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 6 }),
      fc.array(entry, { maxLength: 6 }),
      fc.nat(4),
      (results, errors, succeeded) => {
        const ids = ['A', 'B', 'C'];
        const outcomes = upsertOutcomes(bytes({ succeeded, results, errors }), ids);
        for (const [at, id] of ids.entries()) {
          const isRefused =
            errors.some(({ externalId }) => externalId === id) ||
            results.some(({ externalId, status }) => externalId === id && status === 'failed');
          const isNamed = results.some(({ externalId }) => externalId === id);
          if (isRefused) expect(outcomes[at]?.kind).toBe('failed');
          else if (!isNamed) expect(outcomes[at]?.kind).not.toBe('succeeded');
        }
      },
    ),
  );
});
