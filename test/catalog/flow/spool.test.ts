import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, published, room, useRoom } from '../one-room.ts';

const sources = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;

useRoom();

const articles = (mark: string, count = 4): string[] => [
  'Nr;Name',
  ...Array.from({ length: count }, (_, at) => `A${at};Nagel ${mark}`),
];
const spool = () => path.join(room.shop.config.dataDir, 'spool');
const sizes = () =>
  fs.readdirSync(spool()).map((name) => fs.statSync(path.join(spool(), name)).size);

describe('the spool', () => {
  it('keeps the exports of the five newest runs and lets older ones go', async () => {
    await open(sources);
    for (let run = 1; run <= 9; run += 1) {
      room.write('artikel.csv', articles(String(run)));
      await room.pass();
    }
    expect(sizes()).toHaveLength(5);
    expect(room.catalog.store.spool.all()).toHaveLength(5);
    const runs = await room.catalog.runs(9);
    const { plan } = await room.catalog.undo({ run: String(runs[0]!.run), quantities: false });
    expect(plan).toBeDefined();
  });

  it('keeps what is published and what a hold waits for, however many files were refused since', async () => {
    await open(sources);
    room.write('artikel.csv', articles('1', 40));
    await room.pass();
    room.write('artikel.csv', articles('1', 10));
    const { runs } = await room.pass();
    expect(await room.catalog.held()).toHaveLength(1);
    for (let run = 1; run <= 7; run += 1) {
      room.write('artikel.csv', [`Falsch;${run}`, `A1;${run}`]);
      await room.pass();
    }
    const kept = room.catalog.store.spool.all().map(({ sha256 }) => sha256);
    expect(kept).toContain(runs[0]!.sha256);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    const live = await published();
    expect(live).toHaveLength(10);
  });
});
