const headBytes = 64 * 1024;
/** Even Cyrillic UTF-16 has this many: each digit, blank, separator and line end brings one. */
const shareOfUtf16 = 0.02;
const shareOnOneSide = 0.95;

/** What many NUL bytes say about a text without a byte order mark; undefined where there are few. */
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
  if (odd >= all * shareOnOneSide) return 'utf-16le';
  return even >= all * shareOnOneSide ? 'utf-16be' : 'binary';
}
