import { restoredFrom } from '../domain/restored.ts';
import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { RecordLine } from '../files/record.ts';
import type { GivenFile, GivenNow } from '../store/orders-given.ts';
import type { FileRow } from '../store/outbox.ts';
import type { OrderDeps } from './ports.ts';

type GivenDeps = Pick<OrderDeps, 'store' | 'clock'>;

/** Lines for the outbox's own record, written before files appear: it outlives the loss of our state (fault 34). */
export function givenLines({ store }: GivenDeps, files: readonly FileRow[]): RecordLine[] {
  const given = store.given.of(files.map(({ sequence }) => sequence));
  return given.map((file): RecordLine => `${file.sequence} ${JSON.stringify(file)}`);
}

/**
 * At the claim the outbox's record names file 7, and our newest is 5: our state was put back to an older one. Files 6
 * and 7 are taken over as they were, so that no version is written twice and no number is used twice (fault 34).
 */
export async function takeOverGiven(
  { store, clock }: GivenDeps,
  outbox: Outbox,
): Promise<Offline | undefined> {
  const next = store.outbox.nextSequence();
  // Asked with the last one that we know: if even that is missing, the outbox does not remember so far back.
  const recorded = await outbox.recorded(next - 2);
  if ('offline' in recorded) return recorded;
  const lines = wholeLines(recorded.lines);
  if (next > 1 && lines.length === 0) tellForgotten({ store, clock });
  const files: GivenNow[] = [];
  for (const given of lines.filter(({ sequence }) => sequence >= next)) {
    const staged = await outbox.isStaged(given.name);
    if ('offline' in staged) return staged;
    files.push({ ...given, state: staged.staged ? 'STAGED' : 'WRITTEN' });
  }
  const [first, last] = [files[0], files.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const at = clock.now();
  store.together(() => {
    store.given.takeOver(files, at);
    store.log.tell({ at, part: 'outbox', text: tellOf(next, first.sequence, last.sequence) });
  });
  return undefined;
}

function tellForgotten({ store, clock }: GivenDeps): void {
  const from = store.log.recall(restoredFrom);
  if (from === undefined) return;
  const text = `The outbox does not remember what was written after the backup: orders that have changed since ${from} may come to the ERP a second time, under numbers that were used before.`;
  store.log.tell({ at: clock.now(), part: 'outbox', text });
}

function tellOf(next: number, first: number, last: number): string {
  const taken = `Our state is older than the outbox, as after a restore: order files ${first} to ${last} were written before and are not written again.`;
  if (first === next) return taken;
  return `${taken} Of ${next} to ${first - 1} nothing is remembered: their orders may come a second time.`;
}

/**
 * A line that a crash has cut off is left out: its file did not appear. A number comes twice after a crash before the
 * rename; the last counts.
 */
function wholeLines(lines: readonly RecordLine[]): GivenFile[] {
  const bySequence = new Map<number, GivenFile>();
  for (const line of lines) {
    const given = parsed(line.slice(line.indexOf(' ') + 1));
    if (given !== undefined) bySequence.set(given.sequence, given);
  }
  return [...bySequence.values()].sort((a, b) => a.sequence - b.sequence);
}

function parsed(text: string): GivenFile | undefined {
  try {
    return JSON.parse(text) as GivenFile;
  } catch {
    return undefined;
  }
}
