import type { Config } from './config/declaration.ts';
import { StockhandError } from './domain/error.ts';
import type { FilesDeps } from './files/deps.ts';
import { refuseNetworkFolder } from './files/disk.ts';
import { folderAbove } from './files/emptied.ts';

export interface StatePlace extends Pick<Config, 'dataDir'> {
  readonly orders?: Config['orders'] | undefined;
}

/**
 * Why the state must not lie there; undefined where it may. Locks and power-safe writes need a local disk (fault 32).
 * And in a folder whose files the ERP or we take away, the state would go with them. `place-rules.ts` sees that by the
 * paths of the configuration alone; here links are followed.
 */
export async function refuseStatePlace(
  deps: FilesDeps,
  { dataDir, orders }: StatePlace,
): Promise<StockhandError | undefined> {
  const share = await refuseNetworkFolder(deps, dataDir);
  if (share !== undefined)
    return new StockhandError('STATE_SHARE', share.sentence, { remedy: share.remedy });
  const { outbox, commands } = orders ?? {};
  const emptied = [outbox?.folder, commands?.folder, commands?.receipts].filter(
    (folder) => folder !== undefined,
  );
  const above = await folderAbove(deps, dataDir, emptied);
  if (above === undefined) return undefined;
  const sentence = `dataDir ${dataDir} is, by a link, in ${above}: files are taken away there, and the state would go with them.`;
  return new StockhandError('CONFIG_INVALID', sentence, { remedy: 'Use two folders.' });
}
