import type { Problem } from '../domain/problem.ts';
import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import { actionOf, type CarryOut, changeCommand, requestOf } from './command-deps.ts';
import { doneBefore } from './done-before.ts';
import { producedVersion } from './if-match.ts';
import { type Judgement, judgeGone, judgeRefusal, judgeUnknown } from './judgement.ts';
import { readOrder } from './read-order.ts';

/**
 * Marks a command that got a new key after a failure that never ends (fault 44). At a second such failure a person is
 * asked.
 */
const repeated = 'COMMAND_UNANSWERED';

/** After a refusal or an unknown outcome: first the order is read, and only then is it judged (design section 6). */
export async function checkCommand(
  run: CarryOut,
  command: CommandRow,
): Promise<CommandRow | undefined> {
  const row = requestOf(run, command);
  const read = await readOrder(run, command);
  if (read === undefined) return undefined;
  const problem = JSON.parse(row.answer ?? '{}') as Problem;
  if ('gone' in read) return applyGone(run, command, problem);
  const { order } = read;
  const { if_match: ifMatch, tries } = command;
  const tried = { action: actionOf(command), ifMatch, tries, order };
  const isUnknown = problem.status >= 500;
  const judgement = isUnknown
    ? judgeUnknown(tried, command.code !== repeated)
    : judgeRefusal({ ...tried, problem });
  return applyJudgement(run, command, { judgement, order, problem });
}

/** As `applyJudgement` where the marketplace has the order no more. `problem`: what the command itself was answered. */
export function applyGone(run: CarryOut, command: CommandRow, problem?: Problem): CommandRow {
  const { next, code, message } = judgeGone(problem);
  const state = next === 'refused' ? 'REFUSED' : 'PARKED';
  // What the feed says of it counts no more.
  return changeCommand(run, command, { state, code, message, order_status: null });
}

/** Keeps what a read after our own action shows: the status for the receipt, the version for the next row. */
export function noteOrder(run: CarryOut, command: CommandRow, order: OrderDetail): CommandRow {
  const { version, detail, status } = order;
  const produced = producedVersion(run.deps, run.options, { command, version, detail });
  return changeCommand(run, command, { order_status: status, produced_version: produced });
}

/**
 * The newest version when the request was made: the feed may have shown the next one before the refusal was looked into,
 * and no other may come. A count of pages from before that (findOrder) may be higher than any version.
 */
function seenBefore({ deps }: CarryOut, { order_id, waits_after }: CommandRow): number {
  const newest = deps.store.lookup.newest(order_id)?.id ?? 0;
  return Math.min(waits_after ?? newest, newest);
}

export function applyJudgement(
  run: CarryOut,
  command: CommandRow,
  read: { judgement: Judgement; order: OrderDetail; problem?: Problem },
): CommandRow {
  const { judgement, order, problem } = read;
  const { journal } = run.deps.store;
  const order_status = order.status;
  switch (judgement.next) {
    case 'done': {
      run.deps.nudgeFeed();
      const message = doneBefore(run, command, order);
      const end = { state: 'DONE', code: null, message, order_status } as const;
      const done = changeCommand(run, command, end);
      return noteOrder(run, done, order);
    }
    case 'again': {
      const isUnknown = problem !== undefined && problem.status >= 500;
      return changeCommand(run, command, { state: 'READY', code: isUnknown ? repeated : null });
    }
    case 'amendment':
      return changeCommand(run, command, {
        state: 'AMENDMENT',
        waits_after: seenBefore(run, command),
        code: problem?.type ?? null,
        message:
          'The buyer has an open change; the command is sent again when the order has a new version.',
        order_status,
      });
    case 'newerFile':
      run.deps.nudgeFeed();
      return changeCommand(run, command, {
        state: 'NEWER_FILE',
        waits_after: journal.position()?.pages ?? 0,
        waits_for: order.version,
        code: 'ORDER_VERSION_CONFLICT',
        message: 'The order has changed; the name of its newest order file will be shown here.',
        order_status,
      });
    case 'refused':
    case 'parked': {
      const { code, message } = judgement;
      const state = judgement.next === 'refused' ? 'REFUSED' : 'PARKED';
      return changeCommand(run, command, { state, code, message, order_status });
    }
  }
}
