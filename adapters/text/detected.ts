import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import type { WrongByteCosts } from './candidates.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { byteOrderMark } from './encode.ts';
import { isMarked, type Verdict } from './evidence.ts';
import type { OtherPage } from './foreign-lines.ts';

export interface Detected {
  readonly decoder: Decoder;
  /** Length of the byte order mark, 0 without one: the text begins here. */
  readonly start: number;
  /** The page that a few rows of a file of another code page are written in. */
  readonly foreign?: OtherPage;
}

/** A file that is looked at. */
export interface Looked {
  readonly file: AdapterFile;
  readonly head: Uint8Array;
  /** What the bytes prove by themselves. */
  readonly seen: Encoding | undefined;
  readonly costs: WrongByteCosts;
}

export function refused(file: AdapterFile, verdict: Verdict): { readonly refusal: Complaint } {
  return { refusal: { code: 'FILE_ENCODING', file: file.name, ...verdict } };
}

export function detected(encoding: Encoding, head: Uint8Array): Detected {
  const mark = byteOrderMark(encoding);
  return { decoder: decoderOf(encoding), start: isMarked(head, encoding) ? mark.length : 0 };
}
