import type { ExportReader } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { RowMapper } from './mapping.ts';
import { bindMapping } from './mapping.ts';
import type { EngineDeps, SourceConfig, SpooledExport } from './ports.ts';

export interface OpenExport {
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
  close(): void;
}

/** Opens a spooled export with its source's adapter and mapping, or says why the whole file is refused. */
export async function openExport(
  deps: Pick<EngineDeps, 'adapters' | 'openSpooled'>,
  source: SourceConfig,
  spooled: SpooledExport,
): Promise<OpenExport | { readonly refusal: Complaint }> {
  const adapter = deps.adapters[source.format];
  if (adapter === undefined) return { refusal: unknownFormat(source) };
  const files = spooled.parts.map((part) => deps.openSpooled(part));
  const close = (): void => {
    for (const file of files) file.close();
  };
  try {
    const opened = await adapter.open({ files, options: adapterOptions(source) });
    const bound = 'refusal' in opened ? opened : bindMapping(source, opened.reader);
    if ('refusal' in opened || 'refusal' in bound) {
      close();
      return {
        refusal: withFile(
          'refusal' in opened ? opened.refusal : (bound as { refusal: Complaint }).refusal,
          spooled,
        ),
      };
    }
    return { reader: opened.reader, mapper: bound.mapper, close };
  } catch (cause) {
    close();
    throw cause;
  }
}

export function withFile(complaint: Complaint, spooled: SpooledExport): Complaint {
  const file = spooled.parts[0]?.name;
  return complaint.file !== undefined || file === undefined ? complaint : { ...complaint, file };
}

function adapterOptions(source: SourceConfig) {
  const { encoding, delimiter, quote, headerRow, sheet, path, columns } = source;
  return {
    encoding,
    delimiter,
    quote,
    headerRow,
    ...(sheet === undefined ? {} : { sheet }),
    ...(path === undefined ? {} : { path }),
    ...(columns === undefined ? {} : { columns }),
  };
}

function unknownFormat(source: SourceConfig): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    rule: `cannot be read: this version reads no ${source.format}.`,
    remedy: 'Export another format.',
  };
}
