import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { withoutUtf8Lines } from '../../../adapters/text/utf8-lines.ts';

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
