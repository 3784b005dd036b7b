import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWebhookListener, type WebhookListener } from '../../src/web/webhook-listener.ts';
import { flood, sendRaw } from './raw-client.ts';
import { envelope, secrets, sign } from './signing.ts';
import { TestClock } from './test-clock.ts';

const path = '/webhooks/marketplace';
const body = envelope('order.placed');

let clock: TestClock;
let listener: WebhookListener;
let port: number;
let hints: number;
let notes: string[];

beforeEach(async () => {
  clock = new TestClock();
  hints = 0;
  notes = [];
  const onHint = () => {
    hints += 1;
  };
  listener = await openWebhookListener(
    { clock, onHint, note: (text) => notes.push(text), told: () => {} },
    { listen: { host: '127.0.0.1', port: 0 }, path, secrets, trustedProxies: [] },
  );
  port = Number(new URL(listener.facts().listening ?? '').port);
});

afterEach(() => listener.close());

function post(signature: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Service-Signature: ${signature}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

const rssMb = () => process.memoryUsage.rss() / 2 ** 20;

describe('a flood of posts', () => {
  it('fault 97: answers 100,000 replays with nothing but a hint each', async () => {
    const replay = post(sign(body, clock.now() / 1000));
    await flood(port, replay, 2_000);
    const before = rssMb();
    const statuses = await flood(port, replay, 100_000);
    expect(statuses).toEqual(new Map([[204, 100_000]]));
    await expect.poll(() => hints).toBe(102_000);
    expect(notes).toEqual([]);
    expect(listener.facts()).toMatchObject({ accepted: 102_000, refused: 0 });
    expect(rssMb() - before).toBeLessThan(64);
  });

  it('fault 101: refuses 50,000 forged posts in bounded memory and with one line', async () => {
    const forged = post(sign(body, clock.now() / 1000, 'whsec_guess'));
    await flood(port, forged, 2_000);
    const before = rssMb();
    const flooding = flood(port, forged, 50_000);
    const valid = await sendRaw(
      port,
      post(`${sign(body, clock.now() / 1000)}\r\nConnection: close`),
    );
    expect(valid.statuses).toEqual([204]);
    expect(await flooding).toEqual(new Map([[401, 50_000]]));
    expect(hints).toBe(1);
    expect(notes).toHaveLength(1);
    expect(listener.facts()).toMatchObject({ accepted: 1, refused: 52_000 });
    expect(rssMb() - before).toBeLessThan(64);
  });
});
