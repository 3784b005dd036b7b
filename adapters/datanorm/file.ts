import type { AdapterFile } from '../../src/domain/adapter.ts';
import { type Complaint, shownValue } from '../../src/domain/complaint.ts';
import { undecodable } from '../text/blocks.ts';
import type { Decoder } from '../text/decode.ts';
import { lineScanner } from '../text/lines.ts';
import { type OpenedText, openText } from '../text/open.ts';
import { keepsOffsets } from '../text/scan.ts';
import { datanormEncoding } from './encoding.ts';

export type Version = 4 | 5;

/** One DATANORM file whose version and encoding are known. */
export interface DatanormFile {
  readonly text: OpenedText;
  readonly name: string;
  readonly version: Version;
}

/** One record: `A;N;4711;…` is kind A. */
export interface Line extends LinePlace {
  readonly kind: string;
  /** The record's fields, the kind first; not trimmed. */
  readonly fields: readonly string[];
}

interface LinePlace {
  /** 1-based, the header included. */
  readonly row: number;
  /** Bytes of the file, without the line end. */
  readonly start: number;
  readonly end: number;
  /** False for a last line without a line end. */
  readonly isEnded: boolean;
}

export function openDatanorm(
  file: AdapterFile,
  configured = 'auto',
): DatanormFile | { readonly refusal: Complaint } {
  const isGuessed = configured === 'auto';
  const encoding = isGuessed ? datanormEncoding(file) : configured;
  // A line belongs to an article that may stand anywhere, so one wrong byte refuses the file.
  const text = openText({ files: [file], options: { encoding } }, 'file');
  if ('refusal' in text) return isGuessed ? { refusal: guessed(text.refusal) } : text;
  // Texts are read again at their places, which only files of bytes keep.
  if (!keepsOffsets(text.decoder)) return { refusal: wide(file.name, text.decoder) };
  const header = text.head.split(/[\r\n]/, 1)[0] ?? '';
  const version = versionOf(header);
  if (version === 4 || version === 5) return { text, name: file.name, version };
  return { refusal: notReadable(file.name, header, version) };
}

/** Nobody has declared the page that was tried. */
function guessed({ rule, ...refusal }: Complaint): Complaint {
  return { ...refusal, rule: rule.replace('is declared as', 'was read as') };
}

function wide(file: string, { encoding }: Decoder): Complaint {
  return {
    code: 'FILE_ENCODING',
    file,
    rule: `The file is written in ${encoding}, which DATANORM is not read in.`,
    remedy: 'Let the supplier deliver it in CP850, ISO-8859-1 or UTF-8.',
  };
}

/** DATANORM 5: `V;050;…`. DATANORM 4: a fixed line of 128 characters that ends in version and currency, `04EUR`. */
function versionOf(header: string): number | undefined {
  const five = /^V;0(\d)0;/.exec(header)?.[1];
  if (five !== undefined) return Number(five);
  const four = /^V [\d ]{6}.*0(\d)(?:[A-Z]{3})?\s*$/.exec(header)?.[1];
  return four === undefined ? undefined : Number(four);
}

function notReadable(file: string, header: string, version: number | undefined): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    row: 1,
    value: shownValue(header.trimEnd()),
    rule:
      version === undefined
        ? 'The first line is no DATANORM header (V record with its version).'
        : `The file is DATANORM ${version}; versions 4 and 5 are read.`,
    remedy:
      version === undefined
        ? 'Correct format: of the source, or the files it takes.'
        : 'Let the supplier deliver DATANORM 4 or 5.',
  };
}

/** The records below the header, to the end of the file or to the complaint that ends it. */
export function* linesOf(file: DatanormFile): Generator<Line, Complaint | undefined> {
  const scanner = lineScanner(file.text);
  const { decoder } = file.text;
  for (let moved = scanner.next(); moved !== 'end'; moved = scanner.next()) {
    if (moved !== 'row') return moved;
    if (scanner.row === 1) continue;
    const bytes = scanner.current();
    const text = decoder.decode(bytes);
    if (text === undefined) {
      return undecodable(file.name, decoder, { bytes, offset: scanner.offset, row: scanner.row });
    }
    const start = scanner.offset;
    const { row, isEnded } = scanner;
    yield lineOf(text, { row, start, end: start + bytes.length, isEnded });
  }
  return undefined;
}

export function lineOf(text: string, place: LinePlace): Line {
  const { row, start, end, isEnded } = place;
  const fields = text.split(';');
  return { row, start, end, isEnded, kind: (fields[0] ?? '').trim(), fields };
}

/** A field without the blanks that fill it up. */
export function field(line: Line, index: number): string {
  return (line.fields[index] ?? '').trim();
}
