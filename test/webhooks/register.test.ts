import { describe, expect, it } from 'vitest';
import { webhookEvents } from '../../src/domain/webhook.ts';
import type { WebhookDeps } from '../../src/webhooks/ports.ts';
import { registerEndpoint, type Wanted } from '../../src/webhooks/register.ts';
import { answer, none } from '../sending/service.ts';
import { body, openRoom, secret, url } from './room.ts';

const register =
  (wanted: Wanted = {}) =>
  (deps: WebhookDeps) =>
    registerEndpoint(deps, wanted);
const listThenRegister = ['GET ', 'POST '];

describe('webhooks register', () => {
  it('takes webhooks.publicUrl and every event unless told otherwise, and answers the secret', async () => {
    const room = openRoom();
    const result = await room.run(register());
    expect(result).toMatchObject({
      outcome: 'registered',
      secret,
      endpoint: { id: 1, url, events: webhookEvents, side: 'SUPPLIER' },
      next: expect.stringMatching(
        /^Put the secret into webhooks\.secrets.*stockhand webhooks test 1$/,
      ),
      notes: [],
    });
    expect(room.sent()).toEqual(listThenRegister);
    expect(room.notes).toEqual(['webhook endpoint registered 1']);
    expect(JSON.stringify({ ...result, secret: '' })).not.toContain(secret);
  });

  it('takes another address and some events', async () => {
    const room = openRoom();
    room.endpoints.push({ id: 8, url }, { id: 9, url, status: 'DISABLED' });
    const other = 'https://other.example/x';
    const events = 'order.placed, order.cancelled,order.placed';
    expect(await room.run(register({ url: other, events }))).toMatchObject({
      outcome: 'registered',
      endpoint: { url: other, events: ['order.placed', 'order.cancelled'] },
      notes: [],
    });
  });

  it('an address that is registered is not registered again', async () => {
    const room = openRoom();
    await room.run(register());
    const again = await room.run(
      register({ url: url.replace('erp.supplier.example', 'ERP.supplier.example:443') }),
    );
    expect(again).toMatchObject({ outcome: 'exists', endpoint: { id: 1 }, missingEvents: [] });
    expect(again.next).toContain(
      'If its secret is lost: stockhand webhooks delete 1, then register again',
    );
    expect(again).not.toHaveProperty('secret');
    expect(room.sent()).toEqual([...listThenRegister, 'GET ']);
  });

  it('finds the address whatever the list calls its field, and tells the events that it lacks', async () => {
    const room = openRoom();
    const events = webhookEvents.filter((event) => event !== 'order.amended');
    room.spoil(() => body([{ id: 'e-7', targetUrl: url, events }]));
    expect(await room.run(register())).toMatchObject({
      outcome: 'exists',
      endpoint: { id: 'e-7' },
      missingEvents: ['order.amended'],
      next: expect.stringMatching(
        /^To receive the missing events too: stockhand webhooks delete e-7/,
      ),
    });
  });

  it.each([
    [{ status: 'DISABLED' }, 'is DISABLED'],
    [{ status: 'DEACTIVATED' }, 'is DEACTIVATED'],
    [{ status: 'inactive' }, 'is inactive'],
    [{ status: 'DELETED' }, 'is DELETED'],
    [{ active: false }, 'is closed'],
    [{ isActive: false }, 'is closed'],
    [{ side: 'BUYER' }, 'is of side BUYER'],
  ])(
    'one that receives no order events (%j) is in nobody’s way and is reported',
    async (fields, told) => {
      const room = openRoom();
      room.endpoints.push({ id: 9, url, ...fields });
      const result = await room.run(register());
      expect(result).toMatchObject({ outcome: 'registered', secret });
      expect(result.notes).toEqual([
        `Endpoint 9 of the same address ${told} and receives no order events; stockhand webhooks delete 9 deletes it.`,
      ]);
    },
  );
});

describe('fault 40: a registration whose answer is lost', () => {
  it('is never sent twice: the endpoint that it made is reported, with the way to a new secret', async () => {
    const room = openRoom();
    room.endpoints.push({ id: 8, url: 'https://other.example/x' }, { id: 9, url, side: 'BUYER' });
    room.spoil(({ method }) => (method === 'POST' ? 'lost' : undefined));
    expect(await room.failure(register())).toEqual({
      code: 'WEBHOOK_SECRET_LOST',
      message: `Endpoint 3 is registered for ${url}. The answer that holds the secret was lost: cut: ECONNRESET.`,
      remedy: `A secret is never shown again. Run stockhand webhooks delete 3, then stockhand webhooks register --url ${url}`,
    });
    expect(room.sent()).toEqual([...listThenRegister, 'GET ']);
    expect(room.endpoints).toHaveLength(3);
    expect(await room.run(register())).toMatchObject({ outcome: 'exists', endpoint: { id: 3 } });
  });

  it('a success without a readable secret is such an answer too', async () => {
    const room = openRoom();
    room.spoil(({ method, path }) => {
      if (method !== 'POST') return undefined;
      room.endpoints.push({ id: 4, url, path });
      return answer(201, { body: '{"id":4,"sec' });
    });
    expect(await room.failure(register())).toMatchObject({
      code: 'WEBHOOK_SECRET_LOST',
      message: expect.stringContaining('Endpoint 4 is registered'),
    });
  });

  it('where the list does not show it, nothing is sent again: it may still be on its way', async () => {
    const room = openRoom();
    room.spoil(({ method }) =>
      method === 'POST' ? answer(500, { type: 'INTERNAL_ERROR' }) : undefined,
    );
    expect(await room.failure(register())).toEqual({
      code: 'WEBHOOK_UNCERTAIN',
      message: `The answer that holds the secret was lost: 500 INTERNAL_ERROR, INTERNAL_ERROR. ${url} is not in the list so far.`,
      remedy:
        'Look again in a minute (stockhand webhooks list). If it is not there, register it again.',
    });
    expect(room.sent()).toEqual([...listThenRegister, 'GET ']);
  });

  it('where the list cannot be read either, that is reported', async () => {
    const room = openRoom();
    room.spoil(({ method }, tries) =>
      method === 'GET' && tries === 1 ? undefined : none('timeout'),
    );
    expect(await room.failure(register())).toMatchObject({
      code: 'WEBHOOK_UNCERTAIN',
      message: expect.stringContaining(
        'Whether https://erp.supplier.example/webhooks/marketplace is registered is not known',
      ),
      remedy: expect.stringContaining('stockhand webhooks list'),
    });
    expect(room.sent().filter((sent) => sent.startsWith('POST'))).toHaveLength(1);
  });
});

describe('what is wrong with a registration is told before anything is sent', () => {
  it.each([
    [
      { url: 'http://erp.example/x' },
      'WEBHOOK_URL',
      '--url http://erp.example/x must begin with https://',
    ],
    [{ url: 'https://192.168.1.5/x' }, 'WEBHOOK_URL', 'private or reserved network (192.168.1.5)'],
    [{ events: 'order.place' }, 'USAGE', '"order.place" - did you mean order.placed?'],
    [{ events: '' }, 'USAGE', 'there is no event ""'],
    [{ events: 'test.ping' }, 'USAGE', 'there is no event "test.ping"'],
  ])('%j', async (wanted, code, message) => {
    const room = openRoom();
    const failure = await room.failure(register(wanted));
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(failure.remedy).toMatch(/--url|Events, separated by commas/);
    expect(room.sent()).toEqual([]);
  });

  it('no address at all, or one in the configuration that nobody reaches', async () => {
    expect(await openRoom({ publicUrl: undefined }).failure(register())).toMatchObject({
      code: 'USAGE',
      remedy: 'Give it with --url, or as webhooks.publicUrl in the configuration.',
    });
    const inner = openRoom({ publicUrl: 'https://10.0.0.5/x' });
    expect(await inner.failure(register())).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('webhooks.publicUrl leads into a private'),
      remedy: expect.stringContaining('restart a running daemon'),
    });
  });

  it('no portal session in the configuration', async () => {
    const room = openRoom({ ask: undefined });
    expect(await room.failure(register())).toEqual({
      code: 'CONFIG_PORTAL',
      message: expect.stringContaining('marketplace.portal is missing in the configuration'),
      remedy: expect.stringContaining('Add portal: { session: … } to marketplace:'),
    });
  });
});

describe('what only the marketplace can judge', () => {
  const inner = { privateAddressesOf: async () => ['192.168.1.5', '192.168.1.6'] };
  const seen =
    'On this machine the name erp.supplier.example leads to 192.168.1.5; the marketplace delivers only to public addresses.';

  it('a name that leads into a private network from here is registered, with a note', async () => {
    const room = openRoom(inner);
    expect(await room.run(register())).toMatchObject({ outcome: 'registered', notes: [seen] });
  });

  it('where it refuses the address, its words come with what is seen from here and with what to do', async () => {
    const room = openRoom(inner);
    room.spoil(({ method }) =>
      method === 'POST'
        ? answer(422, { type: 'VALIDATION_ERROR', detail: 'url: not a public address' })
        : undefined,
    );
    const failure = await room.failure(register());
    expect(failure).toMatchObject({
      code: 'WEBHOOK_REFUSED',
      message:
        'The endpoint was not registered: the marketplace refused: 422 VALIDATION_ERROR, VALIDATION_ERROR (url: not a public address).',
    });
    expect(failure.remedy).toContain(seen);
    expect(failure.remedy).toContain('Give an https:// address');
    expect(room.endpoints).toEqual([]);
  });
});
