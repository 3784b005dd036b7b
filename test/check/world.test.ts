import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { askWorld } from '../../src/check/world.ts';
import { openShop } from '../support/catalog.ts';

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** What is told of an address where everything is answered so, and what it was asked. */
async function told(
  { status, body }: Answered,
  asked: http.IncomingMessage[] = [],
  more: object = {},
): Promise<readonly string[]> {
  const server = http.createServer((request, answer) => {
    asked.push(request);
    answer.writeHead(status).end(body);
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
      marketplace: { ...config.marketplace, baseUrl },
    });
    return findings.map(({ level, sentence }) => `${level} ${sentence}`).slice(0, 2);
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
    expect(await told(answer)).toEqual(findings);
  });

  it('and takes a page for no sign of a right to act on orders', async () => {
    const page = { status: 200, body: '<html>shop</html>' };
    expect(await told(page, [], { catalog: undefined, orders: {} })).toEqual(
      others(200).map((each) => each.replace('catalog', 'orders')),
    );
  });

  it('with a key of its own for what looks like a change (spec "Client retry rules")', async () => {
    const asked: http.IncomingMessage[] = [];
    await told({ status: 422, body: own }, asked);
    const keys = asked.map(({ method, headers }) => [method, headers['idempotency-key']]);
    expect(keys).toEqual([
      ['GET', undefined],
      ['POST', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ]);
  });
});
