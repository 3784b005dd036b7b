import type { HoldRow } from '../../store/plans.ts';
import { parkedRows, parkHeldRows, withdrawnRows } from '../pass/parked-rows.ts';
import { noteUnapplied } from '../state/note-unapplied.ts';
import { withdrawRefused } from '../state/refused-changes.ts';
import type { Hold } from '../terms/file-facts.ts';
import { type HoldKind, held, holdIn, holdKinds, holdOf, isWhole } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { isSending } from '../terms/unreleased.ts';
import type { CommitInput } from './commit-plan.ts';
import type { Judged } from './judge-file.ts';
import { leftOut } from './left-out.ts';

/**
 * Rows of an older file were held and parked, and are read again, under another configuration perhaps. Without the rest
 * of their file the few that are left may be below every limit of the brakes, so they would go without the release that
 * they waited for. They stay held under their old question (I13).
 */
export function stillAsked(store: CatalogStore, input: CommitInput, marks: Uint8Array): Asked {
  const { source, run } = input;
  const parked = store.parked.get(run.id)?.marks;
  // Not the questions of the newest file that counts, nor of other parked rows.
  const newest = store.sources.acceptedRun(source.name);
  const isOf = (hold: HoldRow): boolean =>
    hold.source === source.name &&
    (hold.run === run.id || (hold.run !== newest && !store.parked.get(hold.run)));
  const open = parked === undefined ? [] : store.holds.open().filter(isOf);
  const [first] = open;
  if (parked === undefined || first === undefined) return { marks, holds: [] };
  const items = new Map<HoldRow, number>();
  const all = marks.map((mark, record) => {
    if (parked[record] === 0 || !isSending(mark) || holdOf(mark) !== holdKinds.none) return mark;
    const hold = holdIn(open, parked[record] ?? 0) ?? first;
    items.set(hold, (items.get(hold) ?? 0) + 1);
    return held(mark, hold.kind as HoldKind);
  });
  const holds = [...items].map(([{ kind, sentence }, rows]) => ({
    ...{ kind: kind as HoldKind, sentence, items: rows },
  }));
  return { marks: all, holds };
}

interface Asked {
  readonly marks: Uint8Array;
  readonly holds: readonly Hold[];
}

/**
 * The holds of a source after a pass. Those of an older file are withdrawn, unless its held rows are parked. A second
 * pass over the same file keeps its holds and their ids.
 */
export function replaceHolds(
  store: CatalogStore,
  input: CommitInput,
  { plan, holds, configuration, products, gone }: Judged & { readonly plan: number },
): void {
  const { source, run, result, at } = input;
  const left = leftOut(store, input, gone.ids);
  const newest = { source, run: run.id, seen: result.seen };
  const withdrawn = withdrawnRows(store, newest);
  parkHeldRows(store, newest);
  withdrawRefused(store, source, { id: run.id, file: run.file, at });
  noteUnapplied(store, input, { run: run.id, result, left, withdrawn });
  const open = store.holds.open().filter((hold) => hold.source === source.name);
  const isSame = (old: HoldRow, hold: Hold): boolean =>
    old.run === run.id && old.kind === hold.kind && old.configuration === configuration;
  for (const old of open.filter((old) => !holds.some((hold) => isSame(old, hold)))) {
    const rows = old.run === run.id ? 0 : parkedRows(store, old.run);
    if (rows === 0) store.holds.withdraw(old.id, at, `run ${run.id}`);
    else store.holds.renew(old.id, { ...old, items: Math.min(old.items, rows) });
    // Of a file that was held as a whole nothing was sent: the next file must not build on its fields.
    if (isWhole(old) && old.run !== run.id) store.parts.dropRun(source.name, old.run);
  }
  for (const hold of holds) {
    const old = open.find((row) => isSame(row, hold));
    const { kind, sentence, items } = hold;
    const id =
      old?.id ??
      store.holds.add({
        ...{ plan, run: run.id, source: source.name, since: at, configuration },
        ...{ kind, sentence, items },
      });
    store.holds.keepProducts(id, Int32Array.from(products(hold)));
    if (old === undefined) store.events.add(at, source.name, `Held: ${sentence}`);
    else store.holds.renew(id, { plan, sentence, items });
  }
  store.holds.dropProducts(source.name, run.id);
}
