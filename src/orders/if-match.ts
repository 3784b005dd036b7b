import type { JsonObject } from '../domain/json.ts';
import type { CommandRow } from '../store/commands.ts';
import type { Knowledge } from '../store/orders-acknowledgements.ts';
import type { VersionRow } from '../store/orders-versions.ts';
import { sameButForStatus } from './changes.ts';
import type { CommandDeps, CommandOptions } from './command-deps.ts';
import { anyVersion, type CommandRefusal, refusal } from './command-rules.ts';
import { storedObject } from './ports.ts';

type ChosenIfMatch =
  /** null: no check, because the row asked for none. */
  | { readonly ifMatch: string | null }
  | { readonly refused: CommandRefusal }
  /** The order must be read first: what the row before has produced is not known yet. */
  | { readonly readAfter: CommandRow };

/**
 * The version that the clerk decided on (contract "Commands in", fault 85): the row's own; else the newest that the
 * ERP had acknowledged when the file was first seen; else the newest whose file was there then. A later row of the
 * same order continues from what our own action produced, if nothing else has changed.
 */
export function chooseIfMatch(
  deps: CommandDeps,
  options: CommandOptions,
  command: CommandRow,
): ChosenIfMatch {
  const before = deps.store.commands.before(command);
  if (before?.state === 'REFUSED') {
    return { refused: refusal('COMMAND_EARLIER_REFUSED', `Row ${before.row} was refused.`) };
  }
  if (command.version === anyVersion) return { ifMatch: null };
  const goesOn = before !== undefined && goesOnFrom(before, command);
  if (goesOn && before.produced_version === null) return { readAfter: before };
  const produced = goesOn ? before.produced_version : '';
  const version = produced || (command.version ?? decidedOn(deps, options, command));
  if (version === undefined) {
    return {
      refused: refusal(
        'COMMAND_VERSION',
        'No order file of this order was written before the command.',
      ),
    };
  }
  if (deps.isSendableVersion(version)) return { ifMatch: version };
  return { refused: refusal('COMMAND_VERSION', 'The version of the order cannot be sent.') };
}

/**
 * Whether a row continues from what the row before it has produced: that one is done, and both were decided on the same
 * version.
 */
function goesOnFrom(before: CommandRow, command: CommandRow): boolean {
  const decidedOnTheSame = command.version === null || command.version === before.if_match;
  return before.state === 'DONE' && decidedOnTheSame;
}

/**
 * `orders accept 7` and then `orders dispatch 7` by hand: nobody waits for an order file in between, so the version
 * that the accept produced is the one that the dispatch is decided on. If anything else has changed, the chain of
 * versions ends, and the check refuses. An accept by the policy counts as one by hand.
 */
function decidedOn(
  deps: CommandDeps,
  options: CommandOptions,
  command: CommandRow,
): string | undefined {
  const known = knownToErp(deps, options, command)?.version;
  const { commandFiles, commands } = deps.store;
  if (known === undefined || commandFiles.file(command.file)?.receipt !== '') return known;
  return commands.doneWithoutFile(command).reduce(versionAfter, known);
}

function versionAfter(
  version: string,
  { if_match: checked, produced_version: produced }: CommandRow,
): string {
  return checked === version ? produced || version : version;
}

/** The newest version that the ERP could know when the command file was first seen. */
export function knownToErp(
  deps: CommandDeps,
  options: CommandOptions,
  command: CommandRow,
): VersionRow | undefined {
  const file = deps.store.commandFiles.file(command.file);
  if (file === undefined) return undefined;
  return newestKnown(deps, options, { orderId: command.order_id, at: file });
}

function newestKnown(
  deps: CommandDeps,
  options: CommandOptions,
  of: { orderId: string; at: Knowledge },
): VersionRow | undefined {
  const { acknowledgements } = deps.store;
  const acknowledged =
    options.acknowledge === 'none'
      ? undefined
      : acknowledgements.acknowledgedVersion(of.orderId, of.at);
  return acknowledged ?? acknowledgements.writtenVersion(of.orderId, of.at);
}

/**
 * The version that our own action has produced, as the next row may take it: empty where something else has changed
 * as well, so that the next row is checked against what the clerk knew, and refused.
 */
export function producedVersion(
  deps: CommandDeps,
  options: CommandOptions,
  done: { command: CommandRow; version: string; detail: JsonObject },
): string {
  const { command, version, detail } = done;
  const base =
    command.if_match === null
      ? knownToErp(deps, options, command)
      : deps.store.lookup.version(command.order_id, command.if_match);
  const before = storedObject(deps, base?.detail ?? null);
  // After a restore the content before may be missing. Then only a 2xx to our own action tells that nothing else
  // changed.
  const isSame =
    before === undefined ? isConfirmed(deps, command) : sameButForStatus(before, detail);
  return isSame ? version : '';
}

function isConfirmed({ store }: CommandDeps, { request }: CommandRow): boolean {
  const status = store.requests.byId(request ?? 0)?.status ?? null;
  return status !== null && status < 300;
}

type AfterAmendment = { readonly ifMatch: string | null } | { readonly waits: true };

/**
 * After AMENDMENT_IN_FLIGHT the feed has shown a newer version (fault 88). The newer version becomes the If-Match if it
 * differs in nothing but its status, or once the ERP has it. A version that the row itself named is never replaced.
 */
export function versionAfterAmendment(
  deps: CommandDeps,
  options: CommandOptions,
  waiting: { command: CommandRow; newest: VersionRow },
): AfterAmendment {
  const { command, newest } = waiting;
  if (command.version !== null) return { ifMatch: command.if_match };
  if (newest.state === 'SEEN') return { waits: true };
  const checked = deps.store.lookup.version(command.order_id, command.if_match ?? '');
  const before = storedObject(deps, checked?.detail ?? null);
  const after = storedObject(deps, newest.detail);
  if (before !== undefined && after !== undefined && sameButForStatus(before, after)) {
    return { ifMatch: newest.version };
  }
  if (newest.state === 'FETCHED' || newest.state === 'STAGED') return { waits: true };
  if (newest.state !== 'WRITTEN') return { ifMatch: command.if_match };
  return isWithErp(deps, options, newest) ? { ifMatch: newest.version } : { waits: true };
}

/** The clerk decided before this version was written: that it stands in the outbox is not enough (fault 85). */
function isWithErp(
  { store: { acknowledgements } }: CommandDeps,
  { acknowledge }: CommandOptions,
  { id, order_id }: VersionRow,
): boolean {
  const now = acknowledgements.knowledge();
  // An ERP that has never taken an order file does not acknowledge them: it would be waited for without end.
  if (acknowledge === 'none' || now.acknowledgement === 0) return true;
  return acknowledgements.acknowledgedVersion(order_id, now)?.id === id;
}
