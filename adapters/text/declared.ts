import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type CodePage, type Encoding, encodingNamed } from '../../src/domain/encoding.ts';
import { hexadecimal } from './appearance.ts';
import { firstPartBeyondAscii, type Sample, sampleBeyondAscii } from './beyond-ascii.ts';
import { choice, otherwise, sampleNear } from './candidates.ts';
import { decoderOf } from './decode.ts';
import { type Detected, detected, type Looked, refused } from './detected.ts';
import { type DrawnLetter, drawnLetter } from './drawn-letters.ts';
import type { Verdict } from './evidence.ts';
import { type ForeignLines, foreignLines } from './foreign-lines.ts';
import { nearlyUtf8 } from './nearly-utf8.ts';
import type { OddWords } from './odd-words.ts';
import { rememberedOddWords } from './remembered-words.ts';
import { isPage } from './table.ts';
import { besideUtf8Lines, wholeLines, withoutUtf8Lines } from './utf8-lines.ts';
import { isUtf8Row } from './utf8-row.ts';
import { beginsNearlyUtf8, isSurelyUtf8 } from './utf8-share.ts';
import { isoControls, wrongByteAt } from './wrong-byte.ts';

const charactersShown = 20;

/** The declared encoding, unless the bytes contradict it. */
export function declaredEncoding(
  looked: Looked,
  name: string,
): Detected | { readonly refusal: Complaint } {
  const { file, head, seen } = looked;
  const encoding = encodingNamed(name);
  if (!encoding) {
    return refused(file, {
      rule: `The declared encoding "${name}" is not known.`,
      remedy: seenChoice(head, seen),
    });
  }
  // `utf-16` alone leaves the byte order to the mark.
  const contradicted = seen !== undefined && seen !== encoding && !/^utf-?16$/i.test(name);
  if (contradicted) {
    return refused(file, {
      rule: `The file is declared as ${encoding}, but its bytes say ${seen}.`,
      remedy: seenChoice(head, seen),
    });
  }
  return seen ? detected(seen, head) : triedOn(looked, encoding);
}

function seenChoice(head: Uint8Array, seen: Encoding | undefined): string {
  return choice(seen === undefined ? head : head.subarray(detected(seen, head).start), seen);
}

function triedOn(looked: Looked, encoding: Encoding): Detected | { readonly refusal: Complaint } {
  const { file, head } = looked;
  const judged = isPage(encoding)
    ? pageVerdict(looked, encoding)
    : unicodeVerdict(looked, encoding);
  if (judged !== undefined && 'rule' in judged) return refused(file, judged);
  return { ...detected(encoding, head), ...judged };
}

/** What writes a few lines of the file, which are rejected one by one. */
type Foreign = Pick<Detected, 'foreign'>;

function unicodeVerdict(looked: Looked, encoding: Encoding): Verdict | undefined {
  const { file, head, costs } = looked;
  // Each line end and separator of a UTF-16 table brings a NUL byte.
  if (encoding !== 'utf-8' && head.length > 0 && !head.includes(0)) {
    return {
      rule: `The file is declared as ${encoding}, but its beginning holds no NUL byte, and a table in that encoding has one in each line end.`,
      remedy: choice(head),
    };
  }
  const wrong = wrongByte(looked, encoding);
  if (wrong === undefined) return undefined;
  const nearly = encoding === 'utf-8' ? nearlyUtf8(file, wrong.at, costs) : undefined;
  if (nearly === undefined) return wrongVerdict(looked, encoding, wrong);
  // The rows without such bytes are read, and those with them are rejected one by one.
  return costs !== 'file' ? undefined : { ...nearly, rule: `The file ${nearly.rule}` };
}

function pageVerdict(looked: Looked, page: CodePage): Verdict | Foreign | undefined {
  const { file, costs } = looked;
  const { start, bytes } = firstPartBeyondAscii(file, looked.head);
  if (isSurelyUtf8(bytes, page)) {
    return {
      rule: `The file is declared as ${page}, but everything beyond ASCII in it is well-formed UTF-8.`,
      remedy: choice(bytes),
    };
  }
  if (beginsNearlyUtf8(bytes)) {
    const nearly = nearlyUtf8(file, start + decoderOf('utf-8').invalidAt(bytes), costs);
    if (nearly !== undefined)
      return { ...nearly, rule: `The file is declared as ${page}, but ${nearly.rule}` };
  }
  const read = readBytes(looked, page, { start, bytes });
  const foreign = costs === 'checkedRow' ? foreignLines({ start, bytes: read }, page) : undefined;
  const left = foreign?.bytes ?? read;
  const first = start === 0 ? left : looked.head;
  const wrong = wrongByte({ ...looked, head: first }, page);
  if (wrong !== undefined) return wrongVerdict(looked, page, wrong);
  return wordVerdict(looked, page, { start, bytes: left }) ?? foreignOf(foreign);
}

function foreignOf(foreign: ForeignLines | undefined): Foreign | undefined {
  return foreign?.other && { foreign: foreign.other };
}

/** Where rows are checked, a line that is UTF-8 shows nothing of the page. */
function readBytes({ file, costs }: Looked, page: CodePage, { start, bytes }: Sample): Uint8Array {
  if (costs !== 'checkedRow') return bytes;
  const isEnd = start + bytes.length >= file.size;
  const whole = isEnd ? bytes : bytes.subarray(0, wholeLines(bytes) || undefined);
  return withoutUtf8Lines(whole, decoderOf(page)).bytes;
}

/** What the text shows as the page reads it. */
function wordVerdict(
  { file, costs }: Looked,
  page: CodePage,
  { start, bytes }: Sample,
): Verdict | Foreign | undefined {
  const decoder = decoderOf(page);
  const isRejected = (row: Uint8Array): boolean =>
    costs === 'checkedRow' && isUtf8Row(row, decoder);
  const drawn = drawnLetter(bytes, page, isRejected);
  if (drawn !== undefined) return drawnVerdict(file, page, { ...drawn, at: start + drawn.at });
  const odd = oddWordsIn(bytes, page);
  if (odd === undefined) return undefined;
  const few = costs === 'checkedRow' ? foreignLines({ start, bytes }, page, odd.page) : undefined;
  if (few !== undefined && oddWordsIn(few.bytes, page) === undefined) return foreignOf(few);
  return oddVerdict(file, page, { ...odd, at: start + odd.at });
}

function oddWordsIn(bytes: Uint8Array, page: CodePage): OddWords | undefined {
  const sample = sampleBeyondAscii(bytes);
  const odd = sample && rememberedOddWords(sample.bytes, page);
  return odd && { ...odd, at: sample.start + odd.at };
}

function wrongVerdict({ file, head }: Looked, encoding: Encoding, wrong: WrongByte): Verdict {
  const byte = hexadecimal(file.read(wrong.at, 1)[0]);
  // What ISO 8859 lacks is in the page of Windows, which reads all else the same.
  const others = /^(?:utf|iso)-/.test(encoding) ? '' : otherwise(head, encoding);
  return {
    rule: `The file is declared as ${encoding}, but the byte ${byte} at offset ${wrong.at} ${wrong.is}.`,
    remedy: `${others}${choice(sampleNear(file, wrong.at), undefined, { declared: encoding })}`,
  };
}

function drawnVerdict(file: AdapterFile, page: CodePage, { at, word }: DrawnLetter): Verdict {
  return {
    rule: `The file is declared as ${page}, but read so, a word has box-drawing or block characters: "${word}", at offset ${at}.`,
    remedy: choice(sampleNear(file, at), undefined, { declared: page }),
  };
}

function oddVerdict(
  file: AdapterFile,
  page: CodePage,
  { at, words, page: right }: OddWords,
): Verdict {
  const candidates = choice(sampleNear(file, at), undefined, { declared: page, right });
  const shown = words.map((word) => `"${word.slice(0, charactersShown)}"`).join(', ');
  return {
    rule: `The file is declared as ${page}, but read so, many of its words with letters beyond ASCII are not words: ${shown}.`,
    remedy: `If the ERP writes ${page}, correct these words in it and export again. Otherwise: ${candidates}`,
  };
}

interface WrongByte {
  readonly at: number;
  readonly is: string;
}

/**
 * No text holds the control characters of ISO 8859, so one of them shows wherever it stands that the page is another.
 */
function wrongByte({ file, head, costs }: Looked, encoding: Encoding): WrongByte | undefined {
  const controls = costs === 'checkedRow' ? besideUtf8Lines(isoControls) : isoControls;
  const control = encoding.startsWith('iso-8859-') ? wrongByteAt(file, controls) : -1;
  if (control !== -1) return { at: control, is: 'is an invisible control character there' };
  const decoder = decoderOf(encoding);
  const whole = head.length < file.size ? head.subarray(0, decoder.whole(head)) : head;
  const at = decoder.invalidAt(whole);
  return at === -1 ? undefined : { at, is: 'means nothing there' };
}
