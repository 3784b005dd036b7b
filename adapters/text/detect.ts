import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { hexadecimal } from './appearance.ts';
import { cutOff } from './blocks.ts';
import { choice, sampleNear, type WrongByteCosts } from './candidates.ts';
import { declaredEncoding } from './declared.ts';
import { decoderOf } from './decode.ts';
import { type Detected, detected, type Looked, refused } from './detected.ts';
import { evidence } from './evidence.ts';
import { nearlyUtf8 } from './nearly-utf8.ts';
import { byChanceAt, utf8Share } from './utf8-share.ts';
import { lineAt, wrongByteAt } from './wrong-byte.ts';

/** A declared encoding is tried on this much; each row is checked anyway when it is read. */
const headBytes = 1024 * 1024;

/**
 * How the file is written. `auto`: byte order mark, then many NUL bytes (UTF-16), then strict UTF-8 over the whole
 * file, else a complaint with samples under each candidate: a code page is never guessed (quirk 3).
 * A declared encoding that the file contradicts is refused the same way.
 */
export function detectEncoding(
  file: AdapterFile,
  declared = 'auto',
  costs: WrongByteCosts = 'row',
): Detected | { readonly refusal: Complaint } {
  const head = file.read(0, Math.min(headBytes, file.size));
  const seen = evidence(head, file, declared);
  if ('rule' in seen) return refused(file, seen);
  const looked: Looked = { file, head, seen: seen.encoding, costs };
  if (declared !== 'auto') return declaredEncoding(looked, declared);
  if (seen.encoding) return detected(seen.encoding, head);
  const invalidAt = wrongByteAt(file, decoderOf('utf-8'));
  if (invalidAt === -1) return byChance(looked) ?? detected('utf-8', head);
  if (endsWithin(file, invalidAt)) return { refusal: cutOff(file.name) };
  const nearly = nearlyUtf8(file, invalidAt, costs);
  if (nearly !== undefined) return refused(file, { ...nearly, rule: `The file ${nearly.rule}` });
  const byte = hexadecimal(file.read(invalidAt, 1)[0]);
  return refused(file, {
    rule: `The file is not UTF-8 (byte ${byte} at offset ${invalidAt}, line ${lineAt(file, invalidAt)}), and its code page cannot be recognised from the bytes alone.`,
    remedy: choice(sampleNear(file, invalidAt)),
  });
}

const longestCharacterBytes = 4;
const lookedBytes = 512 * 1024;

/** What is before the byte is UTF-8, some of it beyond ASCII, and the file ends amid the character that it begins. */
function endsWithin(file: AdapterFile, invalidAt: number): boolean {
  if (file.size - invalidAt >= longestCharacterBytes) return false;
  const start = Math.max(0, invalidAt - lookedBytes);
  const bytes = file.read(start, file.size - start);
  return decoderOf('utf-8').whole(bytes) === invalidAt - start && utf8Share(bytes).right > 0;
}

/** UTF-8 by chance only is not told from a code page: SPRʯYNA is SPRĘŻYNA. */
function byChance({ file, head }: Looked): { readonly refusal: Complaint } | undefined {
  const at = byChanceAt(head);
  if (at === -1) return undefined;
  return refused(file, {
    rule: `The file is UTF-8 perhaps by chance only (line ${lineAt(file, at)}), because no text has such characters, and its code page cannot be recognised from the bytes alone.`,
    remedy: choice(sampleNear(file, at)),
  });
}
