import type { Decoder } from '../text/decode.ts';

const backslash = 0x5c;
const escapePattern = /\\(u[\da-fA-F]{4}|.)/gs;
const characters: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A quoted token as text; undefined where bytes or escapes mean nothing, half a surrogate pair among them. */
export function tokenText(token: Uint8Array, decoder: Decoder): string | undefined {
  const inner = token.subarray(1, token.length - 1);
  const text = decoder.decode(inner);
  if (text === undefined || !inner.includes(backslash)) return text;
  let isSound = true;
  const plain = text.replaceAll(escapePattern, (_, escaped: string) => {
    const character = escaped.length > 1 ? codeUnit(escaped) : characters.get(escaped);
    if (character === undefined) isSound = false;
    return character ?? '';
  });
  return isSound && plain.isWellFormed() ? plain : undefined;
}

function codeUnit(escaped: string): string {
  return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
}
