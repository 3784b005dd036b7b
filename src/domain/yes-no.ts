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
  // SAP Business One.
  ['tyes', 'tno'],
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
  ['jah', 'ei'],
  ['jā', 'nē'],
  ['taip', 'ne'],
  ['ναι', 'όχι'],
  ['ναι', 'οχι'],
  ['да', 'не'],
  ['+', '-'],
  ['是', '否'],
  ['はい', 'いいえ'],
  ['예', '아니오'],
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

/** A cross or a tick has no other word: beside it a cell is empty. */
const marks: ReadonlySet<string> = new Set(['x', '×', '✓', '✔', '☑', '✅']);
const yes: ReadonlySet<string> = new Set([...yesNoPairs.map(([word]) => caseless(word)), ...marks]);
const no: ReadonlySet<string> = new Set(yesNoPairs.map(([, word]) => caseless(word)));

/** In any case; undefined for what is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = caseless(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

/**
 * Whether two words that differ are sure to say the same yes or no: `Ja` and `J`, `TRUE` and `.T.`, `✓` and `X`, `nein`
 * and `0`, `1,00` and `1`. Two single letters are codes as likely: T and Y may be sizes.
 */
export function isSameYesOrNo(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  const meaning = yesOrNo(a);
  if (meaning === undefined || meaning !== yesOrNo(b)) return false;
  if (a === b || (marks.has(a) && marks.has(b))) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return isWord.test(long) && (long.startsWith(short) || isSign.test(short) || marks.has(short));
}

const isWord = /^\p{L}{2,}$/u;
const isSign = /^[01]$/;

/** Without case, the points of `.T.` and the zeros of `1,00`. */
function bare(text: string): string {
  const word = caseless(text.trim());
  return word.replace(/^([01])[.,]0+$/, '$1').replace(/^[.,;:!()[\]"']+|[.,;:!()[\]"']+$/g, '');
}
