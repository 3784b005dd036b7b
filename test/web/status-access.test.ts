import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { request, sendRaw } from './raw-client.ts';
import { actionsOf, openPage, sendAction, useStatus } from './status-fixture.ts';

const status = useStatus();

describe('who may open the page', () => {
  it('fault 107: answers only under its own names and port, on every path', async () => {
    const port = Number(new URL(await status().start()).port);
    const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`];
    const foreign = [
      '',
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      'localhost',
      '[::1]',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:0${port}`,
      `localhost.:${port}`,
      `localhost.evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `evil.example#127.0.0.1:${port}`,
      `127.0.0.1:${port}@evil.example`,
      `user@127.0.0.1:${port}`,
      `0.0.0.0:${port}`,
      `127.0.0.2:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `0x7f000001:${port}`,
      `017700000001:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `[::]:${port}`,
      `[0:0:0:0:0:0:0:1]:${port}`,
      `::1:${port}`,
      `127.0.0.1:${port}:80`,
      `127.0.0.1 :${port}`,
      `127.0.0.1:${port},evil.example`,
      `evil.example,127.0.0.1:${port}`,
      `http://127.0.0.1:${port}`,
      `//127.0.0.1:${port}`,
      `127.0.0.1:${port}/`,
      `127.0.0.1:${port}?x`,
      `lоcalhost:${port}`,
      'localhost:',
      `:${port}`,
      '169.254.169.254',
      `${'a'.repeat(300)}:${port}`,
    ];
    expect(own.length + foreign.length).toBeGreaterThanOrEqual(40);
    const ask = async (path: string, hosts: readonly string[]) =>
      (
        await sendRaw(
          port,
          request(
            `GET ${path}`,
            hosts.map((host) => `Host: ${host}`),
          ),
        )
      ).statuses[0];
    for (const host of own) expect([host, await ask('/', [host])]).toEqual([host, 200]);
    for (const host of foreign) expect([host, await ask('/', [host])]).toEqual([host, 403]);
    for (const path of ['/api/status', '/metrics', '/healthz', '/page.js', '/nothing']) {
      expect(await ask(path, ['evil.example'])).toBe(403);
    }
    const good = own[0]!;
    expect(await ask('/', [good, 'evil.example'])).toBe(403);
    expect(await ask('/', ['evil.example', good])).toBe(403);
    expect(await ask('/', [good, good])).toBe(403);
    expect((await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n')).statuses).toEqual([403]);
  });

  it('fault 107: explains itself instead of a bare refusal', async () => {
    const port = Number(new URL(await status().start()).port);
    const { body } = await sendRaw(port, request('GET /', ['Host: <b>evil</b>']));
    expect(body).toContain('This page has another address');
    expect(body).toContain(`href="http://localhost:${port}/"`);
    expect(body).toContain('&lt;b&gt;evil&lt;/b&gt;');
  });

  it('fault 111: other machines only with password and TLS', async () => {
    const everywhere = { listen: { host: '0.0.0.0', port: 0 } };
    const bare = status().start(everywhere);
    await expect(bare).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(bare).rejects.toThrow('status.password is missing');
    const plain = status().start({ ...everywhere, password: new Secret('x') });
    await expect(plain).rejects.toThrow('status.tls is missing');
  });

  it('fault 110: sends every answer with headers that let nothing else run or frame it', async () => {
    const url = await status().start();
    for (const path of [
      '/',
      '/api/status',
      '/healthz',
      '/page.js',
      '/nothing',
      '/api/actions/release',
    ]) {
      const { headers } = await fetch(url + path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe(path === '/page.js' ? 'no-cache' : 'no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const { html } = await openPage(url);
    expect(html).not.toMatch(
      /<style|style=|<script(?! type="module" src="\/page\.js"><\/script>)|\son\w+=/,
    );
  });

  it('fault 108: does nothing that another site could cause', async () => {
    const url = await status().start();
    const { cookie, token } = await openPage(url);
    const port = Number(new URL(url).port);
    const host = `Host: 127.0.0.1:${port}`;
    const json = 'Content-Type: application/json';
    const both = [`Cookie: ${cookie}`, `X-Stockhand-Token: ${token}`];
    const origin = `Origin: http://127.0.0.1:${port}`;
    const other = await openPage(url);
    const body = '{}';
    const line = 'POST /api/actions/pause';
    const matrix: readonly (readonly [string, number, string, readonly string[], string])[] = [
      [
        'the page itself',
        200,
        line,
        [host, json, ...both, origin, 'Sec-Fetch-Site: same-origin'],
        body,
      ],
      ['a script without a browser', 200, line, [host, json, ...both], body],
      [
        'a form',
        415,
        line,
        [host, 'Content-Type: application/x-www-form-urlencoded', ...both],
        'what=orders',
      ],
      ['text that is JSON', 415, line, [host, 'Content-Type: text/plain', ...both], body],
      ['no content type', 415, line, [host, ...both], body],
      ['a picture', 405, 'GET /api/actions/pause', [host, ...both], ''],
      [
        'a picture of another site',
        403,
        'GET /api/actions/pause',
        [host, ...both, 'Sec-Fetch-Site: cross-site'],
        '',
      ],
      ['another site', 403, line, [host, json, ...both, 'Sec-Fetch-Site: cross-site'], body],
      ['a neighbour site', 403, line, [host, json, ...both, 'Sec-Fetch-Site: same-site'], body],
      [
        'a navigation of another site',
        403,
        line,
        [
          host,
          json,
          ...both,
          'Sec-Fetch-Site: cross-site',
          'Sec-Fetch-Mode: navigate',
          'Sec-Fetch-Dest: document',
        ],
        body,
      ],
      ['another origin', 403, line, [host, json, ...both, 'Origin: http://evil.example'], body],
      [
        'another port',
        403,
        line,
        [host, json, ...both, `Origin: http://127.0.0.1:${port + 1}`],
        body,
      ],
      [
        'another scheme',
        403,
        line,
        [host, json, ...both, `Origin: https://127.0.0.1:${port}`],
        body,
      ],
      ['an opaque origin', 403, line, [host, json, ...both, 'Origin: null'], body],
      ['no token', 403, line, [host, json, `Cookie: ${cookie}`, origin], body],
      ['no cookie', 403, line, [host, json, `X-Stockhand-Token: ${token}`, origin], body],
      [
        'the token of another session',
        403,
        line,
        [host, json, `Cookie: ${cookie}`, `X-Stockhand-Token: ${other.token}`],
        body,
      ],
      [
        'the cookie as token',
        403,
        line,
        [host, json, `Cookie: ${cookie}`, `X-Stockhand-Token: ${cookie.split('=')[1]}`],
        body,
      ],
      [
        'a cookie of its own making',
        403,
        line,
        [host, json, `Cookie: stockhand-0=guest.99999999.x.y`, `X-Stockhand-Token: ${token}`],
        body,
      ],
      [
        'a look-alike path without a token',
        403,
        'POST /%61pi/actions/pause',
        [host, json, `Cookie: ${cookie}`],
        body,
      ],
      ['another method', 405, 'PUT /api/actions/pause', [host, json, ...both], body],
      [
        'a read of another site',
        403,
        'GET /api/status',
        [
          host,
          ...both,
          'Sec-Fetch-Site: cross-site',
          'Sec-Fetch-Mode: no-cors',
          'Sec-Fetch-Dest: script',
        ],
        '',
      ],
      [
        'a frame of another site',
        403,
        'GET /',
        [host, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'],
        '',
      ],
      [
        'a link on another site',
        200,
        'GET /',
        [
          host,
          'Sec-Fetch-Site: cross-site',
          'Sec-Fetch-Mode: navigate',
          'Sec-Fetch-Dest: document',
        ],
        '',
      ],
    ];
    for (const [what, status, start, headers, content] of matrix) {
      const answer = await sendRaw(port, request(start, headers, content));
      expect([what, answer.statuses[0]]).toEqual([what, status]);
    }
    expect(status().acts).toHaveLength(2);
  });

  it('fault 108: ends a session after twelve hours', async () => {
    const url = await status().start();
    const act = await actionsOf(url);
    status().clock.advance(12 * 3_600_000 - 1_000);
    expect((await act('pause', {})).status).toBe(200);
    status().clock.advance(1_001);
    expect((await act('pause', {})).status).toBe(403);
  });

  it('goes on after a restart with the session that its next look brings', async () => {
    const before = await openPage(await status().start());
    const url = await status().start();
    const look = (cookie: string) => fetch(`${url}/api/page`, { headers: { cookie } });
    const first = await look(before.cookie);
    const [cookie = ''] = first.headers.get('set-cookie')?.split(';', 1) ?? [];
    const token = first.headers.get('x-stockhand-token') ?? '';
    const pause = { name: 'pause', args: {} };
    const act = (headers: Record<string, string>) => sendAction(url, { ...pause, headers });
    expect((await act({ cookie, 'x-stockhand-token': before.token })).status).toBe(403);
    expect((await act({ cookie, 'x-stockhand-token': token })).status).toBe(200);
    const second = await look(cookie);
    expect(second.headers.get('x-stockhand-token')).toBe(token);
    expect(second.headers.get('set-cookie')).toBeNull();
  });

  it('keeps the session of a page that is opened again', async () => {
    const url = await status().start();
    const first = await openPage(url);
    const second = await openPage(url, first.cookie);
    expect(second.token).toBe(first.token);
    expect(first.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
  });
});
