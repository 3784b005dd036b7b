import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { ndjson } from '../../../adapters/json/ndjson.ts';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { rowText } from '../../../adapters/text/utf8-row.ts';
import type { CodePage } from '../../../src/domain/encoding.ts';
import { readAll } from './reading.ts';

const textOf = (bytes: Uint8Array, page: CodePage) =>
  rowText('a.csv', decoderOf(page), { bytes, offset: 0, row: 2 });

describe('fault 6: a row of UTF-8 in a file of a code page', () => {
  it.each([
    { text: 'A3;Müller', page: 'windows-1252' },
    { text: 'A4;Öl', page: 'windows-1252' },
    { text: 'A3;Müller', page: 'cp850' },
    { text: 'A3;Śruba', page: 'cp852' },
    { text: 'A3;Wąż żółty', page: 'windows-1250' },
    { text: 'A3;Болт М8', page: 'windows-1251' },
    { text: 'U1;Gutschein 10 €', page: 'windows-1252' },
    { text: 'U2;Rohr 10 – 20 mm', page: 'windows-1252' },
    { text: 'U3;Schraube „Profi“', page: 'windows-1250' },
    { text: 'U4;Winkel 90°', page: 'windows-1252' },
    { text: 'U4;5 m²', page: 'windows-1254' },
    { text: 'U5;Stiel für Küche ≤ 5 kg', page: 'windows-1252' },
    { text: 'U6;CO₂', page: 'cp850' },
    { text: 'U7;✓ geprüft 👌', page: 'windows-1252' },
    { text: 'U8;żółw', page: 'windows-1252' },
    { text: 'U8;Болт', page: 'windows-1252' },
    { text: 'U9;電池用', page: 'windows-1252' },
    { text: 'U2;Болт ≥ 8.8', page: 'windows-1251' },
    { text: 'U3;M8 – 10', page: 'cp866' },
    { text: 'U3;Шайба ⌀ 8', page: 'koi8-r' },
    { text: 'A1;Podkładka', page: 'windows-1250' },
    { text: 'A2;Nakrętka z kamerą', page: 'windows-1250' },
    { text: 'A3;Śruba', page: 'windows-1250' },
    { text: 'WĄŻ-10;Rura', page: 'windows-1250' },
    { text: 'A4;KOŠILE', page: 'windows-1250' },
    { text: 'A4;šroub', page: 'iso-8859-2' },
    { text: 'A5;Szűrő', page: 'windows-1250' },
    { text: 'A6;Kapı kolu', page: 'windows-1254' },
    { text: 'A6;VİDA', page: 'windows-1254' },
    { text: 'A7;Œillet', page: 'windows-1252' },
    { text: 'A7;Nœud', page: 'windows-1252' },
    { text: 'A8;Škoda', page: 'windows-1252' },
    { text: 'A9;Piła', page: 'windows-1252' },
    { text: 'A9;Skrūve', page: 'windows-1257' },
    { text: 'A9;APŠVIETIMAS', page: 'windows-1257' },
    { text: 'A9;Roșu', page: 'windows-1250' },
    { text: 'A9;Podkładka', page: 'cp852' },
  ] as const)('is rejected: $text in $page', ({ text, page }) => {
    expect(textOf(encode(text, 'utf-8'), page)).toMatchObject({
      code: 'FILE_ENCODING',
      row: 2,
      value: text,
      rule: `is UTF-8, in a file that is declared as ${page}.`,
    });
  });

  it.each([
    { text: 'A3;Müller', page: 'windows-1252' },
    { text: 'MENÜ» 5', page: 'windows-1252' },
    { text: 'ГОСТ Р–5', page: 'windows-1251' },
    { text: 'Р–5', page: 'windows-1251' },
    { text: '220В±10', page: 'windows-1251' },
    { text: 'B2;сок;том;тип;рак', page: 'cp866' },
    { text: 'Nescafé®™', page: 'windows-1252' },
    { text: 'Rohr Ø½ x Ø¾ x Ø¼', page: 'windows-1252' },
    { text: 'CAFÉ® THÉ® CLÉ®', page: 'windows-1252' },
    { text: 'Größe…', page: 'windows-1252' },
    { text: 'BLÅ\u00a0LED', page: 'windows-1252' },
    { text: 'På\u00a0bord, PÅ\u00a0bord', page: 'windows-1252' },
    { text: '5 Å\u00a0', page: 'windows-1252' },
    { text: 'PÄŤ KUSOV', page: 'windows-1250' },
    { text: 'DĹŽKA 5', page: 'windows-1250' },
    { text: 'HYVÄ® KAHVI', page: 'windows-1252' },
    { text: 'KÖÖK – HÄÄL', page: 'windows-1257' },
    { text: 'CĂŞTI', page: 'windows-1250' },
    { text: 'DĹŽKA, DĹŽKA, DEVÄŤDESIATDEVÄŤ', page: 'windows-1250' },
    { text: 'NÓŻ DO NÓŻEK, NÓŻ', page: 'windows-1250' },
    { text: 'AURICĂ®', page: 'windows-1250' },
    { text: '──č──', page: 'cp852' },
    { text: 'bare', page: 'windows-1252' },
  ] as const)('is none: $text in $page', ({ text, page }) => {
    expect(textOf(encode(text, page), page)).toBe(text);
  });

  it('is told beside the rows that are read', async () => {
    const own = encode('Nr;Name\nA1;Säge\nA2;Größe\n', 'windows-1252');
    const bytes = Buffer.concat([own, Buffer.from('A3;Müller\nA4;Öl\n')]);
    const { rows, complaints } = await readAll(csv, bytes, { encoding: 'windows-1252' });
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Säge', 'Größe']);
    expect(complaints).toMatchObject([
      { code: 'FILE_ENCODING', row: 4 },
      { code: 'FILE_ENCODING', row: 5 },
    ]);
  });

  it('leaves a file of DOS to be read, but not its header or lines that nobody checks', async () => {
    const own = encode('Nr;Name\nA1;Säge\n', 'cp850');
    const bytes = Buffer.concat([own, Buffer.from('A3;Müller\n')]);
    const { rows, complaints } = await readAll(csv, bytes, { encoding: 'cp850' });
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Säge']);
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 3 }]);
    const header = Buffer.concat([Buffer.from('Nr;Größe\n'), own]);
    const lines = Buffer.concat([
      encode('{"a":"Säge"}\n', 'cp850'),
      Buffer.from('{"a":"Müller"}\n'),
    ]);
    expect((await readAll(csv, header, { encoding: 'cp850' })).refusal?.rule).toContain(
      'box-drawing',
    );
    expect((await readAll(ndjson, lines, { encoding: 'cp850' })).refusal?.rule).toContain(
      'box-drawing',
    );
  });

  it.each([
    { text: 'Rohr 1/2” Größe', page: 'windows-1252', own: 'Säge' },
    { text: 'MÁQUINA', page: 'windows-1252', own: 'Säge' },
    { text: 'Łożysko ŁT', page: 'windows-1250', own: 'Śruba' },
    { text: 'SPRĘŻYNA', page: 'windows-1250', own: 'Śruba' },
    { text: 'Größe', page: 'iso-8859-1', own: 'Säge' },
    { text: 'Łożysko', page: 'iso-8859-2', own: 'Śruba' },
  ] as const)('is rejected alone, whatever bytes its letters hold: $text', async (row) => {
    const { text, page, own } = row;
    const many = encode(`A;${own};5\n`.repeat(300), page);
    const bytes = Buffer.concat([
      Buffer.from('Nr;Name;Bestand\n'),
      many,
      Buffer.from(`B1;${text};5\n`),
    ]);
    const { rows, complaints, refusal } = await readAll(csv, bytes, { encoding: page });
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(300);
    expect(rows[0]?.cells).toEqual(['A', own, '5']);
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 302, value: `B1;${text};5` }]);
  });

  it('hides no wrong page, nor a byte that means nothing in another row', async () => {
    const row = Buffer.from('B1;Łożysko\n');
    const odd = encode('A;Säge\nB;Größe\nC;Länge\nD;Öl\n'.repeat(50), 'cp850');
    const wrong = Buffer.concat([encode('A;Śruba\n', 'windows-1250'), Buffer.of(0x81, 10)]);
    for (const [own, rule] of [
      [odd, 'many of its words'],
      [wrong, 'the byte 81 at offset 21 means nothing'],
    ] as const) {
      const bytes = Buffer.concat([row, own]);
      const { refusal } = await readAll(csv, bytes, { encoding: 'windows-1250' });
      expect(refusal?.rule).toContain(rule);
    }
  });

  it('is told in fixed columns, too', async () => {
    const bytes = Buffer.concat([
      encode('A1 Säge  \nA2 Größe \n', 'windows-1252'),
      Buffer.from('A3 Müller\n'),
    ]);
    const columns = [
      { name: 'Nr', start: 1, length: 2 },
      { name: 'Name', start: 4, length: 6 },
    ];
    const { complaints } = await readAll(fixed, bytes, { encoding: 'windows-1252', columns });
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 3 }]);
  });
});
