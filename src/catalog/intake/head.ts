import type { AdapterFile } from '../../domain/adapter.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { Files } from '../../files/port.ts';
import { adapterOptions } from '../export/open-export.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

export interface HeadDeps extends Pick<EngineDeps, 'adapters' | 'clock'> {
  readonly files: Pick<Files, 'readHead'>;
}

/** A smaller export is copied within a second or two, which is soon enough; judging its head takes a tenth of one. */
const judgedFromBytes = 512 * 1024 ** 2;
/** More than any adapter lets one record hold, in UTF-16 too. */
const headBytes = 12 * 1024 ** 2;

/** The others need the end of their file, or a file of its own for each part. */
const readFromTheFront: ReadonlySet<SourceConfig['format']> = new Set([
  ...(['csv', 'fixed', 'json', 'ndjson'] as const),
  ...(['xml', 'bmecat', 'gdsn', 'datanorm'] as const),
]);

/** What the rest of a file cannot mend. All else may come of the cut. */
const lasting: ReadonlySet<string> = new Set(['FILE_TOO_LARGE', 'FILE_DOCTYPE']);

/**
 * What the beginning of a large export says already, before it is copied: a limit that it exceeds is exceeded by the
 * whole, so that a line of 2 GB is refused within a moment (fault 13).
 */
export async function judgeHead(
  deps: HeadDeps,
  source: SourceConfig,
  [file, ...others]: readonly FileEntry[],
): Promise<Complaint | undefined> {
  if (file === undefined || others.length > 0 || file.size < judgedFromBytes) return undefined;
  if (!readFromTheFront.has(source.format)) return undefined;
  const head = await deps.files.readHead({ file, bytesMax: headBytes });
  // Whatever is the matter, the copy says it.
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

/** Ends behind its last ASCII byte: a character that the cut halves would be damage of our own making. */
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

/** `.gz` or `.zip`, whatever its name: what it unpacks to has limits of its own. */
function isPacked([first, second]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b);
}
