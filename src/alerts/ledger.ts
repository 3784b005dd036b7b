import type { NeedsYou } from '../domain/facts.ts';

/** A need, and since when it has been seen. Epoch milliseconds. */
interface Standing {
  readonly need: NeedsYou;
  readonly sinceMs: number;
}

/** What stands and may be told, and of which kinds something stands or may come back at once. */
export interface Look {
  readonly standing: readonly Standing[];
  readonly kinds: ReadonlySet<string>;
}

interface Told {
  readonly id: string;
  readonly what: string;
  /** Set where it has reached nobody: since when it has been seen, epoch ms. At least its end is still told. */
  readonly untoldSinceMs?: number;
}

/** What one channel has told, so that nothing is told twice: also not by the next process. */
export interface Ledger {
  readonly told: readonly Told[];
  /** When something of a kind was told last. Epoch milliseconds. */
  readonly toldAt: Readonly<Record<string, number>>;
}

/** What is to be told now, in one message: a digest and no flood (lessons 24). */
export interface News {
  readonly come: readonly Standing[];
  readonly gone: Ledger['told'];
}

export const emptyLedger: Ledger = { told: [], toldAt: {} };

interface When {
  readonly nowMs: number;
  /** Something of the same kind is reported again after so long at the soonest (contract `alerts.quietFor`). */
  readonly quietForMs: number;
}

/** `held:12` and `held:13` are one kind: each export of a doubtful file has another number. */
export function kindOf(id: string): string {
  return id.split(/[: ]/, 1)[0] ?? id;
}

/**
 * Undefined where there is nothing to say. What comes again too soon waits; if it is over by then, it is never
 * reported.
 */
export function newsOf(
  ledger: Ledger,
  { standing, kinds }: Look,
  { nowMs, quietForMs }: When,
): News | undefined {
  const heard = ledger.told.filter(({ untoldSinceMs }) => untoldSinceMs === undefined);
  const told = new Set(heard.map(({ id }) => id));
  const isQuiet = (id: string): boolean => {
    const last = ledger.toldAt[kindOf(id)];
    return last !== undefined && nowMs >= last && nowMs - last < quietForMs;
  };
  const come = standing.filter(({ need: { id } }) => !told.has(id) && !isQuiet(id));
  // While something else of the same kind stands, this is not told as over.
  const gone = ledger.told.filter(({ id }) => !kinds.has(kindOf(id)));
  return come.length + gone.length === 0 ? undefined : { come, gone };
}

/** What the channel has told once the news were delivered. */
export function delivered(ledger: Ledger, { come, gone }: News, nowMs: number): Ledger {
  const over = new Set([...gone.map(({ id }) => id), ...come.map(({ need }) => need.id)]);
  const kinds = come.map(({ need }) => [kindOf(need.id), nowMs] as const);
  return {
    told: [
      ...ledger.told.filter(({ id }) => !over.has(id)),
      ...come.map(({ need: { id, what } }) => ({ id, what })),
    ],
    toldAt: { ...ledger.toldAt, ...Object.fromEntries(kinds) },
  };
}

/** What the channel owes once it has failed to deliver the news. */
export function notDelivered(ledger: Ledger, { come }: News): Ledger {
  const ids = new Set(come.map(({ need }) => need.id));
  return {
    ...ledger,
    told: [
      ...ledger.told.filter(({ id }) => !ids.has(id)),
      ...come.map(({ need: { id, what }, sinceMs }) => ({ id, what, untoldSinceMs: sinceMs })),
    ],
  };
}
