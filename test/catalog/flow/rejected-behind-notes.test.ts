import { expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';

useRoom();

it('a rejected row is told of behind however many rows that went with a note', async () => {
  await open(`  sources:
    - { name: articles, folder: ./out, files: artikel.csv, stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
  const noted = Array.from({ length: 60 }, (_, row) => `A${row};Nagel;-1\r\n`);
  room.shop.write('out/artikel.csv', `Nr;Name;Menge\r\n${noted.join('')}B;Keil;x\r\n`);
  const [run] = (await room.pass()).runs;
  expect(await room.catalog.needsYou()).toMatchObject([
    { cause: expect.stringContaining('First: row 62, Menge "x"') },
  ]);
  const result = room.shop.read(`results/articles-${run!.run}.result.csv`);
  expect(result).toContain('B;Keil;x;62;rejected;');
});
