import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../src/marketplace/catalog-calls.ts';
import {
  batchAccept,
  batchDispatch,
  commitImage,
  deleteImage,
  deleteProduct,
  endSync,
  isSendableVersion,
  orderAction,
  presign,
  startSync,
} from '../../src/marketplace/mutations.ts';
import { orderPath, productPath, withQuery } from '../../src/marketplace/paths.ts';
import { batchStock, batchUpsert } from './batches.ts';

function told(call: object | undefined): unknown {
  const { method, path, body } = call as { method: string; path: string; body?: Uint8Array };
  return `${method} ${path}${body === undefined ? '' : ` ${Buffer.from(body).toString()}`}`;
}

const sha256 = 'a'.repeat(64);
const products = '/connect/v1/supplier/catalog/products';
const orders = '/connect/v1/supplier/orders';

describe('the bytes of every mutating call', () => {
  it.each([
    [
      'product batch',
      batchUpsert([
        {
          externalId: 'A/1',
          name: 'Äpfel "rot"',
          availableQty: 12_500,
          minOrderQty: 1_000,
          stepQty: 250,
          leadTimeDays: 3,
          isActive: true,
          attributes: { Farbe: 'rot' },
        },
        {
          externalId: 'B',
          name: 'B',
          description: 'd',
          categorySlug: 'c',
          unitOfMeasure: 'pcs',
          brand: 'b',
          barcode: '4006381333931',
          availableQty: 9_999_999_999,
        },
      ]),
      `POST ${products}/batch [{"externalId":"A/1","availableQty":12.5,"name":"Äpfel \\"rot\\"","minOrderQty":1,"stepQty":0.25,"leadTimeDays":3,"attributes":{"Farbe":"rot"},"isActive":true},{"externalId":"B","availableQty":9999999.999,"name":"B","description":"d","categorySlug":"c","unitOfMeasure":"pcs","brand":"b","barcode":"4006381333931"}]`,
    ],
    [
      'stock batch',
      batchStock([
        { externalId: 'A', availableQty: 0 },
        { externalId: 'ä', availableQty: 1 },
      ]),
      `PUT ${products}/batch/stock {"items":[{"externalId":"A","availableQty":0},{"externalId":"ä","availableQty":0.001}]}`,
    ],
    ['product deletion', deleteProduct('A/1 ä%'), `DELETE ${products}/A%2F1%20%C3%A4%25`],
    [
      'presign',
      presign('A', { contentType: 'image/png', sha256, byteSize: 5 }),
      `POST ${products}/A/images/presign {"contentType":"image/png","sha256":"${sha256}","byteSize":5}`,
    ],
    [
      'picture commit',
      commitImage('A', { mediaId: 'm/1', sha256 }),
      `POST ${products}/A/images/commit {"mediaId":"m/1","sha256":"${sha256}"}`,
    ],
    ['picture deletion', deleteImage('A'), `DELETE ${products}/A/images`],
    ['accept', orderAction('accept', '7', { reason: 'ignored' }), `POST ${orders}/7/accept`],
    [
      'reject',
      orderAction('reject', '7', { reason: 'sold out' }),
      `POST ${orders}/7/reject {"reason":"sold out"}`,
    ],
    [
      'dispatch',
      orderAction('dispatch', '7', { trackingCode: 'T', notes: 'N', reason: 'x' }),
      `POST ${orders}/7/dispatch {"trackingCode":"T","notes":"N"}`,
    ],
    ['bare dispatch', orderAction('dispatch', '7'), `POST ${orders}/7/dispatch`],
    [
      'cancel',
      orderAction('cancel', '7', { reason: 'r' }),
      `POST ${orders}/7/cancel {"reason":"r"}`,
    ],
    [
      'accept batch',
      batchAccept(['9007199254740993', '7']),
      `POST ${orders}/batch/accept {"orderIds":[9007199254740993,7]}`,
    ],
    [
      'dispatch batch',
      batchDispatch([{ orderId: '7' }, { orderId: '8', trackingCode: 'T"', notes: 'N' }]),
      `POST ${orders}/batch/dispatch {"orders":[{"orderId":7},{"orderId":8,"trackingCode":"T\\"","notes":"N"}]}`,
    ],
    [
      'session start',
      startSync({ integrationType: 'ERP', direction: 'INBOUND', totalItems: 500 }),
      'POST /connect/v1/supplier/catalog/sync/start {"integrationType":"ERP","direction":"INBOUND","totalItems":500}',
    ],
    ['session end', endSync('5f/..'), 'POST /connect/v1/supplier/catalog/sync/5f%2F../end'],
  ])('%s is written exactly so', (_name, call, expected) => {
    expect(told(call)).toBe(expected);
  });

  it('fault 23: a field that the specification does not know never travels', () => {
    const product = { externalId: 'A', name: 'A', unitPrice: 5, currency: 'EUR', available_qty: 1 };
    expect(told(batchUpsert([product]))).toBe(
      `POST ${products}/batch [{"externalId":"A","name":"A"}]`,
    );
  });

  it('only presign may be repeated without a key', () => {
    expect(presign('A', { contentType: 'image/png', sha256, byteSize: 5 })).toMatchObject({
      repeatable: true,
    });
    expect(commitImage('A', { mediaId: 'm', sha256 })).not.toHaveProperty('repeatable');
    expect(startSync({ integrationType: 'E', direction: 'I', totalItems: 1 })).not.toHaveProperty(
      'repeatable',
    );
  });
});

describe('ids that would lead to another address', () => {
  it.each(['.', '..', 'batch', '\ud800', 'a\udc00', '', ' '])(
    'fault 9: %j is refused by name',
    (externalId) => {
      const upload = { contentType: 'image/png', sha256, byteSize: 5 };
      for (const built of [
        deleteProduct(externalId),
        deleteImage(externalId),
        presign(externalId, upload),
        commitImage(externalId, { mediaId: 'm', sha256 }),
      ]) {
        expect(built).toMatchObject({ complaint: { code: 'ROW_KEY_INVALID', value: externalId } });
      }
      expect(catalogCalls.remove(externalId)).toBeUndefined();
    },
  );

  it.each([
    'Batch',
    '...',
    '%2e%2e',
    '..%2f',
    'a/../b',
    '\u0000',
    'x'.repeat(255),
    'батч',
    '?x=1#y',
    '\\..',
  ])('fault 9: %j is one step of the path and nothing else', (externalId) => {
    const to = productPath(externalId, '/images');
    const path = 'path' in to ? to.path : '';
    const url = new URL(`https://market.example${path}`);
    expect(url.pathname).toBe(path);
    expect(url.pathname.split('/')).toHaveLength(8);
    expect(decodeURIComponent(url.pathname.split('/')[6] ?? '')).toBe(externalId);
    expect(catalogCalls.remove(externalId)).toEqual({
      method: 'DELETE',
      path: path.replace(/\/images$/, ''),
    });
  });

  it.each(['1e3', '0x1F', '-1', '', '1.0', '007', ' 7', '7/accept', '..', '12345678901234567890'])(
    'fault 90: the order id %j is refused before the call',
    (orderId) => {
      for (const built of [
        orderAction('accept', orderId),
        batchAccept(['1', orderId]),
        batchDispatch([{ orderId }]),
      ]) {
        expect(built).toMatchObject({ complaint: { code: 'COMMAND_ORDER_ID', value: orderId } });
      }
    },
  );

  it('an order id above 2^53 stays digit by digit', () => {
    expect(orderPath('9007199254740993')).toEqual({ path: `${orders}/9007199254740993` });
  });

  it('a session id that would leave its place is no call', () => {
    for (const sessionId of ['', '.', '..', '\ud800']) expect(endSync(sessionId)).toBeUndefined();
  });
});

it('fault 70: parameters are encoded once', () => {
  expect(withQuery('/p', { cursor: 'a+b/c=d%&ä', limit: '5', none: undefined })).toBe(
    '/p?cursor=a%2Bb%2Fc%3Dd%25%26%C3%A4&limit=5',
  );
  expect(withQuery('/p', {})).toBe('/p');
});

it.each([
  ['v1', true],
  ['W/"ä"', true],
  ['x'.repeat(4_096), true],
  ['', false],
  [' v1', false],
  ['v1 ', false],
  ['v\r\nX-Evil: 1', false],
  ['v\u0000', false],
  ['\ud800', false],
])('fault 85: says of the version %j whether a header can carry it: %s', (version, isSendable) => {
  expect(isSendableVersion(version)).toBe(isSendable);
});
