import { describe, expect, it } from 'vitest';
import { undoText } from '../../../src/cli/undo.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

const alphabet = Array.from({ length: 200 }, (_, index) => `A${index};Alt ${index};1`);

async function read(...rows: readonly string[]) {
  const { runs } = await passOver({ 'artikel.csv': ['Nr;Name;Menge', ...rows] });
  return runs[0]!.run;
}
const undo = (run: number) => room.catalog.undo({ run: String(run), quantities: false });
async function nothing(run: number) {
  const proposed = await undo(run);
  expect(undoText(proposed)).toContain(`${proposed.nothing}\nNothing was sent.`);
  return proposed.nothing;
}
const named = (run: number, why: string) =>
  `Run ${run} (artikel.csv) changed nothing on the marketplace: ${why}`;

describe('undo of a run that changed nothing', () => {
  it('says how its rows ended', async () => {
    await open(sources);
    const first = await read('A;Alt A;1', 'B;Alt B;2');
    const same = await read('B;Alt B;2', 'A;Alt A;1', 'C;;3');
    expect(await nothing(same)).toBe(named(same, 'of its 3 rows, 2 in step already, 1 rejected.'));
    const proposed = await undo(first);
    expect(proposed.nothing).toBeUndefined();
    expect(undoText(proposed)).toContain('\n  i picture           0\n');
  });

  it('says that it leaves the pictures that the run named', async () => {
    await open(sources.replace('Name,', 'Name, picture: Bild,'));
    for (const picture of ['a.png', 'b.png'])
      await passOver({ 'artikel.csv': ['Nr;Name;Menge;Bild', `A;Alt A;1;${picture}`] });
    expect(await nothing(2)).toBe(
      'Run 2 (artikel.csv) changed no content and no stock on the marketplace: of its 1 row, 1 in step already. Pictures that it named stay as they are: undo takes none back. To show a former picture, export its name again.',
    );
  });

  it('says that its rows went with the products of another run', async () => {
    await open(`${sources}
    - { name: stock, kind: stock, missing: zero, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    const { runs } = await passOver({
      'artikel.csv': ['Nr;Name;Menge', 'A;Alt A;', 'B;Alt B;'],
      'bestand.csv': ['Nr;Menge', 'A;1', 'B;2'],
    });
    const stock = runs.find(({ source }) => source === 'stock')!.run;
    expect(await nothing(stock)).toBe(
      `Run ${stock} (bestand.csv) changed nothing on the marketplace: of its 2 rows, 2 sent with another run.`,
    );
  });

  it('says of articles that are not on the marketplace that the text is sent once they are', async () => {
    await open(`${sources}
    - { name: texts, folder: ./out, files: "texte.csv", ${dialect}, mapping: { externalId: Nr, description: Text } }`);
    await read('A;Alt A;1');
    const { runs } = await passOver({ 'texte.csv': ['Nr;Text', 'A;Lang', 'B;Lang'] });
    const why =
      'it is not on the marketplace, and what the run said of it is sent once it is there';
    expect((await undo(runs[0]!.run)).left).toEqual([{ externalId: 'B', why }]);
  });

  it('says that it waits for a release, and under which number', async () => {
    await open(sources);
    await read('A;Alt A;1', 'B;Alt B;2', 'C;Alt C;3', 'D;Alt D;3');
    const held = await read('A;Alt A;1');
    const why =
      'of its 1 row, 1 in step already. What it would change is held: stockhand release 1.';
    expect(await nothing(held)).toBe(named(held, why));
  });

  it('says how what is held is withdrawn without a release, which the undo of an older run asks for', async () => {
    await open(sources);
    await read('A;Alt A;1', 'B;Alt B;2', 'C;Alt C;3', 'D;Alt D;3');
    await read('A;Neu A;1', 'B;Alt B;2', 'C;Alt C;3', 'D;Alt D;3');
    const held = await read('A;Neu A;1');
    const proposed = await undo(held);
    const [, line] = undoText(proposed).split('\n');
    expect(line).toBe(
      `Nothing was sent.  Withdraw what is held instead of releasing it: stockhand apply ${proposed.plan}`,
    );
    await room.catalog.apply(proposed.plan, { quietMs: 5_000, who: 'clerk' });
    expect(await room.catalog.held()).toEqual([]);
    expect((await undo(2)).nothing).toBeUndefined();
  });

  it('says that its file was refused, and why', async () => {
    await open(sources);
    await read('A;Alt A;1');
    await passOver({ 'artikel.csv': ['Nr;Menge', 'A;1'] });
    expect(await nothing(2)).toMatch(/its file was refused\. .*Name.* is mapped, but the file has/);
  });

  it('offers no release of a file of which every row was rejected', async () => {
    await open(sources);
    await read(...alphabet);
    const bad = await read(...alphabet.map((row) => row.replace(/;.*;/, ';;')));
    expect(await nothing(bad)).toMatch(
      /its 200 rows, 200 rejected\. Correct the cause of the rejections, .* nothing in this file can be released\.$/,
    );
    await expect(undo(1)).rejects.toMatchObject({
      remedy: `Take back run ${bad} first (stockhand undo ${bad}) or export again.`,
    });
  });

  it('says of a refused file of changes what settles it, and does not end that it is asked about', async () => {
    await open(sources.replace('{ name: articles,', '{ name: articles, contents: delta,'));
    await read('A;Alt A;1');
    await passOver({ 'artikel.csv': ['Nr;Menge', 'A;1'] });
    expect(await nothing(2)).toMatch(/its file was refused\. .* Export these changes again\. /);
    expect(undoText(await undo(2))).not.toContain('stockhand apply');
  });

  it('says that all is as it was before, where another undo has put it back', async () => {
    await open(sources);
    await read('A;Alt A;1');
    const bad = await read('A;Neu A;1');
    await room.catalog.apply((await undo(bad)).plan, { quietMs: 5_000, who: 'clerk' });
    expect(await nothing(bad)).toBe(
      `Run ${bad} (artikel.csv) leaves nothing to take back: what it changed is by now as it was before it.`,
    );
  });

  it('says so too of a run that only took articles off sale, for which no row stands', async () => {
    await open(sources.replace('unpublish', 'hide'));
    await read(...alphabet, 'Z;Alt Z;1');
    const short = await read(...alphabet);
    await room.catalog.apply((await undo(short)).plan, { quietMs: 5_000, who: 'clerk' });
    expect(await nothing(short)).toBe(
      `Run ${short} (artikel.csv) leaves nothing to take back: what it changed is by now as it was before it.`,
    );
  });

  it('says of a first stock that there is none to put back', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    await passOver({ 'artikel.csv': ['Nr;Name', 'A;Alt A'] });
    await passOver({ 'bestand.csv': ['Nr;Menge', 'A;900'] });
    expect(await undo(2)).toMatchObject({ left: [], quantitiesLeft: 1 });
    const asked = await room.catalog.undo({ run: '2', quantities: true });
    expect(undoText(asked)).toContain(
      'A: its stock stays as it is, because it had none before: export 0 where it has none.',
    );
  });
});
