import type { Parts } from '../app.ts';
import type { LoggedEvent } from '../domain/logged-event.ts';

/** The newest events of one way, up or down; newest first. */
export type Way = (count: number) => Promise<readonly LoggedEvent[]>;

export interface NewEvents {
  /** Oldest first. */
  readonly events: readonly LoggedEvent[];
  /** So many more came than are taken at once. */
  readonly missed: number;
}

/** More than that between two looks is reported as a number; all of it is in the state. */
const takenMax = 1_000;

/** Each call answers what is new since the last one; the first one since now, but for `before` that came earlier. */
export function newEventsOf(way: Way, before = 0): () => Promise<NewEvents> {
  // Asked now and not later: messages to a thread keep their order.
  const first = way(before + 1).then((newest) => newest[before]?.id ?? 0);
  first.catch(() => undefined);
  let known: number | undefined;
  return async () => {
    const after = known ?? (await first);
    const events = (await way(takenMax)).filter(({ id }) => id > after);
    const newest = events[0]?.id ?? after;
    known = newest;
    return { events: events.toReversed(), missed: newest - after - events.length };
  };
}

/** What the catalogue and the order side tell, each with numbers of its own. */
export function waysOf({ catalog, orders }: Pick<Parts, 'catalog' | 'orders'>): readonly Way[] {
  return [
    ...(catalog === undefined ? [] : [(count: number) => catalog.events(count)]),
    ...(orders === undefined ? [] : [async (count: number) => orders.events(count)]),
  ];
}
