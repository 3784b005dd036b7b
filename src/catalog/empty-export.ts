import type { ExportReader, Opened } from '../domain/adapter.ts';
import type { EngineDeps, SourceConfig } from './ports.ts';

/** Where the columns of the last accepted file are kept; none where a file is only looked at. */
export type Remembered = Partial<Pick<EngineDeps, 'store'>>;

/**
 * A file with nothing in it says what one of a header alone says: all rows have gone, which the brake always holds
 * (contract "Brakes"). Refused where no file came before it, where it is one of several, and where it is a delta.
 */
export function orEmpty({ store }: Remembered, source: SourceConfig, opened: Opened): Opened {
  if (!('refusal' in opened) || opened.refusal.code !== 'FILE_EMPTY') return opened;
  const header = store?.sources.get(source.name)?.header;
  if (header == null || source.pick === 'union' || source.contents === 'delta') return opened;
  return { reader: emptyReader(source, JSON.parse(header) as string[]) };
}

function emptyReader(source: SourceConfig, columns: readonly string[]): ExportReader {
  const given = (value: string | undefined, usual: string): string =>
    value === undefined || value === 'auto' ? usual : value;
  return {
    columns,
    columnsAreComplete: true,
    column: (name) => columns.indexOf(name),
    dialect: {
      encoding: given(source.encoding, 'utf-8'),
      delimiter: given(source.delimiter, ';'),
      quote: given(source.quote, '"'),
    },
    async *batches() {},
  };
}
