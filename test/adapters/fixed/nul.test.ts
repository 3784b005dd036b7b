import { describe, expect, it } from 'vitest';
import { fixed } from '../../../adapters/fixed/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { readAll } from '../text/reading.ts';
import { columns } from './columns.ts';

/** `_` stands for NUL. */
const nuls = (text: string) => text.replaceAll('_', '\0');
const filled = nuls('000001Nut_____0012_\n000002Größe____ 012\n000003_ Ring ______\n');

describe('a fixed-width file with NULs', () => {
  it.each(['auto', 'utf-8', 'windows-1252', 'utf-16le'] as const)(
    'has them for blanks where they fill up fields (%s)',
    async (encoding) => {
      const bytes = encode(filled, encoding === 'auto' ? 'utf-8' : encoding);
      const { rows } = await readAll(fixed, bytes, { columns, encoding });
      expect(rows.map(({ cells }) => cells.join('|'))).toEqual([
        '000001|Nut|0012',
        '000002|Größe|012',
        '000003|Ring|',
      ]);
    },
  );

  it('has them for blanks where they are rare', async () => {
    const text = `${'000001Schraube00012\n'.repeat(500)}${nuls('000002Nut_____00013\n')}`;
    const { rows } = await readAll(fixed, text, { columns });
    expect(rows.at(-1)?.cells).toEqual(['000002', 'Nut', '00013']);
  });

  it('has none of them for a blank within a value', async () => {
    const { rows } = await readAll(fixed, nuls('000001Nut_____1_234\n'), { columns });
    expect(rows[0]?.cells[2]).toBe(nuls('1_234'));
  });

  it('is read with a long field of NULs', async () => {
    const long = [...columns, { name: 'Text', start: 20, length: 2_000 }];
    const text = nuls(`000001Nut     00012${'_'.repeat(1_999)}x\n`);
    const { rows } = await readAll(fixed, text, { columns: long });
    expect(rows[0]?.cells).toEqual(['000001', 'Nut', '00012', 'x']);
  });

  it.each([
    ['no text', 'FILE_STRUCTURE', nuls('000001__\x01\x03____00012\n')],
    ['not written to its end', 'FILE_STRUCTURE', `${filled}${nuls('_'.repeat(99))}`],
    ['written to a part', 'FILE_TRUNCATED', `${'000001Nut     00012\n'.repeat(999)}${nuls('___')}`],
    ['of a code page', 'FILE_ENCODING', encode(filled, 'windows-1252')],
    ['with a hole', 'FILE_TRUNCATED', `${filled}000004Nut     00${nuls('_'.repeat(512))}\n`],
    ['with a hole first', 'FILE_TRUNCATED', `${nuls('_'.repeat(4_096))}${filled}`],
  ])('fault 1: is refused where it is %s', async (_, code, content) => {
    expect((await readAll(fixed, content, { columns })).refusal?.code).toBe(code);
  });
});
