import { stat } from 'node:fs/promises';
import type { FilesDeps } from './deps.ts';
import { acknowledgedBy, isOrderFileName } from './names.ts';
import type { Offline } from './offline.ts';
import { listNames } from './scan.ts';

export interface OutboxList {
  /** Order files that the ERP has not taken. */
  readonly names: readonly string[];
  /** Order files that the ERP acknowledged by `<name>.ack`. */
  readonly acknowledged: readonly string[];
  /** When a name last came into the folder or left it, epoch ms by the clock of its share. */
  readonly changedAt: number;
}

/** The folder's time is read after its names, so that a file missing among the names has left by that time. */
export async function listOutbox(deps: FilesDeps, folder: string): Promise<OutboxList | Offline> {
  const names = await listNames(deps, folder);
  if ('offline' in names) return names;
  return {
    names: names.filter(isOrderFileName).sort(),
    acknowledged: names.flatMap((name) => acknowledgedBy(name) ?? []).sort(),
    ...(await lookAtTime(deps, folder)),
  };
}

export async function lookAtTime(
  deps: FilesDeps,
  folder: string,
): Promise<Pick<OutboxList, 'changedAt'>> {
  const { mtimeMs } = await deps.deadline(folder, () => stat(folder));
  return { changedAt: Math.ceil(mtimeMs) };
}
