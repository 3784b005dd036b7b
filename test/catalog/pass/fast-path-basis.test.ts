import { describe, expect, it } from 'vitest';
import { both, known, one } from '../both-ways.ts';
import { declared } from '../declared.ts';
import type { Program } from '../programs.ts';
import { openTwin } from '../twins.ts';

const rows = 'A;Nagel;Hammer;5\nB;Mutter;Zange;7\n';
const named = (keys: string, mapping = '{ externalId: "1", name: "2" }') =>
  declared(`  vanished: ignore
  sources:
    - { name: a, files: "a*", folder: ./out, ${keys}, mapping: ${mapping} }`);

describe('design section 2: rows whose bytes are known mean nothing by them alone', () => {
  it('and are read again, and sent, where the columns of the header have changed places', async () => {
    const twin = await both(await declared(one), async (twin) => {
      await known(twin, 'a', `Nr;Name;Marke;Menge\n${rows}`);
      twin.wish('a', `Nr;Marke;Name;Menge\n${rows}`);
      await twin.rest();
    });
    expect(twin.store.runs.newest('a')).toMatchObject({ read: 2, unchanged: 0, sent: 2 });
    expect([...twin.market.values()]).toMatchObject([
      { externalId: 'A', name: 'Hammer', brand: 'Nagel', availableQty: 5 },
      { externalId: 'B', name: 'Zange', brand: 'Mutter', availableQty: 7 },
    ]);
  });

  it('and are read again, and sent, where the file says that another delimiter separates them', async () => {
    const config = await named('delimiter: auto', '{ externalId: Nr, name: Name }');
    const twin = await both(config, async (twin) => {
      await known(twin, 'a', 'sep=;\nNr;Name\nA;rot,blau\nB;gelb,grau\n');
      twin.wish('a', 'sep=,\nNr,Name\nA;rot,blau\nB;gelb,grau\n');
      await twin.rest();
    });
    expect([...twin.market.values()]).toMatchObject([
      { externalId: 'A', name: 'rot,blau' },
      { externalId: 'B', name: 'gelb,grau' },
      { externalId: 'A;rot', name: 'blau' },
      { externalId: 'B;gelb', name: 'grau' },
    ]);
  });

  it.each([
    {
      under: 'another encoding',
      keys: ['delimiter: ";", encoding: windows-1252', 'delimiter: ";", encoding: cp850'],
      row: Buffer.from('A;M\xfcller', 'latin1'),
      means: [{ A: 'Müller' }, { A: 'M³ller' }],
    },
    {
      under: 'another delimiter',
      keys: ['delimiter: ";"', 'delimiter: ","'],
      row: Buffer.from('A;rot,blau'),
      means: [{ A: 'rot,blau' }, { A: 'rot,blau', 'A;rot': 'blau' }],
    },
    {
      under: 'another quote',
      keys: ['delimiter: ";"', 'delimiter: ";", quote: none'],
      row: Buffer.from('A;"rot"'),
      means: [{ A: 'rot' }, { A: '"rot"' }],
    },
    {
      under: 'another escape',
      keys: ['delimiter: ";"', 'delimiter: ";", escape: "/"'],
      row: Buffer.from('A;rot//blau'),
      means: [{ A: 'rot//blau' }, { A: 'rot/blau' }],
    },
  ])('and are read again, and sent, under $under', async ({ keys, row, means }) => {
    const [first, second] = await Promise.all(keys.map((one) => named(`headerRow: none, ${one}`)));
    const names: object[] = [];
    await both(first!, async (twin) => {
      const look = () =>
        names.push(
          Object.fromEntries([...twin.market.values()].map((item) => Object.values(item))),
        );
      await known(twin, 'a', Buffer.concat([row, Buffer.from('\n')]));
      look();
      twin.restart(second);
      twin.wish('a', Buffer.concat([row, Buffer.from('\n\n\n')]));
      await twin.rest();
      look();
    });
    expect(names).toEqual([...means, ...means]);
  });

  it('and are read again, and sent, by another version of the program alone', async () => {
    const capitals = (cell: string): string => cell.toUpperCase();
    const rowsSentBy = async (program: Program): Promise<readonly unknown[]> => {
      const twin = openTwin(await declared(one));
      await known(twin, 'a', `Nr;Name;Marke;Menge\n${rows}`);
      const { decoded } = twin.counts;
      twin.restart(undefined, program);
      twin.wish('a', `Nr;Name;Marke;Menge\n${rows}\n\n`);
      await twin.rest();
      const names = [...twin.market.values()].map((item) => (item as { name: string }).name);
      return [twin.counts.decoded > decoded, ...names];
    };
    expect(await rowsSentBy({ version: 'test', read: capitals })).toEqual([
      false,
      'Nagel',
      'Mutter',
    ]);
    expect(await rowsSentBy({ version: 'next', read: capitals })).toEqual([
      true,
      'NAGEL',
      'MUTTER',
    ]);
    expect(await rowsSentBy({ version: 'next' })).toEqual([true, 'Nagel', 'Mutter']);
  });
});
