import type { Offline } from '../files/offline.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CommandFileRow } from '../store/orders-command-files.ts';
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

interface CommandTurn {
  /** Files that are still being written, as far as can be told. */
  readonly resting: number;
  readonly nextLookAtMs?: number;
  /** What stands among them and is no file. */
  readonly strays: readonly string[];
  readonly kept: readonly KeptFile[];
  /** Among them under a name of what is still being written, for long. */
  readonly unfinished: readonly string[];
  /** Why no command file can be taken or answered now. */
  readonly offline?: Offline['offline'];
}

interface Runner {
  readonly deps: RunnerDeps;
  readonly options: RunnerOptions;
  /** By order: per order one command at a time (I6). */
  readonly underWay: Map<string, Promise<void>>;
  readonly restingOrders: Resting;
  receiptsDueMs: number;
  /** What the last look has seen in the folder of the commands, by entry text; undefined where that is away. */
  standing: ReadonlySet<string> | undefined;
  failure: unknown;
  last: CommandTurn | undefined;
}

/** Orders with a command under way at once. Those that wait for an answer cost nothing but this place. */
const underWayMax = 64;
const unknownAtOnce = 1_000;
/** Commands whose wait is looked at in one turn, the oldest first. */
export const waitingMax = 1_000;
/** A receipt of 50,000 rows is not written anew for each of them: at most so often, and a twentieth of the time. */
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
    /** Throws what a command under way has thrown: the state on disk failed (I12). */
    turn: (signal: AbortSignal): Promise<CommandTurn> => inTurn(() => turn(run, signal)),
    /** The same for one command by hand: no file is taken, and no other command moves but those of no file before it. */
    turnAlone: (id: number, signal: AbortSignal): Promise<void> =>
      inTurn(async () => turnAlone(run, id, signal)),
    /** The receipts on disk as their rows stand now; a stop leaves none behind that need not be. */
    flush: (): Promise<Offline | undefined> => inTurn(() => answerFiles(run)),
    /** How the last turn ended; undefined before the first. */
    last: (): CommandTurn | undefined => run.last,
    underWay: (): number => run.underWay.size,
    isResting: (orderId: string): boolean => run.restingOrders.isResting(orderId),
    /** Resolves when no command of the order is under way any more; without one, or where it has none, none of all. */
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
  const trouble = await answerFiles(run);
  start(run, signal, trouble === undefined);
  run.last = trouble === undefined ? look : { ...look, ...trouble };
  return run.last;
}

function turnAlone(run: Runner, id: number, signal: AbortSignal): void {
  if (run.failure !== undefined) throw run.failure;
  const { store, outboxIsOffline } = run.deps;
  const row = store.commands.byId(id);
  if (row?.known === 0 && isMoving(row)) findOrder(run, row);
  const head = store.commands.head(id);
  if (head === undefined || isBusy(run, head)) return;
  // One by hand that had no answer stands before its second try: nothing else would end it in a pause.
  if (store.commandFiles.file(head.file)?.receipt !== '') return;
  const command = settleWaiting({ ...run, outboxIsOffline: outboxIsOffline() }, head);
  if (isMoving(command)) begin(run, [command], signal);
}

/** What needs no answer of anybody, in one commit: each waits for the disk. */
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

const nothing: CommandTurn = { resting: 0, strays: [], kept: [], unfinished: [] };

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

/** First receipts at once, because nothing is carried out before them; later ones in their own time. */
async function answerFiles(run: Runner): Promise<Offline | undefined> {
  const { deps, options } = run;
  if (options.places === undefined) return undefined;
  const stale = deps.store.commandFiles.staleFiles();
  const begunMs = deps.clock.monotonic();
  const isTime = run.underWay.size === 0 || begunMs >= run.receiptsDueMs;
  const due = isTime ? stale : stale.filter(({ state }) => state === 'TAKEN');
  const unwritten = await writeReceipts(deps, options.places, due);
  const endedMs = deps.clock.monotonic();
  if (isTime) {
    run.receiptsDueMs = endedMs + Math.max(receiptEveryMs, (endedMs - begunMs) * receiptShare);
  }
  // In a share that is away no file is found, and all of them come back with it: they were not dropped anew (fault 16).
  if (unwritten !== undefined || run.standing === undefined) return unwritten;
  return moveEnded(deps, options.places, run.standing);
}

function start(run: Runner, signal: AbortSignal, receiptsAreWritten: boolean): void {
  const { commands, commandFiles } = run.deps.store;
  const places = underWayMax - run.underWay.size;
  if (places <= 0) return;
  const mayAct = ({ file }: CommandRow) => mayActFor(commandFiles.file(file), receiptsAreWritten);
  const free = commands
    .moving(underWayMax + run.restingOrders.size())
    .filter((command) => !isBusy(run, command) && mayAct(command));
  for (const group of groupsOf(run.deps.store, free.slice(0, places))) begin(run, group, signal);
}

function isBusy(run: Runner, { order_id }: CommandRow): boolean {
  return run.underWay.has(order_id) || run.restingOrders.isResting(order_id);
}

function begin(run: Runner, group: readonly CommandRow[], signal: AbortSignal): void {
  const followed = follow(run, group, signal);
  for (const { order_id } of group) run.underWay.set(order_id, followed);
}

/** A file without a receipt on the disk is not acted on (fault 93); a command by hand has none. */
function mayActFor(file: CommandFileRow | undefined, receiptsAreWritten: boolean): boolean {
  if (file === undefined || file.receipt === '') return true;
  return receiptsAreWritten && file.state !== 'TAKEN';
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
