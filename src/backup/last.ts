import fs from 'node:fs';
import path from 'node:path';
import { argument } from '../domain/argument.ts';
import { StockhandError } from '../domain/error.ts';
import type { Backup } from './write.ts';

/** Where the newest verified backup is remembered: beside the state, because the state may be what is damaged. */
const lastBackupName = 'last-backup.json';

export function rememberBackup(dataDir: string, backup: Backup): void {
  const file = path.join(dataDir, lastBackupName);
  try {
    fs.writeFileSync(`${file}.new`, JSON.stringify(backup), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  } catch {
    // The backup is whole and has its name: the disk of the state may be full just because of what it is made for.
    fs.rmSync(`${file}.new`, { force: true });
  }
}

/** A damaged state is reported with the command that puts the newest backup in its place (fault 33). */
export function offeringBackup<Result>(dataDir: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const last = lastBackup(dataDir);
    if (!(cause instanceof StockhandError) || cause.code !== 'STATE_DAMAGED' || last === undefined)
      throw cause;
    const remedy = `Restore the last backup, made ${last.at}: stockhand restore ${argument(last.file)}`;
    throw new StockhandError(cause.code, cause.message, { cause, remedy });
  }
}

function lastBackup(dataDir: string): Pick<Backup, 'file' | 'at'> | undefined {
  try {
    const text = fs.readFileSync(path.join(dataDir, lastBackupName), 'utf8');
    return JSON.parse(text) as Backup;
  } catch {
    return undefined;
  }
}
