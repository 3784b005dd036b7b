import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasRealData, realData } from '../adapters/text/reading.ts';
import { seeded } from '../support/seeded.ts';
import { damage, openBench, takenAway } from './damage.ts';

const reading =
  'stable: { quiet: 0s }, delimiter: tab, quote: none, encoding: utf-8, numbers: "1234.56"';
const policy =
  '  vanished: unpublish\n  brake: { vanished: { share: 0%, count: 50 } }\n  sources:\n';
const exports = [
  {
    name: 'adventureworks_Product.csv',
    head: 0,
    lines: [0, 300],
    catalog: `${policy}    - { name: wares, folder: ./out, files: "*.csv", ${reading}, headerRow: none,
        mapping: { externalId: "3", name: "2", availableQty: "7" } }`,
    quantity: [2, 6],
  },
  {
    // A stretch with Cyrillic names, behind the header of the whole list.
    name: 'uhtt_barcodes_24k.csv',
    head: 1,
    lines: [12_000, 12_200],
    catalog: `${policy}    - { name: wares, folder: ./out, files: "*.csv", ${reading},
        mapping: { externalId: ID, name: Name, barcode: UPCEAN, availableQty: CategoryID } }`,
    quantity: [0, 3],
  },
] as const;
/** So many files that the brake has something to do. */
const isSeveral = (held: number): boolean => held >= 3;
const files = Number(process.env['DAMAGED_FILES'] ?? 500);

function sample({ name, head, lines }: (typeof exports)[number]): Buffer {
  const all = fs.readFileSync(new URL(`products/${name}`, realData), 'utf8').split(/\r?\n/);
  const [from, to] = lines;
  return Buffer.from([...all.slice(0, head), ...all.slice(head + from, head + to), ''].join('\n'));
}

describe.skipIf(!hasRealData())(
  'damaged real exports (skipped where ../shared/data is missing)',
  () => {
    it.each(exports)(
      'faults 4, 5 and 6: $name takes nothing away without a release, however it is damaged',
      async (of) => {
        const bench = await openBench(of.catalog);
        const whole = sample(of);
        const first = await bench.pass(whole);
        expect(first.run.sent).toBe(of.lines[1] - of.lines[0]);
        const [key, quantity] = of.quantity;
        const rows = whole
          .toString()
          .split('\n')
          .slice(of.head)
          .map((line) => line.split('\t'));
        const had = new Map(rows.map((cells) => [cells[key] ?? '', Number(cells[quantity])]));
        const random = seeded(of.lines[1]);
        const chance = (below: number): number => Math.floor(random() * below);
        /** By kind, how many files were held. */
        const held: Record<string, number> = {};
        for (let count = 0; count < files / exports.length; count += 1) {
          const {
            what,
            bytes,
            rowsCut = 0,
          } = damage(whole, {
            chance,
            head: of.head,
            stock: quantity,
          });
          const passed = await bench.try(bytes);
          const isReallyGone = rowsCut > 0 && rowsCut < 3;
          expect([what, isReallyGone ? [] : takenAway(passed, had)]).toEqual([what, []]);
          const { run, holds } = passed;
          expect(
            run.unchanged + run.sent + run.braked + run.waiting + run.rejected + run.skipped,
          ).toBe(run.read);
          // Nothing is kept back in silence: each hold has its sentence with both numbers.
          if (run.braked > 0) expect(holds).not.toEqual([]);
          for (const { kind, sentence } of holds) {
            expect(sentence).toMatch(/\d.*\d/);
            held[kind] = (held[kind] ?? 0) + 1;
          }
        }
        // Without the brakes this is what the damaged files would have done.
        for (const kind of ['vanished', 'zeroed', 'empty', 'rejected'])
          expect([kind, held[kind] ?? 0]).toEqual([kind, expect.toSatisfy(isSeveral)]);
        // The next whole file finds everything as it was, and nothing is held any more.
        const again = await bench.pass(Buffer.concat([whole, Buffer.from('\n')]));
        expect(again.sent).toEqual([]);
        expect(again.holds).toEqual([]);
        bench.close();
      },
      600_000,
    );
  },
);
