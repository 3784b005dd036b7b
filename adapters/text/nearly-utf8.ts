import { Buffer, isUtf8 } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import { hexadecimal } from './appearance.ts';
import { byteBlocks } from './blocks.ts';
import { utf8Remedy, type WrongByteCosts } from './candidates.ts';
import { decoderOf } from './decode.ts';
import type { Verdict } from './evidence.ts';
import { isNearlyUtf8, utf8Share } from './utf8-share.ts';
import { lineAt } from './wrong-byte.ts';

const lookedBytes = 512 * 1024;

/** Where all but a few bytes around the wrong one are UTF-8, this is said and no code page offered (fault 6). */
export function nearlyUtf8(
  file: AdapterFile,
  wrongAt: number,
  costs: WrongByteCosts,
): Verdict | undefined {
  const from = Math.max(0, wrongAt - lookedBytes);
  const around = file.read(from, 2 * lookedBytes);
  if (!isNearlyUtf8(utf8Share(around))) return undefined;
  const wrong = wrongSequences(file);
  const bytes = wrong === 1 ? 'one byte' : `${wrong} bytes`;
  const first = `${hexadecimal(file.read(wrongAt, 1)[0])} (hexadecimal) at offset ${wrongAt}, line ${lineAt(file, wrongAt)}`;
  return {
    rule: `is UTF-8 except for ${bytes}${wrong === 1 ? ',' : ', the first of them'} ${first}.`,
    remedy: utf8Remedy(around, costs),
  };
}

/** Of the whole file, which is read to its end only because it is refused. */
function wrongSequences(file: AdapterFile): number {
  const { whole } = decoderOf('utf-8');
  let wrong = 0;
  let kept: Uint8Array = new Uint8Array(0);
  for (const block of byteBlocks(file)) {
    const bytes = kept.length === 0 ? block : Buffer.concat([kept, block]);
    const length = whole(bytes);
    const checked = bytes.subarray(0, length);
    if (!isUtf8(checked)) wrong += utf8Share(checked).wrong;
    kept = bytes.slice(length);
  }
  return kept.length === 0 ? wrong : wrong + 1;
}
