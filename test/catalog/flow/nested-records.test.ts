import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';

const source = `  sources:
    - { name: articles, folder: ./out, files: "*.xml", stable: { quiet: 0s }, format: xml, path: art, mapping: { externalId: nr, name: name } }`;
const art = (nr: string, inside = '') => `<art><nr>${nr}</nr><name>${nr}</name>${inside}</art>`;

useRoom();

async function notesOn(...articles: readonly string[]): Promise<readonly string[]> {
  await open(source);
  room.write('a.xml', [`<list>${articles.join('')}</list>`]);
  return (await room.pass()).notes;
}

describe('an article of XML with an element of its own name in it', () => {
  it('is reported once a file, with its row and the path of what is inside', async () => {
    const family = (nr: string) =>
      art(nr, `<variants>${art(`${nr}-S`)}${art(`${nr}-M`)}</variants>`);
    expect(await notesOn(art('A'), family('B'), family('C'))).toEqual([
      'articles: A note on a row: row 2, variants/art: is an article within the article: it is part of this row and not sent as an article on its own (path: variants/art would read such ones alone).',
    ]);
    expect((await room.market.products()).map(({ externalId }) => externalId)).toEqual([
      'A',
      'B',
      'C',
    ]);
  });

  it('is reported where it is in it without another element between', async () => {
    expect((await notesOn(art('A', art('A-S'))))[0]).toContain('path: art/art would');
  });

  it.each([
    ['only names others', '<related><art><nr>A</nr></art></related>'],
    ['holds other elements', '<variants><size><nr>A</nr><name>M</name></size></variants>'],
  ])('is not told where it %s', async (_, inside) => {
    expect(await notesOn(art('A', inside))).toEqual([]);
  });
});
