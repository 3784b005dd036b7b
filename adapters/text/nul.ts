const headBytes = 64 * 1024;
/** Even Cyrillic UTF-16 has this many: each digit, blank, separator and line end brings one. */
const shareOfUtf16 = 0.02;
const shareOnOneSide = 0.95;
/** NUL, tab, the line ends, form feed, and the Ctrl-Z of DOS: packed numbers and programs hold others, too. */
const controlsOfText: ReadonlySet<number> = new Set([0, 9, 10, 11, 12, 13, 26]);
const blank = 0x20;

/**
 * What many NUL bytes say about a text without a byte order mark; undefined where there are few, or its lines say
 * otherwise.
 */
export function nulPattern(head: Uint8Array): 'utf-16le' | 'utf-16be' | 'binary' | undefined {
  const seen = head.subarray(0, headBytes);
  let even = 0;
  let odd = 0;
  for (let at = seen.indexOf(0); at !== -1; at = seen.indexOf(0, at + 1)) {
    if (at % 2 === 0) even++;
    else odd++;
  }
  const all = even + odd;
  if (all === 0 || all < seen.length * shareOfUtf16) return undefined;
  if (isTextBesideNuls(seen) && hasNarrowLines(seen)) return undefined;
  if (odd >= all * shareOnOneSide) return 'utf-16le';
  return even >= all * shareOnOneSide ? 'utf-16be' : 'binary';
}

/** Whether nothing but NULs is in the way of a text. */
export function isTextBesideNuls(head: Uint8Array): boolean {
  return head.every((byte) => byte >= blank || controlsOfText.has(byte));
}

/**
 * Whether half of the line ends have no NUL beside them: in UTF-16 all have one, and a field that NULs fill up may
 * are before each.
 */
function hasNarrowLines(head: Uint8Array): boolean {
  let ends = 0;
  let wide = 0;
  for (const [at, byte] of head.entries()) {
    if (byte !== 10 && byte !== 13) continue;
    ends++;
    if (head[at - 1] === 0 || head[at + 1] === 0) wide++;
  }
  return ends > 0 && wide * 2 <= ends;
}
