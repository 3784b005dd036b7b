/** How exports write yes and no, the yes first. Each pair is one language or sign, so that a yes tells its no. */
export const yesNoPairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['1', '0'],
  ['t', 'f'],
  ['y', 'n'],
  ['j', 'n'],
  ['yes', 'no'],
  ['ja', 'nein'],
  ['ja', 'nee'],
  ['si', 'no'],
  ['sì', 'no'],
  ['sí', 'no'],
  ['да', 'нет'],
  ['так', 'ні'],
  ['tak', 'nie'],
  ['+', '-'],
];

/** A cross has no other word: beside it a cell is empty. */
const yes: ReadonlySet<string> = new Set([...yesNoPairs.map(([word]) => word), 'x']);
const no: ReadonlySet<string> = new Set(yesNoPairs.map(([, word]) => word));

/** In any case; undefined for what is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}
