import { type Lane, lanes } from '../domain/exchange.ts';

/**
 * Reading and writing need different rights, so one may be stopped without the other. A portal session has rights of
 * its own.
 */
const accesses = ['read', 'write', 'portal'] as const;
export type Access = (typeof accesses)[number];

export interface Kind {
  readonly lane: Lane;
  readonly access: Access;
}

/** A request that waits for its turn. */
export interface Waiting extends Kind {
  go(): void;
}

/**
 * A lane that was passed over so often goes first. The other lower lanes may be due at the same moment, and only every
 * second turn is for a lane that is due; still each lane has its turn within 20 requests (design section 6).
 */
const passedOverMax = 19 - 2 * (lanes.length - 1);

export interface Lanes {
  add(waiting: Waiting): void;
  remove(waiting: Waiting): void;
  /**
   * Takes out the request whose turn it is among the open kinds that have a slot; undefined when there is none. An
   * open kind without a slot is passed over too.
   */
  next(isOpen: (kind: Kind) => boolean, hasSlot: (kind: Kind) => boolean): Waiting | undefined;
  waiting(lane: Lane): number;
  /** The kinds of request that somebody waits with. */
  kinds(): readonly Kind[];
}

interface Queue {
  readonly kind: Kind;
  /** In the order of arrival, each with its number. */
  readonly waiting: Map<Waiting, number>;
}

interface Head {
  readonly waiting: Waiting;
  readonly arrival: number;
}

/** First come, first served within a lane; strict priority between lanes, but none starves. */
export function createLanes(): Lanes {
  const queues: readonly Queue[] = lanes.flatMap((lane) =>
    accesses.map((access) => ({ kind: { lane, access }, waiting: new Map() })),
  );
  const passedOver = new Map<Lane, number>();
  let last: Lane | undefined;
  let arrivals = 0;
  const queueOf = ({ lane, access }: Kind): Queue | undefined =>
    queues.find(({ kind }) => kind.lane === lane && kind.access === access);

  return {
    add(waiting) {
      arrivals += 1;
      queueOf(waiting)?.waiting.set(waiting, arrivals);
    },
    remove: (waiting) => queueOf(waiting)?.waiting.delete(waiting),
    waiting: (lane) =>
      queues.reduce((sum, queue) => sum + (queue.kind.lane === lane ? queue.waiting.size : 0), 0),
    kinds: () => queues.filter(({ waiting }) => waiting.size > 0).map(({ kind }) => kind),
    next(isOpen, hasSlot) {
      const open = queues.filter(({ kind, waiting }) => waiting.size > 0 && isOpen(kind));
      const able = open.filter(({ kind }) => hasSlot(kind));
      const lane = laneToGo(lanesOf(able), { passedOver, last });
      if (lane === undefined) return undefined;
      for (const each of lanesOf(open)) passedOver.set(each, (passedOver.get(each) ?? 0) + 1);
      passedOver.set(lane, 0);
      last = lane;
      const first = firstOf(able.filter(({ kind }) => kind.lane === lane));
      if (first !== undefined) queueOf(first)?.waiting.delete(first);
      return first;
    },
  };
}

/** The lanes of these queues, in the order of priority. */
function lanesOf(queues: readonly Queue[]): ReadonlySet<Lane> {
  return new Set(queues.map(({ kind }) => kind.lane));
}

interface Turns {
  readonly passedOver: ReadonlyMap<Lane, number>;
  /** Whose turn it was. */
  readonly last: Lane | undefined;
}

/**
 * The first lane by priority, unless a lane was passed over too often: then the one that was passed over most. The lane
 * `orders` gives way only after a turn of its own, so an order action never waits for the turns of two others.
 */
function laneToGo(able: ReadonlySet<Lane>, { passedOver, last }: Turns): Lane | undefined {
  const count = (lane: Lane): number => passedOver.get(lane) ?? 0;
  const [first] = able;
  if (first === lanes[0] && first !== last) return first;
  const due = [...able].filter((lane) => count(lane) >= passedOverMax);
  return due.length > 0 ? due.sort((a, b) => count(b) - count(a))[0] : first;
}

function firstOf(queues: readonly Queue[]): Waiting | undefined {
  const heads = queues.flatMap(({ waiting }): Head[] => {
    const [head] = waiting;
    return head === undefined ? [] : [{ waiting: head[0], arrival: head[1] }];
  });
  return heads.sort((a, b) => a.arrival - b.arrival)[0]?.waiting;
}
