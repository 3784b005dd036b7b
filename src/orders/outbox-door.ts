import { restoredFrom } from '../domain/restored.ts';
import type { ClaimedOutbox, KnownOutbox } from '../files/marker.ts';
import type { Offline } from '../files/offline.ts';
import type { OutboxList } from '../files/outbox-list.ts';
import type { Outbox } from '../files/publish.ts';
import type { OrdersStore } from '../store/orders-store.ts';
import { takeOverGiven } from './given.ts';
import { createInTurn } from './in-turn.ts';
import type { OrderDeps, OutboxDoor } from './ports.ts';

/** Claims the folder: proves that files can appear there, and that it is the one of the last start (fault 135). */
export type ClaimOutbox = (
  known: KnownOutbox,
) => Promise<(ClaimedOutbox & { readonly outbox: Outbox }) | Offline>;

/** What a claim needs beside the state: `stood` is told what was in the folder before anything was written there. */
interface Claiming {
  readonly claim: ClaimOutbox;
  /** At random: who we are, as long as the state knows nothing of an outbox. */
  readonly newId: string;
  readonly stood: (list: OutboxList) => void;
}

/** The names under which the id of our outbox is remembered, and who we are to it. */
const [outboxId, outboxOwner] = ['outbox.id', 'outbox.owner'];

/**
 * The outbox, claimed at its first use; while its folder is offline every use claims it again. `meet`: feed and
 * commands wait for the end of the first claim of an outbox that was ours before, so that order files which a lost
 * state wrote are known before their orders come again (fault 34). If that claim finds the folder offline, they
 * continue.
 */
export function createOutboxDoor(
  deps: Pick<OrderDeps, 'store' | 'clock'>,
  { claim, newId, stood }: Claiming,
): OutboxDoor & { meet(): Promise<void> } {
  const { log } = deps.store;
  let outbox: Outbox | undefined;
  let first: Promise<Outbox | Offline> | undefined;
  // One claim at a time: two at once would disturb each other's probe file, and the folder would seem offline.
  const inTurn = createInTurn();
  // After a restore of a backup from before the first use, the outbox is still ours.
  const wasUsed = () =>
    log.recall(outboxId) !== undefined || log.recall(restoredFrom) !== undefined;
  const openInTurn = () =>
    inTurn(async () => {
      if (outbox !== undefined) return outbox;
      const claimed = await claim(introduced(log, newId));
      if ('offline' in claimed) return claimed;
      const trouble = await compare(deps, claimed.outbox, wasUsed());
      if (trouble !== undefined) return trouble;
      deps.store.together(() => {
        log.remember(outboxId, claimed.id);
        log.remember(outboxOwner, claimed.owner);
        if (claimed.ownerBefore !== undefined) tellTakenOver(deps);
        log.forget(restoredFrom);
        if (claimed.stood !== undefined) stood(claimed.stood);
      });
      outbox = claimed.outbox;
      return outbox;
    });
  const open = () => {
    const opened = openInTurn();
    first ??= opened;
    return opened;
  };
  return {
    open,
    leave() {
      outbox = undefined;
    },
    async meet() {
      // Another part may have begun the first claim: its end is waited for, too.
      if (wasUsed()) await (first ?? open());
    },
  };
}

/** A restored state does not know who it is: the Stockhand of which it is a copy may still write to the outbox (I2). */
export function knownOutbox(recall: OrdersStore['log']['recall']): KnownOutbox {
  const isRestored = recall(restoredFrom) !== undefined;
  return { id: recall(outboxId), owner: isRestored ? undefined : recall(outboxOwner) };
}

/** At a first claim our name is committed before it stands in the marker: a kill in between would make us a stranger. */
function introduced(log: OrdersStore['log'], newId: string): KnownOutbox {
  const { id, owner } = knownOutbox(log.recall);
  if (id === undefined && owner === undefined) log.remember(outboxOwner, newId);
  return knownOutbox(log.recall);
}

function tellTakenOver({ store, clock }: Pick<OrderDeps, 'store' | 'clock'>): void {
  if (store.log.recall(restoredFrom) !== undefined) return;
  const text =
    'Until now another Stockhand wrote to the outbox, or one with a data folder that is gone. Now this one does; if the other still runs, it says so and writes no more.';
  store.log.tell({ at: clock.now(), part: 'outbox', text });
}

/**
 * The record in an outbox that was ours says what our state has lost; in one that is new to us it is about another
 * state.
 */
async function compare(
  deps: Pick<OrderDeps, 'store' | 'clock'>,
  outbox: Outbox,
  isKnown: boolean,
): Promise<Offline | undefined> {
  if (isKnown) return takeOverGiven(deps, outbox);
  const begun = await outbox.beginRecord();
  return 'offline' in begun ? begun : undefined;
}
