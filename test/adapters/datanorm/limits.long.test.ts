import { describe, expect, it } from 'vitest';
import { openDatanorm } from '../../../adapters/datanorm/file.ts';
import { Held } from '../../../adapters/datanorm/held.ts';
import {
  groupCharactersMax,
  placesMax,
  textBytesMax,
  textLinesMax,
} from '../../../adapters/datanorm/limits.ts';
import { datanorm } from '../../../adapters/datanorm/read.ts';
import { fileOf, reading } from '../xml/reading.ts';

const header = `V 010199${''.padEnd(115)}04EUR`;

function read(lines: readonly string[]) {
  return reading(datanorm, [fileOf('DATANORM.001', `${[header, ...lines].join('\n')}\n`)]);
}

describe('limits', () => {
  const article = 'A;N;1;10;a;;1;0;Stck;1;;;1;';

  it('an article with a text of more lines than the standard allows is rejected', async () => {
    const lines = Array.from({ length: textLinesMax + 1 }, (_, index) => `T;N;1;;${index};;x;;;;`);
    const { rows, refusal } = await read([...lines, article, 'A;N;2;00;b;;1;0;Stck;1;;;;']);
    expect(refusal).toBeUndefined();
    expect(rows[0]).toMatchObject({
      code: 'ROW_TOO_LONG',
      column: 'Langtext',
      row: textLinesMax + 3,
    });
    expect(rows[1]).toMatchObject({ Artikelnummer: '2' });
  });

  it('an article that refers to one text again and again is rejected, not blown up', async () => {
    const text = Array.from(
      { length: 5_000 },
      (_, index) => `T;N;1;;${index};;${'x'.repeat(40)};;;;`,
    );
    const dimensions = Array.from({ length: 10_000 }, (_, index) => `D;N;1;${index};T;1;;`);
    const { rows, refusal } = await read([...text, article, ...dimensions]);
    expect(refusal).toBeUndefined();
    expect(rows).toEqual([expect.objectContaining({ code: 'ROW_TOO_LONG', row: 5_002 })]);
  });

  it('an article with more bytes of text than a text has is rejected without reading them', async () => {
    const line = `T;N;1;;1;;${'x'.repeat(textBytesMax / 2)};;;;`;
    const { rows } = await read([line, line, article]);
    expect(rows).toEqual([expect.objectContaining({ code: 'ROW_TOO_LONG', row: 4 })]);
  });

  it('an article with more records of its own than a text has bytes is rejected without keeping them', async () => {
    const more = `B;N;1;${'x'.repeat(textBytesMax / 2)};;;0;0;0;;;;90;100;;;`;
    const { rows } = await read([article, more, more, 'A;N;2;00;b;;1;0;Stck;1;;;;']);
    expect(rows).toEqual([
      expect.objectContaining({ code: 'ROW_TOO_LONG', row: 2 }),
      expect.objectContaining({ Artikelnummer: '2' }),
    ]);
  });

  it('records without an article come while the file is read, and the caller may look up among texts', async () => {
    const stray = (index: number) => `B;N;${index};;;;0;0;0;;;;90;100;;;`;
    const strays = Array.from({ length: 600 }, (_, index) => stray(index));
    const texts = Array.from({ length: 10_000 }, (_, index) => `T;N;${index};;1;;x;;;;`);
    const file = fileOf('DATANORM.001', `${[header, ...strays, ...texts].join('\n')}\n`);
    const opened = await datanorm.open({ files: [file], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const sizes: number[] = [];
    for await (const { records } of opened.reader.batches()) sizes.push(records.length);
    // Two turns of the first walk, then those of the second.
    expect(sizes).toEqual([0, 0, 512, 88, 0]);
  });

  it('more group names than may be held refuse the file', async () => {
    const group = (index: number) => `S;;${index};${'x'.repeat(1024 * 1024)};;;`;
    const count = groupCharactersMax / (1024 * 1024);
    const { refusal } = await read(Array.from({ length: count }, (_, index) => group(index)));
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'DATANORM.001' });
  });

  it('more places than may be held are refused', () => {
    const opened = openDatanorm(fileOf('DATANORM.001', `${header}\n${article}\n`));
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const held = new Held();
    const place = { kind: 'B', fields: [], row: 1, isEnded: true };
    const add = (index: number) =>
      held.add(`${index}`, opened, { ...place, start: index, end: index + 1 });
    for (let index = 0; index < placesMax; index += 1) add(index);
    expect(add(placesMax)).toBe(false);
    expect(new Held().add('1', opened, { ...place, start: 0, end: 1 })).toBe(true);
  });
});
