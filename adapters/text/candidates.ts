import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { eastAsian, eastAsianRemedy } from './east-asian.ts';
import { encode } from './encode.ts';

/** What exports without a declaration are written in, the most frequent first. */
const candidates: readonly Encoding[] = [
  ...(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1254'] as const),
  ...(['cp850', 'cp852', 'cp866', 'koi8-r', 'iso-8859-2', 'iso-8859-5', 'macintosh'] as const),
];

/** The page of Windows for the same letters, where it is none of these. */
const windowsPages: ReadonlyMap<Encoding, Encoding> = new Map([
  ['iso-8859-4', 'windows-1257'],
  ['iso-8859-6', 'windows-1256'],
  ['iso-8859-7', 'windows-1253'],
  ['iso-8859-8', 'windows-1255'],
  ['iso-8859-13', 'windows-1257'],
]);

const samplesShown = 3;
const sampleBytesMax = 30;
const fittingForEachWrong = 10;
/** Letters beyond ASCII may be rare: so far they are looked for. */
const searchBytes = 1024 * 1024;

/**
 * What a byte that means nothing takes with it: its row, or in a format without rows the whole file. Checked rows are
 * also rejected where they are UTF-8 in a file of a code page.
 */
export type WrongByteCosts = 'row' | 'checkedRow' | 'file';

/** The remedy for a file that is UTF-8 but for a few bytes. */
export function utf8Remedy(bytes: Uint8Array, costs: WrongByteCosts): string {
  const utf8 = decoderOf('utf-8');
  const values = samplesOf(bytes, utf8).map((sample) => `"${utf8.decode(sample)}"`);
  const reading = values.length === 0 ? '' : `, which reads ${values.join(', ')}`;
  return costs !== 'file'
    ? `Set encoding: of the source to utf-8${reading}: then only the rows with such bytes are rejected. Or let the ERP write these as UTF-8, too.`
    : `Let the ERP write all of it as UTF-8${reading}; a code page would read everything else wrong.`;
}

/** The remedy for a file that the declared page fits but for a few bytes, before the pages that fit these. */
export function otherwise(head: Uint8Array, declared: Encoding): string {
  const decoder = decoderOf(declared);
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const meaningless = new Set(
    everyByte.filter((byte) => decoder.invalidAt(Uint8Array.of(byte)) !== -1),
  );
  const beyondAscii = head.filter((byte) => byte >= 0x80);
  const wrong = beyondAscii.filter((byte) => meaningless.has(byte));
  if (wrong.length * fittingForEachWrong > beyondAscii.length) return '';
  const values = samplesOf(head, decoder).map((sample) => `"${decoder.decode(sample)}"`);
  return `If ${declared} reads the other values right, as ${values.join(', ')}, correct this one in the ERP and export again. Otherwise: `;
}

/** The declared page, which is not shown again, and the one that probably reads right. */
interface Known {
  readonly declared?: Encoding;
  readonly right?: Encoding;
}

/** The remedy that lets a person choose by eye. `seen`: what the bytes prove by themselves. */
export function choice(bytes: Uint8Array, seen?: Encoding, known: Known = {}): string {
  const foreign = seen === undefined ? eastAsian(bytes) : undefined;
  if (foreign !== undefined) return eastAsianRemedy(foreign);
  const samples = seen?.startsWith('utf-16')
    ? wideSamples(bytes, seen)
    : candidateSamples(bytes, known);
  if (seen !== undefined)
    return `Set encoding: of the source to ${seen} or auto. ${samples}`.trim();
  return samples === ''
    ? 'Set encoding: of the source to auto.'
    : `Set encoding: of the source to the one that reads right; if none does, as with GBK and Shift_JIS, let the ERP write UTF-8. ${samples}`;
}

/** `windows-1252: "Müller", "Größe" · cp850: "M³ller", "Gr÷▀e"`: a person sees at once which one reads right. */
function candidateSamples(bytes: Uint8Array, { declared, right }: Known): string {
  const alike = declared === undefined ? undefined : windowsPages.get(declared);
  const shown = [right, ...candidates, alike].filter((one) => one !== undefined);
  const others = new Set(shown.filter((one) => one !== declared));
  return readings(samplesOf(bytes), [...others]);
}

/** The same of bytes that are UTF-16 by themselves: in a code page each other letter of them would be a NUL. */
function wideSamples(bytes: Uint8Array, seen: Encoding): string {
  const decoder = decoderOf(seen);
  const text = decoder.decode(bytes.subarray(0, decoder.whole(bytes))) ?? '';
  const values = new Set(text.split(/[\p{Cc}",;|<>=]/u));
  const samples = [...values].filter((value) => /\P{ASCII}/u.test(value)).slice(0, samplesShown);
  const shown = samples.map((value) => encode(value.slice(0, sampleBytesMax), seen));
  return readings(shown, ['utf-16le', 'utf-16be']);
}

function readings(samples: readonly Uint8Array[], encodings: readonly Encoding[]): string {
  if (samples.length === 0) return '';
  const encodingsByReading = new Map<string, Encoding[]>();
  for (const encoding of encodings) {
    const decoder = decoderOf(encoding);
    const texts = samples.map((sample) => decoder.decode(cut(sample, decoder)));
    if (texts.includes(undefined)) continue;
    const reading = texts.map((text) => `"${text}"`).join(', ');
    encodingsByReading.set(reading, [...(encodingsByReading.get(reading) ?? []), encoding]);
  }
  return Array.from(
    encodingsByReading,
    ([reading, names]) => `${names.join(' or ')}: ${reading}`,
  ).join(' · ');
}

/** Distinct values with a byte beyond ASCII: only those read differently. With a decoder, those that it reads. */
function samplesOf(bytes: Uint8Array, decoder?: Decoder): readonly Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  let start = 0;
  for (let at = 0; at <= bytes.length && found.size < samplesShown; at++) {
    if (at < bytes.length && !endsValue(bytes[at] ?? 0)) continue;
    const begin = bytes.subarray(start, Math.min(at, start + sampleBytesMax));
    start = at + 1;
    if (begin.every((byte) => byte < 0x80)) continue;
    const value = decoder === undefined ? begin : cut(begin, decoder);
    if (decoder?.decode(value) !== undefined || decoder === undefined)
      found.set(value.join(), value);
  }
  return [...found.values()];
}

/** A long value is shown up to the border of a character. */
function cut(value: Uint8Array, decoder: Decoder): Uint8Array {
  return value.length < sampleBytesMax ? value : value.subarray(0, decoder.whole(value));
}

/** Control characters, quotes, separators and the brackets of XML. */
const endings = new Set(Array.from('",;|<>=\t', (character) => character.charCodeAt(0)));

function endsValue(byte: number): boolean {
  return byte < 0x20 || endings.has(byte);
}

/** From the damaged value's own line on, so that the samples show whole words. */
export function sampleNear(file: AdapterFile, offset: number): Uint8Array {
  const lineBytes = 512;
  const from = Math.max(0, offset - lineBytes);
  const bytes = file.read(from, searchBytes);
  const lineStart = bytes.lastIndexOf(10, offset - from) + 1;
  return bytes.subarray(lineStart);
}
