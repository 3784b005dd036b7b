import type { Offline } from '../files/offline.ts';
import type { OutboxList } from '../files/outbox-list.ts';
import type { Outbox } from '../files/publish.ts';
import type { WrittenFile } from '../store/orders-acknowledgements.ts';
import type { OrderDeps, OutboxDoor } from './ports.ts';

export type AcknowledgeMode = 'removed' | 'ackFile' | 'none';

export interface Acknowledging {
  /** Notes which files the ERP took. Answers how many were new. */
  note(): Promise<number>;
  /** The same by what stood in the outbox before this process wrote there. */
  noteStood(list: OutboxList): void;
  /** Before our own files change the folder's time: what has left until then is noted by it. */
  beforePublish(outbox: Outbox): Promise<void>;
  afterPublish(outbox: Outbox): Promise<void>;
  /** Why the last look could not list the outbox, which may take files all the same. */
  unlisted(): Offline['offline'] | undefined;
}

/** The clocks of two machines may differ by so much; beyond that the folder's time is nobody's. */
const clockMs = 60 * 60_000;
/** A clock that ran in another time zone is put back by hours. By years it would keep orders out of the stock for years. */
const putBackMs = 24 * 60 * 60_000;

export function createAcknowledging(
  deps: Pick<OrderDeps, 'store' | 'clock'> & { open(): ReturnType<OutboxDoor['open']> },
  mode: AcknowledgeMode,
): Acknowledging {
  const { acknowledgements } = deps.store;
  let lookedAt = 0;
  /** The folder's time at the last look, or after our own files: while it stands, nothing has left. */
  let stoodAt: number | undefined;
  let unlisted: Offline['offline'] | undefined;

  /** Files before this look that the ERP took, with the moment by which they had left. */
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
      // Rows first, names second: a file that appears in between is in neither.
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
 * The folder's own time, which exports on the same share are compared with. Where it is older than a moment at which the
 * file was there, its disk keeps no such time or another clock: then it is the moment in which it was missed. Where our
 * clock was put back since, that moment would be before the file: an export of before the order would know of it.
 */
function leftBy(
  { changedAt }: OutboxList,
  { notBefore, now }: { readonly notBefore: number; readonly now: number },
): number {
  if (changedAt >= notBefore && changedAt <= now + clockMs) return changedAt;
  return notBefore <= now + putBackMs ? Math.max(now, notBefore) : now;
}
