import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { askWorld } from '../../src/check/world.ts';
import { openShop } from '../support/catalog.ts';

interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers?: http.OutgoingHttpHeaders;
}

interface Asked extends Pick<http.IncomingMessage, 'method' | 'url' | 'headers'> {
  body: string;
}

/** What is told of an address where everything is answered so, and what it was asked. */
async function told(
  { status, body, headers }: Answered,
  asked: Asked[] = [],
  { marketplace = {}, ...more }: Record<string, object | undefined> = {},
): Promise<readonly string[]> {
  const server = http.createServer((request, answer) => {
    const { method, url, headers: sent } = request;
    const one: Asked = { method, url, headers: sent, body: '' };
    asked.push(one);
    request.setEncoding('utf8').on('data', (text) => (one.body += text));
    request.on('end', () => answer.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { config } = await openShop(
      '  sources: [{ name: wares, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name } }]',
    );
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const findings = await askWorld({
      ...config,
      ...more,
      marketplace: { ...config.marketplace, ...marketplace, baseUrl },
    });
    return findings.map(({ level, sentence }) => `${level} ${sentence}`);
  } finally {
    server.close();
  }
}

const scopes = ['catalog:read', 'catalog:write'];
const others = (status: number): string[] =>
  scopes.map(
    (scope) =>
      `error answers ${status}, but not as the marketplace does; ${scope} could not be checked.`,
  );
const fine = scopes.map((scope) => `ok answers, and the API key has ${scope}.`);
const own = '{"type":"VALIDATION_ERROR","title":"","status":422}';

describe('check asks the marketplace', () => {
  it.each([
    ['a bare 404 of another server', { status: 404, body: 'not found' }, others(404)],
    ['a bare 403 of a firewall', { status: 403, body: '<html>blocked</html>' }, others(403)],
    ['a page with 200', { status: 200, body: '<html>shop</html>' }, others(200)],
    [
      'a refused key, and asks nothing more',
      { status: 401, body: '' },
      ['error does not know the API key (401).', expect.stringContaining('clock difference')],
    ],
    ['its own refusal', { status: 422, body: own }, fine],
  ])('and tells %s as what it is', async (_, answer, findings) => {
    expect((await told(answer)).slice(0, 2)).toEqual(findings);
  });

  it('for each right, also where the key lacks several (spec "Authentication" 2)', async () => {
    const body = '{"type":"FORBIDDEN","title":"Forbidden","status":403}';
    expect(await told({ status: 403, body }, [], { orders: {} })).toEqual([
      ...[...scopes, 'orders:read', 'orders:write'].map(
        (scope) => `error the API key lacks ${scope}.`,
      ),
      expect.stringContaining('clock difference'),
    ]);
  });

  it('and asks nothing more of one that is closed for maintenance', async () => {
    const body = '{"type":"MAINTENANCE","title":"Maintenance","status":503}';
    expect(await told({ status: 503, body, headers: { 'retry-after': '60' } })).toEqual([
      'warning answers 503; catalog:read could not be checked.',
      expect.stringContaining('clock difference'),
    ]);
  });

  it('and takes a page for no sign of a right to act on orders', async () => {
    const page = { status: 200, body: '<html>shop</html>' };
    const findings = await told(page, [], { catalog: undefined, orders: {} });
    expect(findings.slice(0, 2)).toEqual(
      others(200).map((each) => each.replace('catalog', 'orders')),
    );
  });

  it('and says which field to configure where the exchange gives no token', async () => {
    const marketplace = { auth: 'token', token: { requestField: 'apiKey', responseField: 'jwt' } };
    const answer = { status: 200, body: '{"access_token":"x"}' };
    expect(await told(answer, [], { marketplace })).toEqual([
      'error does not answer: no token was given: the answer of the token address has no field "jwt" with a token, but access_token.',
    ]);
  });

  it('with batches that name nothing, and a key of their own (spec "Client retry rules")', async () => {
    const asked: Asked[] = [];
    await told({ status: 422, body: own }, asked, { orders: {} });
    const changes = asked.filter(({ method }) => method === 'POST');
    const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(changes.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
      ['[]', key],
      ['{"orderIds":[]}', key],
    ]);
  });
});
