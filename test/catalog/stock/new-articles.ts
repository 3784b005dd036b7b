import { expect } from 'vitest';
import { dialect, open, passOver } from '../one-room.ts';

const known = ['A;Nagel;', 'B;Mutter;'];
export const named = (...ids: readonly string[]) => ({
  'a.csv': ['Nr;Name;Menge', ...known, ...ids.map((id) => `${id};Neu;100`)],
});
const sources = (keys: string) => `  sources:
    - { name: art, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }
    - { name: lag, kind: stock, ${keys} folder: ./out, files: "l*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

/** Stock files one after the other, before anybody knows the articles that they name beside A and B; their runs. */
export async function read(keys: string, ...files: readonly (readonly string[])[]) {
  await open(sources(keys));
  await passOver({ ...named(), 'l0.csv': ['Nr;Menge', 'A;5', 'B;5'] });
  const runs: (number | undefined)[] = [];
  for (const [at, rows] of files.entries()) runs.push(await readNext(`l${at + 1}.csv`, rows));
  return runs;
}

export async function readNext(file: string, rows: readonly string[]) {
  const { runs, calls } = await passOver({ [file]: ['Nr;Menge', 'A;5', 'B;5', ...rows] });
  expect(calls).toEqual([]);
  return runs[0]?.run;
}

/** The stock with which new articles are created, of which the products export says 100. */
export async function created(...ids: readonly string[]): Promise<readonly unknown[]> {
  const { calls } = await passOver(named(...ids));
  expect(calls.map(([call]) => call)).toEqual(['upsert']);
  return calls.flatMap(([, ...items]) => items.map((item) => item['availableQty']));
}
