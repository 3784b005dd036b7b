import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forever, openRealDoor } from './real-door.ts';

/** A service that keeps what it did under each key, with the bytes that came. */
class Ledger {
  readonly effects = new Map<string, string>();
  readonly bodies = new Map<string, Set<string>>();
  readonly server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key']);
      const told = `${request.method} ${request.url} ${request.headers['if-match']} ${Buffer.concat(chunks)}`;
      this.bodies.set(key, (this.bodies.get(key) ?? new Set()).add(told));
      if (!this.effects.has(key)) this.effects.set(key, `done ${this.effects.size}`);
      response.sendDate = false;
      response.end(this.effects.get(key));
    });
  });
}

interface Cut {
  readonly direction: 'request' | 'answer';
  readonly at: number;
  readonly isReset: boolean;
}

/** Passes bytes on to the service; the next connection is cut after so many bytes of one direction. */
class CuttingProxy {
  cut: Cut | undefined;
  passed = { request: 0, answer: 0 };
  readonly server: net.Server;

  constructor(port: number) {
    this.server = net.createServer((client) => {
      const cut = this.cut;
      this.cut = undefined;
      const upstream = net.connect(port, '127.0.0.1');
      const end = (): void => {
        if (cut?.isReset) client.resetAndDestroy();
        else client.destroy();
        upstream.destroy();
      };
      for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
      this.#pipe({ from: client, to: upstream, direction: 'request' }, cut, end);
      this.#pipe({ from: upstream, to: client, direction: 'answer' }, cut, end);
      if (cut?.at === 0) end();
    });
  }

  #pipe(
    { from, to, direction }: { from: net.Socket; to: net.Socket; direction: Cut['direction'] },
    cut: Cut | undefined,
    end: () => void,
  ): void {
    let bytes = 0;
    from.on('data', (chunk: Buffer) => {
      const room = cut?.direction === direction ? cut.at - bytes : Number.POSITIVE_INFINITY;
      const part = chunk.subarray(0, Math.max(0, room));
      bytes += part.length;
      this.passed = { ...this.passed, [direction]: bytes };
      // Written to the very end, so that the last byte before the cut arrives.
      to.write(part, () => {
        if (cut?.direction === direction && bytes >= cut.at) end();
      });
    });
  }
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ledger = new Ledger();
let proxy: CuttingProxy;
let url = '';

beforeAll(async () => {
  proxy = new CuttingProxy(await listen(ledger.server));
  url = `http://127.0.0.1:${await listen(proxy.server)}`;
});
afterAll(async () => {
  proxy.server.close();
  ledger.server.close();
  ledger.server.closeAllConnections();
});

const body = Buffer.from('[{"externalId":"Ä","name":"n"}]');

async function sendThrough(cut: Cut | undefined, key: string) {
  const { sender, transport } = openRealDoor(url);
  proxy.cut = cut;
  const mutation = {
    lane: 'orders',
    method: 'POST',
    path: '/p',
    key,
    ifMatch: 'v1',
    body,
  } as const;
  const verdict = await sender.send(mutation, forever);
  await transport.close();
  return verdict;
}

describe('a connection that is cut', () => {
  it('faults 40 and 41: at every byte of both directions leaves one effect, made by the same bytes', async () => {
    expect(await sendThrough(undefined, 'whole')).toMatchObject({ attempts: 1 });
    const lengths = proxy.passed;
    expect(lengths.request).toBeGreaterThan(200);
    expect(lengths.answer).toBeGreaterThan(80);
    let number = 0;
    for (const direction of ['request', 'answer'] as const) {
      for (let at = 0; at < lengths[direction]; at += 1) {
        number += 1;
        const key = `key-${String(number).padStart(4, '0')}`;
        const verdict = await sendThrough({ direction, at, isReset: at % 2 === 0 }, key);
        expect(verdict, `${direction} cut at byte ${at}`).toMatchObject({
          kind: 'answered',
          attempts: 2,
        });
        const answer =
          verdict.kind === 'answered' ? Buffer.from(verdict.answer.body).toString() : '';
        expect(answer).toBe(ledger.effects.get(key));
        expect(ledger.bodies.get(key)?.size, `${direction} cut at byte ${at}`).toBe(1);
      }
    }
    expect(ledger.effects.size).toBe(number + 1);
    expect(new Set(ledger.effects.values()).size).toBe(number + 1);
  }, 120_000);
});
