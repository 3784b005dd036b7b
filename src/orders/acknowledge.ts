import type { Offline } from '../files/offline.ts';
import type { OutboxList } from '../files/outbox-list.ts';
import type { Outbox } from '../files/publish.ts';
import type { WrittenFile } from '../store/orders-acknowledgements.ts';
import type { OrderDeps, OutboxDoor } from './ports.ts';

export type AcknowledgeMode = 'removed' | 'ackFile' | 'none';

export interface Acknowledging {
  /** Notes which files the ERP took. Answers how many were new. */
  note(): Promise<number>;
  /** Notes the same by this list of what was in the outbox before this process wrote there. */
  noteStood(list: OutboxList): void;
  /** Our own files will change the folder's time, so the files that have left until now are noted first. */
  beforePublish(outbox: Outbox): Promise<void>;
  afterPublish(outbox: Outbox): Promise<void>;
  /** Why the last look could not list the outbox. The outbox may take new files all the same. */
  unlisted(): Offline['offline'] | undefined;
}

/** The clocks of two machines may differ by so much. A folder's time that is further ahead of ours is not believed. */
export const clockMs = 60 * 60_000;
/**
 * A clock that is put back by hours ran in another time zone before, and a moment of then counts. One that is years
 * ahead does not: it would keep its order out of the stock for years.
 */
const putBackMs = 24 * 60 * 60_000;

export function createAcknowledging(
  deps: Pick<OrderDeps, 'store' | 'clock'> & { open(): ReturnType<OutboxDoor['open']> },
  mode: AcknowledgeMode,
): Acknowledging {
  const { acknowledgements } = deps.store;
  let lookedAt = 0;
  /** The folder's time at the last look, or after our own files appeared: while it stays the same, no file has left. */
  let stoodAt: number | undefined;
  let unlisted: Offline['offline'] | undefined;

  /** Notes which of the waiting files the ERP took, each with the moment by which it had left. */
  const noteTaken = (waiting: readonly WrittenFile[], list: OutboxList): number => {
    const [there, acknowledged] = [new Set(list.names), new Set(list.acknowledged)];
    const isTaken = ({ name }: WrittenFile) =>
      mode === 'removed' ? !there.has(name) : acknowledged.has(name);
    const now = deps.clock.now();
    const taken = waiting.filter(isTaken).map(({ sequence, written_at: writtenAt }) => ({
      sequence,
      at: leftBy(list, { notBefore: Math.max(writtenAt, lookedAt), now }),
    }));
    acknowledgements.acknowledge(taken);
    return taken.length;
  };
  const portions = function* () {
    let after = 0;
    for (;;) {
      // Rows are read before names: a file that appears in between has no row here, so it does not count as taken.
      const waiting = acknowledgements.unacknowledged(after);
      const last = waiting.at(-1);
      if (last === undefined) return;
      yield waiting;
      after = last.sequence;
    }
  };
  /** An offline outbox shows nothing: then nothing counts as taken (fault 135). */
  const noteIn = async (outbox: Outbox): Promise<number> => {
    let noted = 0;
    unlisted = undefined;
    const begunAt = deps.clock.now();
    for (const waiting of portions()) {
      const list = await outbox.list();
      if ('offline' in list) {
        unlisted = list.offline;
        return noted;
      }
      noted += noteTaken(waiting, list);
      stoodAt = list.changedAt;
    }
    lookedAt = begunAt;
    return noted;
  };
  const timeOf = async (outbox: Outbox): Promise<number | undefined> => {
    if (mode === 'none') return undefined;
    const time = await outbox.time();
    return 'offline' in time ? undefined : time.changedAt;
  };
  return {
    unlisted: () => unlisted,
    async note() {
      if (mode === 'none') return 0;
      const outbox = await deps.open();
      return 'offline' in outbox ? 0 : noteIn(outbox);
    },
    async beforePublish(outbox) {
      const changedAt = await timeOf(outbox);
      if (changedAt !== undefined && changedAt !== stoodAt) await noteIn(outbox);
    },
    async afterPublish(outbox) {
      stoodAt = await timeOf(outbox);
    },
    noteStood(list) {
      if (mode === 'none') return;
      for (const waiting of portions()) noteTaken(waiting, list);
    },
  };
}

/**
 * When a file had left the outbox; the times of the ERP's exports are compared with this moment. It is the
 * folder's own time. But a folder's time before a moment at which the file still was there comes from a disk
 * that keeps no such time, or from another clock: then it is now, when the file was missed. And if our clock was
 * put back since, now lies before the file, and an export from before the order would seem to know of it: then
 * it is the moment at which the file stood.
 */
function leftBy(
  { changedAt }: OutboxList,
  { notBefore, now }: { readonly notBefore: number; readonly now: number },
): number {
  if (changedAt >= notBefore && changedAt <= now + clockMs) return changedAt;
  return notBefore <= now + putBackMs ? Math.max(now, notBefore) : now;
}
