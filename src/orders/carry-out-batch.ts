import type { Answered, HttpAnswer } from '../domain/exchange.ts';
import { present } from '../domain/present.ts';
import type { Problem } from '../domain/problem.ts';
import type { CommandRow } from '../store/commands.ts';
import type { StoredAnswer } from '../store/orders-requests.ts';
import { carryOut } from './carry-out.ts';
import { batchName, isBatch, isBatchable } from './command-batch.ts';
import { type CarryOut, changeCommand, requestOf } from './command-deps.ts';
import { addRequest } from './decide-command.ts';
import { chooseIfMatch } from './if-match.ts';
import { stateAfter } from './judgement.ts';
import { isLongAgo, problemOf, sendStored, tellReuse } from './send-command.ts';

/** The batch's answer does not name an order, or the batch is too old to repeat: the order is read (fault 131). */
const unnamed: Problem = {
  type: 'BATCH_ITEM_UNNAMED',
  title: '',
  status: 500,
  detail: 'The answer to the batch does not name this order.',
  instance: '',
};

/**
 * Takes one group as far as is possible now. A group of one is sent like a command, a larger one as one request.
 * Undefined where no answer came: then the same bytes go out again under the same key.
 */
export async function carryOutGroup(
  run: CarryOut,
  commands: readonly CommandRow[],
): Promise<CommandRow | undefined> {
  const [first] = commands;
  if (first === undefined) return undefined;
  const isNew = first.state === 'READY' && commands.length > 1;
  const isSent =
    first.state === 'SENT' && first.request !== null && isBatch(run.deps.store, first.request);
  if (!isNew && !isSent) return carryOut(run, first);
  const sent = isNew ? storeBatch(run, commands) : commands;
  const [head] = sent;
  // Every row was refused for the row before it: there is nothing to send.
  return head === undefined ? first : sendBatch(run, sent, head);
}

/**
 * The bytes and key of the batch, and what becomes of all its rows, are one commit before the first byte leaves (I3).
 */
function storeBatch(run: CarryOut, commands: readonly CommandRow[]): readonly CommandRow[] {
  const { store, orderBatch } = run.deps;
  return store.together(() => {
    const free = commands.filter((command) => !refuseAfterRefused(run, command));
    const [first] = free;
    if (first === undefined || !isBatchable(first.action)) return [];
    const built = orderBatch(
      first.action,
      free.map(({ order_id, tracking_code, notes }) => ({
        orderId: order_id,
        ...present({ trackingCode: tracking_code, notes }),
      })),
    );
    if ('complaint' in built || built.body === undefined)
      throw new Error('an order id that was judged before is none');
    const name = batchName(first);
    const request = addRequest(run, built, { intent: name, orderId: name, ifMatch: null });
    return free.map((command) =>
      changeCommand(run, command, { state: 'SENT', request, tries: 1, if_match: null }),
    );
  });
}

/** Refuses a command if the row before it in its file was refused (fault 89). Answers whether it did. */
function refuseAfterRefused(run: CarryOut, command: CommandRow): boolean {
  const chosen = chooseIfMatch(run.deps, run.options, command);
  if (!('refused' in chosen)) return false;
  changeCommand(run, command, { state: 'REFUSED', ...chosen.refused });
  return true;
}

async function sendBatch(
  run: CarryOut,
  commands: readonly CommandRow[],
  head: CommandRow,
): Promise<CommandRow | undefined> {
  const { store } = run.deps;
  const row = requestOf(run, head);
  if (isLongAgo(run, row)) {
    const told = { state: 'PARKED', status: unnamed.status, attempts: 0 } as const;
    store.together(() => storeForAll(run, commands, { problem: unnamed, told }));
    return head;
  }
  const verdict = await sendStored(run, row);
  if (verdict === undefined) return undefined;
  store.together(() => storeBatchVerdict(run, commands, verdict));
  return head;
}

function storeBatchVerdict(
  run: CarryOut,
  commands: readonly CommandRow[],
  verdict: Answered,
): void {
  const { answer, attempts } = verdict;
  if (verdict.kind === 'answered' && answer.status < 300) {
    storeOutcomes(run, commands, { answer, attempts });
    return;
  }
  const problem = problemOf(answer);
  const isReused = problem.type === 'IDEMPOTENCY_KEY_REUSED';
  const [first] = commands;
  if (isReused && first !== undefined) tellReuse(run, first);
  const told =
    isReused || verdict.kind === 'exhausted'
      ? ({ state: 'PARKED', status: problem.status, attempts } as const)
      : ({ state: 'ANSWERED', status: answer.status, attempts } as const);
  storeForAll(run, commands, { problem, told });
}

interface ToldOfAll {
  readonly problem: Problem;
  readonly told: Pick<StoredAnswer, 'state' | 'status' | 'attempts'>;
}

/**
 * One answer for the whole batch. PARKED: whether it was done is unknown, so every order is read, and
 * its state decides (fault 44). ANSWERED with a refusal: nothing was done, so each command goes
 * alone, and its own answer says what is wrong.
 */
function storeForAll(
  { deps }: CarryOut,
  commands: readonly CommandRow[],
  { problem, told }: ToldOfAll,
): void {
  const { store, clock } = deps;
  const answer = JSON.stringify(problem);
  store.requests.storeAnswer(commands[0]?.request ?? 0, { ...told, answer, at: clock.now() });
  const state = told.state === 'PARKED' ? 'CHECKING' : 'READY';
  for (const command of commands) changeCommand({ deps }, command, { state });
}

/** A 200 may hold failures: only an order that the answer names as done is done (fault 131). */
function storeOutcomes(
  run: CarryOut,
  commands: readonly CommandRow[],
  { answer, attempts }: { readonly answer: HttpAnswer; readonly attempts: number },
): void {
  const { orderOutcomes, nudgeFeed } = run.deps;
  const outcomes = orderOutcomes(
    answer.body,
    commands.map(({ order_id }) => order_id),
  );
  const told = { state: 'ANSWERED', status: answer.status, attempts } as const;
  storeForAll(run, commands, { problem: unnamed, told });
  commands.forEach((command, index) => {
    const kind = outcomes[index]?.kind ?? 'unnamed';
    // A failed one stays READY and is sent alone, so that its receipt has the service's own words.
    if (kind === 'succeeded' && isBatchable(command.action)) {
      const order_status = stateAfter[command.action];
      changeCommand(run, command, { state: 'DONE', code: null, message: null, order_status });
    } else if (kind === 'unnamed') changeCommand(run, command, { state: 'CHECKING' });
  });
  nudgeFeed();
}
