import { describe, expect, it } from 'vitest';
import type { Mutation, Verdict } from '../../../src/domain/exchange.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, itemsOf, ledgerEnd } from '../room.ts';

const articles = (vanished: string) => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const withStock = (vanished: string, missing = 'keep') => `${articles(vanished)}
    - { name: stock, kind: stock, missing: ${missing}, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const nine = Array.from({ length: 9 }, (_, n) => `B${n};Mutter`);

useRoom();

const writeArticles = (...rows: string[]) => room.write('artikel.csv', ['Nr;Name', ...rows]);
const writeStock = (...rows: string[]) => room.write('bestand.csv', ['Nr;Menge', ...rows]);
/** A pass that does not wait for the answers. */
const passWithoutAnswers = () => room.pass(50);
const productOf = async (id: string) =>
  (await room.market.products()).find(({ externalId }) => externalId === id);
const idsOf = (mutation: Mutation) => itemsOf(mutation.body).map(({ externalId }) => externalId);

/** The marketplace does what it is told, but the answer for one article says nothing of it. */
function leaveOpen(id: string, verdict: Verdict): void {
  room.post.intercept((mutation) => {
    const isMeant = idsOf(mutation).includes(id) || mutation.path.endsWith(`/${id}`);
    if (isMeant) room.post.intercept(undefined);
    return isMeant ? verdict : undefined;
  });
}
const answer = (status: number, body: unknown) =>
  ({ kind: 'answer', status, headers: {}, body: Buffer.from(JSON.stringify(body)) }) as const;
const unnamed: Verdict = { kind: 'answered', attempts: 1, answer: answer(200, { results: [] }) };
const exhausted: Verdict = { kind: 'exhausted', attempts: 8, answer: answer(500, {}) };

describe('a new article that a later export leaves out before its creating request is answered', () => {
  async function createWithoutAnswer(vanished: string): Promise<void> {
    await open(articles(vanished));
    writeArticles(...nine);
    await room.pass();
    room.post.hold();
    writeArticles(...nine, 'X;Keil');
    await passWithoutAnswers();
    writeArticles(...nine);
    await passWithoutAnswers();
  }
  const isOffSale = async () => {
    const product = await productOf('X');
    return product?.['deleted'] === true || product?.['isActive'] === false;
  };

  it.each(['unpublish', 'hide'])('goes off sale after the answer, under %s', async (vanished) => {
    await createWithoutAnswer(vanished);
    expect((await room.catalog.facts()).sources[0]?.state).toBe('sending');
    room.post.letGo();
    expect((await room.pass()).isBusy).toBe(false);
    expect(await isOffSale()).toBe(true);
    expect((await room.catalog.facts()).sources[0]?.state).toBe('inStep');
    expect((await room.pass()).calls).toMatchObject({ batchUpsert: 0, delete: 0 });
  });

  it.each(['unpublish', 'hide'])('goes off sale after a kill, under %s', async (vanished) => {
    await createWithoutAnswer(vanished);
    await room.restart();
    room.post.letGo();
    await room.pass();
    expect(await isOffSale()).toBe(true);
  });

  it('goes off sale where yet another export came before the answer', async () => {
    await createWithoutAnswer('unpublish');
    writeArticles(...nine.toReversed());
    await passWithoutAnswers();
    room.post.letGo();
    await room.pass();
    expect(await isOffSale()).toBe(true);
  });

  it('is not unpublished when the answer refused it', async () => {
    await createWithoutAnswer('unpublish');
    const refused = answer(200, { results: [], errors: [{ externalId: 'X', errorCode: 'NO' }] });
    leaveOpen('X', { kind: 'answered', attempts: 1, answer: refused });
    room.post.letGo();
    expect((await room.pass()).calls.delete).toBe(0);
  });

  it.each([
    ['answers did not name it', unnamed],
    ['was 5xx for ever', exhausted],
  ])('goes off sale when the answer %s', async (_, verdict) => {
    await open(articles('unpublish'));
    writeArticles(...nine);
    await room.pass();
    leaveOpen('X', verdict);
    room.post.hold();
    writeArticles(...nine, 'X;Keil');
    await passWithoutAnswers();
    room.post.letGo();
    writeArticles(...nine);
    expect((await room.pass()).calls.delete).toBe(1);
  });

  it('counts in a plan that another process makes', async () => {
    await createWithoutAnswer('unpublish');
    await room.restart();
    writeArticles(...nine, 'N;Niete');
    expect(await room.catalog.plan()).toMatchObject({ new: 1, vanished: 1 });
  });
});

describe('a value that an answer left open', () => {
  it('fault 139: is replaced by the one before when that is exported again', async () => {
    await open(withStock('ignore'));
    writeArticles('A;old', ...nine);
    writeStock('A;5');
    await room.pass();
    leaveOpen('A', exhausted);
    writeArticles('A;new', ...nine);
    await room.pass();
    leaveOpen('A', exhausted);
    writeStock('A;7');
    await room.pass();
    const since = await ledgerEnd(room.market);
    writeArticles('A;old', ...nine.toReversed());
    writeStock('A;5', 'Z;1');
    await room.pass();
    const calls = await callsSince(room.market, since);
    expect(calls).toContainEqual(['upsert', { externalId: 'A', name: 'old' }]);
    expect(calls).toContainEqual(['stock', { externalId: 'A', availableQty: 5 }]);
    expect((await room.pass()).calls).toMatchObject({ batchUpsert: 0, batchStock: 0 });
  });

  it('is sent again when the article returns after a DELETE without an outcome', async () => {
    await open(withStock('unpublish'));
    writeArticles('A;old', ...nine);
    writeStock('A;5');
    await room.pass();
    leaveOpen('A', exhausted);
    writeArticles(...nine);
    await room.pass();
    await room.market.sandbox.control('POST', '/sandbox/products/A/unpublish');
    writeArticles('A;old', ...nine);
    await room.pass();
    expect(await productOf('A')).toMatchObject({ name: 'old', availableQty: 5, deleted: false });
  });
});

describe('stock that a full file leaves out before its request is answered', () => {
  it('goes to zero after the answer under missing: zero', async () => {
    await open(withStock('ignore', 'zero'));
    const others = nine.map((row) => row.replace('Mutter', '5'));
    writeArticles('A;Nagel', ...nine);
    writeStock('A;0', ...others);
    await room.pass();
    room.post.hold();
    writeStock('A;7', ...others);
    await passWithoutAnswers();
    writeStock(...others);
    await passWithoutAnswers();
    room.post.letGo();
    await room.pass();
    expect(await productOf('A')).toMatchObject({ availableQty: 0 });
  });
});
