import type { Sender } from '../domain/exchange.ts';
import type { OrderAction } from '../domain/order.ts';
import type { ActionTexts, Built } from '../marketplace/mutations.ts';
import type { CommandChange, CommandRow } from '../store/commands.ts';
import type { RequestRow } from '../store/orders-requests.ts';
import type { AcknowledgeMode } from './acknowledge.ts';
import { isOrderAction } from './command-rules.ts';
import type { OrderDeps } from './ports.ts';

/** What carrying out commands needs beside what every part of the order side has. */
export interface CommandDeps extends OrderDeps {
  readonly sender: Sender;
  readonly orderAction: (action: OrderAction, orderId: string, texts: ActionTexts) => Built;
  /** One request for many orders, none of them with a check. */
  readonly orderBatch: (
    action: 'accept' | 'dispatch',
    orders: readonly { orderId: string; trackingCode?: string; notes?: string }[],
  ) => Built;
  /** What the answer to a batch says of each order, in the sequence in which they were sent. */
  readonly orderOutcomes: (
    body: Uint8Array,
    orderIds: readonly string[],
  ) => readonly { readonly kind: 'succeeded' | 'failed' | 'unnamed' }[];
  /** Whether a version can travel in If-Match unchanged. */
  readonly isSendableVersion: (version: string) => boolean;
  /** An Idempotency-Key that nobody had before. */
  readonly newKey: () => string;
  /** Has the feed asked at once: it carries what an action has produced. */
  readonly nudgeFeed: () => void;
}

export interface CommandOptions {
  readonly acknowledge: AcknowledgeMode;
}

/** One command under way. */
export interface CarryOut {
  readonly deps: CommandDeps;
  readonly options: CommandOptions;
  readonly signal: AbortSignal;
}

/**
 * Commits one change of a command, and tells the log when it ends. One that is refused before any call has no answer
 * with a status, so its receipt says what the feed says.
 */
export function changeCommand(
  { deps }: Pick<CarryOut, 'deps'>,
  command: CommandRow,
  change: CommandChange,
): CommandRow {
  const { store, clock } = deps;
  const at = clock.now();
  const told = change.state === 'REFUSED' ? statusOf(deps, command) : {};
  return store.together(() => {
    const next = store.commands.change(command, { ...told, ...change }, at);
    if (next.state !== command.state) tellEnd(deps, next);
    return next;
  });
}

function statusOf({ store }: CommandDeps, command: CommandRow): CommandChange {
  if (command.known === 0 || command.order_status !== null) return {};
  return { order_status: store.lookup.newest(command.order_id)?.status ?? null };
}

function tellEnd({ store }: CommandDeps, command: CommandRow): void {
  const { action, order_number, order_id, code, state, at } = command;
  if (state !== 'DONE' && state !== 'REFUSED') return;
  const order = `order ${order_number || order_id}`;
  const end = state === 'DONE' ? 'done' : `refused (${code ?? ''})`;
  store.log.tell({ at, part: 'commands', text: `${action} of ${order}: ${end}` });
}

export function requestOf({ deps }: CarryOut, command: CommandRow): RequestRow {
  const row = deps.store.requests.byId(command.request ?? 0);
  if (row === undefined) throw new Error(`command ${command.id} has lost its request`);
  return row;
}

/** True where a command can be worked on now: it waits for no version, file or person. */
export function isMoving({ state }: Pick<CommandRow, 'state'>): boolean {
  return state === 'READY' || state === 'SENT' || state === 'CHECKING';
}

export function actionOf(command: CommandRow): OrderAction {
  if (!isOrderAction(command.action)) throw new Error(`"${command.action}" is no action`);
  return command.action;
}
