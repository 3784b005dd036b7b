import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { besideUtf8Lines, withoutUtf8Lines } from '../../../adapters/text/utf8-lines.ts';

it('many lines of UTF-8 in a file of a code page do not each cost a look at all that follows', () => {
  const { invalidAt } = decoderOf('windows-1252');
  const lines = Buffer.from('Łożysko;12\n'.repeat(10_000));
  let looked = 0;
  const counting = (bytes: Uint8Array): number => {
    looked += bytes.length;
    return invalidAt(bytes);
  };
  expect(withoutUtf8Lines(lines, { invalidAt: counting }).wrongAt).toBe(-1);
  expect(looked / lines.length).toBeLessThan(500);
});

it('a byte that means nothing is found in any line beside those of UTF-8, and these alone are left out', () => {
  const check = decoderOf('windows-1252');
  const line = 'Łożysko;12';
  const before = Buffer.from(`${line}\n${'x;1\n'.repeat(3_000)}`);
  const wrong = Buffer.concat([before, Buffer.from('Gr\x81n;1\n', 'latin1')]);
  expect(withoutUtf8Lines(wrong, check).wrongAt).toBe(before.length + 2);
  const { bytes, wrongAt } = withoutUtf8Lines(Buffer.from(`ä;1\n${line}\nö;2\n${line}`), check);
  const blanks = ' '.repeat(Buffer.byteLength(line));
  expect([Buffer.from(bytes).toString(), wrongAt]).toEqual([`ä;1\n${blanks}\nö;2\n${blanks}`, -1]);
  const beside = besideUtf8Lines(check);
  expect(beside.invalidAt(wrong)).toBe(before.length + 2);
  expect(['ä;1\nb', 'abc'].map((text) => beside.whole(Buffer.from(text)))).toEqual([5, 3]);
});
