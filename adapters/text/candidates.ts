import { decoderOf } from './decode.ts';
import type { Encoding } from './encoding.ts';

/** What exports without a declaration are written in, the most frequent first. */
const candidates: readonly Encoding[] = [
  ...(['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1254'] as const),
  ...(['cp850', 'cp852', 'cp866', 'koi8-r'] as const),
];

const samplesShown = 3;
const sampleBytesMax = 30;

/** `windows-1252: "Müller", "Größe" · cp850: "M³ller", "Gr÷▀e"`: a person sees at once which one reads right. */
export function candidateSamples(bytes: Uint8Array): string {
  const samples = samplesOf(bytes);
  const encodingsByReading = new Map<string, Encoding[]>();
  for (const encoding of candidates) {
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
