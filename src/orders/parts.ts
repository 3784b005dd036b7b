import type { WriteAdapter } from '../domain/adapter.ts';
import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { WatchFacts } from '../files/watch.ts';
import { type Acknowledging, createAcknowledging } from './acknowledge.ts';
import type { CommandDeps } from './command-deps.ts';
import {
  type CommandFilesPort,
  type CommandFolder,
  createCommandFolder,
} from './command-folder.ts';
import { createCommandRunner } from './commands.ts';
import { createDetailReader } from './detail.ts';
import { createFeed } from './feed.ts';
import { createInTurn } from './in-turn.ts';
import type { OrderFlowOptions } from './options.ts';
import { bookAppeared, type OutboxTurn, writeGroups } from './outbox.ts';
import { type ClaimOutbox, createOutboxDoor } from './outbox-door.ts';
import type { CommandReaders } from './parse-file.ts';
import type { OutboxDoor } from './ports.ts';
import { createWatchdog } from './watchdog.ts';

/** What the order side is built on; the composition root hands all of it in. */
export interface FlowDeps extends Omit<CommandDeps, 'nudgeFeed'> {
  readonly claimOutbox: ClaimOutbox;
  readonly newOutboxId: string;
  readonly writer: WriteAdapter;
  readonly readers: CommandReaders;
  readonly files: CommandFilesPort;
  /** What the watchers of outbox and commands say of themselves. */
  readonly watched: () => readonly WatchFacts[];
  /** The state on disk failed, or the program is wrong: nothing more is done (I12). */
  readonly failed: (cause: unknown) => void;
}

/** Whom a part wakes when it has news for it. */
interface Nudges {
  readonly feed: () => void;
  readonly commands: () => void;
}

export type Parts = ReturnType<typeof createParts>;

/** The order side, for whoever looks at the whole of it. */
export interface Sides {
  readonly deps: FlowDeps;
  readonly parts: Parts;
  readonly options: OrderFlowOptions;
}

/** When so many details wait for their file, reading stops (fault 78). */
const pendingMax = 10_000;
/** … and for orders from before the first start already at so few, which fill neither the disk nor the memory. */
const backfillPendingMax = 64;
const quietMs = 2_000;

export function createParts(deps: FlowDeps, options: OrderFlowOptions, nudges: Nudges) {
  const { acknowledge } = options.outbox;
  const acknowledging = createAcknowledging({ ...deps, open: () => door.open() }, acknowledge);
  const door = createOutboxDoor(deps, {
    claim: deps.claimOutbox,
    newId: deps.newOutboxId,
    stood: acknowledging.noteStood,
  });
  const noteTaken = acknowledging.note;
  const folder = commandFolder(deps, options, noteTaken);
  const writing = createWriting(deps, { door, folder, acknowledging });
  const look = async (of: CommandFolder) => {
    // First the order files that a lost state wrote become known: the ERP may have decided on them (fault 34).
    await door.meet();
    const { offline } = writing.last();
    // Whoever writes the order files also answers the commands on them: two would answer every one twice.
    if (offline?.reason === 'otherOwner') return { offline };
    return writing.before(of.look);
  };
  const runner = createCommandRunner(
    {
      ...deps,
      acknowledge: noteTaken,
      nudgeFeed: nudges.feed,
      nudge: nudges.commands,
      outboxIsOffline: () => writing.last().offline !== undefined,
      ...(folder === undefined ? {} : { look: () => look(folder) }),
    },
    { acknowledge, ...(options.commands === undefined ? {} : { places: options.commands }) },
  );
  const feed = createFeed(deps, { ...options.outbox, startFrom: options.startFrom });
  return {
    feed: {
      ...feed,
      turn: async (signal: AbortSignal) => {
        await door.meet();
        return feed.turn(signal);
      },
    },
    details: createDetailReader(deps, { pendingMax, background: false }),
    backfill: createDetailReader(deps, { pendingMax: backfillPendingMax, background: true }),
    writing,
    noteTaken,
    watchdog: createWatchdog(deps.clock, options.outbox.watchdog),
    runner,
  };
}

function commandFolder(
  deps: FlowDeps,
  options: OrderFlowOptions,
  acknowledge: () => Promise<number>,
): CommandFolder | undefined {
  if (options.commands === undefined) return undefined;
  const { folder } = options.commands;
  return createCommandFolder(
    { ...deps, acknowledge },
    { folder, quietMs: options.quietMs ?? quietMs },
  );
}

/** The writing of order files, with the outcome of its last turn for whoever wants to know. */
function createWriting(
  deps: FlowDeps,
  places: {
    readonly door: OutboxDoor;
    readonly folder: CommandFolder | undefined;
    readonly acknowledging: Acknowledging;
  },
) {
  let last: OutboxTurn = { written: 0, more: false };
  let lastLook: Partial<Offline> = {};
  let written = 0;
  const { afterPublish } = places.acknowledging;
  // A command may answer a file that has just appeared: it is not looked at before the file counts as written.
  const alone = createInTurn();
  const found = <Seen extends Partial<Offline>>(seen: Seen): Seen => {
    if (seen.offline?.reason === 'otherOwner') places.door.leave();
    return seen;
  };
  const catchUp = async () => {
    written += await bookAppeared({ ...deps, outbox: places.door, afterPublish });
  };
  const beforePublish = async (outbox: Outbox) => {
    await places.folder?.sight();
    await places.acknowledging.beforePublish(outbox);
  };
  return {
    turn: (): Promise<OutboxTurn> =>
      alone(async () => {
        await catchUp();
        last = found(
          await writeGroups({ ...deps, outbox: places.door, beforePublish, afterPublish }),
        );
        if (last.written > 0) lastLook = {};
        written += last.written;
        return last;
      }),
    /**
     * Whether the outbox is there. Asked also without orders, so that a folder that is gone is known before the night's
     * first order.
     */
    async look(): Promise<boolean> {
      const outbox = await places.door.open();
      const seen = 'offline' in outbox ? outbox : await outbox.time();
      lastLook = 'offline' in seen ? found(seen) : {};
      return lastLook.offline === undefined;
    },
    /** A look at the commands, once files that have appeared are booked. An offline outbox does not hold it up. */
    before: <T>(look: () => Promise<T>): Promise<T> =>
      alone(async () => {
        if (last.offline === undefined) await catchUp();
        return look();
      }),
    last: (): OutboxTurn => ({ ...lastLook, ...last }),
    unlisted: places.acknowledging.unlisted,
    /** Since the start of this process. */
    written: (): number => written,
  };
}
