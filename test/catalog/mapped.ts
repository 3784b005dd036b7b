import { readAdapters } from '../../adapters/readers.ts';
import { openExport } from '../../src/catalog/export/open-export.ts';
import type { Mapped } from '../../src/catalog/mapping/mapped-row.ts';
import { fileOf } from '../adapters/text/reading.ts';
import { declaredSource } from './declared.ts';

/** Maps every row of a file under a written mapping, as a pass would; throws the complaint of a refused file. */
export async function mapRows(
  text: string | Uint8Array,
  mapping: string,
  keys = '',
): Promise<Mapped[]> {
  return mapFiles([['export', text]], mapping, keys);
}

export async function mapFiles(
  files: readonly (readonly [string, string | Uint8Array])[],
  mapping: string,
  keys = '',
): Promise<Mapped[]> {
  const source = await declaredSource(mapping, keys);
  const contents = new Map(files);
  const openSpooled = ({ name }: { name: string }) => ({
    ...fileOf(name, contents.get(name) ?? ''),
    close: () => undefined,
  });
  const parts = files.map(([name]) => ({ name, path: name }));
  const opened = await openExport({ adapters: readAdapters, openSpooled }, source, {
    sha256: '',
    parts,
    size: 0,
  });
  if ('refusal' in opened) throw Object.assign(new Error(opened.refusal.rule), opened.refusal);
  const mapped: Mapped[] = [];
  for await (const batch of opened.reader.batches()) {
    if (batch.refusal !== undefined)
      throw Object.assign(new Error(batch.refusal.rule), batch.refusal);
    for (const record of batch.records) mapped.push(opened.mapper.map(record));
  }
  return mapped;
}

export const mapOne = async (
  text: string | Uint8Array,
  mapping: string,
  keys = '',
): Promise<Mapped> => (await mapRows(text, mapping, keys))[0]!;

export const fieldsOf = (mapped: Mapped) => (mapped.kind === 'row' ? mapped.fields : mapped);

export const complaintsOf = (mapped: Mapped): string[] =>
  mapped.kind === 'rejected'
    ? mapped.complaints.map(({ code, column }) => `${code} ${column}`)
    : [];
