import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { byteBlocks } from '../text/blocks.ts';
import { detectEncoding } from '../text/detect.ts';
import { codePageBytesMax } from './limits.ts';

/** ä ö ü Ä Ö Ü ß of ISO-8859-1; in CP850 these bytes are lines, fractions and foreign letters. */
const latinLetters: ReadonlySet<number> = new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf]);

/**
 * The encoding of one DATANORM file that declares none. The standard says CP850, and files of one delivery differ
 * (quirk 3): UTF-8 where all of it is UTF-8, ISO-8859-1 (or its superset windows-1252) where the umlauts are of
 * that page, else CP850. The bytes 80 to 9F hold the umlauts of CP850 and no letter of ISO-8859-1, so German texts
 * are told apart safely.
 */
export function datanormEncoding(file: AdapterFile): Encoding {
  const detected = detectEncoding(file);
  if ('decoder' in detected) return detected.decoder.encoding;
  let dos = 0;
  let latin = 0;
  let looked = 0;
  for (const block of byteBlocks(file)) {
    for (const byte of block) {
      if (latinLetters.has(byte)) latin += 1;
      else if (byte >= 0x80 && byte <= 0x9f) dos += 1;
    }
    looked += block.length;
    if (looked >= codePageBytesMax) break;
  }
  if (latin <= dos) return 'cp850';
  return dos === 0 ? 'iso-8859-1' : 'windows-1252';
}
