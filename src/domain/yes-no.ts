import { caseless } from './letter-case.ts';

/** How exports write yes and no, the yes first. Each pair is one language or sign, so that a yes tells its no. */
export const yesNoPairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['.t.', '.f.'],
  ['1', '0'],
  ['t', 'f'],
  ['y', 'n'],
  ['j', 'n'],
  ['yes', 'no'],
  ['ja', 'nein'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['oui', 'non'],
  ['si', 'no'],
  ['sì', 'no'],
  ['sí', 'no'],
  ['sim', 'não'],
  ['да', 'нет'],
  ['так', 'ні'],
  ['tak', 'nie'],
  ['áno', 'nie'],
  ['ano', 'ne'],
  ['da', 'ne'],
  ['da', 'nu'],
  ['igen', 'nem'],
  ['evet', 'hayır'],
  ['kyllä', 'ei'],
  ['+', '-'],
  // What spreadsheets show of a true/false cell.
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['vero', 'falso'],
  ['verdadero', 'falso'],
  ['verdadeiro', 'falso'],
  ['waar', 'onwaar'],
  ['sand', 'falsk'],
  ['sant', 'falskt'],
  ['sann', 'usann'],
  ['tosi', 'epätosi'],
  ['prawda', 'fałsz'],
  ['pravda', 'nepravda'],
  ['igaz', 'hamis'],
  ['adevărat', 'fals'],
  ['истина', 'ложь'],
  ['істина', 'хибність'],
  ['doğru', 'yanlış'],
];

/** A cross has no other word: beside it a cell is empty. */
const yes: ReadonlySet<string> = new Set([...yesNoPairs.map(([word]) => caseless(word)), 'x']);
const no: ReadonlySet<string> = new Set(yesNoPairs.map(([, word]) => caseless(word)));

/** In any case; undefined for what is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = caseless(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}
