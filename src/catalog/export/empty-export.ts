import type { ExportReader, Opened } from '../../domain/adapter.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

/** Where the columns of the last accepted file are kept; none where a file is only looked at. */
export type Remembered = Partial<Pick<EngineDeps, 'store'>>;

/**
 * A file with nothing in it says the same as one with a header alone: all rows have gone, which the brake always holds
 * (contract "Brakes"). It is refused if no file came before it, if it is one of several, or if it is a delta. An empty
 * delta counts only if it is a whole tree: then nothing has changed.
 */
export function orEmpty({ store }: Remembered, source: SourceConfig, opened: Opened): Opened {
  const header = store?.sources.get(source.name)?.header;
  if (source.contents === 'delta') return withoutChanges(opened);
  if (header == null || source.pick === 'union') return opened;
  if ('reader' in opened) return { reader: endingEmpty(opened.reader) };
  if (opened.refusal.code !== 'FILE_EMPTY') return opened;
  return { reader: emptyReader(source, JSON.parse(header) as string[]) };
}

/** A delta without a single byte is no tree, and stays refused. DATANORM itself tells that a day had no changes. */
function withoutChanges(opened: Opened): Opened {
  const isTree = 'reader' in opened && !opened.reader.columnsAreComplete;
  return isTree ? { reader: endingEmpty(opened.reader) } : opened;
}

/** Only the end of a tree tells that it holds no article. A tree that is cut off before its end stays refused. */
function endingEmpty(reader: ExportReader): ExportReader {
  return {
    ...reader,
    async *batches() {
      for await (const batch of reader.batches())
        yield batch.refusal?.code === 'FILE_EMPTY' ? { records: batch.records } : batch;
    },
  };
}

function emptyReader(source: SourceConfig, columns: readonly string[]): ExportReader {
  const given = (value: string | undefined, usual: string): string =>
    value === undefined || value === 'auto' ? usual : value;
  return {
    columns,
    columnsAreComplete: true,
    // No row is asked for one. The last tree may have lacked a column that the mapping reads where it is there.
    column: () => 0,
    dialect: {
      encoding: given(source.encoding, 'utf-8'),
      delimiter: given(source.delimiter, ';'),
      quote: given(source.quote, '"'),
    },
    async *batches() {},
  };
}
