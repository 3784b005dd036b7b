import path from 'node:path';
import type { Backup } from '../backup/write.ts';
import { answer } from './context.ts';
import type { CommandSpec } from './program.ts';

export const backup: CommandSpec = {
  usage: 'backup <file>',
  summary: 'writes a verified copy of the state into a new file; the daemon may be running',
  run: (context, [file = '']) =>
    // A daemon has another working folder than the person who asks.
    answer<Backup>(context, { command: 'backup', args: { file: path.resolve(file) } }, backupText),
};

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
  const newest = catalog?.run == null ? 'no import' : `import ${catalog.run} (${catalog.file})`;
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
