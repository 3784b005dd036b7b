import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { byteOrderMark, encode } from '../../../adapters/text/encode.ts';
import { codePages, encodingNamed, encodings } from '../../../src/domain/encoding.ts';

describe('code pages', () => {
  const isControl = (page: string, byte: number): boolean =>
    page.startsWith('iso-8859-') && byte >= 0x80 && byte <= 0x9f;

  /** But for the euro, which stands where Macs had the sign of any currency before 1998. */
  const textOf = (bytes: Uint8Array, page: string): string => {
    const text = iconv.decode(Buffer.from(bytes), page, { stripBOM: false });
    return page === 'macintosh' ? text.replaceAll('¤', '€') : text;
  };

  it.each(codePages)('%s decodes and encodes every byte as iconv-lite does', (page) => {
    const decoder = decoderOf(page);
    for (let byte = 0; byte < 256; byte++) {
      if (isControl(page, byte)) continue;
      const bytes = Uint8Array.of(byte);
      const text = textOf(bytes, page);
      expect(decoder.decode(bytes)).toBe(text === '\uFFFD' ? undefined : text);
      expect(decoder.invalidAt(bytes)).toBe(text === '\uFFFD' ? 0 : -1);
      if (text !== '\uFFFD') expect(textOf(encode(text, page), page)).toBe(text);
    }
  });

  it.each(codePages)('%s decodes a long text as iconv-lite does', (page) => {
    const decoder = decoderOf(page);
    const known = Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => decoder.decode(Uint8Array.of(byte)) !== undefined,
    );
    const bytes = Uint8Array.from({ length: 9_000 }, (_, at) => known[at % known.length]!);
    expect(decoder.decode(bytes)).toBe(textOf(bytes, page));
  });

  it.each(codePages.filter((page) => page.startsWith('iso-')))(
    '%s: reads no invisible control character, not even the line end 85',
    (page) => {
      for (let byte = 0x80; byte <= 0x9f; byte++) {
        expect(decoderOf(page).decode(Uint8Array.of(0x61, byte))).toBeUndefined();
        expect(decoderOf(page).invalidAt(Uint8Array.of(0x61, byte))).toBe(1);
      }
    },
  );

  it.each(codePages)('%s keeps ASCII in place, so that rows can be cut on bytes', (page) => {
    const ascii = Uint8Array.from({ length: 128 }, (_, byte) => byte);
    expect(decoderOf(page).decode(ascii)).toBe(Buffer.from(ascii).toString('latin1'));
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    '%s is cut behind its last whole character, and nowhere else',
    (encoding) => {
      const decoder = decoderOf(encoding);
      const starts = ['', 'é', 'é€', 'é€😀', 'é€😀a'].map((text) => encode(text, encoding).length);
      const bytes = encode('é€😀a', encoding);
      for (let end = 0; end <= bytes.length; end++) {
        const whole = Math.max(...starts.filter((start) => start <= end));
        expect(decoder.whole(bytes.subarray(0, end)), `${end} bytes`).toBe(whole);
      }
    },
  );

  it('writes a letter with its accent apart as the one letter of the page', () => {
    const apart = (text: string, page: 'windows-1252' | 'windows-1251' | 'windows-1258'): string =>
      decoderOf(page).decode(encode(text.normalize('NFD'), page)) ?? '';
    expect(apart('Österreich', 'windows-1252')).toBe('Österreich');
    expect(apart('Чай', 'windows-1251')).toBe('Чай');
    expect(encode('e\u0301', 'windows-1258')).toHaveLength(2);
  });

  it.each([
    ['windows-1252', 'n\u0300x', 'n?x'],
    ['windows-1252', 'e\u0301\u0334', 'é?'],
    ['windows-1258', 'a\u0302\u0301x', 'â\u0301x'],
  ] as const)('in %s keeps of %j what the page holds of the letter', (page, text, kept) => {
    expect(decoderOf(page).decode(encode(text, page))).toBe(kept);
  });

  it('reads the euro sign of windows-1252, which TextDecoder of Node 20 does not', () => {
    expect(decoderOf('windows-1252').decode(Uint8Array.of(0x80))).toBe('€');
  });
});

describe('encoding names', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['utf8', 'utf-8'],
    ['US-ASCII', 'utf-8'],
    ['cp1252', 'windows-1252'],
    ['CP-1252', 'windows-1252'],
    ['Windows-1251', 'windows-1251'],
    ['win1250', 'windows-1250'],
    ['1252', 'windows-1252'],
    ['ANSI', 'windows-1252'],
    ['latin1', 'iso-8859-1'],
    ['ISO8859-15', 'iso-8859-15'],
    ['ISO_8859-1', 'iso-8859-1'],
    ['IBM850', 'cp850'],
    ['x-mac-roman', 'macintosh'],
    ['850', 'cp850'],
    ['dos-437', 'cp437'],
    ['ibm866', 'cp866'],
    ['KOI8-R', 'koi8-r'],
    ['koi8u', 'koi8-u'],
    ['UTF-16', 'utf-16le'],
    ['utf-16be', 'utf-16be'],
  ])('%s is %s', (name, encoding) => {
    expect(encodingNamed(name)).toBe(encoding);
  });

  it.each(['ebcdic', '', 'utf-7', '9', 'shift_jis'])('"%s" is not known', (name) => {
    expect(encodingNamed(name)).toBeUndefined();
  });

  it('finds each encoding by its own name', () => {
    for (const encoding of encodings) expect(encodingNamed(encoding)).toBe(encoding);
  });
});

describe('encode', () => {
  it.each([
    ['Größe €', 'windows-1252'],
    ['Болт', 'cp866'],
    ['Zażółć', 'windows-1250'],
    ['a𝄞b', 'utf-8'],
    ['a𝄞b', 'utf-16be'],
  ] as const)('gives back "%s" through %s', (text, encoding) => {
    expect(decoderOf(encoding).decode(encode(text, encoding))).toBe(text);
  });

  it('writes one question mark for each character that the encoding lacks', () => {
    expect(Buffer.from(encode('a😀Б€', 'iso-8859-1')).toString('latin1')).toBe('a???');
    expect(Buffer.from(encode('a\ud800b', 'utf-8')).toString()).toBe('a?b');
    expect(decoderOf('utf-16le').decode(encode('a\udc00b', 'utf-16le'))).toBe('a?b');
  });

  it('knows the byte order marks', () => {
    expect(byteOrderMark('utf-8')).toHaveLength(3);
    expect(byteOrderMark('utf-16be')).toEqual(Uint8Array.of(0xfe, 0xff));
    expect(byteOrderMark('cp850')).toHaveLength(0);
  });
});

describe('decoding in blocks', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    '%s: any cut of any text leaves whole characters on both sides',
    (encoding) => {
      const decoder = decoderOf(encoding);
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
          const bytes = encode(text.toWellFormed(), encoding);
          const cut = bytes.subarray(0, at % (bytes.length + 1));
          const whole = decoder.whole(cut);
          expect(cut.length - whole).toBeLessThan(4);
          const parts = [bytes.subarray(0, whole), bytes.subarray(whole)];
          expect(parts.map((part) => decoder.decode(part)).join('')).toBe(text.toWellFormed());
        }),
      );
    },
  );

  it.each([
    [[0x61, 0xff, 0x62], 1],
    [[0xc3, 0x28], 0],
    [[0xef, 0xbf, 0xbd, 0xed, 0xa0, 0x80], 3],
    [[0x61, 0x62, 0xe2, 0x82], 2],
    [[0xf0, 0x9f, 0x98, 0x80, 0xc0, 0xaf], 4],
  ])('fault 6: utf-8 bytes %j are invalid at %i', (bytes, at) => {
    expect(decoderOf('utf-8').decode(Uint8Array.from(bytes))).toBeUndefined();
    expect(decoderOf('utf-8').invalidAt(Uint8Array.from(bytes))).toBe(at);
  });

  it('fault 6: half a surrogate pair in UTF-16 is invalid', () => {
    const bytes = Uint8Array.of(0x61, 0, 0xfd, 0xff, 0, 0xd8, 0x62, 0);
    expect(decoderOf('utf-16le').decode(bytes)).toBeUndefined();
    expect(decoderOf('utf-16le').invalidAt(bytes)).toBe(4);
  });
});
