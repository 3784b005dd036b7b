import { describe, expect, it } from 'vitest';
import type { Mutation, Verdict } from '../../../src/domain/exchange.ts';
import { open, room, useRoom } from '../one-room.ts';
import { createPost } from '../room.ts';

const catalog = `  integrationType: SAP
  direction: TO_MARKET
  sessionFrom: 3
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name } }`;
const timeout = 30_000;

useRoom();

const articles = (count: number, name = 'Artikel') =>
  room.write('artikel.csv', [
    'Nr;Name',
    ...Array.from({ length: count }, (_, n) => `A${n};${name} ${n}`),
  ]);
const syncCalls = async () =>
  (await room.market.ledger())
    .filter(({ path }) => path.includes('/sync/'))
    .map(({ path, status, body }) => [path.split('/').at(-1), status, body]);
const isSync = ({ path }: Mutation, part: string) => path.includes('/sync/') && path.endsWith(part);
const states = async () => (await room.catalog.sessions(9)).map(({ run, state }) => [run, state]);
const sent = async () => (await room.catalog.runs(1))[0]?.sent;

describe('fault 132: a sync session', () => {
  it(
    'surrounds an import of at least sessionFrom items, with the configured words; smaller ones open none',
    async () => {
      await open(catalog);
      articles(3);
      await room.pass();
      expect(await syncCalls()).toEqual([
        ['start', 201, { integrationType: 'SAP', direction: 'TO_MARKET', totalItems: 3 }],
        ['end', 200, null],
      ]);
      expect(await states()).toEqual([[1, 'ended']]);
      articles(2, 'Neu');
      await room.pass();
      expect(await syncCalls()).toHaveLength(2);
    },
    timeout,
  );

  it.each([
    ['start', 'refused', 1],
    ['end', 'unknown', 2],
  ])(
    'whose %s the marketplace refuses holds up nothing, and is told as %s',
    async (part, state, calls) => {
      await open(catalog);
      await room.market.sandbox.control('POST', '/sandbox/weather', {
        kind: 'status',
        status: 422,
        type: 'VALIDATION_ERROR',
        detail: 'It expired.',
        path: `^.*/sync/.*${part}$`,
      });
      articles(3);
      expect(await room.pass()).toMatchObject({ isBusy: false });
      expect(await sent()).toBe(3);
      expect(await states()).toEqual([[1, state]]);
      expect((await room.catalog.sessions(1))[0]?.answer).toBe('422 VALIDATION_ERROR It expired.');
      expect(await syncCalls()).toHaveLength(calls);
    },
    timeout,
  );

  it(
    'whose start has no known outcome is not started again',
    async () => {
      await open(catalog);
      const unknown: Verdict = {
        kind: 'unknown',
        attempts: 1,
        outcome: { kind: 'none', cause: 'reset', detail: 'the connection was cut' },
      };
      await room.restart(room.shop, async (mutation) =>
        isSync(mutation, 'start') ? unknown : room.post.send(mutation),
      );
      articles(3);
      expect(await room.pass()).toMatchObject({ isBusy: false });
      expect(await sent()).toBe(3);
      const next = createPost(room.market.url);
      await room.restart(room.shop, next.send);
      await room.pass();
      expect(next.sent).toEqual([]);
      expect(await states()).toEqual([[1, 'unknown']]);
    },
    timeout,
  );

  it(
    'that a crash left open is ended at the next start, and its import opens no second one',
    async () => {
      await open(catalog);
      await room.restart(room.shop, (mutation) =>
        isSync(mutation, '') ? room.post.send(mutation) : new Promise(() => undefined),
      );
      articles(3);
      await room.pass(300);
      expect(await states()).toEqual([[1, 'running']]);
      await room.restart();
      await room.pass();
      expect((await syncCalls()).map(([name]) => name)).toEqual(['start', 'end']);
      expect(await states()).toEqual([[1, 'ended']]);
      expect(await sent()).toBe(3);
    },
    timeout,
  );
});
