import type { FileName } from '../store/orders-acknowledgements.ts';
import type { OrderDeps, OutboxDoor } from './ports.ts';

export type AcknowledgeMode = 'removed' | 'ackFile' | 'none';

/**
 * Notes which files the ERP took. An offline outbox shows nothing: then nothing counts as taken (fault 135).
 * Answers how many were new.
 */
export async function noteAcknowledged(
  deps: OrderDeps & { readonly outbox: OutboxDoor },
  mode: AcknowledgeMode,
): Promise<number> {
  if (mode === 'none') return 0;
  const outbox = await deps.outbox.open();
  if ('offline' in outbox) return 0;
  const { acknowledgements } = deps.store;
  let noted = 0;
  let after = 0;
  for (;;) {
    // Rows first, names second: a file that appears in between is in neither.
    const waiting = acknowledgements.unacknowledged(after);
    const last = waiting.at(-1);
    if (last === undefined) return noted;
    const list = await outbox.list();
    if ('offline' in list) return noted;
    const [there, acknowledged] = [new Set(list.names), new Set(list.acknowledged)];
    const isTaken = ({ name }: FileName) =>
      mode === 'removed' ? !there.has(name) : acknowledged.has(name);
    const taken = waiting.filter(isTaken).map(({ sequence }) => sequence);
    acknowledgements.acknowledge(taken, deps.clock.now());
    noted += taken.length;
    after = last.sequence;
  }
}
