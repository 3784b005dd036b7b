import type { RunRow } from '../../store/runs.ts';
import { heldIn } from '../pass/parked-rows.ts';
import { type CursorInput, packerOf, vanishedCursors } from '../requests/cursors.ts';
import type { Cursor } from '../requests/track.ts';
import { areFieldsShared } from '../state/article-sources.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import { isOfRefusedChanges } from '../state/refused-changes.ts';
import type { Exported } from '../stock/open-stock.ts';
import { booksOf, packIds } from '../terms/plan.ts';
import type { CatalogConfig, CatalogStore, EngineDeps, SourceConfig } from '../terms/ports.ts';
import type { Reversal, Reverse } from './reverse.ts';
import { ownOf } from './shared-undo.ts';
import { noteUnappliedByUndo } from './unapplied-by-undo.ts';
import { reverseOf } from './undo-plan.ts';
import { undoSteps } from './undo-steps.ts';

/** What an undo has left to do; computed again each time, because the mirror moves with each answer. */
export function reverseNow(
  deps: Parameters<typeof reverseOf>[0],
  { source, undo }: Pick<UndoCommit, 'source' | 'undo'>,
): Promise<Reverse> {
  const run = deps.store.runs.get(undo.undoes ?? 0);
  if (run === undefined) throw new Error(`run ${undo.undoes} is gone`);
  return reverseOf(deps, { source, run, undo, quantities: undo.quantities === 1 });
}

interface UndoCommit {
  readonly source: SourceConfig;
  readonly catalog: CatalogConfig;
  /** The run that takes back another one. */
  readonly undo: RunRow;
  readonly reverse: Reverse;
  /** By `marksOf`. */
  readonly marks: Uint8Array;
  /**
   * By article number: the stock, after this undo, of articles that are not on the marketplace yet (stock-of-new.ts).
   */
  readonly uncreated: ReadonlyMap<string, Exported>;
  readonly at: number;
}

/**
 * The plan of an undo, as part of a transaction (step-one.ts): a person has seen it and said `apply`, so no brake looks
 * at it (I13).
 */
export function commitUndo(store: CatalogStore, commit: UndoCommit): void {
  const { source, undo, reverse, marks, at } = commit;
  const row = store.sources.get(source.name);
  const { fingerprint } = row ?? {};
  const plan = store.plans.add(
    {
      run: undo.id,
      source: source.name,
      sha256: undo.sha256,
      fingerprint: fingerprint ?? '',
      marks,
      vanished: packIds(reverse.created),
    },
    at,
  );
  const held = heldIn(store, source.name, [undo.undoes ?? 0]);
  // Rows that wait for release: those of the run are taken back, those of the file in use come after the undo.
  for (const run of [undo.undoes, row?.accepted_run]) store.parked.drop(run ?? 0);
  // What a refused file says is not undone: it was never done, and somebody must still give it.
  for (const hold of store.holds.open())
    if (hold.run === undo.undoes && !isOfRefusedChanges(hold))
      store.holds.withdraw(hold.id, at, `run ${undo.id}`);
  noteUnappliedByUndo(store, { ...commit, held });
  keepFields(store, commit);
  keepStock(store, commit);
  store.runs.setCounts(undo.id, booksOf(marks));
  const before = row?.accepted_run ?? null;
  const isFirst = before !== undo.id;
  store.sources.set(source.name, {
    plan,
    done: 0,
    accepted_run: undo.id,
    ...(isFirst ? { restore_run: before } : {}),
  });
  store.plans.remove(source.name, plan);
}

/**
 * The kept fields from before the run, written as the undo's own: those of the run stay, as the undo may be planned
 * again. If only those from before the run are kept no longer, what comes back says them: the run's own, or none of an
 * article that it had taken off, would else stand beside the next word of another source.
 */
function keepFields(store: CatalogStore, commit: UndoCommit): void {
  const { source, catalog: config, undo, reverse } = commit;
  const isShared = areFieldsShared({ store, config });
  const { name } = source;
  const { parts, runs } = store;
  const firstWhole = runs.firstWhole(name) ?? 0;
  for (const { product, whole, isVanished = false } of reverse.reversals) {
    if (whole === undefined) continue;
    const before = parts.get(product, name, (undo.undoes ?? 0) - 1);
    const isKept = isShared || parts.newestRun(product, name) !== undefined;
    if (before === undefined && !isKept) continue;
    const fields = before ?? JSON.stringify(ownOf(source, whole, isVanished));
    parts.put({ product, source: name, run: undo.id, firstWhole, fields });
  }
  const unseen = keptUnseen(store, { source, undo, reverse });
  for (const [product, fields] of unseen)
    parts.put({ product, source: name, run: undo.id, firstWhole, fields });
  addToTail(store, name, [...reverse.reversals.map(({ product }) => product), ...unseen.keys()]);
}

/**
 * The same of articles that the run left as they were on the marketplace, because of what another source says: it named
 * one again that stays inactive, or left out one that was. The next word of that source would else send what the run said.
 */
function keptUnseen(
  { parts, mirror }: Pick<CatalogStore, 'parts' | 'mirror'>,
  { source: { name }, undo, reverse }: Pick<UndoCommit, 'source' | 'undo' | 'reverse'>,
): ReadonlyMap<number, string> {
  const taken = undo.undoes ?? 0;
  const sent = new Set([...reverse.reversals.map(({ product }) => product), ...reverse.created]);
  const left = new Set(reverse.left.map(({ externalId }) => externalId));
  const unseen = new Map<number, string>();
  for (const product of parts.ofRun(name, taken)) {
    if (sent.has(product) || parts.newestRun(product, name) !== taken) continue;
    const before = parts.get(product, name, taken - 1);
    const isLeft = left.has(mirror.get(product)?.external_id ?? '');
    if (before !== undefined && !isLeft) unseen.set(product, before);
  }
  return unseen;
}

/** Open orders are taken off the stock that a person put back, until the ERP exports the article again. */
function keepStock(store: CatalogStore, commit: UndoCommit): void {
  const { source, catalog, undo, reverse, uncreated } = commit;
  const isKept = source.kind === 'stock' || catalog.openOrders === 'subtract';
  const isOwner = ownerOfStock(catalog)?.name === source.name;
  if (!isKept || !isOwner) return;
  if (undo.quantities === 1) {
    store.mirror.forgetUncreated(undo.undoes ?? 0);
    store.unknownStock.takeBack(undo.undoes ?? 0);
  }
  // After that, because an article that comes back is not there yet. Dated by the run that exported it, or by the one
  // that is taken back: orders after that are not in this stock yet.
  for (const { product, putBack } of reverse.reversals)
    if (putBack !== undefined) store.mirror.setExported(product, putBack.quantity, putBack.run);
  if (undo.quantities === 0) return;
  for (const [externalId, { quantity, run }] of uncreated) {
    const product = store.mirror.find(externalId);
    if (product === undefined) store.unknownStock.say(externalId, quantity, run);
    else store.mirror.setExported(product.id, quantity, run);
  }
}

/** Articles that come back belong to the source again: a next file that leaves them out takes them away. */
function addToTail(store: CatalogStore, source: string, products: readonly number[]): void {
  const { rows, tail } = store.index.read(source);
  const known = new Set([...rows, ...tail]);
  const back = products.filter((product) => !known.has(product));
  store.index.write(source, { rows, tail: Int32Array.from([...tail, ...back]) });
}

/** One cursor for contents, one for stock alone, one for what the run had created. */
export async function undoCursors(
  deps: EngineDeps,
  input: CursorInput,
  { reversals }: Pick<Reverse, 'reversals'>,
): Promise<Cursor[]> {
  const isContent = ({ whole }: Reversal): boolean => whole !== undefined;
  const contents = cursorOf(deps, input, reversals.filter(isContent));
  const stock = cursorOf(
    deps,
    input,
    reversals.filter((reversal) => !isContent(reversal)),
  );
  const gone = await vanishedCursors(deps, input);
  return [contents, stock, ...gone].filter((cursor) => cursor !== undefined);
}

function cursorOf(
  deps: EngineDeps,
  { plan, inFlight }: CursorInput,
  reversals: readonly Reversal[],
): Cursor | undefined {
  const [first] = reversals;
  if (first === undefined) return undefined;
  const isContent = first.whole !== undefined;
  const kind = isContent ? 'upsert' : 'stock';
  return {
    lane: isContent ? 'products' : 'stock',
    kind,
    run: plan.run,
    steps: undoSteps({ store: deps.store, reversals, inFlight }),
    packer: packerOf(deps, kind),
    close: () => undefined,
  };
}
