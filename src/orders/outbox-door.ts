import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { OrderLog } from '../store/orders-log.ts';
import { createInTurn } from './in-turn.ts';
import type { OutboxDoor } from './ports.ts';

/** Claims the folder: proves that files can appear there, and that it is the one of the last start (fault 135). */
export type ClaimOutbox = (
  expectedId: string | undefined,
) => Promise<{ readonly id: string; readonly outbox: Outbox } | Offline>;

/** Where the id of our outbox is remembered. */
const outboxId = 'outbox.id';

/** The outbox, claimed at the first use; while its folder is offline every use asks again. */
export function createOutboxDoor(log: OrderLog, claim: ClaimOutbox): OutboxDoor {
  let outbox: Outbox | undefined;
  // One claim at a time: two would take each other's probe for a folder that is offline.
  const inTurn = createInTurn();
  return {
    open: () =>
      inTurn(async () => {
        if (outbox !== undefined) return outbox;
        const claimed = await claim(log.recall(outboxId));
        if ('offline' in claimed) return claimed;
        log.remember(outboxId, claimed.id);
        outbox = claimed.outbox;
        return outbox;
      }),
  };
}
