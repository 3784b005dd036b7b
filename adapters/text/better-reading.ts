import type { CodePage } from '../../src/domain/encoding.ts';
import { type Languages, westernLanguages } from './alphabets.ts';
import { areOfOnePart } from './camel-case.ts';
import { decoderOf } from './decode.ts';
import { likelyPages } from './likely-pages.ts';
import { type Fit, isReadBy, type Reading, readingOf } from './reading.ts';
import { isTold, untold } from './spelling.ts';
import { areSparse, timesOf, type Word } from './words.ts';

/** Words that another page reads right, and this one does not. */
export interface Odd {
  readonly words: readonly Word[];
  readonly page: CodePage;
}

/** Of one language, or of two: catalogues mix them. */
type By = 'one' | 'two';

interface Question {
  readonly by: By;
  /** A right page reads more: what it leaves is brands of other languages, and of two languages it leaves less. */
  readonly mostRead: number;
  readonly fewestLeft: number;
  readonly pages: readonly CodePage[];
}

const western: readonly CodePage[] = ['windows-1252', 'cp850'];
const questions: readonly Question[] = [
  { by: 'one', mostRead: 0.75, fewestLeft: 1, pages: likelyPages },
  // Clé, tęte, arričre: most are Czech here, and all are French there. Řezací is of no Western language there.
  { by: 'one', mostRead: 0.9, fewestLeft: 2, pages: western },
  { by: 'two', mostRead: 0.6, fewestLeft: 1, pages: likelyPages },
];
const timesFewer = 5;
/** Fewer may be slips of the ERP, unless they are repeated. */
const fewest = 3;
const fewestRepeated = 10;
/** What has the letters of the West: Citroën, Jøtul and Škoda. */
const pagesOfTheWest: readonly CodePage[] = [
  ...(['windows-1252', 'iso-8859-1', 'iso-8859-15', 'cp850', 'cp858'] as const),
  ...(['windows-1254', 'iso-8859-9', 'cp857'] as const),
];
/** A list with fewer words beyond ASCII is of a language that hardly has any: they are names. */
const fewestNames = 8;
const mostOfTwo = 0.9;
const wordsForEachStrange = 5;

/** The page that leaves far fewer words than this one, which leaves many. */
export function betterReading(
  words: readonly Word[],
  page: CodePage,
  sample: Uint8Array,
): Odd | undefined {
  const here = readingOf(words, page);
  const told = here.spellings.filter(isTold).length;
  const maybeNames = pagesOfTheWest.includes(page) && areSparse(words, sample);
  const asked = questions.filter(
    ({ by, mostRead, fewestLeft }) =>
      here[by].right <= Math.min(mostRead * told, told - fewestLeft),
  );
  if (asked.length === 0) return undefined;
  const others = likelyPages
    .filter((other) => other !== page && words.every(isReadBy(other)))
    .map((other) => readingOf(words, other));
  for (const { by, pages } of asked) {
    const rivals = others.filter((other) => pages.includes(other.page));
    const odd = oddIn(words, { here, others: rivals, by, maybeNames });
    if (odd !== undefined) return odd;
  }
  return undefined;
}

interface Contest {
  readonly here: Reading;
  readonly others: readonly Reading[];
  readonly by: By;
  readonly maybeNames: boolean;
}

function oddIn(words: readonly Word[], { here, others, by, maybeNames }: Contest): Odd | undefined {
  const [best] = [...others].sort((a, b) => b[by].right - a[by].right);
  if (best === undefined) return undefined;
  const all = words.filter((_, at) => isTold(here.spellings[at]));
  const left = words.filter((_, at) => {
    const spelt = best.spellings[at];
    // mmІ is no word here, and mm² tells nothing there.
    return isTold(spelt) ? !isRight(spelt, best[by]) : isRight(here.spellings[at], here[by]);
  });
  const wrong = all.length - here[by].right;
  if (timesFewer * left.length > wrong) return undefined;
  const odd = words.filter((_, at) => {
    const spelt = here.spellings[at];
    return spelt !== untold && !isRight(spelt, best[by]) && isRight(best.spellings[at], best[by]);
  });
  if (areOfOnePart(odd, here.page) || !isEnough(odd, { all, page: here.page })) return undefined;
  const strange = words.filter((word, at) => odd.includes(word) && !isWestern(here.spellings[at]));
  const areWords = !maybeNames || wordsForEachStrange * strange.length >= odd.length;
  if (!areWords && areNames(odd.length, { told: all.length, here })) return undefined;
  return { words: odd, page: best.page };
}

function isRight(spelt: Languages | undefined, { languages }: Fit): boolean {
  return isTold(spelt) && (spelt & languages) !== 0;
}

/** Whether a language of the West has the word. */
export function isWestern(spelt: Languages | undefined): boolean {
  return isTold(spelt) && (spelt & westernLanguages) !== 0;
}

/**
 * Citroën and Jøtul are of several languages of the West here, and Citroėn and Jųtul of one elsewhere: a few names
 * prove nothing, nor do more beside the words of one language (qualità, Šumava).
 */
export function areNames(
  odd: number,
  { told, here }: { readonly told: number; readonly here: Reading },
): boolean {
  return odd < fewestNames || here.two.right > mostOfTwo * told;
}

/** Cl‚ mixte, Cl‚ Allen: one word that is four of five, or two that are three of five; the name of a brand is less. */
function isEnough(
  odd: readonly Word[],
  { all, page }: { readonly all: readonly Word[]; readonly page: CodePage },
): boolean {
  if (odd.length >= fewest) return true;
  const times = timesOf(odd);
  if (times < fewestRepeated || 5 * times < (5 - odd.length) * timesOf(all)) return false;
  // кВАР, HliníkČlen: a unit or a name may be of any case.
  return (
    odd.length > 1 ||
    odd.every(({ bytes }) => /[^\p{L}]/u.test(decoderOf(page).decode(bytes) ?? ''))
  );
}
