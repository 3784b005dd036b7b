import type { OrderAction } from '../domain/order.ts';
import type { CommandRow } from '../store/commands.ts';
import type { NewCommand } from '../store/orders-command-files.ts';
import { type CommandRefusal, newCommand, refuseCommand } from './command-rules.ts';
import type { OrderDeps } from './ports.ts';

type AcceptPolicy = 'manual' | 'onWritten' | 'onAcknowledged';

/** The name under which the policy of the last start is remembered. */
const lastPolicy = 'orders.accept';
const policyOrigin = 'policy';
const handOrigin = 'by hand';
const portion = 100;

/** At the start: a policy that is new does not accept orders whose files were written before it. */
export function beginPolicy(deps: OrderDeps, accept: AcceptPolicy): void {
  const { log, policy, together } = deps.store;
  if (log.recall(lastPolicy) === accept) return;
  together(() => {
    policy.considerAll();
    log.remember(lastPolicy, accept);
  });
}

/**
 * Accepts placed orders whose newest version is written, or taken by the ERP, with that version as the check. Answers
 * how many commands it gave, and whether there may be more.
 */
export function acceptByPolicy(
  deps: OrderDeps,
  accept: AcceptPolicy,
): { readonly given: number; readonly more: boolean } {
  if (accept === 'manual') return { given: 0, more: false };
  const { policy, lookup, together } = deps.store;
  const due = accept === 'onWritten' ? policy.written(portion) : policy.acknowledged(portion);
  let given = 0;
  for (const version of due) {
    together(() => {
      policy.consider(version.id);
      if (lookup.newest(version.order_id)?.id !== version.id) return;
      const command = newCommand(version.id, { orderId: version.order_id, action: 'accept' });
      giveCommand(deps, policyOrigin, { ...command, version: version.version });
      given += 1;
    });
  }
  return { given, more: due.length === portion };
}

/** Acceptances by the policy that were refused. They came from no file, so no receipt tells of them. */
export function refusedByPolicy({ store }: OrderDeps): CommandRow[] {
  return store.policy.refused(policyOrigin);
}

/** A command from the command line. */
export interface HandCommand {
  readonly orderId: string;
  readonly action: OrderAction;
  /** As in a command file: absent, a version, or `any`. */
  readonly version?: string;
  readonly reason?: string;
  readonly trackingCode?: string;
  readonly notes?: string;
}

/** Carried out and refused like a row of a file. Answers its id. */
export function commandByHand(deps: OrderDeps, command: HandCommand): number {
  const { orderId, action, version = '', reason = '', trackingCode = '', notes = '' } = command;
  const text = { orderNumber: '', orderId, action, version, reason, trackingCode, notes };
  const refused = refuseCommand(text);
  const row = deps.store.commandFiles.nextRow(handOrigin);
  return giveCommand(deps, handOrigin, {
    ...newCommand(row, text),
    ...(refused === undefined ? {} : { refused: ofNoFile(refused) }),
  });
}

/** The remedies are written for a row of a file, and nobody at a terminal has one. */
function ofNoFile({ code, message }: CommandRefusal): CommandRefusal {
  return {
    code,
    message: message.replace('put the file into the folder again', 'give the command again'),
  };
}

/** A command that comes from no file: it is known by its origin and row, and has no receipt. */
function giveCommand(deps: OrderDeps, origin: string, command: NewCommand): number {
  const file = deps.store.commandFiles.take({
    sha256: origin,
    name: origin,
    receipt: '',
    knowledge: deps.store.acknowledgements.knowledge(),
    entry: '',
    state: 'MOVED',
    commands: [command],
    at: deps.clock.now(),
  });
  const [given] = deps.store.commands.outcomes(file);
  return given?.id ?? 0;
}
