import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { openStatusListener } from '../../src/web/status-listener.ts';
import { openWebhookListener } from '../../src/web/webhook-listener.ts';
import { readAnswer, request } from './raw-client.ts';
import { sampleFacts } from './sample-facts.ts';
import { selfSigned } from './self-signed.ts';
import { envelope, secrets, sign } from './signing.ts';
import { TestClock } from './test-clock.ts';

const path = '/webhooks/marketplace';
const day = 86_400_000;

let clock: TestClock;
let folder: string;
let files: { readonly cert: string; readonly key: string };
let open: { close(): Promise<void> }[];

beforeEach(() => {
  // Node judges certificates by the computer's own clock.
  clock = new TestClock(Date.now());
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  files = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
  open = [];
});

afterEach(async () => {
  await Promise.all(open.map((listener) => listener.close()));
  rmSync(folder, { recursive: true });
});

function put(pair: { readonly cert: string; readonly key: string }): void {
  writeFileSync(files.cert, pair.cert);
  writeFileSync(files.key, pair.key);
}

async function start() {
  const listener = await openWebhookListener(
    { clock, onHint: () => {}, note: () => {}, told: () => {} },
    { listen: { host: '127.0.0.1', port: 0 }, path, secrets, trustedProxies: [], tls: files },
  );
  open.push(listener);
  return { listener, port: Number(new URL(listener.facts().listening ?? '').port) };
}

/** Sends over TLS, trusting this certificate alone; rejects where another one is served. */
function sendTls(port: number, ca: string, bytes: Buffer) {
  return new Promise<ReturnType<typeof readAnswer>>((resolve, reject) => {
    const socket = tls.connect({ port, host: '127.0.0.1', ca }, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(readAnswer(text)));
  });
}

function delivery(): Buffer {
  const body = envelope('order.placed');
  const signature = sign(body, Math.floor(clock.now() / 1000));
  return request(`POST ${path}`, ['Host: a', `X-Service-Signature: ${signature}`], body);
}

describe('a listener with TLS of its own', () => {
  it('takes a delivery over TLS', async () => {
    const pair = selfSigned(clock.now() + 90 * day);
    put(pair);
    const { port, listener } = await start();
    expect(listener.facts().listening).toMatch(/^https:\/\/127\.0\.0\.1:/);
    expect((await sendTls(port, pair.cert, delivery())).statuses).toEqual([204]);
    expect(listener.facts().needsYou).toEqual([]);
  });

  it('fault 106: serves a renewed certificate without a restart', async () => {
    const [old, renewed] = [selfSigned(clock.now() + 5 * day), selfSigned(clock.now() + 90 * day)];
    put(old);
    const { port, listener } = await start();
    expect(listener.facts().needsYou).toMatchObject([{ id: 'webhooks.tls-expiry' }]);
    put(renewed);
    clock.advance(30_000);
    await expect.poll(() => listener.facts().needsYou).toEqual([]);
    expect((await sendTls(port, renewed.cert, delivery())).statuses).toEqual([204]);
    await expect(sendTls(port, old.cert, delivery())).rejects.toThrow();
  });

  it('fault 106: keeps the old certificate while the renewed one cannot be used, and says so', async () => {
    const old = selfSigned(clock.now() + 90 * day);
    put(old);
    const { port, listener } = await start();
    const stranger = selfSigned(clock.now() + 90 * day);
    writeFileSync(files.key, stranger.key);
    clock.advance(30_000);
    await expect
      .poll(() => listener.facts().needsYou)
      .toMatchObject([
        { id: 'webhooks.tls-unreadable', cause: expect.stringContaining('does not belong to') },
      ]);
    expect((await sendTls(port, old.cert, delivery())).statuses).toEqual([204]);
    put({ cert: 'no certificate', key: old.key });
    clock.advance(30_000);
    await expect.poll(() => listener.facts().needsYou[0]?.cause).toContain('is not valid PEM');
    put(old);
    clock.advance(30_000);
    await expect.poll(() => listener.facts().needsYou).toEqual([]);
  });

  it('fault 106: warns from 21 days before the certificate expires', async () => {
    put(selfSigned(clock.now() + 22 * day));
    const { listener } = await start();
    const what = () => listener.facts().needsYou.map((need) => need.what);
    expect(what()).toEqual([]);
    clock.advance(day + 1_000);
    expect(what()).toEqual(['The certificate of webhooks.tls expires soon.']);
    clock.advance(21 * day);
    expect(what()).toEqual(['The certificate of webhooks.tls has expired.']);
  });

  it('fault 106: does not start without a readable pair, and names the file', async () => {
    await expect(start()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(start()).rejects.toThrow(files.cert);
    const pair = selfSigned(clock.now() + 90 * day);
    put({ cert: pair.cert, key: selfSigned(clock.now() + 90 * day).key });
    await expect(start()).rejects.toThrow('does not belong to the certificate');
    put({ cert: pair.cert, key: 'nonsense' });
    await expect(start()).rejects.toThrow(`${files.key} is not valid PEM`);
    put({ ...pair, cert: pair.cert + pair.cert.slice(0, 100) });
    await expect(start()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(start()).rejects.toThrow(`${files.cert} cannot be used`);
  });

  it('gives up a handshake that never comes', async () => {
    put(selfSigned(clock.now() + 90 * day));
    const { port } = await start();
    const { connect } = await import('node:net');
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    await expect.poll(() => silent.closed, { timeout: 12_000 }).toBe(true);
  });
});

describe('the status page for other machines', () => {
  it('fault 111: opens with password and TLS, under every address of the computer', async () => {
    const pair = selfSigned(clock.now() + 5 * day);
    put(pair);
    const listener = await openStatusListener(
      {
        clock,
        facts: () => sampleFacts,
        why: async () => ({ text: '', isKnown: false }),
        act: async () => ({ sentence: '' }),
        note: () => {},
      },
      {
        listen: { host: '0.0.0.0', port: 0 },
        language: 'en',
        password: new Secret('x'),
        tls: files,
      },
    );
    open.push(listener);
    const port = Number(new URL(listener.url).port);
    const ask = async (host: string) =>
      (await sendTls(port, pair.cert, request('GET /', [`Host: ${host}`]))).statuses[0];
    expect(await ask(`127.0.0.1:${port}`)).toBe(401);
    expect(await ask(`192.168.1.5:${port}`)).toBe(401);
    expect(await ask(`[fd00::5]:${port}`)).toBe(401);
    expect(await ask(`evil.example:${port}`)).toBe(403);
    expect(await ask('192.168.1.5:1')).toBe(403);
    const login = request(
      'POST /login',
      [`Host: 127.0.0.1:${port}`, 'Content-Type: application/x-www-form-urlencoded'],
      'password=x',
    );
    const opened = await sendTls(port, pair.cert, login);
    expect(opened.headers['set-cookie']).toContain('; Secure');
    expect(listener.needsYou()).toMatchObject([{ id: 'status.tls-expiry' }]);
  });
});
