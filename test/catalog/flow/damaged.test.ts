import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasRealData, realData } from '../../adapters/text/reading.ts';
import { openRoom } from '../room.ts';

const source = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: tab, quote: none, encoding: utf-8, headerRow: none, numbers: "1234.56",
        mapping: { externalId: "3", name: "2", availableQty: "7" } }`;

describe.skipIf(!hasRealData())(
  'a real export, damaged (skipped where ../shared/data is missing)',
  () => {
    it('fault 4 and 5: never unpublishes anything without a release, and is as before with the next whole file', async () => {
      const room = await openRoom(source);
      const whole = fs.readFileSync(new URL('products/adventureworks_Product.csv', realData));
      const write = (bytes: Uint8Array) => room.shop.write('out/artikel.csv', bytes);
      write(whole);
      const first = await room.pass();
      expect(first.runs).toMatchObject([{ read: 504, sent: 504 }]);
      const text = whole.toString();
      const shifted = text.replaceAll(/^([^\t]*)\t/gm, '$1\t\t');
      const halves = [0, 0.01, 0.2, 0.4, 0.6, 0.8, 0.95, 0.98].map((part) =>
        whole.subarray(0, Math.floor(whole.length * part)),
      );
      const damaged = [
        ...halves,
        Buffer.from(shifted),
        Buffer.from(text, 'utf16le'),
        whole.subarray(50_000),
      ];
      for (const bytes of damaged) {
        write(bytes);
        const { runs, calls } = await room.pass();
        expect(calls.delete).toBe(0);
        for (const { read, unchanged, sent, held, rejected, skipped } of runs) {
          expect(unchanged + sent + held + rejected + skipped).toBe(read);
        }
      }
      write(Buffer.concat([whole, Buffer.from('\n')]));
      await room.pass();
      expect(await room.catalog.held()).toEqual([]);
      const live = (await room.market.products()).filter(({ deleted }) => deleted !== true);
      const names = new Map(
        text
          .split('\n')
          .filter(Boolean)
          .map((line) => [line.split('\t')[2] ?? '', line.split('\t')[1]]),
      );
      const ours = live.filter(({ externalId }) => names.has(externalId));
      expect(ours).toHaveLength(504);
      expect(ours.every(({ externalId, name }) => names.get(externalId) === name)).toBe(true);
      await room.close();
    });
  },
);
