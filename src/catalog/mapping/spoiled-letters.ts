import { codes } from '../../domain/codes.ts';
import { type Complaint, shownValue } from '../../domain/complaint.ts';
import { htmlEntity } from '../../domain/html-entity.ts';

type Spoiled = Pick<Complaint, 'rule' | 'remedy'>;

/** Signs that stand amid letters in no language and no trade, and the letters that other pages have for their bytes. */
const meant: Readonly<Record<string, readonly string[]>> = {
  ...{ '„': ['ä'], '”': ['ö'], '“': ['ô'], '‚': ['é'], '†': ['å', 'ć'], '‡': ['ç'] },
  ...{ ˆ: ['ê', 'ł'], '‰': ['ë'], '˜': ['ś'], '™': ['Ö'], '¢': ['ó'], '£': ['ú'], '¤': ['ñ'] },
  ...{ '§': ['ž'], '¨': ['ů', 'š'], '³': ['ü', 'ł'], '¹': ['ą', 'û'], '±': ['ą', 'ñ'] },
  ...{ '¶': ['ś', 'ô'], '¦': ['Ś', 'Š'], '¸': ['ž'], '½': ['œ'], '¼': ['Œ'], '÷': ['ö'] },
  ...{ '˘': ['ó'], '˙': ['ú'], '˛': ['ň'], '˝': ['ń'], ˇ: ['í'], '│': ['ł'], '┐': ['ż'] },
  ...{ '╣': ['ą', 'š'], '╝': ['ź'], '▀': ['ß'], '▄': ['Ü'], '▒': ['ą'] },
};

/** Quick, for all the texts that are right: a sign between letters or before a word, behind a number, or an entity. */
const roughly = '[A-Za-zÀ-\\uffff]';
const suspicious = new RegExp(
  `[?${Object.keys(meant).join('')}](?<=${roughly}.)(?=${roughly})|[¦™½](?<!\\S.)|[¤¬]|\\?\\?|&#?\\w{1,8};`,
);

const latin = '[A-Za-zÀ-ÖØ-öø-ɏ]';
/** Of Latin words alone: in Ukrainian ones ” stands for an apostrophe. */
const amid = '„†‡ˆ‰˜¢£¤§¨¹±¶¸˘˙˛˝ˇ│┐╣╝▀▄▒';
/**
 * Without a quote mark that it may close or open (Set‚rot‘), the genitive of Oma“s, m³ and other volumes, and the range
 * of min÷max.
 */
const run = `(?:[${amid}]|‚(?!\\p{L}+‘)|(?<![„“”«"][^„“”«"]*)[“”](?!s(?!\\p{L}))|(?<!m|ft|in|yd)³|÷(?!max))+`;
const sign = new RegExp(
  [
    // M”bel, T³r, Lo§isko: of three letters at the least, for a³b is a formula.
    `(?<=${latin})${run}(?=\\p{Ll}{2})|(?<=${latin}\\p{Ll})${run}(?=\\p{Ll})`,
    // c½ur, ½il: œ stands before few letters in French, and ½ before units.
    `(?<=(?<!\\d)${latin})[½¼](?=[uU])|(?<!\\S)½(?=il|uf|uvre)`,
    // ¦ruba, ™l
    '(?<!\\S)[¦™](?=\\p{Ll})',
  ].join('|'),
  'u',
);
/**
 * ¤ stands in ISO 8859-1 where ISO 8859-15 has the euro, and ¬ is left of the euro where one of its two bytes was kept.
 */
const euro = /(?<!\d)\d+\s?([¤¬])(?!\S)/;

/** Schl?ssel, GR??E, and whole words: not of an address, nor at the end of a sentence. Wer?wie?was? are questions. */
const edge = '[\\p{L}\\p{N}?./=&:_#@*-]';
const lost = new RegExp(
  [
    `(?<!${edge})(?!(?:\\p{L}{3,}\\?){3})(?=[\\p{L}?]{4})\\p{L}+\\?{1,3}\\p{Ll}[\\p{L}?]*(?!${edge})`,
    `(?<!${edge})(?=[\\p{Lu}?]{6})\\p{Lu}+\\?{1,2}\\p{Lu}[\\p{Lu}?]*(?!${edge})`,
    '(?<!\\?)\\?{2,} \\?{3,}',
  ].join('|'),
  'u',
);
const lostRemedy =
  'Let the ERP export in an encoding that has all its letters, such as UTF-8, or correct the text there.';

/** If there are tags beside it, the text is HTML, and is sent as HTML. */
const tag = /<\/?[a-z][^<>]*>/i;
const entityRemedy =
  'Set stripHtml: true on the field (a listed attribute needs its own), or correct the text in the ERP.';

/**
 * The note on a text whose row was written in another encoding than its file, or whose letters were lost before (fault
 * 6). A few such rows do not make the reader doubt the file's encoding. The text is sent as it is.
 */
export function spoiledLetters(text: string): Spoiled | undefined {
  if (!suspicious.test(text)) return undefined;
  const found = sign.exec(text);
  if (found !== null) return ofAnotherPage(text, found);
  const [amount, currency = ''] = euro.exec(text) ?? [];
  if (amount !== undefined) return inAnotherPage(amount, currency, ['€']);
  const [word] = lost.exec(text) ?? [];
  if (word !== undefined) return letterLost(word);
  const [html] = htmlEntity.exec(text) ?? [];
  if (html === undefined || tag.test(text)) return undefined;
  return { rule: `holds "${html}" of HTML and is sent like that.`, remedy: entityRemedy };
}

function ofAnotherPage(text: string, { 0: signs, index }: RegExpExecArray): Spoiled {
  const [before = ''] = /(?<!\S)\S*$/.exec(text.slice(0, index)) ?? [];
  const [rest = ''] = /^\S*/.exec(text.slice(index)) ?? [];
  const first = signs.charAt(0);
  return inAnotherPage(before + rest, first, meant[first] ?? []);
}

function inAnotherPage(word: string, sign: string, letters: readonly string[]): Spoiled {
  const probably = letters.map((letter) => `"${letter}"`).join(' or ');
  const rule = `holds "${shownValue(word)}", whose "${sign}" is probably ${probably} of another encoding, and is sent like that.`;
  return { rule, remedy: codes.ROW_CHARACTER.remedy };
}

function letterLost(word: string): Spoiled {
  const rule = `holds "${shownValue(word)}", whose ? probably stands for a letter that was lost, and is sent like that.`;
  return { rule, remedy: lostRemedy };
}
