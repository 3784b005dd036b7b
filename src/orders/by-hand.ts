import { argument } from '../domain/argument.ts';
import { present } from '../domain/present.ts';
import type { CommandRow } from '../store/commands.ts';
import { isMoving } from './command-deps.ts';
import type { FlowDeps, Parts } from './parts.ts';
import { commandByHand, type HandCommand } from './policy.ts';
import { type Outcome, outcomeOf } from './receipts.ts';
import { orderIdOf } from './story.ts';

export interface HandOptions extends Omit<HandCommand, 'orderId'> {
  readonly signal: AbortSignal;
}

export interface CommandEnd {
  readonly outcome: Outcome;
  readonly code?: string;
  readonly message?: string;
  readonly orderStatus?: string;
  /** It waits until a person has acted, such as for another key. */
  readonly needsYou?: true;
}

interface Hand {
  readonly deps: FlowDeps;
  readonly parts: Pick<Parts, 'runner' | 'noteTaken'>;
  /** While orders are paused only the command by hand is sent, and commands in files continue to wait. */
  readonly isPaused: () => boolean;
}

/** Somebody at a terminal waits so long for an answer. After that the row continues without them. */
const patienceMs = 60_000;
const tryAgainMs = 1_000;

/**
 * Carries a command of the command line out like a row of a file. If no answer comes within a minute, or nothing is sent
 * before a person acts, the caller is told so, and the command continues by itself.
 */
export async function carryOutByHand(
  hand: Hand,
  reference: string,
  options: HandOptions,
): Promise<CommandEnd> {
  const { signal, ...command } = options;
  const { clock, store } = hand.deps;
  const orderId = orderIdOf(store, reference);
  // As for a command file at its first sight: whoever types it knows every order file that is gone by now (fault 85).
  await hand.parts.noteTaken();
  const id = commandByHand(hand.deps, { orderId, ...command });
  // Ends the wait, never a request that is under way.
  const ended = new AbortController();
  const waits = [clock.sleep(patienceMs, ended.signal), stopped(hand, ended.signal)];
  const over = Promise.race(waits).then(() => 'over' as const);
  try {
    const following = { id, orderId, signal, ended: ended.signal };
    const end = await Promise.race([goOn(hand, following), over]);
    const row = rowOf(hand, id);
    if (end === 'over' && isMoving(row)) return unanswered(hand, reference);
    return isBehind(hand, row) ? behind(hand, reference) : endOf(row);
  } finally {
    ended.abort();
  }
}

/** Until nothing is sent before a person acts, such as with another key. What is under way is waited for. */
async function stopped({ deps: { clock, sender } }: Hand, ended: AbortSignal): Promise<void> {
  const isStopped = () =>
    sender
      .facts()
      .lanes.some(
        ({ lane, inFlight, stopped: stop }) =>
          lane === 'orders' && inFlight === 0 && stop !== undefined && stop.code !== 'NO_ANSWER',
      );
  do await clock.sleep(tryAgainMs, ended);
  while (!ended.aborted && !isStopped());
}

interface Following {
  readonly id: number;
  readonly orderId: string;
  readonly signal: AbortSignal;
  /** Nobody waits any more. */
  readonly ended: AbortSignal;
}

/** Until the command has ended, or waits for something other than an answer. */
async function goOn(hand: Hand, following: Following): Promise<void> {
  const { id, signal, ended } = following;
  // Asked first: a command that was refused when it was given must not wait for those of other orders.
  const waits = () => outcomeOf(rowOf(hand, id).state) === 'waiting';
  while (waits() && (await follow(hand, following)) && !signal.aborted && !ended.aborted);
}

/**
 * One turn, and the end of what it began for the order. False where the order waits for a version, a file, a person or
 * another command.
 */
async function follow(
  { deps, parts: { runner }, isPaused }: Hand,
  { id, orderId, signal, ended }: Following,
): Promise<boolean> {
  if (isPaused()) await runner.turnAlone(id, signal);
  else await runner.turn(signal);
  const isUnderWay = runner.underWay() > 0;
  await runner.settled(orderId);
  if (isUnderWay || !runner.isResting(orderId)) return isUnderWay;
  await deps.clock.sleep(tryAgainMs, ended);
  return true;
}

function rowOf({ deps }: Hand, id: number): CommandRow {
  const row = deps.store.commands.byId(id);
  if (row === undefined) throw new Error(`command ${id} is lost`);
  return row;
}

function goesOn({ isPaused }: Hand): string {
  return isPaused()
    ? 'once orders are resumed (stockhand resume orders)'
    : 'by itself, with the daemon or the next pass';
}

function isBehind({ deps }: Hand, { id }: CommandRow): boolean {
  const head = deps.store.commands.head(id);
  return head !== undefined && head.id !== id;
}

function behind(hand: Hand, reference: string): CommandEnd {
  const message = `An older command of the order must end first: stockhand orders show ${argument(reference)}. This one is sent ${goesOn(hand)}.`;
  return { outcome: 'waiting', message };
}

function unanswered(hand: Hand, reference: string): CommandEnd {
  const message = `The marketplace has not answered within a minute. The command is kept and continues ${goesOn(hand)}; stockhand status says why, stockhand orders show ${argument(reference)} how it ends.`;
  return { outcome: 'waiting', code: 'NO_ANSWER', message };
}

function endOf(row: CommandRow): CommandEnd {
  return {
    outcome: outcomeOf(row.state),
    ...present({ code: row.code, message: row.message, orderStatus: row.order_status }),
  };
}
