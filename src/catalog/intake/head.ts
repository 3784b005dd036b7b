import type { AdapterFile } from '../../domain/adapter.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { Files } from '../../files/port.ts';
import { adapterOptions } from '../export/open-export.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

interface HeadDeps extends Pick<EngineDeps, 'adapters' | 'clock'> {
  readonly files: Pick<Files, 'readHead'>;
}

/** Smaller exports are not judged by their head: they are copied within a second or two. */
const judgedFromBytes = 512 * 1024 ** 2;
/** More than an adapter allows for one record, even in UTF-16. */
const headBytes = 12 * 1024 ** 2;

/** Formats that can be read from the front. Others need the end of their file, or several files. */
const readFromTheFront: ReadonlySet<SourceConfig['format']> = new Set([
  ...(['csv', 'fixed', 'json', 'ndjson'] as const),
  ...(['xml', 'bmecat', 'gdsn', 'datanorm'] as const),
]);

/** Refusals that the rest of the file cannot mend. Any other may come from reading only its head. */
const lasting: ReadonlySet<string> = new Set(['FILE_TOO_LARGE', 'FILE_DOCTYPE']);

/**
 * Refuses a large export by its beginning, before it is copied: a limit that the beginning exceeds, as a line of 2 GB
 * does, is exceeded by the whole file (fault 13).
 */
export async function judgeHead(
  deps: HeadDeps,
  source: SourceConfig,
  [file, ...others]: readonly FileEntry[],
): Promise<Complaint | undefined> {
  if (file === undefined || others.length > 0 || file.size < judgedFromBytes) return undefined;
  if (!readFromTheFront.has(source.format)) return undefined;
  const head = await deps.files.readHead({ file, bytesMax: headBytes });
  // If the head cannot be read the copy cannot either, and says why.
  if (!('bytes' in head) || isPacked(head.bytes)) return undefined;
  const refusal = await refusalOf(deps, source, headFile(file.name, head.bytes));
  return refusal !== undefined && lasting.has(refusal.code) ? refusal : undefined;
}

async function refusalOf(
  { adapters, clock }: HeadDeps,
  source: SourceConfig,
  file: AdapterFile,
): Promise<Complaint | undefined> {
  const opened = await adapters[source.format]?.open({
    files: [file],
    options: adapterOptions(source),
  });
  if (opened === undefined) return undefined;
  if ('refusal' in opened) return opened.refusal;
  try {
    for await (const { refusal } of opened.reader.batches()) {
      if (refusal !== undefined) return refusal;
      await clock.breathe();
    }
    return undefined;
  } finally {
    opened.reader.close?.();
  }
}

/** The head, ended behind its last ASCII byte, so that no character is cut in half by us and taken for damage. */
function headFile(name: string, bytes: Uint8Array): AdapterFile {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) > 0x7f) end -= 1;
  const size = end - (end % 2);
  return {
    name,
    size,
    read: (offset, length) => bytes.subarray(offset, Math.min(size, offset + length)),
  };
}

/** A `.gz` or `.zip` by its first bytes, whatever its name: the limits are for what it unpacks to. */
function isPacked([first, second]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b);
}
