import path from 'node:path';
import type { Restored } from '../backup/restore.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/declaration.ts';
import { reachText } from './backup.ts';
import { configOf } from './context.ts';
import { load } from './load.ts';
import { exitCodes } from './output.ts';
import type { CommandSpec } from './program.ts';

export const restore: CommandSpec = {
  usage: 'restore <file>',
  summary:
    'puts a backup in place of the state, which is kept aside; only without a running daemon',
  async run(context, [file = '']) {
    const loaded = await configOf(context);
    if (loaded === undefined) return exitCodes.configuration;
    const { dataDir, marketplace } = loaded.config;
    const { restore: putBack } = await load(import('../backup/restore.ts'));
    const restored = putBack({
      file: path.resolve(file),
      dataDir,
      marketplace: marketplace.baseUrl,
      now: systemClock.now(),
    });
    const notes = notesOf(loaded.config, restored);
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

/** What the next run does about the time between, and what nobody but a person can know (fault 34). */
function notesOf({ catalog, orders }: Config, { at, orders: reach }: Restored): string[] {
  const moved = (catalog?.sources ?? []).filter(({ afterImport }) => afterImport === 'move');
  const [full, delta] = [false, true].map((isDelta) =>
    moved.filter(({ contents }) => (contents === 'delta') === isDelta).map(({ name }) => name),
  );
  return [
    ...(catalog === undefined
      ? []
      : [
          'Every article of the exports that stand in their folders is sent again by the next run, through the brakes.',
          'What was created since and is in no export any more stays on the marketplace; stockhand reconcile lists it.',
        ]),
    ...listed(full, 'put the newest export back from done/, or export again'),
    ...listed(delta, `put what was exported since ${at} back from done/, in its order`),
    ...(orders === undefined
      ? []
      : [
          `Orders are read again from where the backup stood; files after ${reach?.sequence ?? 0} that the outbox remembers are not written again.`,
        ]),
  ];
}

function listed(sources: readonly string[] | undefined, action: string): string[] {
  return (sources ?? []).map((name) => `${name}: ${action}.`);
}
