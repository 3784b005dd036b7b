import { constants } from 'node:fs';
import { errorNumber } from '../domain/error-number.ts';
import type { FilesDeps } from './deps.ts';
import { withHandle } from './handle.ts';

/**
 * Makes the names of a folder durable: without it a power cut may undo a rename whose file is on the disk. Windows
 * opens no folder for that, and NTFS journals its names. CIFS answers EINVAL, and there the server decides.
 */
export async function syncFolder(deps: FilesDeps, folder: string): Promise<void> {
  if (deps.windows) return;
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  await withHandle(deps, { folder, path: folder, flags }, async (handle) => {
    try {
      await deps.deadline(folder, () => handle.sync());
    } catch (cause) {
      if (!['EINVAL', 'ENOTSUP'].includes(errorNumber(cause) ?? '')) throw cause;
    }
  });
}
