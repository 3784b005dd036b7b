import { heldIn, waitingRuns } from './pass/parked-rows.ts';
import {
  heldFields,
  keepUnapplied,
  type UnappliedChange,
  unappliedOf,
} from './state/unapplied-changes.ts';
import type { EngineDeps, SourceConfig } from './terms/ports.ts';
import { isSending } from './terms/unreleased.ts';

type Deps = Pick<EngineDeps, 'store' | 'config' | 'clock'>;

/**
 * After a restore nothing of an older file of changes is sent by itself (fault 34): neither what a brake held of it nor
 * what was under way when the backup was made. No later file repeats these rows, so they are told until another row
 * of their article comes, and nobody is asked for a release that would be refused.
 */
export function tellLostChanges({ store, config, clock }: Deps): void {
  store.transaction(() => {
    for (const source of config.sources) {
      if (source.contents !== 'delta') continue;
      const runs = waitingRuns(store, source.name).filter(store.sources.isFromBackup);
      for (const run of runs) noteRows({ store }, source, run);
      for (const { id, run } of store.holds.open().filter((hold) => hold.source === source.name))
        if (runs.includes(run)) store.holds.withdraw(id, clock.now(), 'the restore');
    }
  });
}

function noteRows({ store }: Pick<Deps, 'store'>, source: SourceConfig, run: number): void {
  const open = unappliedOf(store, source.name);
  const { marks, ids } = store.parked.get(run) ?? { marks: [], ids: [] };
  const underWay = [...marks].map((mark, record) => [ids[record] ?? 0, { mark, run }] as const);
  const held = heldIn(store, source.name, [run]);
  for (const [product, row] of [...underWay, ...held]) {
    const article = isSending(row.mark) ? store.mirror.get(product)?.external_id : undefined;
    if (article === undefined) continue;
    const [, , before = []]: Partial<UnappliedChange> = open.get(article) ?? [];
    open.set(article, [run, 0, [...new Set([...before, ...heldFields(source, row)])]]);
  }
  keepUnapplied(store, source.name, open);
  store.parked.drop(run);
}
