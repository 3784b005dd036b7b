import { shownValue } from '../domain/complaint.ts';
import type { CommandRow } from '../store/commands.ts';
import type { VersionRow } from '../store/orders-versions.ts';
import type { FileRow } from '../store/outbox.ts';
import { type CommandDeps, type CommandOptions, changeCommand } from './command-deps.ts';
import { refusal } from './command-rules.ts';
import { knownToErp, versionAfterAmendment } from './if-match.ts';

interface Waiting {
  readonly deps: CommandDeps;
  readonly options: CommandOptions;
  /** The outbox cannot be used: then a refusal does not wait for a file that may take days. */
  readonly outboxIsOffline: boolean;
}

const lastSequence = Number.MAX_SAFE_INTEGER;

/** Looks whether what a command waits for has come, and answers the command as it is now. */
export function settleWaiting(run: Waiting, command: CommandRow): CommandRow {
  if (command.state === 'AMENDMENT') return settleAmendment(run, command);
  if (command.state === 'NEWER_FILE') return settleNewerFile(run, command);
  return command;
}

function settleAmendment(run: Waiting, command: CommandRow): CommandRow {
  const newest = run.deps.store.lookup.newest(command.order_id);
  if (newest === undefined || newest.id <= (command.waits_after ?? 0)) return command;
  const after = versionAfterAmendment(run.deps, run.options, { command, newest });
  if ('waits' in after)
    return newest.state === 'WRITTEN' ? waitForErp(run, command, newest) : command;
  return changeCommand(run, command, {
    state: 'READY',
    if_match: after.ifMatch,
    code: null,
    message: null,
  });
}

/** The new version has come, so the receipt no longer says that it is waited for. */
function waitForErp(run: Waiting, command: CommandRow, newest: VersionRow): CommandRow {
  const name = run.deps.store.outbox.fileOfVersion(newest.id)?.name;
  const message = `The order has changed; the command is sent again once the ERP has taken order file ${name}.`;
  return command.message === message ? command : changeCommand(run, command, { message });
}

/**
 * The command is refused since the conflict. It only waits for the name of the file that the clerk has to look at
 * (fault 86).
 */
function settleNewerFile(run: Waiting, command: CommandRow): CommandRow {
  const { lookup, outbox, commandFiles } = run.deps.store;
  // A command of no file has no receipt, and by hand somebody waits for it: its end is reported at once.
  const waits = !run.outboxIsOffline && commandFiles.file(command.file)?.receipt !== '';
  const isServed = lookup.version(command.order_id, command.waits_for ?? '') !== undefined;
  if (waits && !isServed && !feedHasPassed(run, command)) {
    run.deps.nudgeFeed();
    return command;
  }
  if (waits && lookup.unsettled(command.order_id) > 0) return command;
  const file = outbox.fileBefore(command.order_id, lastSequence);
  const message =
    file !== undefined && isNewer(run, command, file)
      ? `${whyNewer(run, command)}: look at order file ${file.name} and decide again.`
      : conflictText(run, command);
  return changeCommand(run, command, { state: 'REFUSED', message });
}

/** Not the file that the command was decided on, also where a command by hand went on from what another produced. */
function isNewer({ deps, options }: Waiting, command: CommandRow, file: FileRow): boolean {
  const { version } = deps.store.lookup.versionById(file.version_id) ?? {};
  const decidedOn = command.version === null ? knownToErp(deps, options, command)?.id : undefined;
  return version !== command.if_match && file.version_id !== decidedOn;
}

/** If a row names a version that the order never had, the order has not changed: the text says what is wrong. */
function whyNewer({ deps }: Waiting, { order_id, version, if_match }: CommandRow): string {
  const isNamed = version !== null && version === if_match;
  return isNamed && deps.store.lookup.version(order_id, version) === undefined
    ? `"${shownValue(version)}" is not a version that this order had`
    : 'The order has changed';
}

/** The text where no newer file can be named. A version that `statuses` or `origins` leave out never gets one. */
function conflictText({ deps }: Waiting, command: CommandRow): string {
  const changed = `The order has changed and is ${command.order_status} now`;
  const newest = deps.store.lookup.newest(command.order_id);
  if (newest?.state !== 'SKIPPED' || newest.version === command.if_match)
    return `${changed}; its newer order file is not written yet.`;
  return `${changed}, and no order file is written for that version (${newest.reason}). To act on it, give version ${newest.version} or any.`;
}

/** The feed was asked twice since the conflict and is caught up: what has not come by now will not come soon. */
function feedHasPassed(run: Waiting, command: CommandRow): boolean {
  const feed = run.deps.store.journal.position();
  const pages = (feed?.pages ?? 0) - (command.waits_after ?? 0);
  return feed?.caught_up_since != null && pages >= 2;
}

/** Finds the order that a row names. An order that the feed has never served is refused before any call (fault 90). */
export function findOrder(run: Pick<Waiting, 'deps'>, command: CommandRow): CommandRow {
  const { lookup, journal } = run.deps.store;
  const byNumber = command.order_number === '' ? [] : lookup.byNumber(command.order_number);
  const found = command.order_id === '' ? byNumber[0] : lookup.byId(command.order_id);
  const isOne =
    command.order_id === ''
      ? byNumber.length === 1
      : command.order_number === '' || found?.orderNumber === command.order_number;
  if (found !== undefined && isOne) {
    const { orderId, orderNumber } = found;
    return changeCommand(run, command, { known: 1, order_id: orderId, order_number: orderNumber });
  }
  if (found !== undefined) {
    const clash = refusal('COMMAND_ORDER_AMBIGUOUS', 'The row does not name one order.');
    return changeCommand(run, command, { state: 'REFUSED', ...clash });
  }
  const feed = journal.position();
  const hasLooked =
    feed?.caught_up_since != null && feed.pages > (command.waits_after ?? feed.pages);
  if (hasLooked) {
    const name = command.order_number || command.order_id;
    const unknown = refusal('COMMAND_ORDER_UNKNOWN', `The feed never had an order "${name}".`);
    return changeCommand(run, command, { state: 'REFUSED', ...unknown });
  }
  run.deps.nudgeFeed();
  if (command.waits_after !== null) return command;
  return changeCommand(run, command, { waits_after: feed?.pages ?? 0 });
}
