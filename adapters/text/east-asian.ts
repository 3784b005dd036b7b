import { Buffer } from 'node:buffer';
import { sampleBeyondAscii } from './beyond-ascii.ts';

/** Characters of two bytes, as an encoding of East Asia writes them. */
interface EastAsian {
  readonly label: string;
  readonly name: string;
  /** A byte that is a character by itself. */
  isSingle?(byte: number): boolean;
  /** Nearly all characters of a text are such. */
  isUsual(lead: number, trail: number): boolean;
  /** Many are such, and hardly one where the bytes are letters of a code page. */
  isTelling(lead: number, trail: number): boolean;
}

const within = (byte: number, first: number, last: number): boolean =>
  byte >= first && byte <= last;

/** The ones that write few characters first: Korean would also be usual Chinese. */
const encodings: readonly EastAsian[] = [
  {
    label: 'shift_jis',
    name: 'Shift_JIS (Japanese)',
    isSingle: (byte) => within(byte, 0xa1, 0xdf),
    isUsual: (lead) => within(lead, 0x81, 0x83) || within(lead, 0x88, 0x9f),
    isTelling: (lead, trail) =>
      (lead === 0x82 && within(trail, 0x9f, 0xf1)) || (lead === 0x83 && within(trail, 0x40, 0x96)),
  },
  {
    label: 'euc-jp',
    name: 'EUC-JP (Japanese)',
    isUsual: (lead) => within(lead, 0xa1, 0xa5) || within(lead, 0xb0, 0xcf),
    isTelling: (lead) => lead === 0xa4 || lead === 0xa5,
  },
  {
    label: 'euc-kr',
    name: 'EUC-KR (Korean)',
    isUsual: (lead, trail) => (lead === 0xa1 || within(lead, 0xb0, 0xc8)) && trail >= 0xa1,
    isTelling: (_, trail) => within(trail, 0xa1, 0xbf),
  },
  {
    label: 'big5',
    name: 'Big5 (Chinese)',
    isUsual: (lead) => lead === 0xa1 || within(lead, 0xa4, 0xc6),
    isTelling: (_, trail) => within(trail, 0x40, 0x7e),
  },
  {
    label: 'gbk',
    name: 'GBK (Chinese)',
    isUsual: (lead, trail) =>
      (within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xd7)) && trail >= 0xa1,
    isTelling: (_, trail) => within(trail, 0xa1, 0xbf),
  },
];

const differentEnough = 12;
/** Words of as many even lengths are no accident where the bytes are letters. */
const wordsEnough = 12;
const usualShare = 0.9;
const tellingShare = 0.15;
/** Accents stand alone between letters of ASCII. */
const togetherShare = 0.6;

/** The encoding of East Asia that the bytes surely are, which Stockhand does not read; undefined where in doubt. */
export function eastAsian(head: Uint8Array): string | undefined {
  const bytes = sampleBeyondAscii(head)?.bytes;
  if (bytes === undefined || wordsIn(bytes) < wordsEnough) return undefined;
  return encodings.find((encoding) => decodes(encoding.label, bytes) && isText(encoding, bytes))
    ?.name;
}

export function eastAsianRemedy(name: string): string {
  return `This looks like ${name}, which Stockhand does not read. Let the ERP export it as UTF-8.`;
}

function wordsIn(bytes: Uint8Array): number {
  const words = Buffer.from(bytes)
    .toString('latin1')
    .match(/[\x80-\xff]+/g);
  return new Set(words).size;
}

function decodes(label: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isText(encoding: EastAsian, bytes: Uint8Array): boolean {
  const { pairs, characters } = pairsOf(encoding, bytes);
  const share = (some: readonly unknown[]): number => some.length / characters;
  return (
    new Set(pairs.map(({ lead, trail }) => lead * 256 + trail)).size >= differentEnough &&
    share(pairs.filter(({ lead, trail }) => encoding.isUsual(lead, trail))) >= usualShare &&
    share(pairs.filter(({ lead, trail }) => encoding.isTelling(lead, trail))) >= tellingShare &&
    share(pairs.filter(({ isTogether }) => isTogether)) >= togetherShare
  );
}

interface Pair {
  readonly lead: number;
  readonly trail: number;
  /** Another one stands before or behind it. */
  readonly isTogether: boolean;
}

function pairsOf(encoding: EastAsian, bytes: Uint8Array) {
  const pairs: Pair[] = [];
  let singles = 0;
  let end = -1;
  for (let at = 0; at + 1 < bytes.length; at++) {
    const [lead = 0, trail = 0, next = 0] = bytes.subarray(at, at + 3);
    if (lead < 0x80) continue;
    if (encoding.isSingle?.(lead)) {
      singles++;
      continue;
    }
    pairs.push({ lead, trail, isTogether: end === at || next >= 0x80 });
    at++;
    end = at + 1;
  }
  return { pairs, characters: pairs.length + singles };
}
