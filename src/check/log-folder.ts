import path from 'node:path';
import type { Config } from '../config/declaration.ts';
import { isBelow } from '../files/inside.ts';
import type { Files } from '../files/port.ts';
import type { Finding } from './check.ts';

/**
 * Whether the log can be written, if it lies outside our data folder. The daemon makes its folders when it writes the
 * first line, so the nearest one that is there is tried; a daemon that cannot write goes on without a log (LOG_UNWRITTEN).
 */
export async function logFindings(files: Files, { dataDir, log }: Config): Promise<Finding[]> {
  const { file: place } = log;
  if (isBelow(dataDir, place)) return [];
  const proved = await files.proveWritable(await nearestFolder(files, path.dirname(place)));
  if (!('offline' in proved))
    return [{ area: 'files', level: 'ok', place, sentence: 'can be written.' }];
  const { sentence } = proved.offline;
  // A writable file alone is not enough: at its maxSize it could not be put aside, and would take no more lines.
  const remedy =
    'Correct log.file, or let the account of Stockhand write into its folder, where full logs are kept, too.';
  return [
    { area: 'files', level: 'error', place, sentence: `cannot be written: ${sentence}`, remedy },
  ];
}

async function nearestFolder(files: Files, folder: string): Promise<string> {
  const listed = await files.listNames(folder);
  const isMissing = 'offline' in listed && listed.offline.reason === 'missing';
  return isMissing && folder !== path.dirname(folder)
    ? await nearestFolder(files, path.dirname(folder))
    : folder;
}
