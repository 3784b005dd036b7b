import { Buffer } from 'node:buffer';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { textBlocks } from '../text/blocks.ts';
import type { OpenedText } from '../text/open.ts';
import { RowScanner } from '../text/rows.ts';
import { decodedWindows } from '../text/scan.ts';
import { characters } from './layout.ts';
import { withoutTail } from './unbroken.ts';

const nul = '\0';
const allNul = /^\0+$/;
const lineEnd = /[\r\n]/;

/** Records of so many characters without line ends between them, as an AS/400 writes them: a row each. */
export function recordScanner(text: OpenedText, recordLength: number): RowScanner {
  const windows = decodedWindows(cutRecords(text, recordLength));
  return new RowScanner({ windows, file: text.file.name }, { newline: 10 }, { offset: 0, row: 1 });
}

/**
 * The records, a line each, in UTF-8. A complaint is the last
 * thing it gives: behind a wrong cut every field is another.
 */
function* cutRecords(
  { file, decoder, start }: OpenedText,
  length: number,
): Generator<Uint8Array | Complaint, void> {
  let rest = '';
  let row = 0;
  for (const block of textBlocks(file, decoder, start)) {
    if (typeof block !== 'string') {
      yield block;
      return;
    }
    const text = characters(rest + block);
    const lines: string[] = [];
    let at = behindMark(text, 0);
    for (; at + length <= text.length; at = behindMark(text, at + length)) {
      const record = textOf(text.slice(at, at + length));
      row++;
      const fault = faultOf(record, { file: file.name, row });
      if (fault !== undefined) {
        yield fault;
        return;
      }
      lines.push(record, '\n');
    }
    yield Buffer.from(lines.join(''));
    rest = textOf(text.slice(at));
  }
  if (withoutTail(rest) !== '') yield leftOver(rest, { file: file.name, row: row + 1, length });
}

/** Behind the byte order mark of a file that was written behind another one: it is no character of a record. */
function behindMark(text: string | readonly string[], at: number): number {
  return text[at] === '\ufeff' ? at + 1 : at;
}

function textOf(text: string | readonly string[]): string {
  return typeof text === 'string' ? text : text.join('');
}

function faultOf(
  record: string,
  place: { readonly file: string; readonly row: number },
): Complaint | undefined {
  if (lineEnd.test(record)) {
    return {
      code: 'FILE_STRUCTURE',
      ...place,
      rule: 'The record holds a line end, but recordLength: says that there are none between records.',
      remedy:
        'Leave recordLength: out if each record is a line; otherwise give the right length. If a field is a packed number (COMP-3), let the ERP write it as text.',
    };
  }
  // A part of the file that was never written (fault 1).
  if (!record.startsWith(nul) || !allNul.test(record)) return undefined;
  return complaintOf({
    code: 'FILE_TRUNCATED',
    ...place,
    rule: 'The record holds nothing but NUL bytes: a part of the file was not written.',
  });
}

function leftOver(
  rest: string,
  { length, ...place }: { readonly file: string; readonly row: number; readonly length: number },
): Complaint {
  return {
    code: 'FILE_TRUNCATED',
    ...place,
    rule: `The last record has ${characters(rest).length} of the ${length} characters that recordLength: says.`,
    remedy: 'Was the export cut off? Export again. If it is complete, correct recordLength:.',
  };
}
