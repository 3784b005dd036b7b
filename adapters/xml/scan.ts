export const code = {
  blank: 32,
  mark: 33,
  double: 34,
  and: 38,
  single: 39,
  slash: 47,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  byteOrderMark: 0xfeff,
} as const;

/** The first place from `at` on that is no blank. */
export function skipped(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) <= code.blank) end += 1;
  return end;
}

/** The first place from `at` on that is no part of a name. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit <= code.blank || unit === code.slash || unit === code.equals || unit === code.greater)
      break;
  }
  return end;
}

/**
 * Where an attribute's value ends, or is no longer what it says: a loop, because most values are as short as `A1`.
 * -1 where no quote opens it.
 */
export function plainValueEnd(text: string, opening: number): number {
  const quote = text.charCodeAt(opening);
  if (quote !== code.double && quote !== code.single) return -1;
  let end = opening + 1;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit === quote || unit < code.blank || unit === code.and || unit === code.less) break;
  }
  return end;
}

/** Where a DOCTYPE ends, or its own declarations begin; -1 where more of the text is needed. */
export function doctypeEnd(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const sign = text.charAt(end);
    if (sign === '[' || sign === '>') return end;
    if (sign !== '"' && sign !== "'") continue;
    end = text.indexOf(sign, end + 1);
    if (end === -1) return -1;
  }
  return -1;
}
