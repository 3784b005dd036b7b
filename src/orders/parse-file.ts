import type { AdapterFile, ReadAdapter } from '../domain/adapter.ts';
import type { CommandFolderDeps } from './command-folder.ts';
import { type ParsedCommands, parseCommands } from './parse-commands.ts';
import { isJsonName } from './receipts.ts';

/** Readers by the ending of the file; any other ending is read as CSV. */
export type CommandReaders = Readonly<Record<'csv' | 'json' | 'xlsx', ReadAdapter>>;

export interface TakeDeps extends CommandFolderDeps {
  readonly readers: CommandReaders;
}

export function parseFile(
  { readers }: TakeDeps,
  name: string,
  bytes: Uint8Array,
): Promise<ParsedCommands> {
  const file: AdapterFile = {
    name,
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
  return parseCommands(file, readers[kindOf(name)]);
}

function kindOf(name: string): keyof CommandReaders {
  if (isJsonName(name)) return 'json';
  return /\.xls[xm]?$/i.test(name) ? 'xlsx' : 'csv';
}
