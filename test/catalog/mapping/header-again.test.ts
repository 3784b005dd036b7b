import { expect, it } from 'vitest';
import { complaintsOf, mapRows } from '../mapped.ts';

const mac = 'Nr;Stu\u0308ckname\nA;x\nNr;Stu\u0308ckname\n';

it.each([
  [
    'in which a name stands twice',
    'Nr;Text;Text\nA;x;y\nNr;Text;Text\n',
    '{ externalId: Nr, name: Text, description: "Text[2]" }',
    '',
  ],
  ['of a Mac, with its accents apart', mac, '{ externalId: Nr, name: Stückname }', ''],
  [
    'that the mapping writes with a blank behind a name',
    'Nr;Name\nA;x\nNr;Name\n',
    '{ externalId: "Nr ", name: Name }',
    '',
  ],
  [
    'of two rows',
    'Artikel;Name;\nNr;;Farbe\nA;x;rot\nArtikel;Name;\nNr;;Farbe\n',
    '{ externalId: Artikel Nr, name: Name, description: Farbe }',
    'headerRow: [1, 2]',
  ],
])('a header that stands among the rows once more is no article: one %s', async (...given) => {
  const [, text, mapping, keys] = given;
  const [article, ...again] = await mapRows(text, mapping, keys);
  expect(article).toMatchObject({ kind: 'row', externalId: 'A' });
  for (const row of again) expect(complaintsOf(row)[0]).toMatch(/^ROW_HEADER_AGAIN /);
  expect(again).not.toEqual([]);
});

it('an article that is called like a part of the header is one, where the header has one row', async () => {
  const rows = await mapRows(
    'Artikel Nr;Name\nArtikel;Name\n',
    '{ externalId: Artikel Nr, name: Name }',
  );
  expect(rows).toMatchObject([{ kind: 'row', externalId: 'Artikel' }]);
});
