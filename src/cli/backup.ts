import fs from 'node:fs';
import path from 'node:path';
import type { Backup } from '../backup/write.ts';
import { StockhandError } from '../domain/error.ts';
import { shownExport } from '../domain/file-name.ts';
import { onState } from './context.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const backup: CommandSpec = {
  usage: 'backup <file>',
  summary: 'writes a verified copy of the state into a new file; the daemon may be running',
  async run(context, [file = '']) {
    // A daemon has another working folder than the person who asks.
    const { result } = await onState<Backup>(context, 'backup', { file: path.resolve(file) });
    demandSeen(result);
    context.output.result(result, () => backupText(result));
    return exitCodes.done;
  },
};

/** A service has a /tmp of its own (`PrivateTmp=`): what it writes there nobody else finds, and it goes with it. */
function demandSeen({ file }: Backup): void {
  if (!isMissing(file)) return;
  throw new StockhandError(
    'BACKUP_TARGET',
    `${file} was written by the service, which has a /tmp of its own: nobody else sees the file, and it is deleted when the service stops.`,
    { remedy: 'Name a file that is not in /tmp or /var/tmp.' },
  );
}

/** Where only the account of the service may look, it is taken for there. */
function isMissing(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function backupText(made: Backup): string {
  const { file, size } = made;
  return [`${file}: ${(size / 1_000_000).toFixed(1)} MB, verified.`, ...reachText(made)].join('\n');
}

/** When it was made and how far it reaches. */
export function reachText({
  at,
  catalog,
  orders,
}: Pick<Backup, 'at' | 'catalog' | 'orders'>): string[] {
  const newest =
    catalog?.run == null
      ? 'no import'
      : `import ${catalog.run} (${shownExport(catalog.file ?? '')})`;
  return [
    `  made ${at}`,
    ...(catalog === null ? [] : [`  articles: ${catalog.products}, up to ${newest}`]),
    ...(orders === null
      ? []
      : [
          `  orders: ${orders.orders}, up to order file ${orders.sequence}, changes until ${orders.feedAt ?? 'none'}`,
        ]),
  ];
}
