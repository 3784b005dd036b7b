import path from 'node:path';
import type { Restored } from '../backup/restore.ts';
import { systemClock } from '../clock.ts';
import { reachText } from './backup.ts';
import { configOf } from './context.ts';
import { load } from './load.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';
import { restoredNotes } from './restored-notes.ts';

export const restore: CommandSpec = {
  usage: 'restore <file>',
  summary:
    'puts a backup in place of the state, which is kept aside; only without a running daemon',
  async run(context, [file = '']) {
    const { config } = await configOf(context);
    const { dataDir, marketplace } = config;
    const { restore: putBack } = await load(import('../backup/restore.ts'));
    const restored = putBack({
      file: path.resolve(file),
      dataDir,
      marketplace: marketplace.baseUrl,
      now: systemClock.now(),
    });
    const notes = restoredNotes(config, restored);
    context.output.result({ ...restored, notes }, () => restoreText(restored, notes));
    return exitCodes.done;
  },
};

function restoreText(restored: Restored, notes: readonly string[]): string {
  const { file, kept } = restored;
  return [
    `${file} was put back.`,
    ...reachText(restored),
    ...(kept === null
      ? []
      : [`  the state that it replaces is kept in ${kept} until you delete it`]),
    ...notes,
  ].join('\n');
}
