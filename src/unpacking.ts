import type { Member } from '../adapters/packed/member.ts';
import { unpack } from '../adapters/packed/unpack.ts';
import { companionFormats } from '../adapters/readers.ts';
import type { AdapterFile, AdapterInput, Opened, ReadAdapter } from './domain/adapter.ts';
import type { Complaint } from './domain/complaint.ts';
import { fillName } from './files/names.ts';
import { openScratch, type Scratch } from './files/scratch.ts';

export type ReadAdapters = Readonly<Record<string, ReadAdapter>>;

/**
 * Reads the same formats, also packed as `.gz` or `.zip`. Adapters jump about in a file, so it is first unpacked into a
 * file of `folder`, which is gone once the reader is closed.
 */
export function unpackingReaders(adapters: ReadAdapters, folder: string): ReadAdapters {
  return Object.fromEntries(
    Object.entries(adapters).map(([format, adapter]): [string, ReadAdapter] => [
      format,
      { open: (input) => openUnpacked(adapter, input, { folder, format }) },
    ]),
  );
}

async function openUnpacked(
  adapter: ReadAdapter,
  input: AdapterInput,
  place: { readonly folder: string; readonly format: string },
): Promise<Opened> {
  const scratches: Scratch[] = [];
  const close = (): void => {
    for (const scratch of scratches) scratch.close();
  };
  try {
    const files: AdapterFile[] = [];
    const pictures: string[] = [];
    for (const file of input.files) {
      const whole = await unpacked(file, { ...place, input, scratches });
      if ('rule' in whole) {
        close();
        return { refusal: whole };
      }
      files.push(...whole.files);
      pictures.push(...whole.pictures);
    }
    const opened = await adapter.open({ ...input, files });
    if ('reader' in opened && scratches.length > 0) {
      return { reader: { ...opened.reader, close, pictures } };
    }
    close();
    return opened;
  } catch (cause) {
    close();
    throw cause;
  }
}

interface Files {
  readonly files: readonly AdapterFile[];
  /** Names of pictures that were packed with them. */
  readonly pictures: readonly string[];
}

interface Unpacking {
  readonly input: AdapterInput;
  readonly folder: string;
  readonly format: string;
  readonly scratches: Scratch[];
}

async function unpacked(
  file: AdapterFile,
  { input, folder, format, scratches }: Unpacking,
): Promise<Files | Complaint> {
  const { companions = [] } = input.options;
  const packed = await unpack(file, {
    namesOf: (exported) => companions.map((template) => fillName(template, exported)),
    areRead: companionFormats.has(format),
  });
  if (packed === undefined) return { files: [file], pictures: [] };
  if ('rule' in packed) return packed;
  const files: AdapterFile[] = [];
  for (const member of packed.members) {
    const scratch = openScratch(folder);
    scratches.push(scratch);
    const complaint = await write(member, scratch);
    if (complaint !== undefined) return complaint;
    files.push(scratch.file(member.name));
  }
  return { files, pictures: packed.pictures };
}

async function write(member: Member, scratch: Scratch): Promise<Complaint | undefined> {
  for await (const block of member.blocks()) {
    if ('rule' in block) return block;
    scratch.append(block);
  }
  return undefined;
}
