import { restoredFrom } from '../domain/restored.ts';
import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { RecordLine } from '../files/record.ts';
import type { GivenFile, GivenNow } from '../store/orders-given.ts';
import type { FileRow } from '../store/outbox.ts';
import type { OrderDeps } from './ports.ts';

type GivenDeps = Pick<OrderDeps, 'store' | 'clock'>;

/** Before files appear the outbox remembers them, whatever becomes of our state (fault 34). */
export function givenLines({ store }: GivenDeps, files: readonly FileRow[]): RecordLine[] {
  const given = store.given.of(files.map(({ sequence }) => sequence));
  return given.map((file): RecordLine => `${file.sequence} ${JSON.stringify(file)}`);
}

/**
 * At the claim: files after the newest that our state knows mean that the state was put back to an older one. They are
 * taken over as they were, so that no version is written twice and no number is used twice (fault 34).
 */
export async function takeOverGiven(
  { store, clock }: GivenDeps,
  outbox: Outbox,
): Promise<Offline | undefined> {
  const next = store.outbox.nextSequence();
  // With the last one that we know, which shows whether the outbox remembers so far back.
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

/** A line that a crash has cut off is about a file that did not appear. One twice is from a crash before the rename. */
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
