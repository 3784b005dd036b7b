import { StockhandError } from '../../domain/error.ts';
import type { Released } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { HoldRow } from '../../store/plans.ts';
import type { Engine } from '../engine.ts';
import { heldFacts, isAllRejected, sendsOnRelease } from '../state/held-facts.ts';
import { isAllPaused, pauseText } from '../state/pauses.ts';
import { isPictureHold } from '../state/picture-holds.ts';
import { isOfRefusedChanges } from '../state/refused-changes.ts';
import { meaningOfVanished } from '../state/vanished.ts';
import { configurationOf } from '../terms/fingerprint.ts';
import type { EngineDeps } from '../terms/ports.ts';

type Deps = Pick<EngineDeps, 'store' | 'clock' | 'config'>;

/**
 * A person's release of what a brake holds: for exactly that run and configuration, once, journalled with who and when.
 * Throws HOLD_UNKNOWN, HOLD_STALE where another file or configuration counts by now, or HOLD_REJECTED.
 */
export function release(
  deps: Deps,
  engine: Engine,
  { id, who }: { id: string; who: string },
): Released {
  const { store } = deps;
  const hold = /^\d{1,15}$/.test(id) ? store.holds.get(Number(id)) : undefined;
  if (hold === undefined) throw new StockhandError('HOLD_UNKNOWN', `Nothing is held under ${id}.`);
  if (isPictureHold(hold) && hold.state === 'HELD')
    return ended(deps, hold, {
      who,
      // Exactly the pictures that were missing when the hold was made, less those that have come back since.
      alongside: () => store.pictures.releaseHold(hold.id),
    });
  // The release of a refused file sends nothing: its changes have come in another way, or are not wanted.
  if (isOfRefusedChanges(hold) && hold.state === 'HELD')
    return ended(deps, hold, { who, verb: 'settled' });
  const why = whyUnreleasable(deps, hold);
  if (why !== undefined)
    throw new StockhandError('HOLD_STALE', `${id} cannot be released: ${why}.`);
  if (isAllRejected(hold))
    throw new StockhandError(
      'HOLD_REJECTED',
      `${id} cannot be released: every row of ${shownExport(store.runs.get(hold.run)?.file ?? '')} that counts was rejected, so there is nothing to send.`,
    );
  return ended(deps, hold, {
    who,
    alongside() {
      // The same file is diffed again: only held rows that still differ are left to send (design section 2.7). Parked
      // rows are read again by the engine once all that holds them is released.
      if (store.sources.get(hold.source)?.run === hold.run) engine.lookAgain(hold.source);
    },
  });
}

interface Ending {
  readonly who: string;
  readonly verb?: 'released' | 'settled';
  /** Part of the transaction that ends the hold. */
  alongside?(): void;
}

function ended(deps: Deps, hold: HoldRow, { who, verb = 'released', alongside }: Ending): Released {
  const { store, clock } = deps;
  store.transaction(() => {
    store.holds.release(hold.id, clock.now(), who);
    store.events.add(clock.now(), 'catalog', `${who} ${verb} ${hold.id}: ${hold.sentence}`);
    alongside?.();
  });
  const paused = pausedText(deps, hold);
  return {
    ...heldFacts(store, hold),
    waitsFor: othersOf(store, hold),
    ...(sendsNothing(deps, hold) && { sendsNothing: true }),
    ...(paused !== undefined && { paused }),
  };
}

/** An export without articles: all that a release could send is what vanishes with it. */
function sendsNothing({ store, config }: Deps, { kind, plan, source: name }: HoldRow): boolean {
  if (kind !== 'empty') return false;
  const source = config.sources.find((each) => each.name === name);
  const meaning = source && meaningOfVanished(source, config);
  return meaning === 'nothing' || store.plans.get(plan)?.vanished.length === 0;
}

/** Pictures are of no source: they rest while all of them do. */
function pausedText(deps: Deps, hold: HoldRow): string | undefined {
  if (!isPictureHold(hold)) return pauseText(deps.store, hold.source);
  return isAllPaused(deps) ? 'Every source is paused' : undefined;
}

/** Parked rows of a file are read again all together, so they wait until every hold on any of them is released. */
function othersOf({ holds, parked }: Deps['store'], hold: HoldRow): string[] {
  if (parked.get(hold.run) === undefined) return [];
  const others = holds.open().filter(({ run }) => run === hold.run);
  return others
    .filter(({ configuration }) => configuration === hold.configuration)
    .map(({ id }) => String(id));
}

/** Why a hold can no longer be released; undefined if it still says what releasing it would do. */
function whyUnreleasable({ store, config }: Deps, hold: HoldRow): string | undefined {
  if (hold.state === 'RELEASED') return `it was released by ${hold.ended_by}`;
  if (isPictureHold(hold)) return `${hold.ended_by}`;
  const run = store.sources.get(hold.source)?.run ?? null;
  const isParked = store.parked.get(hold.run) !== undefined;
  if (run !== hold.run && !isParked) return counting(run);
  const source = config.sources.find(({ name }) => name === hold.source);
  if (source === undefined || configurationOf(source, config) !== hold.configuration)
    return 'the configuration or the program was changed since; once the file is read again (stockhand plan, or the next pass), the result is held again, if necessary';
  if (!sendsOnRelease(config, hold)) return 'another source gives the stock now';
  return hold.state === 'HELD' ? undefined : 'nothing of the file is held for that reason any more';
}

/** After a restore no run counts until the folders have been looked at. */
function counting(run: number | null): string {
  return run === null ? 'it is from an export that is no longer used' : `run ${run} is used now`;
}
