import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/domain/exchange.ts';
import { Secret } from '../../src/domain/secret.ts';
import { selfSigned } from '../web/self-signed.ts';
import { forever, openTransport, secretKey } from './real-door.ts';

const open: net.Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    if (server instanceof https.Server) server.closeAllConnections();
  }
});

async function listen(server: net.Server, host = '127.0.0.1'): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

const inTenYears = Date.now() + 3_650 * 86_400_000;
const get: HttpRequest = { method: 'GET', path: '/x', credential: 'bearer' };

interface Seen {
  requests: number;
}

function secureServer(options: https.ServerOptions, seen: Seen): https.Server {
  return https.createServer(options, (_request, response) => {
    seen.requests += 1;
    response.end('{}');
  });
}

describe('fault 60: certificates', () => {
  it('of a company root are trusted when its file is given', async () => {
    const { cert, key } = selfSigned(inTenYears);
    const port = await listen(secureServer({ cert, key }, { requests: 0 }));
    const transport = openTransport(`https://127.0.0.1:${port}`, { ca: cert });
    expect(await transport.send(get, forever)).toMatchObject({ kind: 'answer', status: 200 });
    await transport.close();
  });

  const good = selfSigned(inTenYears);
  const expired = selfSigned(Date.parse('2024-01-01T00:00:00Z'));
  const other = selfSigned(inTenYears);
  it.each([
    ['of an unknown root', { server: good, ca: undefined, host: '127.0.0.1' }, /SELF_SIGNED/],
    [
      'signed by another root',
      { server: good, ca: other.cert, host: '127.0.0.1' },
      /SELF_SIGNED|UNABLE_TO_VERIFY|SIGNATURE/,
    ],
    ['that have expired', { server: expired, ca: expired.cert, host: '127.0.0.1' }, /EXPIRED/],
    ['for another host', { server: good, ca: good.cert, host: '127.0.0.2' }, /ALTNAME/],
  ])('%s are refused before anything is sent', async (_name, { server, ca, host }, code) => {
    const seen = { requests: 0 };
    const port = await listen(secureServer(server, seen), host);
    const transport = openTransport(`https://${host}:${port}`, ca === undefined ? {} : { ca });
    const outcome = await transport.send(get, forever);
    expect(outcome).toMatchObject({ kind: 'none', cause: 'tls' });
    expect(outcome.kind === 'none' && outcome.detail).toMatch(code);
    expect(seen.requests).toBe(0);
    await transport.close();
  });

  it('are checked even where the process was told not to', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const port = await listen(secureServer(good, { requests: 0 }));
      expect(await openTransport(`https://127.0.0.1:${port}`).send(get, forever)).toMatchObject({
        cause: 'tls',
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('a server that speaks only TLS 1.1 is refused', async () => {
    const old = {
      ...good,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    const seen = { requests: 0 };
    const port = await listen(secureServer(old, seen));
    const outcome = await openTransport(`https://127.0.0.1:${port}`, { ca: good.cert }).send(
      get,
      forever,
    );
    expect(outcome).toMatchObject({ kind: 'none', cause: 'tls' });
    expect(outcome).toMatchObject({
      detail: expect.stringMatching(/^the server refused the TLS handshake.*: ERR_SSL_\w*_ALERT_/),
    });
    expect(seen.requests).toBe(0);
  });

  it('of ours, which a server asks for in vain, are none of its own that was not accepted', async () => {
    const asking = { ...good, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' };
    const port = await listen(secureServer(asking as https.ServerOptions, { requests: 0 }));
    const transport = openTransport(`https://127.0.0.1:${port}`, { ca: good.cert });
    const outcome = await transport.send(get, forever);
    expect(outcome.kind === 'none' && outcome.detail).not.toContain('not accepted');
    await transport.close();
  });

  it('a server that speaks no TLS is reported so', async () => {
    const port = await listen(
      net.createServer((socket) => socket.on('error', () => undefined).end('hello')),
    );
    expect(await openTransport(`https://127.0.0.1:${port}`).send(get, forever)).toMatchObject({
      cause: 'tls',
    });
  });
});

describe('fault 61: a proxy', () => {
  /** Opens a tunnel for CONNECT, or refuses with the status. */
  function proxyServer(seen: string[], status = '200 OK'): net.Server {
    return net.createServer((client) => {
      client.on('error', () => undefined);
      client.once('data', (chunk: Buffer) => {
        seen.push(chunk.toString('latin1'));
        client.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
        if (!status.startsWith('200')) return;
        const port = Number(/^CONNECT \S+:(\d+) /.exec(chunk.toString('latin1'))?.[1]);
        const upstream = net.connect(port, '127.0.0.1');
        upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
        client.on('close', () => upstream.destroy());
        client.pipe(upstream).pipe(client);
      });
    });
  }

  it('is used where it is configured, with its own password and without seeing the key', async () => {
    const { cert, key } = selfSigned(inTenYears);
    const tunnels: string[] = [];
    const port = await listen(secureServer({ cert, key }, { requests: 0 }));
    const proxy = await listen(proxyServer(tunnels));
    const transport = openTransport(`https://127.0.0.1:${port}`, {
      ca: cert,
      proxy: new Secret(`http://user:pass@127.0.0.1:${proxy}`),
    });
    expect(await transport.send(get, forever)).toMatchObject({ kind: 'answer', status: 200 });
    expect(tunnels).toHaveLength(1);
    expect(tunnels[0]).toMatch(new RegExp(`^CONNECT 127\\.0\\.0\\.1:${port} `));
    expect(tunnels[0]).toMatch(/proxy-authorization: Basic dXNlcjpwYXNz/i);
    expect(tunnels[0]).not.toContain(secretKey);
    await transport.close();
  });

  it.each([
    [
      '407 Proxy Authentication Required',
      'proxy',
      'the proxy answered 407: it wants a user and a password',
    ],
    ['403 Forbidden', 'proxy', 'the proxy answered 403'],
    ['502 Bad Gateway', 'refused', 'the proxy answered 502'],
  ])(
    'that opens no tunnel is a refused connection, with its answer: %s',
    async (status, cause, why) => {
      const proxy = await listen(proxyServer([], status));
      const transport = openTransport('https://127.0.0.1:45678', {
        proxy: new Secret(`http://127.0.0.1:${proxy}`),
      });
      expect(await transport.send(get, forever)).toMatchObject({
        kind: 'none',
        cause,
        detail: expect.stringContaining(`no connection could be made: ${why}`),
      });
      await transport.close();
    },
  );

  it('of the environment is not used behind the back of the configuration', async () => {
    const tunnels: string[] = [];
    const proxy = await listen(proxyServer(tunnels));
    const { cert, key } = selfSigned(inTenYears);
    const port = await listen(secureServer({ cert, key }, { requests: 0 }));
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${proxy}`;
    try {
      const transport = openTransport(`https://127.0.0.1:${port}`, { ca: cert });
      expect(await transport.send(get, forever)).toMatchObject({ status: 200 });
      await transport.close();
    } finally {
      delete process.env['HTTPS_PROXY'];
    }
    expect(tunnels).toEqual([]);
  });
});
