import { hash } from 'node:crypto';
import type { Answered, HttpAnswer, Mutation, Verdict } from '../domain/exchange.ts';
import { isPage, type Problem, problems } from '../domain/problem.ts';
import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import type { RequestRow } from '../store/orders-requests.ts';
import { applyGone, applyJudgement, noteOrder } from './check-command.ts';
import { actionOf, type CarryOut, changeCommand, requestOf } from './command-deps.ts';
import { judgeUnknown, stateAfter } from './judgement.ts';
import { readOrder } from './read-order.ts';

/**
 * A request is repeated for so long. Then the order is read, because the marketplace may have forgotten the key (fault
 * 42). Longer than the sender takes to find that a key is answered with the same failure for ever (fault 44).
 */
const patienceMs = 60 * 60_000;

/** Sends the stored bytes under the stored key until there is an answer to store. */
export async function sendCommand(
  run: CarryOut,
  command: CommandRow,
): Promise<CommandRow | undefined> {
  const row = requestOf(run, command);
  if (isLongAgo(run, row)) {
    const settled = await settleByReading(run, command);
    if (settled?.state !== 'SENT') return settled;
  }
  const verdict = await sendStored(run, row);
  return verdict === undefined ? command : storeVerdict(run, command, verdict);
}

/**
 * Undefined where no answer came: the row stays SENT. It continues at the next start, or its order is looked at first.
 */
export async function sendStored(run: CarryOut, row: RequestRow): Promise<Answered | undefined> {
  const { store, clock } = run.deps;
  if ((row.body && hash('sha256', row.body)) !== row.body_sha256)
    throw new Error(`the stored body of request ${row.id} is damaged; it is never sent (fault 35)`);
  store.requests.markSent(row.id, clock.now());
  const verdict = await sendPatiently(run, row);
  if ('answer' in verdict) return verdict;
  store.requests.countAttempts(row.id, verdict.attempts);
  return undefined;
}

/**
 * Whether the marketplace may have forgotten the request's key. True where our clock was set back, too: then nobody
 * knows how long ago it was sent. A request that was never sent counts from when it was made, because after a restore
 * of an older state it may have been sent since (fault 34).
 */
export function isLongAgo(run: CarryOut, row: RequestRow): boolean {
  const ageMs = run.deps.clock.now() - (row.sent_at ?? row.created_at);
  return ageMs < 0 || ageMs >= patienceMs;
}

/**
 * Reads the order. A result that is still SENT: nothing was done, so the same bytes go out again under the same key.
 */
async function settleByReading(
  run: CarryOut,
  command: CommandRow,
): Promise<CommandRow | undefined> {
  const { store, clock } = run.deps;
  const read = await readOrder(run, command);
  if (read === undefined) return undefined;
  const end = 'gone' in read ? () => applyGone(run, command) : settledBy(run, command, read.order);
  if (end === undefined) return command;
  return store.together(() => {
    const unknown = { state: 'PARKED', attempts: 0, status: null, answer: null } as const;
    store.requests.storeAnswer(command.request ?? 0, { ...unknown, at: clock.now() });
    return end();
  });
}

/** What the order shows of a command without an answer; undefined: nothing was done. */
function settledBy(
  run: CarryOut,
  command: CommandRow,
  order: OrderDetail,
): (() => CommandRow) | undefined {
  const { if_match: ifMatch, tries } = command;
  const judgement = judgeUnknown({ action: actionOf(command), ifMatch, tries, order }, true);
  if (judgement.next === 'again') return undefined;
  return () => applyJudgement(run, command, { judgement, order });
}

function mutationOf(row: RequestRow): Mutation {
  return {
    lane: 'orders',
    method: row.method as Mutation['method'],
    path: row.path,
    key: row.idempotency_key,
    mayHaveLeft: row.sent_at !== null,
    ...(row.if_match === null ? {} : { ifMatch: row.if_match }),
    ...(row.body === null ? {} : { body: row.body }),
  };
}

async function sendPatiently(run: CarryOut, row: RequestRow): Promise<Verdict> {
  const patience = new AbortController();
  const ended = new AbortController();
  const stop = () => patience.abort();
  run.signal.addEventListener('abort', stop, { once: true });
  // A stop may have come while the order was read or a receipt written: its event comes no more.
  if (run.signal.aborted) stop();
  const timer = run.deps.clock.sleep(patienceMs, ended.signal).then(stop);
  try {
    return await sendOn(run, row, patience.signal);
  } finally {
    run.signal.removeEventListener('abort', stop);
    ended.abort();
    await timer;
  }
}

/**
 * A request that was refused as a kind goes on under a new key, because the marketplace may keep the refusal under the
 * old one. The row counts as sent until it is known that nothing has left under its key.
 */
async function sendOn(run: CarryOut, row: RequestRow, signal: AbortSignal): Promise<Verdict> {
  const { store, clock, sender, newKey } = run.deps;
  const verdict = await sender.send(mutationOf(row), signal);
  if (verdict.kind === 'unapplied') {
    const key = newKey();
    store.requests.renewKey(row.id, { key, at: clock.now() });
    return sendOn(run, { ...row, idempotency_key: key, sent_at: null }, signal);
  }
  if (verdict.kind === 'stopped' && verdict.isUnsent === true) store.requests.markUnsent(row.id);
  return verdict;
}

async function storeVerdict(
  run: CarryOut,
  command: CommandRow,
  verdict: Answered,
): Promise<CommandRow | undefined> {
  const { store, clock } = run.deps;
  const { answer, attempts } = verdict;
  if (verdict.kind === 'answered' && answer.status < 300) {
    return isPage(answer.body)
      ? lookBehindPage(run, command, verdict)
      : confirm(run, command, verdict);
  }
  const problem = problemOf(answer);
  const isUnknown = verdict.kind === 'exhausted' || problem.type === 'IDEMPOTENCY_KEY_REUSED';
  if (problem.type === 'IDEMPOTENCY_KEY_REUSED') tellReuse(run, command);
  return store.together(() => {
    store.requests.storeAnswer(command.request ?? 0, {
      // PARKED: whether it was done is unknown (fault 44), or the key was somebody else's (fault 43).
      state: isUnknown ? 'PARKED' : 'ANSWERED',
      attempts,
      status: answer.status,
      answer: JSON.stringify(problem),
      at: clock.now(),
    });
    return changeCommand(run, command, { state: 'CHECKING' });
  });
}

/**
 * Our keys are random and stored before use, so somebody else uses this one: that concerns more than this command
 * (fault 43).
 */
export function tellReuse({ deps }: CarryOut, command: CommandRow): void {
  const text = `${command.action} of order ${command.order_id}: its key was used before. ${problems.IDEMPOTENCY_KEY_REUSED.remedy}`;
  deps.store.log.tell({ at: deps.clock.now(), part: 'commands', text });
}

export function problemOf({ status, problem }: HttpAnswer): Problem {
  return problem ?? { type: `HTTP_${status}`, title: '', status, detail: '', instance: '' };
}

/**
 * A 2xx whose body is a web page may come from somebody on the way (fault 54). So the order is read; if nothing was
 * done, the same bytes go out again.
 */
async function lookBehindPage(
  run: CarryOut,
  command: CommandRow,
  { answer, attempts }: Answered,
): Promise<CommandRow | undefined> {
  const { requests } = run.deps.store;
  const reported = command.message === null ? tellPage(run, command, answer) : command;
  requests.countAttempts(command.request ?? 0, attempts);
  const settled = await settleByReading(run, reported);
  return settled?.state === 'SENT' ? undefined : settled;
}

/** Tells of a page once, and in the command's receipt: where the rest of the marketplace answers, nothing else does. */
function tellPage(run: CarryOut, command: CommandRow, { status }: HttpAnswer): CommandRow {
  const { store, clock } = run.deps;
  const message = `Its answer was a page (${status}), not an answer of the marketplace: find out what is in between, such as a proxy or a login. Stockhand continues by itself.`;
  return store.together(() => {
    const text = `${command.action} of order ${command.order_id}: ${message}`;
    store.log.tell({ at: clock.now(), part: 'commands', text });
    return changeCommand(run, command, { message });
  });
}

/**
 * The 2xx itself confirms the action. Its body is not specified, so the order is read for what became of it (fault
 * 130).
 */
async function confirm(run: CarryOut, command: CommandRow, verdict: Answered): Promise<CommandRow> {
  const { store, clock, nudgeFeed } = run.deps;
  const done = store.together(() => {
    store.requests.storeAnswer(command.request ?? 0, {
      state: 'ANSWERED',
      attempts: verdict.attempts,
      status: verdict.answer.status,
      answer: null,
      at: clock.now(),
    });
    const order_status = stateAfter[actionOf(command)];
    return changeCommand(run, command, { state: 'DONE', code: null, message: null, order_status });
  });
  nudgeFeed();
  const read = await readOrder(run, command);
  return read !== undefined && 'order' in read ? noteOrder(run, done, read.order) : done;
}
