import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { byteBlocks } from '../text/blocks.ts';
import { detectEncoding } from '../text/detect.ts';
import { codePageBytesMax } from './limits.ts';

type Page = 'latin' | 'dos' | 'latinSign' | 'dosSign';

const pageOfByte: ReadonlyMap<number, Page> = new Map([
  ...Array.from({ length: 32 }, (_, at): [number, Page] => [0x80 + at, 'dos']),
  // ä ö ü Ä Ö Ü ß of ISO-8859-1; in CP850 these bytes are lines, fractions and foreign letters.
  ...bytesOf('latin', [0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf]),
  // ° ± ² ³ µ ¼ ½ ¾ × Ø of ISO-8859-1; in CP850 shades, lines, currencies and foreign letters.
  ...bytesOf('latinSign', [0xb0, 0xb1, 0xb2, 0xb3, 0xb5, 0xbc, 0xbd, 0xbe, 0xd7, 0xd8]),
  // µ ½ ¼ ± ° ² of CP850; in ISO-8859-1 foreign letters, a quote mark and ¬.
  ...bytesOf('dosSign', [0xe6, 0xab, 0xac, 0xf1, 0xf8, 0xfd]),
]);

function bytesOf(page: Page, bytes: readonly number[]): [number, Page][] {
  return bytes.map((byte) => [byte, page]);
}

/**
 * The encoding of one DATANORM file that declares none. The standard says CP850, and files of one delivery differ
 * (quirk 3): UTF-8 where all of it is UTF-8, ISO-8859-1 (or its superset windows-1252) where the umlauts are of
 * that page, else CP850. The bytes 80 to 9F hold the umlauts of CP850 and no letter of ISO-8859-1, so German texts
 * are told apart safely. Where no letter tells, the signs of measures do.
 */
export function datanormEncoding(file: AdapterFile): Encoding {
  const detected = detectEncoding(file);
  if ('decoder' in detected) return detected.decoder.encoding;
  const { latin, dos, latinSign, dosSign } = counted(file);
  if (latin === 0 && dos === 0) return latinSign > dosSign ? 'iso-8859-1' : 'cp850';
  if (latin <= dos) return 'cp850';
  return dos === 0 ? 'iso-8859-1' : 'windows-1252';
}

function counted(file: AdapterFile): Readonly<Record<Page, number>> {
  const count = { latin: 0, dos: 0, latinSign: 0, dosSign: 0 };
  let looked = 0;
  for (const block of byteBlocks(file)) {
    for (const byte of block) {
      const page = byte < 0x80 ? undefined : pageOfByte.get(byte);
      if (page !== undefined) count[page] += 1;
    }
    looked += block.length;
    if (looked >= codePageBytesMax) break;
  }
  return count;
}
