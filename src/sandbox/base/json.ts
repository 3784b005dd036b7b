import { bounds } from './limits.ts';

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
/** JSON.stringify writes only a lone half of a surrogate pair as an escape. */
const halfCharacter = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * What a JSON body says. Throws SyntaxError where it is no UTF-8, no JSON, nested deeper than anything here can walk
 * through, or holds half a character, which no UTF-8 could give back.
 */
export function parseJson(bytes: Buffer): unknown {
  if (isTooDeep(bytes)) throw new SyntaxError('nested too deeply');
  const text = decode(bytes);
  const value: unknown = JSON.parse(text);
  if (/\\ud[89a-f]/i.test(text) && halfCharacter.test(JSON.stringify(value)))
    throw new SyntaxError('half a character');
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError('not UTF-8');
  }
}

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) at += 1;
    else if (!isText && opening.has(byte)) depth += 1;
    else if (!isText && closing.has(byte)) depth -= 1;
    if (depth > bounds.jsonDepth) return true;
  }
  return false;
}
