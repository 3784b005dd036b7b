import { type CodePage, codePages } from '../../src/domain/encoding.ts';
import { sampleBeyondAscii } from './beyond-ascii.ts';
import { rareLetters } from './cyrillic-letters.ts';
import { decoderOf } from './decode.ts';

/** Words as the page reads them, which nobody writes so. */
export interface OddWords {
  /** The byte of the first one. */
  readonly at: number;
  readonly words: readonly string[];
}

/** Signs that stand within no word, and are letters of other pages. */
const sign = '[„‚“”†‡‰‹€£¤¥§¨©¬¯¶¡¿ˆ˜ˇ˘˙˛˝]';
/** Trades write these between letters, and so they tell nothing: I²C, G½B, Zangen»Kombizangen, Teflon®Band, S¦M. */
const usual = '[²³¹¼½¾±÷×«»›®™¦]';
const anySign = '[\u00a1-\u00bf]';
const surelyOdd = [
  // S„ge, Lo§isko, Ѓ®«в
  `\\p{L}${usual}*${sign}(?:${usual}|${sign})*\\p{L}`,
  // B÷den, ma³y, M³ller: amid small letters, and behind no metre (dm³h), they are letters, too.
  '\\p{L}÷\\p{Ll}|\\p{Ll}{2}(?<!m)[²³¹¼½¾±›]\\p{Ll}|\\p{L}(?<!m)[²³]\\p{Ll}{2}',
  // ™l, §lutě: these stand behind a word or before a number.
  '^[™£§¶¹³]\\p{Ll}|^™\\p{Lu}',
  // M™BEL, GR™SSE: no trade name is so short. W¤˝: a currency stands beside its number.
  '^\\p{Lu}{1,2}™\\p{Lu}|^¤\\p{Lu}|\\p{L}¤',
  // caf‚: the low quote marks begin a word, and end one only where they do both („Profi„).
  '^[^„‚].*\\p{L}[„‚]$',
  // Áîëò: no word has accented letters alone.
  '(?:(?![A-Za-zªº])(?=\\p{Script=Latin})\\p{L}){4}',
  // »°¼¿°: signs alone, each other than the one before.
  `(?:(?<before>${anySign})(?!\\k<before>)){3}${anySign}`,
  // вПМФ, зБКЛБ: no word is a small letter before capitals, but the unit кВАР is.
  '^(?!.ВА)(?=\\p{Script=Cyrillic})\\p{Ll}(?:(?=\\p{Script=Cyrillic})\\p{Lu}){3,}$',
  // GrцЯe
  '[A-Za-z](?:(?!\\p{Script=Latin}|µ)\\p{L})+[A-Za-z]',
];
/** A name may be such a word: it tells nothing alone, however often. */
const perhapsOdd = [
  // SCHLšSSEL, PODKťADKA: not the letters that a program leaves small where it makes capitals of ASCII alone, as ü and é.
  '\\p{Lu}[šťŕ]\\p{Lu}',
  // PiŠce: where two words are put together the second has no accent, but in MotorÖl, PraxisÄrzte, BioÉté.
  '\\p{Ll}(?![A-ZÄÅÉÖÜ])(?=\\p{Script=Latin})\\p{Lu}\\p{Ll}',
];
const sureOddity = new RegExp(surelyOdd.join('|'), 'u');
const oddities = [...surelyOdd, ...perhapsOdd];
const oddity = new RegExp(oddities.join('|'), 'u');
/** What is odd only where another page should read them right. */
const elsewhere = [
  // Gr÷▀e, ROTªBLAU, LäÜge: nothing but letters stands between letters, and amid small ones small ones.
  '\\p{L}[^\\0-\\x7f\\p{L}]\\p{L}|\\p{L}[ªº]\\p{L}|\\p{Ll}[ÄÅÉÖÜ]\\p{Ll}',
  // KOšICE, of a program that makes capitals of ASCII alone, would be KOÜICE.
  '\\p{Lu}(?![\\0-\\x7fß])\\p{Ll}\\p{Lu}|[AEIOUY]Ü|Ü[AEIOUY]',
];
const oddElsewhere = new RegExp([...oddities, ...elsewhere].join('|'), 'u');
const word = /[A-Za-z\d]*[^\0-\x7f][A-Za-z\d]*(?:[^\0-\x7f][A-Za-z\d]*)*/g;
const telling = new RegExp(`(?![A-Za-z])\\p{L}|${sign}|${usual}`, 'u');

/** Fewer may be slips of the ERP, unless they are repeated. */
const fewest = 3;
/** Letters of Cyrillic and Greek that are typed for Latin ones: SСR50 with a С of Cyrillic. */
const alike = 'АВЕЗКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const slip = new RegExp(`^[A-Za-z\\d${alike}асеорухѕіјου]+$`);
/** In a code nothing else tells which letter is meant, and it tells nothing of the file. */
const slippedCode = new RegExp(`^(?=.*\\d)[A-Z\\d${alike}]+$`);
const rowsForEachSlip = 100;
const fewestRepeated = 10;
/** So many of a file say what the others do; more would cost each look at an unchanged file. */
const wordsLookedAt = 1_000;

/** What shows that the page is another one: so read, its words beyond ASCII are none (fault 6). */
export function oddWords(head: Uint8Array, page: CodePage): OddWords | undefined {
  const sample = sampleBeyondAscii(head);
  if (sample === undefined) return undefined;
  const text = decoderOf(page).decode(sample.bytes);
  if (text === undefined) return undefined;
  const tally = tallyOf(text);
  const odd = areSlips(tally, text) ? undefined : manyOdd(tally, sample.bytes);
  const found = odd ?? rareLetters(text, page);
  return found && { ...found, at: found.at + sample.start };
}

/** All of them may be slips, and of the rows few have one. */
function areSlips({ odd, slips, end }: Tally, text: string): boolean {
  if (slips === 0 || slips < odd) return false;
  return rowsForEachSlip * odd < text.slice(0, end).split('\n').length;
}

/** Many of them, and another page reads them as words: what none does is a sign between words, as in rot§blau. */
function manyOdd(tally: Tally, sample: Uint8Array): OddWords | undefined {
  const { all, odd, found, end } = tally;
  const [at] = found.values();
  if (at === undefined || 5 * odd < all) return undefined;
  if (found.size < fewest && !isRepeated(tally)) return undefined;
  const lookedAt = sample.subarray(0, end);
  if (!codePages.some((page) => 5 * oddUnder(page, lookedAt) <= odd)) return undefined;
  return { at, words: [...found.keys()] };
}

/** Cl‚ mixte, Cl‚ Allen: one word that is four of five, or two that are three of five; the name of a brand is less. */
function isRepeated({ all, odd, found }: Tally): boolean {
  if (odd < fewestRepeated || 5 * odd < (5 - found.size) * all) return false;
  return [...found.keys()].every((one) => sureOddity.test(one));
}

function oddUnder(page: CodePage, sample: Uint8Array): number {
  const words = decoderOf(page).decode(sample)?.match(word);
  return words?.filter((one) => oddElsewhere.test(one)).length ?? Number.POSITIVE_INFINITY;
}

interface Tally {
  readonly all: number;
  readonly odd: number;
  /** Of the odd ones. */
  readonly slips: number;
  /** The first distinct ones, and where they stand. */
  readonly found: ReadonlyMap<string, number>;
  /** Where the last word looked at ends. */
  readonly end: number;
}

function tallyOf(text: string): Tally {
  const found = new Map<string, number>();
  let all = 0;
  let odd = 0;
  let slips = 0;
  let end = 0;
  for (const { 0: one, index } of text.matchAll(word)) {
    if (!telling.test(one) || slippedCode.test(one)) continue;
    all += 1;
    end = index + one.length;
    if (oddity.test(one)) {
      odd += 1;
      if (slip.test(one)) slips += 1;
      if (found.size < fewest) found.set(one, found.get(one) ?? index);
    }
    if (all === wordsLookedAt) break;
  }
  return { all, odd, slips, found, end };
}
