import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { decoderOf } from './decode.ts';
import { encode } from './encode.ts';

/** What exports without a declaration are written in, the most frequent first. */
const candidates: readonly Encoding[] = [
  ...(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1254'] as const),
  ...(['cp850', 'cp852', 'cp866', 'koi8-r'] as const),
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
/** Letters beyond ASCII may be rare: so far they are looked for. */
const searchBytes = 1024 * 1024;

/** The remedy that lets a person choose by eye. `seen`: what the bytes prove by themselves; `declared`: what they are not. */
export function choice(bytes: Uint8Array, seen?: Encoding, declared?: Encoding): string {
  const samples = seen?.startsWith('utf-16')
    ? wideSamples(bytes, seen)
    : candidateSamples(bytes, declared);
  if (seen !== undefined)
    return `Set encoding: of the source to ${seen} or auto. ${samples}`.trim();
  return samples === ''
    ? 'Set encoding: of the source to auto.'
    : `Set encoding: of the source to the one that reads right. ${samples}`;
}

/** `windows-1252: "Müller", "Größe" · cp850: "M³ller", "Gr÷▀e"`: a person sees at once which one reads right. */
function candidateSamples(bytes: Uint8Array, declared: Encoding | undefined): string {
  const alike = declared === undefined ? undefined : windowsPages.get(declared);
  return readings(samplesOf(bytes), [...candidates, ...(alike === undefined ? [] : [alike])]);
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
    const texts = samples.map((sample) => decoderOf(encoding).decode(sample));
    if (texts.includes(undefined)) continue;
    const reading = texts.map((text) => `"${text}"`).join(', ');
    encodingsByReading.set(reading, [...(encodingsByReading.get(reading) ?? []), encoding]);
  }
  return Array.from(
    encodingsByReading,
    ([reading, names]) => `${names.join(' or ')}: ${reading}`,
  ).join(' · ');
}

/** Distinct values with a byte beyond ASCII: only those read differently. */
function samplesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  let start = 0;
  for (let at = 0; at <= bytes.length && found.size < samplesShown; at++) {
    if (at < bytes.length && !endsValue(bytes[at] ?? 0)) continue;
    const value = bytes.subarray(start, Math.min(at, start + sampleBytesMax));
    start = at + 1;
    if (value.some((byte) => byte >= 0x80)) found.set(value.join(), value);
  }
  return [...found.values()];
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
