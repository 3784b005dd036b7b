import fs from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { waitSentence } from '../../../src/catalog/intake/lonely-files.ts';
import { type Unreadable, unreadAgain } from '../../../src/catalog/intake/unreadable.ts';
import { check } from '../../../src/check/check.ts';
import { offlineBy } from '../../../src/files/offline.ts';
import type { Files } from '../../../src/files/port.ts';
import { until } from '../../support/until.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, pick: each, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

const denied = Object.assign(new Error('no'), { code: 'EACCES' });

/** The system refuses to open what `isDenied` names. */
const refusing =
  (isDenied: (name: string) => boolean) =>
  (real: Files): Files => ({
    ...real,
    take: async (request) =>
      isDenied(request.file.name) ? offlineBy(denied, request.file.path) : real.take(request),
  });

useRoom();

describe('fault 18: an export that may not be read', () => {
  it('is reported with what to do, ends a pass and a plan, and holds up neither other sources nor itself', async () => {
    await open(sources);
    room.write('artikel.csv', ['Nr;Name', 'A1;Nagel']);
    room.write('bestand.csv', ['Nr;Menge', 'A1;5']);
    await room.pass();
    let isDenied = true;
    await room.restart(room.shop, room.post.send, {
      files: refusing((name) => isDenied && name === 'artikel-2.csv'),
    });
    room.write('artikel-2.csv', ['Nr;Name', 'A1;Nagel 2']);
    room.write('artikel-3.csv', ['Nr;Name', 'A1;Nagel 3']);
    room.write('bestand.csv', ['Nr;Menge', 'A1;6']);

    const passed = await room.pass();
    expect(passed.runs).toMatchObject([{ source: 'stock', sent: 1 }]);
    expect(passed.unread).toEqual([
      expect.stringMatching(
        /^articles: .*artikel-2\.csv may not be used by the account that Stockhand runs under\. Give that account the right to read the file/,
      ),
    ]);
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'unreadable-articles', what: 'articles: artikel-2.csv cannot be read.' },
    ]);
    expect((await room.catalog.facts()).sources[0]).toMatchObject({ state: 'offline' });
    expect((await room.catalog.plan(undefined)).unread).toEqual(passed.unread);
    expect((await room.catalog.why('A1')).next).toBe(
      `It is in step with what was read. Not read yet: ${passed.unread[0]}`,
    );

    isDenied = false;
    const read = await until('it is tried again', async () => {
      const { runs } = await room.pass();
      return runs.length > 0 && runs;
    });
    expect(read.at(-1)).toMatchObject({ file: 'artikel-3.csv' });
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('is tried again after pauses that double up to a minute, and at once under another name', async () => {
    const { offline: why } = await offlineBy(denied, '/out/a.csv');
    const pauses: number[] = [];
    let last: Unreadable | undefined;
    for (let at = 0; pauses.length < 7; at = last.againAtMs) {
      last = unreadAgain(last, { name: 'a.csv', parts: [], why }, at);
      pauses.push(last.againAtMs - at);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(unreadAgain(last, { name: 'b.csv', parts: [], why }, 10)).toMatchObject({
      sinceMs: 10,
      againAtMs: 2_010,
    });
    expect(waitSentence({ name: 'a.csv', giveUpAtMs: 0, unreadable: why })).toBe(why.sentence);
  });
});

describe('fault 18: check', () => {
  it('says of an export that may not be read that its source has it, and goes on', async () => {
    await open(sources);
    room.write('bestand.csv', ['Nr;Menge', 'A1;5']);
    const opening = vi.spyOn(fs, 'openSync').mockImplementationOnce(() => {
      throw denied;
    });
    const { findings } = await check(room.shop.config, { offline: true });
    opening.mockRestore();
    expect(findings).toContainEqual(
      expect.objectContaining({
        level: 'error',
        place: 'stock',
        sentence: expect.stringContaining('bestand.csv may not be used by the account'),
        remedy: expect.stringContaining('Give that account the right to read the file'),
      }),
    );
  });
});
