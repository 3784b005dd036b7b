import type { Offline } from '../files/offline.ts';
import type { CommandRow } from '../store/commands.ts';
import { carryOutGroup } from './carry-out-batch.ts';
import { groupsOf } from './command-batch.ts';
import { type CommandDeps, type CommandOptions, isMoving } from './command-deps.ts';
import type { CommandLook } from './command-folder.ts';
import { createInTurn } from './in-turn.ts';
import type { TakeDeps } from './parse-file.ts';
import { createResting, type Resting } from './resting.ts';
import { type KeptFile, takeCommands } from './take-commands.ts';
import { findOrder, settleWaiting } from './waiting-commands.ts';
import { type CommandPlaces, moveEnded, writeReceipts } from './write-receipts.ts';

interface RunnerDeps extends CommandDeps, TakeDeps {
  /** Absent where no commands folder is configured: then only commands by hand are carried out. */
  readonly look?: () => Promise<CommandLook | Offline>;
  readonly outboxIsOffline: () => boolean;
  /** A command has come further: look again. */
  readonly nudge: () => void;
}

interface RunnerOptions extends CommandOptions {
  readonly places?: CommandPlaces;
}

interface CommandTurn extends Omit<CommandLook, 'stable' | 'standing'> {
  readonly kept: readonly KeptFile[];
  /** Receipts that cannot be replaced, and command files that cannot be moved, because another program holds them. */
  readonly held: readonly KeptFile[];
  /** Why no command file can be taken or answered now. */
  readonly offline?: Offline['offline'];
}

type Answered = Pick<CommandTurn, 'held'> | Offline;

interface Runner {
  readonly deps: RunnerDeps;
  readonly options: RunnerOptions;
  /** By order id: an order has one command at a time under way (I6). */
  readonly underWay: Map<string, Promise<void>>;
  readonly restingOrders: Resting;
  receiptsDueMs: number;
  /** Files that the last look has seen in the folder, by entry text; undefined where the folder was offline. */
  standing: ReadonlySet<string> | undefined;
  failure: unknown;
  last: CommandTurn | undefined;
}

/** So many orders may have a command under way at once: one that waits for its answer costs only its place. */
const underWayMax = 64;
const unknownAtOnce = 1_000;
/** Commands whose wait is looked at in one turn, the oldest first. */
export const waitingMax = 1_000;
/**
 * A receipt of 50,000 rows is not written again for each row: the pause between two is at least so long, and at least
 * twenty times what writing took.
 */
const receiptEveryMs = 2_000;
const receiptShare = 20;

/** Command files in, receipts out; one turn does all that can be done now and waits for no answer. */
export function createCommandRunner(deps: RunnerDeps, options: RunnerOptions) {
  const run: Runner = {
    deps,
    options,
    underWay: new Map(),
    restingOrders: createResting(deps.clock),
    receiptsDueMs: Number.NEGATIVE_INFINITY,
    standing: undefined,
    failure: undefined,
    last: undefined,
  };
  const inTurn = createInTurn();
  return {
    /** Rethrows what a command under way has thrown: then the state on disk failed (I12). */
    turn: (signal: AbortSignal): Promise<CommandTurn> => inTurn(() => turn(run, signal)),
    /**
     * A turn for one command by hand: no file is taken, and no other command moves but an earlier one of its order, if
     * that came from no file either (by hand, by the accept policy).
     */
    turnAlone: (id: number, signal: AbortSignal): Promise<void> =>
      inTurn(async () => turnAlone(run, id, signal)),
    /** Brings receipts up to date with their rows, so that a stop leaves no old one behind. */
    flush: (): Promise<Answered> => inTurn(() => answerFiles(run)),
    /** How the last turn ended; undefined before the first. */
    last: (): CommandTurn | undefined => run.last,
    underWay: (): number => run.underWay.size,
    isResting: (orderId: string): boolean => run.restingOrders.isResting(orderId),
    /** Resolves when the command of the order has ended its turn; if it has none, when all have that are under way. */
    settled: async (orderId = ''): Promise<void> => {
      const own = run.underWay.get(orderId);
      await (own ?? Promise.all(run.underWay.values()));
    },
  };
}

async function turn(run: Runner, signal: AbortSignal): Promise<CommandTurn> {
  if (run.failure !== undefined) throw run.failure;
  const look = await takeFiles(run);
  settle(run);
  const answered = await answerFiles(run);
  start(run, signal, !('offline' in answered));
  run.last = { ...look, ...answered };
  return run.last;
}

function turnAlone(run: Runner, id: number, signal: AbortSignal): void {
  if (run.failure !== undefined) throw run.failure;
  const { store, outboxIsOffline } = run.deps;
  const row = store.commands.byId(id);
  if (row?.known === 0 && isMoving(row)) findOrder(run, row);
  const head = store.commands.head(id);
  if (head === undefined || isBusy(run, head)) return;
  // The head may be an earlier command without an answer. One of a file still waits. One of no file is sent first,
  // because in a pause nothing else would end it.
  if (store.commandFiles.file(head.file)?.receipt !== '') return;
  const command = settleWaiting({ ...run, outboxIsOffline: outboxIsOffline() }, head);
  if (isMoving(command)) begin(run, [command], signal);
}

/** Steps that need no answer of the marketplace. All in one commit, because each commit waits for the disk. */
function settle(run: Runner): void {
  const { store, outboxIsOffline } = run.deps;
  const waiting = { ...run, outboxIsOffline: outboxIsOffline() };
  store.together(() => {
    for (const row of store.commands.unknown(unknownAtOnce)) findOrder(run, row);
    for (const command of store.commands.waiting(waitingMax)) {
      if (!run.underWay.has(command.order_id)) settleWaiting(waiting, command);
    }
  });
}

const nothing: CommandTurn = { resting: 0, strays: [], kept: [], held: [], unfinished: [] };

async function takeFiles(run: Runner): Promise<CommandTurn> {
  const { deps, options } = run;
  if (deps.look === undefined || options.places === undefined) return nothing;
  const look = await deps.look();
  run.standing = 'offline' in look ? undefined : look.standing;
  if ('offline' in look) return { ...nothing, ...look };
  const { stable, standing: _, ...rest } = look;
  const taken = await takeCommands(deps, options.places.receipts, stable);
  return { ...nothing, ...rest, ...taken };
}

/** A file's first receipt is written at once, because nothing of it is carried out before; later ones now and then. */
async function answerFiles(run: Runner): Promise<Answered> {
  const { deps, options } = run;
  if (options.places === undefined) return { held: [] };
  const stale = deps.store.commandFiles.staleFiles();
  const begunMs = deps.clock.monotonic();
  if (run.underWay.size > 0 && begunMs < run.receiptsDueMs) {
    const first = stale.filter(({ state }) => state === 'TAKEN');
    const written = await writeReceipts(deps, options.places, first);
    return 'offline' in written ? written : { held: run.last?.held ?? [] };
  }
  const answered = await answerAll(run, options.places, stale);
  const endedMs = deps.clock.monotonic();
  run.receiptsDueMs = endedMs + Math.max(receiptEveryMs, (endedMs - begunMs) * receiptShare);
  return answered;
}

async function answerAll(
  { deps, standing }: Runner,
  places: CommandPlaces,
  stale: Parameters<typeof writeReceipts>[2],
): Promise<Answered> {
  const written = await writeReceipts(deps, places, stale);
  // An offline share shows no file. Nothing counts as moved then: its files come back, and are not new ones (fault 16).
  if ('offline' in written || standing === undefined) return written;
  const moved = await moveEnded(deps, places, standing);
  return 'offline' in moved ? moved : { held: [...written.held, ...moved.held] };
}

function start(run: Runner, signal: AbortSignal, receiptsAreWritten: boolean): void {
  const places = underWayMax - run.underWay.size;
  if (places <= 0) return;
  const free = run.deps.store.commands
    .sendable(receiptsAreWritten, underWayMax + run.restingOrders.orders().length)
    .filter((command) => !isBusy(run, command));
  for (const group of groupsOf(run.deps.store, free.slice(0, places))) begin(run, group, signal);
}

function isBusy(run: Runner, { order_id }: CommandRow): boolean {
  return run.underWay.has(order_id) || run.restingOrders.isResting(order_id);
}

function begin(run: Runner, group: readonly CommandRow[], signal: AbortSignal): void {
  const followed = follow(run, group, signal);
  for (const { order_id } of group) run.underWay.set(order_id, followed);
}

async function follow(
  run: Runner,
  group: readonly CommandRow[],
  signal: AbortSignal,
): Promise<void> {
  const { deps, options } = run;
  try {
    const end = await carryOutGroup({ deps, options, signal }, group);
    for (const { order_id } of group) {
      if (end === undefined) run.restingOrders.rest(order_id);
      else run.restingOrders.heal(order_id);
    }
  } catch (cause) {
    run.failure = cause;
  } finally {
    for (const { order_id } of group) run.underWay.delete(order_id);
    deps.nudge();
  }
}
