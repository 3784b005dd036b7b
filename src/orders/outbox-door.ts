import { restoredFrom } from '../domain/restored.ts';
import type { ClaimedOutbox } from '../files/marker.ts';
import type { Offline } from '../files/offline.ts';
import type { OutboxList } from '../files/outbox-list.ts';
import type { Outbox } from '../files/publish.ts';
import { takeOverGiven } from './given.ts';
import { createInTurn } from './in-turn.ts';
import type { OrderDeps, OutboxDoor } from './ports.ts';

/** Claims the folder: proves that files can appear there, and that it is the one of the last start (fault 135). */
export type ClaimOutbox = (
  expectedId: string | undefined,
) => Promise<(ClaimedOutbox & { readonly outbox: Outbox }) | Offline>;

/** What a claim needs beside the state: `stood` is told what stood in the folder before anything was written there. */
interface Claiming {
  readonly claim: ClaimOutbox;
  readonly stood: (list: OutboxList) => void;
}

/** Where the id of our outbox is remembered. */
const outboxId = 'outbox.id';

/**
 * The outbox, claimed at the first use; while its folder is offline every use asks again. `meet`: the first use, where
 * it was ours before. The feed waits for it, so that what a lost state wrote is known before it comes again (fault 34);
 * it does not wait for a folder that is offline.
 */
export function createOutboxDoor(
  deps: Pick<OrderDeps, 'store' | 'clock'>,
  { claim, stood }: Claiming,
): OutboxDoor & { meet(): Promise<void> } {
  const { log } = deps.store;
  let outbox: Outbox | undefined;
  let first: Promise<Outbox | Offline> | undefined;
  // One claim at a time: two would take each other's probe for a folder that is offline.
  const inTurn = createInTurn();
  // What stands behind a backup of before the first use is still ours.
  const wasUsed = () =>
    log.recall(outboxId) !== undefined || log.recall(restoredFrom) !== undefined;
  const openInTurn = () =>
    inTurn(async () => {
      if (outbox !== undefined) return outbox;
      const claimed = await claim(log.recall(outboxId));
      if ('offline' in claimed) return claimed;
      const trouble = await compare(deps, claimed.outbox, wasUsed());
      if (trouble !== undefined) return trouble;
      deps.store.together(() => {
        log.remember(outboxId, claimed.id);
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
    async meet() {
      // Also where another part has begun it: until it has ended nothing is known.
      if (wasUsed()) await (first ?? open());
    },
  };
}

/** What the outbox remembers of another state's files says nothing about ours; of our own it says what we have lost. */
async function compare(
  deps: Pick<OrderDeps, 'store' | 'clock'>,
  outbox: Outbox,
  isKnown: boolean,
): Promise<Offline | undefined> {
  if (isKnown) return takeOverGiven(deps, outbox);
  const begun = await outbox.beginRecord();
  return 'offline' in begun ? begun : undefined;
}
