import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mutation, Verdict } from '../../src/domain/exchange.ts';
import type { Room } from './room.ts';
import { createPost, ledgerEnd, openRoom } from './room.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const articlesSource = (mapping = '') =>
  `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name${mapping} } }`;
const byName = (more = '') => `  pictures: { folder: ./bilder${more} }\n${articlesSource()}`;

/** One pixel; what stands behind its frame tells one picture from another. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (note = '') => Buffer.concat([pixel, Buffer.from(note)]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const timeout = 30_000;

let room: Room;
afterEach(() => room.close());

async function open(catalog = byName()): Promise<void> {
  room = await openRoom(catalog);
  fs.mkdirSync(path.join(room.shop.folder, 'bilder'));
}

const articles = (...ids: string[]) =>
  room.write('artikel.csv', ['Nr;Name;Bild', ...ids.map((id) => `${id};Artikel ${id};`)]);
/** As of yesterday: nobody is writing it any more. */
function put(name: string, bytes: Uint8Array = picture(), at = 1_700_000_000): void {
  const file = path.join(room.shop.folder, 'bilder', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
  fs.utimesSync(file, at, at);
}
const take = (name: string) => fs.rmSync(path.join(room.shop.folder, 'bilder', name));
/** What the marketplace and its storage were asked for pictures, in order. */
async function calls(since = 0): Promise<readonly string[]> {
  const entries = await room.market.ledger(since);
  return entries.flatMap(({ method, path: at, status }) => {
    const plain = at.split('?')[0] ?? '';
    const what = plain.includes('/upload/')
      ? 'upload'
      : /(presign|commit|images)$/.exec(plain)?.[1];
    return what === undefined ? [] : [`${method} ${what} ${status}`];
  });
}
const whole = ['POST presign 200', 'PUT upload 200', 'POST commit 200'];
/** By product, the digest of the picture that buyers see. */
async function shown(): Promise<Record<string, string | undefined>> {
  return Object.fromEntries(
    (await room.market.products()).map((one) => [
      one.externalId,
      /media\/([0-9a-f]{64})/.exec(String(one['images'] ?? ''))?.[1],
    ]),
  );
}
const story = async (id: string) => (await room.catalog.why(id)).picture;
const trouble = async () =>
  (await room.catalog.needsYou()).map(({ what, cause }) => `${what} ${cause}`).join('\n');

describe('a picture in the folder', () => {
  it(
    'goes up once, after its article; unchanged bytes cost nothing, changed ones one presign',
    async () => {
      await open();
      articles('A', 'B');
      put('A.png');
      put('niemand.png');
      expect(await room.pass()).toMatchObject({
        calls: { batchUpsert: 1, pictures: 1 },
        isBusy: false,
      });
      expect(await calls()).toEqual(whole);
      expect(await shown()).toEqual({ A: sha256(picture()), B: undefined });
      const since = await ledgerEnd(room.market);
      put('A.png', picture(), 1_700_000_999);
      expect((await room.pass()).calls).toMatchObject({ pictures: 0 });
      expect(await calls(since)).toEqual([]);
      put('A.png', picture('neu'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 1 });
      expect(await calls(since)).toEqual(whole);
      expect((await shown())['A']).toBe(sha256(picture('neu')));
      const { pictures } = await room.catalog.facts();
      expect(pictures).toMatchObject({ files: 1, confirmed: 1, waiting: 0, state: 'inStep' });
      expect(pictures?.sentence).toContain('1 files name no article');
    },
    timeout,
  );

  it(
    'fault 24: is judged by its bytes, not its name: a PNG called .jpg goes as PNG, a text goes nowhere',
    async () => {
      await open();
      articles('A', 'B', 'C');
      put('A.jpg');
      put('B.jpg', Buffer.from('kein Bild'));
      put('C.png', picture().subarray(0, 40));
      await room.pass();
      const [presign] = (await room.market.ledger()).filter(({ path: at }) =>
        at.endsWith('presign'),
      );
      expect(presign?.body).toMatchObject({ contentType: 'image/png', byteSize: pixel.length });
      expect(await calls()).toEqual(whole);
      expect(await trouble()).toContain('B.jpg: is no picture');
      expect(await trouble()).toContain('C.png: is damaged or cut off');
      expect(await story('B')).toMatchObject({ state: 'rejected', file: 'B.jpg', confirmed: null });
      put('B.jpg', picture('b'));
      await room.pass();
      expect((await shown())['B']).toBe(sha256(picture('b')));
    },
    timeout,
  );

  it(
    'fault 24: that turns bad leaves the one on the marketplace alone',
    async () => {
      await open(byName(', removed: delete'));
      articles('A');
      put('A.png');
      await room.pass();
      const since = await ledgerEnd(room.market);
      put('A.png', Buffer.alloc(5_242_881));
      await room.pass();
      expect(await calls(since)).toEqual([]);
      expect(await trouble()).toContain('A.png: has 5242881 bytes; at most 5242880');
    },
    timeout,
  );
});

describe('a picture that goes', () => {
  const four = ['A', 'B', 'C', 'D'];
  async function openFour(removed: string): Promise<number> {
    await open(byName(`, removed: ${removed}`));
    articles(...four);
    for (const id of four) put(`${id}.png`, picture(id));
    await room.pass();
    return ledgerEnd(room.market);
  }

  it(
    'stays on the marketplace with removed: keep',
    async () => {
      const since = await openFour('keep');
      take('A.png');
      expect((await room.pass()).calls).toMatchObject({ pictures: 0 });
      expect(await calls(since)).toEqual([]);
    },
    timeout,
  );

  it(
    'is deleted with removed: delete, and sent again when it is back',
    async () => {
      const since = await openFour('delete');
      take('A.png');
      expect((await room.pass()).calls).toMatchObject({ pictures: 1 });
      expect(await calls(since)).toEqual(['DELETE images 200']);
      expect((await shown())['A']).toBeUndefined();
      put('A.png', picture('A'));
      await room.pass();
      expect((await calls(since)).slice(1)).toEqual(whole);
    },
    timeout,
  );

  it(
    'with too many others is held, and deleted after a yes to exactly these',
    async () => {
      const since = await openFour('delete');
      for (const id of ['A', 'B', 'C']) take(`${id}.png`);
      await room.pass();
      expect(await calls(since)).toEqual([]);
      const [hold] = await room.catalog.held();
      expect(hold).toMatchObject({ source: 'catalog.pictures', items: 3 });
      expect(hold?.sentence).toContain('3 of 4 pictures are no longer there');
      expect(await story('A')).toMatchObject({ state: 'held' });
      put('B.png', picture('B'));
      await room.pass();
      await room.catalog.release(hold!.id, 'Anna');
      await room.pass();
      expect(await calls(since)).toEqual(['DELETE images 200', 'DELETE images 200']);
      expect(await shown()).toMatchObject({ A: undefined, B: sha256(picture('B')), C: undefined });
    },
    timeout,
  );

  it(
    'with all others, or with the folder itself, is never taken for gone',
    async () => {
      const since = await openFour('delete');
      for (const id of four) take(`${id}.png`);
      await room.pass();
      expect(await trouble()).toContain('The folder of the pictures is empty');
      fs.rmdirSync(path.join(room.shop.folder, 'bilder'));
      await room.pass();
      expect(await trouble()).toContain('does not exist');
      expect(await room.catalog.held()).toEqual([]);
      expect(await calls(since)).toEqual([]);
    },
    timeout,
  );
});

describe('an upload that goes wrong', () => {
  it(
    'fault 58: an invalid handle is presigned anew, three times at most, then parked until somebody says so',
    async () => {
      await open();
      articles('A');
      put('A.png');
      await room.market.sandbox.control('POST', '/sandbox/weather', { kind: 'mediaHandleInvalid' });
      await room.pass();
      expect(await calls()).toEqual(
        Array.from({ length: 3 }, () => [whole[0], whole[1], 'POST commit 422']).flat(),
      );
      expect(await story('A')).toMatchObject({ state: 'parked' });
      expect((await story('A'))?.trouble).toContain('MEDIA_HANDLE_INVALID');
      await room.market.sandbox.control('DELETE', '/sandbox/weather');
      const since = await ledgerEnd(room.market);
      await room.pass();
      expect(await calls(since)).toEqual([]);
      expect(await room.catalog.retry('A')).toBe(1);
      await room.pass();
      expect(await calls(since)).toEqual(whole);
    },
    timeout,
  );

  it(
    'fault 57: an address that has run out costs a new presign, never the old handle again',
    async () => {
      await open();
      articles('A');
      put('A.png');
      await room.market.sandbox.control('POST', '/sandbox/weather', {
        kind: 'uploadRefused',
        count: 1,
      });
      await room.pass();
      const made = await calls();
      expect(made.filter((call) => call.startsWith('POST presign'))).toHaveLength(2);
      expect(made.at(-1)).toBe('POST commit 200');
      const commits = (await room.market.ledger()).filter(({ path: at }) => at.endsWith('commit'));
      expect(commits).toHaveLength(1);
    },
    timeout,
  );

  it(
    'fault 53: a product that is not there waits for its upsert',
    async () => {
      await open();
      articles('A');
      await room.pass();
      await fetch(`${room.market.url}/connect/v1/supplier/catalog/products/A`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer sandbox-key' },
      });
      put('A.png');
      await room.pass();
      expect(await calls()).toEqual(['POST presign 404']);
      await room.pass();
      expect(await calls()).toEqual(['POST presign 404']);
      room.write('artikel.csv', ['Nr;Name;Bild', 'A;Anderer Name;']);
      await room.pass();
      expect((await calls()).slice(1)).toEqual(whole);
    },
    timeout,
  );

  it(
    'fault 59: after a crash between upload and commit it begins again from the presign; a lost commit is one effect',
    async () => {
      await open();
      articles('A');
      put('A.png');
      const lose = async (mutation: Mutation): Promise<Verdict> => {
        const verdict = await room.post.send(mutation);
        return mutation.path.endsWith('commit') ? new Promise(() => undefined) : verdict;
      };
      await room.restart(room.shop, lose);
      await room.pass(300);
      expect(await calls()).toEqual(whole);
      const next = createPost(room.market.url);
      await room.restart(room.shop, next.send);
      await room.pass();
      expect(next.sent.map(({ path: at }) => at.split('/').at(-1))).toEqual(['commit']);
      const commits = (await room.market.ledger()).filter(({ path: at }) => at.endsWith('commit'));
      expect(commits.map(({ replayed }) => replayed)).toEqual([false, true]);
      expect(await story('A')).toMatchObject({ state: 'inStep' });
      put('A.png', picture('zwei'));
      await room.restart(room.shop, async (mutation) =>
        mutation.path.endsWith('commit') ? { kind: 'stopped', attempts: 0 } : next.send(mutation),
      );
      await room.pass(300);
      await room.restart();
      await room.pass();
      expect((await shown())['A']).toBe(sha256(picture('zwei')));
    },
    timeout,
  );
});

describe('a picture that a column names', () => {
  it(
    'fault 25: is found below the folder, never outside of it, and may serve several articles',
    async () => {
      await open(
        `  pictures: { folder: ./bilder, removed: delete }\n${articlesSource(', picture: Bild')}`,
      );
      put('gross/Apfel.PNG', picture('apfel'));
      put('b.png', picture('b'));
      room.shop.write('geheim.png', picture('geheim'));
      const rows = (bildB: string) => [
        'Nr;Name;Bild',
        'A;Apfel;gross\\apfel.png',
        `B;Birne;${bildB}`,
        'C;Clementine;gross/Apfel.PNG',
        'D;Dattel;../geheim.png',
        'E;Feige;fehlt.png',
      ];
      room.write('artikel.csv', rows('b.png'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 3 });
      const apfel = sha256(picture('apfel'));
      const birne = sha256(picture('b'));
      expect(await shown()).toEqual({ A: apfel, B: birne, C: apfel, D: undefined, E: undefined });
      expect(await story('E')).toMatchObject({ named: 'fehlt.png', file: null });
      room.write('artikel.csv', rows('gross/Apfel.PNG'));
      expect((await room.pass()).calls).toMatchObject({ pictures: 1 });
      expect((await shown())['B']).toBe(apfel);
    },
    timeout,
  );
});

it(
  'plan counts the pictures, and apply sends exactly these',
  async () => {
    await open();
    articles('A');
    put('A.png');
    const proposal = await room.catalog.plan();
    expect(proposal).toMatchObject({ new: 1, pictures: 1, calls: { pictures: 1 } });
    expect(await calls()).toEqual([]);
    const done = await room.catalog.apply(proposal.plan, { quietMs: 5_000 });
    expect(done.calls).toMatchObject({ batchUpsert: 1, pictures: 1 });
    expect(await calls()).toEqual(whole);
  },
  timeout,
);
