import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../../../adapters/text/detect.ts';
import { encode } from '../../../adapters/text/encode.ts';
import type { Encoding } from '../../../src/domain/encoding.ts';
import { fileOf } from './reading.ts';
import { refusalOf } from './refusal.ts';

const german = 'ArtNr;Bezeichnung\r\n4711;Müllerstück\r\n4712;Größe\r\n4713;Übergang\r\n';

function encodingOf(bytes: Uint8Array, declared?: string): string {
  const detected = detectEncoding(fileOf('a.csv', bytes), declared);
  return 'refusal' in detected
    ? detected.refusal.code
    : `${detected.decoder.encoding} from ${detected.start}`;
}

function marked(text: string, mark: readonly number[], encoding: Encoding): Uint8Array {
  return Buffer.concat([Uint8Array.from(mark), encode(text, encoding)]);
}

describe('detectEncoding', () => {
  it.each([
    ['a UTF-8 mark', marked(german, [0xef, 0xbb, 0xbf], 'utf-8'), 'utf-8 from 3'],
    ['a UTF-16LE mark', marked(german, [0xff, 0xfe], 'utf-16le'), 'utf-16le from 2'],
    ['a UTF-16BE mark', marked(german, [0xfe, 0xff], 'utf-16be'), 'utf-16be from 2'],
    ['UTF-16LE without a mark', encode(german, 'utf-16le'), 'utf-16le from 0'],
    ['UTF-16BE without a mark', encode(german, 'utf-16be'), 'utf-16be from 0'],
    ['Cyrillic UTF-16LE', encode('Артикул;Имя\n12;Болт\n', 'utf-16le'), 'utf-16le from 0'],
    ['UTF-8', encode(german, 'utf-8'), 'utf-8 from 0'],
    ['ASCII', encode('a;b\n1;2\n', 'utf-8'), 'utf-8 from 0'],
    ['a short text with a NUL', encode('a;b\n1;x\0y\n', 'utf-8'), 'utf-8 from 0'],
    ['fields filled up with NULs', encode('a;b\r\n1;x\0\0\0\r\n', 'utf-8'), 'utf-8 from 0'],
    ['UTF-16LE of one line', encode('a;b', 'utf-16le'), 'utf-16le from 0'],
    ['UTF-8 cut off within a letter', encode(german, 'utf-8').subarray(0, 34), 'FILE_TRUNCATED'],
    ['a code page whose only letter is the last', encode('a;Café', 'iso-8859-1'), 'FILE_ENCODING'],
    ['windows-1252', encode(german, 'windows-1252'), 'FILE_ENCODING'],
    ['cp850', encode(german, 'cp850'), 'FILE_ENCODING'],
  ])('reads %s by itself', (_, bytes, expected) => {
    expect(encodingOf(bytes)).toBe(expected);
  });

  it('fault 6: shows three sample values under each code page, so that a person sees which one is right', () => {
    const { rule, remedy } = refusalOf(encode(german, 'windows-1252')) ?? {};
    expect(rule).toContain('offset 25, line 2');
    expect(remedy).toContain(
      'windows-1252 or windows-1250 or windows-1254 or iso-8859-2: "Müllerstück", "Größe", "Übergang"',
    );
    expect(remedy).toContain('cp850');
    expect(remedy).toContain('windows-1251');
  });

  it.each([
    ['UTF-8 by its mark', marked(german, [0xef, 0xbb, 0xbf], 'utf-8'), 'cp850', 'utf-8'],
    ['UTF-8 by its letters', encode(german, 'utf-8'), 'windows-1252', 'utf-8'],
    ['UTF-16 by its mark', marked(german, [0xff, 0xfe], 'utf-16le'), 'utf-8', 'utf-16le'],
    ['UTF-16 by its NUL bytes', encode(german, 'utf-16be'), 'utf-8', 'utf-16be'],
    [
      'a code page, declared as one that is not known',
      encode(german, 'cp850'),
      'ebcdic',
      'cp850 or cp852',
    ],
    ['a code page, declared as UTF-16', encode(german, 'cp852'), 'utf-16le', 'cp850 or cp852'],
  ])('fault 6: shows them too where the file is %s', (...[, bytes, declared, right]) => {
    const { remedy } = refusalOf(bytes, declared) ?? {};
    expect(remedy).toContain(`${right}: "Müllerstück", "Größe", "Übergang"`);
  });

  const signs = 'Nr;Name\n1;Rohr 5 €\n2;Stange – fein\n3;Profil „8“\n';

  it.each([
    { declared: 'latin1', written: 'windows-1252', text: signs },
    { declared: 'iso-8859-1', written: 'cp850', text: german },
    { declared: 'iso-8859-15', written: 'windows-1252', text: signs },
    { declared: 'latin2', written: 'windows-1250', text: signs.replace('Rohr', 'Rurka śr.') },
    { declared: 'iso-8859-7', written: 'windows-1253', text: signs.replace('Rohr', 'Σωλήνας') },
  ] as const)('fault 6: refuses $declared for the signs of $written', (given) => {
    const { code, rule, remedy } =
      refusalOf(encode(given.text, given.written), given.declared) ?? {};
    expect(code).toBe('FILE_ENCODING');
    expect(rule).toMatch(/the byte [89][0-9A-F] at offset \d+ is an invisible control character/);
    const values = given.text.match(/[^;\n\r]*[^\0-\x7f][^;\n\r]*/g)?.slice(0, 3);
    expect(remedy).toMatch(new RegExp(`${given.written}[^:]*: "${values?.join('", "')}"`));
  });

  it('fault 6: one such byte is enough, also that of a line end and behind forty megabytes', () => {
    const bytes = Buffer.alloc(40 * 1024 * 1024, 'a;\xfc\n', 'latin1');
    expect(encodingOf(bytes, 'latin1')).toBe('iso-8859-1 from 0');
    bytes[bytes.length - 2] = 0x85;
    expect(refusalOf(bytes, 'latin1')?.rule).toContain(`byte 85 at offset ${bytes.length - 2}`);
  });

  it('fault 6: looks for three values where letters beyond ASCII are rare', () => {
    const rare = german.replaceAll('\r\n', `\r\n${'1;plain\r\n'.repeat(20_000)}`);
    expect(refusalOf(encode(rare, 'windows-1252'))?.remedy).toContain('"Größe", "Übergang"');
    expect(refusalOf(encode(rare, 'windows-1252'), 'utf-8')?.remedy).toContain('"Müllerstück"');
  });

  it('fault 6: has no values to show of a file that reads the same in each', () => {
    expect(refusalOf(encode('a;b', 'utf-8'), 'ebcdic')?.remedy).toBe(
      'Set encoding: of the source to auto.',
    );
  });

  it('finds a single wrong byte behind forty megabytes of ASCII lines', () => {
    const bytes = Buffer.alloc(40 * 1024 * 1024, 'a;b\n');
    bytes[bytes.length - 3] = 0xfc;
    expect(refusalOf(bytes)?.rule).toContain(`byte FC at offset ${bytes.length - 3}`);
  });

  it('fault 13: looks no further than forty megabytes into a line of two gigabytes', () => {
    const size = 2 * 1024 ** 3;
    let lookedTo = 0;
    const detected = detectEncoding({
      name: 'line.csv',
      size,
      read(at, length) {
        // The end of a file is looked at too; only a walk through it counts.
        if (at <= lookedTo) lookedTo = Math.max(lookedTo, at + length);
        return Buffer.alloc(Math.min(length, size - at), 'a');
      },
    });
    expect('refusal' in detected).toBe(false);
    expect(lookedTo).toBeLessThan(40 * 1024 ** 2);
  });

  it('does not take a character that two blocks share for a wrong one', () => {
    expect(encodingOf(Buffer.from('ü'.padStart(4 * 1024 * 1024)))).toBe('utf-8 from 0');
  });

  it('ends where a file became shorter while it was read', () => {
    const short = { ...fileOf('a.csv', 'aé'), size: 10_000_000 };
    expect('decoder' in detectEncoding(short)).toBe(true);
    const cut = { ...fileOf('a.csv', Buffer.from('aé').subarray(0, 2)), size: 10_000_000 };
    expect('refusal' in detectEncoding(cut)).toBe(true);
  });

  it.each([
    {
      name: 'a declared code page',
      bytes: encode(german, 'cp850'),
      declared: 'cp850',
      expected: 'cp850 from 0',
    },
    {
      name: 'a declared name in any spelling',
      bytes: encode(german, 'windows-1252'),
      declared: 'CP1252',
      expected: 'windows-1252 from 0',
    },
    {
      name: 'UTF-16 whose mark gives the order',
      bytes: marked('a', [0xfe, 0xff], 'utf-16be'),
      declared: 'UTF-16',
      expected: 'utf-16be from 2',
    },
    {
      name: 'a declared UTF-8 with a mark',
      bytes: marked('a', [0xef, 0xbb, 0xbf], 'utf-8'),
      declared: 'utf-8',
      expected: 'utf-8 from 3',
    },
    {
      name: 'ASCII under any code page',
      bytes: encode('a;b', 'utf-8'),
      declared: 'koi8-r',
      expected: 'koi8-r from 0',
    },
  ])('takes $name', ({ bytes, declared, expected }) => {
    expect(encodingOf(bytes, declared)).toBe(expected);
  });

  it.each([
    {
      name: 'code page bytes declared as utf-8',
      bytes: encode(german, 'windows-1252'),
      declared: 'utf-8',
      words: 'offset 25',
    },
    {
      name: 'UTF-8 declared as a code page',
      bytes: encode(german, 'utf-8'),
      declared: 'windows-1252',
      words: 'well-formed UTF-8',
    },
    {
      name: 'a UTF-8 mark declared as a code page',
      bytes: marked('a', [0xef, 0xbb, 0xbf], 'utf-8'),
      declared: 'cp850',
      words: 'say utf-8',
    },
    {
      name: 'UTF-16 declared as a code page',
      bytes: encode(german, 'utf-16le'),
      declared: 'windows-1252',
      words: 'say utf-16le',
    },
    {
      name: 'ASCII declared as UTF-16',
      bytes: encode('a;b\n', 'utf-8'),
      declared: 'utf-16le',
      words: 'no NUL byte',
    },
    {
      name: 'a byte that the page lacks',
      bytes: Uint8Array.of(0x61, 0x81),
      declared: 'windows-1252',
      words: 'byte 81 at offset 1',
    },
    {
      name: 'an unknown name',
      bytes: encode('a', 'utf-8'),
      declared: 'ebcdic',
      words: '"ebcdic" is not known',
    },
  ])('refuses $name', ({ bytes, declared, words }) => {
    const { code, rule } = refusalOf(bytes, declared) ?? {};
    expect(code).toBe('FILE_ENCODING');
    expect(rule).toContain(words);
  });

  it('fault 1: a file whose end is still filled with NUL bytes is cut off', () => {
    const bytes = Buffer.concat([Buffer.from('a;b\n'.repeat(100)), Buffer.alloc(2)]);
    expect(refusalOf(bytes)?.code).toBe('FILE_TRUNCATED');
  });

  it.each([
    ['lines', 'C1 99 A3 5E C2 85 A9 15 F0 F1 5E C1 40 C2 15'],
    ['records without line ends', 'F0 F0 F1 F8 40 40 E2 83 88 99 81 A4 82 85 40 F0 F1 F2'],
  ])('says of EBCDIC in %s that no encoding reads it', (_, hex) => {
    for (const declared of ['auto', 'windows-1252', 'cp037']) {
      const { rule, remedy } =
        refusalOf(Buffer.from(hex.replaceAll(' ', ''), 'hex'), declared) ?? {};
      expect(rule).toContain('EBCDIC');
      expect(remedy).toContain('UTF-8');
    }
  });

  it('says of a code of two bytes a character, which no encoding reads, to write UTF-8', () => {
    const gbk = Buffer.from('CEEFC1CFB1E0C2EB2CCEEFC1CFC3FBB3C60A', 'hex');
    expect(refusalOf(gbk)?.remedy).toContain('if none does, as with GBK');
  });

  it('says of a file full of NUL bytes that it is no text', () => {
    expect(refusalOf(Buffer.alloc(4096))?.code).toBe('FILE_STRUCTURE');
  });
});
