import { hash } from 'node:crypto';
import type { Mutation } from '../domain/exchange.ts';
import { wantedStateHolds } from '../domain/order.ts';
import { present } from '../domain/present.ts';
import type { CommandRow } from '../store/commands.ts';
import type { NewRequest } from '../store/orders-requests.ts';
import { applyGone, applyJudgement, noteOrder } from './check-command.ts';
import { actionOf, type CarryOut, changeCommand } from './command-deps.ts';
import { refusal } from './command-rules.ts';
import { chooseIfMatch } from './if-match.ts';
import { readOrder } from './read-order.ts';

/** Decides which version is checked, and commits that and the request's bytes before the first byte leaves (I3). */
export async function decideCommand(
  run: CarryOut,
  command: CommandRow,
): Promise<CommandRow | undefined> {
  if (command.look === 1) {
    const read = await readOrder(run, command);
    if (read === undefined) return undefined;
    if ('gone' in read) return applyGone(run, command, read.gone);
    const { order } = read;
    const isDone = wantedStateHolds(actionOf(command), order.status);
    if (isDone) return applyJudgement(run, command, { judgement: { next: 'done' }, order });
  }
  // A later request of the same command keeps the version that was decided on.
  if (command.tries > 0) return storeRequest(run, command, command.if_match);
  const chosen = chooseIfMatch(run.deps, run.options, command);
  if ('refused' in chosen)
    return changeCommand(run, command, { state: 'REFUSED', ...chosen.refused });
  if ('ifMatch' in chosen) return storeRequest(run, command, chosen.ifMatch);
  const read = await readOrder(run, command);
  if (read === undefined) return undefined;
  if ('gone' in read) return applyGone(run, command, read.gone);
  noteOrder(run, chosen.readAfter, read.order);
  return command;
}

function storeRequest(run: CarryOut, command: CommandRow, ifMatch: string | null): CommandRow {
  const { store, orderAction } = run.deps;
  const { reason, tracking_code: trackingCode, notes } = command;
  const texts = present({ reason, trackingCode, notes });
  const built = orderAction(actionOf(command), command.order_id, texts);
  if ('complaint' in built) {
    const refused = refusal('COMMAND_ORDER_ID', `"${command.order_id}" is not an order id.`);
    return changeCommand(run, command, { state: 'REFUSED', ...refused });
  }
  const tries = command.tries + 1;
  return store.together(() => {
    const intent = `command ${command.id}, try ${tries}`;
    const request = addRequest(run, built, { intent, orderId: command.order_id, ifMatch });
    const waits_after = store.lookup.newest(command.order_id)?.id ?? 0;
    return changeCommand(run, command, {
      state: 'SENT',
      request,
      tries,
      if_match: ifMatch,
      waits_after,
    });
  });
}

/** Stores bytes and key before the first byte leaves (I3). */
export function addRequest(
  { deps: { store, newKey, clock } }: CarryOut,
  { method, path, body }: Pick<Mutation, 'method' | 'path' | 'body'>,
  of: Pick<NewRequest, 'intent' | 'orderId' | 'ifMatch'>,
): number {
  const bodySha256 = body === undefined ? null : hash('sha256', body);
  const call = { method, path, body: body ?? null, bodySha256 };
  return store.requests.add({ ...of, ...call, key: newKey(), at: clock.now() });
}
