import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { createPost } from '../../src/marketplace/post.ts';
import { nock, useNock } from './nocked.ts';

const timeoutMs = 2_000;

async function served(answer: http.RequestListener): Promise<URL> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=a`);
}

describe('what is posted to an address that a person has written down', () => {
  useNock();

  it('carries the JSON, its type, and no credential of ours', async () => {
    const scope = nock('https://chat.example', { badheaders: ['authorization', 'cookie'] })
      .post('/hook', { text: 'Größe' })
      .query({ key: 'a' })
      .matchHeader('content-type', 'application/json')
      .reply(204);
    const post = createPost({ timeoutMs });
    const outcome = await post(new URL('https://chat.example/hook?key=a'), '{"text":"Größe"}');
    expect(outcome).toMatchObject({ kind: 'answer', status: 204 });
    expect(scope.isDone()).toBe(true);
  });
});

describe('a POST to such an address', () => {
  it('carries the user and the password of its address as a header', async () => {
    const seen: unknown[] = [];
    const url = await served((request, response) => {
      seen.push(request.url, request.headers.authorization);
      response.writeHead(204).end();
    });
    url.username = 'erp';
    url.password = 'ge%25heim';
    expect(await createPost({ timeoutMs })(url, '{}')).toMatchObject({ status: 204 });
    const credential = Buffer.from('erp:ge%heim').toString('base64');
    expect(seen).toEqual(['/hook?key=a', `Basic ${credential}`]);
  });

  it('follows no redirect', async () => {
    const seen: string[] = [];
    const url = await served((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await createPost({ timeoutMs })(url, '{}')).toMatchObject({ status: 307 });
    expect(seen).toEqual(['/hook?key=a']);
  });

  it('goes around the proxy for an address of this machine', async () => {
    const url = await served((_, response) => response.writeHead(200).end());
    const proxy = new Secret('http://127.0.0.1:9');
    expect(await createPost({ timeoutMs, proxy })(url, '{}')).toMatchObject({ status: 200 });
  });

  it('gives up where nobody answers in time, and never tells the address', async () => {
    const url = await served(() => undefined);
    const outcome = await createPost({ timeoutMs: 50 })(url, '{}');
    expect(outcome).toMatchObject({ kind: 'none', cause: 'timeout' });
    expect(JSON.stringify(outcome)).not.toContain('key=a');
  });
});
