import { Readable } from 'node:stream';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { errorText } from '../../src/domain/error.ts';
import { byteBlocks } from '../text/blocks.ts';
import { damaged, tooLarge } from './damage.ts';
import { entriesMax, partBytesMax } from './limits.ts';

/** The ZIP container around a workbook's parts. */
export interface Container {
  readonly file: string;
  /** What the container is, for complaints: `workbook`. */
  readonly noun: string;
  /** What a part may grow to. */
  readonly partBytesMax: number;
  /** Parts by lower-case path: programs do not agree on the case. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly zip: ZipFile;
  readonly source: FileSource;
}

/** Gives yauzl the file's bytes, and remembers when the disk and not the container was at fault. */
class FileSource extends RandomAccessReader {
  failure: unknown;
  readonly #file: AdapterFile;

  constructor(file: AdapterFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#blocks(start, end));
  }

  *#blocks(start: number, end: number): Generator<Uint8Array> {
    try {
      const { name, size } = this.#file;
      const read = (offset: number, length: number): Uint8Array => this.#file.read(offset, length);
      yield* byteBlocks({ name, size: Math.min(end, size), read }, start);
    } catch (cause) {
      this.failure = cause;
      throw cause;
    }
  }
}

const workbook = { noun: 'workbook', partBytesMax };
const options = { autoClose: false, decodeStrings: false };

export async function openContainer(
  file: AdapterFile,
  { noun, partBytesMax }: Pick<Container, 'noun' | 'partBytesMax'> = workbook,
): Promise<Container | Complaint> {
  const source = new FileSource(file);
  try {
    const zip = await fromRandomAccessReaderPromise(source, file.size, options);
    if (zip.entryCount > entriesMax) {
      return tooLarge(file.name, `The ${noun} has more than ${entriesMax} parts.`);
    }
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      entry.fileName = nameOf(entry);
      entries.set(entry.fileName.toLowerCase(), entry);
    }
    return { file: file.name, noun, partBytesMax, entries, zip, source };
  } catch (cause) {
    return containerDamage({ file: file.name, noun, source }, cause);
  }
}

/** `/out/a.csv` and `C:\\out\\a.csv`, too: nothing is ever unpacked to where a name says. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  return name.replace(/^(?:[a-z]:)?\/+/i, '');
}

/** What the container's fault is, as a complaint; a failing disk is no complaint and is thrown on. */
export function containerDamage(
  container: Pick<Container, 'file' | 'noun' | 'source'>,
  cause: unknown,
): Complaint {
  if (container.source.failure !== undefined) throw container.source.failure;
  const reason = errorText(cause);
  return damaged(
    container.file,
    `The ZIP container of the ${container.noun} is damaged (${reason}).`,
  );
}
