import type { NeedsYou } from '../domain/facts.ts';
import { noAnswerId, silenceMaxMs } from '../domain/silence.ts';
import { kindOf, type Look } from './ledger.ts';

/** What is over within this time is nothing for a person, such as a share that was away for a moment. */
const comesAfterMs = 10_000;
/** An outage of the marketplace is reported later: it mostly ends by itself within minutes. */
const ageOf = (id: string): number => (id === noAnswerId ? silenceMaxMs : comesAfterMs);
/**
 * Only what has been missing for so long is over. After a start not everything has been looked at yet, and a hold goes
 * for a moment while the next export is read: told as over, its return would be kept quiet (`quietFor`).
 */
const goesAfterMs = 60_000;

/** What has been seen to need a person, and since when. Epoch milliseconds. */
interface Sight {
  see(needs: readonly NeedsYou[], nowMs: number): void;
  /** For a daemon: leaves out what has only just come. What has only just gone is not over. */
  settled(): Look;
  /** For a pass that has ended: all that stands now. Everything else is over. */
  final(): Look;
}

interface Seen {
  readonly need: Pick<NeedsYou, 'id'> & Partial<NeedsYou>;
  readonly sinceMs: number;
  readonly lastMs: number;
}

/** `toldIds`: the ids of what the process before has told. They count as seen at `startMs`. */
export function createSight(toldIds: readonly string[], startMs: number): Sight {
  const before = toldIds.map((id): Seen => ({ need: { id }, sinceMs: startMs, lastMs: startMs }));
  let seen = new Map(before.map((one) => [one.need.id, one]));
  let nowMs = startMs;
  const lookOf = (ageMin: (id: string) => number, kept: readonly Seen[]): Look => ({
    standing: kept.flatMap(({ need, sinceMs, lastMs }) =>
      lastMs === nowMs && nowMs - sinceMs >= ageMin(need.id) && isWhole(need)
        ? [{ need, sinceMs }]
        : [],
    ),
    kinds: new Set(kept.map(({ need }) => kindOf(need.id))),
  });
  return {
    see(needs, atMs) {
      nowMs = atMs;
      const recent = [...seen].filter(([, { lastMs }]) => Math.abs(nowMs - lastMs) < goesAfterMs);
      const next = new Map(recent);
      for (const need of needs)
        next.set(need.id, { need, sinceMs: next.get(need.id)?.sinceMs ?? nowMs, lastMs: nowMs });
      seen = next;
    },
    settled: () => lookOf(ageOf, [...seen.values()]),
    final: () =>
      lookOf(
        () => 0,
        [...seen.values()].filter(({ lastMs, need }) => lastMs === nowMs && isWhole(need)),
      ),
  };
}

function isWhole(need: Seen['need']): need is NeedsYou {
  return need.what !== undefined;
}
