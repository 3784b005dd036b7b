import { type Code, codes } from '../domain/codes.ts';
import { shownText } from '../domain/complaint.ts';
import { counted } from '../domain/counted.ts';
import type { NeedsYou } from '../domain/facts.ts';
import { silenceMaxMs } from '../domain/silence.ts';
import type { Offline } from '../files/offline.ts';
import { unreadableItem } from './feed.ts';
import type { Sides } from './parts.ts';
import { refusedByPolicy } from './policy.ts';

/** What a person has to do so that orders continue, the folders first. */
export function ordersNeedYou(sides: Sides): NeedsYou[] {
  return [
    ...needsOfFolders(sides),
    ...notTaken(sides),
    ...parkedOrders(sides),
    ...parkedFiles(sides),
    ...parkedCommands(sides),
    ...commandsBehindPage(sides),
    ...notAccepted(sides),
    ...unreadable(sides),
  ];
}

/** What only who looked into the folders knows of. */
export function needsOfFolders(sides: Sides): NeedsYou[] {
  return [
    ...offlineFolders(sides),
    ...unlistedOutbox(sides),
    ...strayCommands(sides),
    ...keptCommands(sides),
    ...heldFiles(sides),
    ...unfinishedCommands(sides),
  ];
}

function need(
  code: Code,
  item: { id: string; cause: string; effect: string; fix?: string },
): NeedsYou {
  const { means, remedy } = codes[code];
  const { id, cause, effect, fix = remedy } = item;
  return {
    id: id === '' ? code : `${code} ${id}`,
    what: means,
    cause: shownText(cause),
    effect,
    fix,
  };
}

function offlineFolders({ deps, parts, options }: Sides): NeedsYou[] {
  const outbox = parts.writing.last().offline;
  const commands = parts.runner.last()?.offline;
  const waiting = deps.store.outbox.counts().pending + deps.store.lookup.unread();
  const untaken = `${waitingText(waiting)}; nothing counts as taken by the ERP.`;
  const undone = 'Commands of the ERP are not carried out.';
  if (outbox?.reason === 'otherOwner') {
    const effect = options.commands === undefined ? untaken : `${untaken} ${undone}`;
    return offlineFolder('OUTBOX_OFFLINE', outbox, effect);
  }
  return [
    ...offlineFolder('OUTBOX_OFFLINE', outbox, untaken),
    ...offlineFolder('COMMANDS_OFFLINE', commands, undone),
  ];
}

/** A folder may take files and not let us list them, like a letter box. */
function unlistedOutbox({ parts }: Sides): NeedsYou[] {
  const unlisted = parts.writing.unlisted();
  if (unlisted === undefined || parts.writing.last().offline !== undefined) return [];
  return [
    need('OUTBOX_UNLISTED', {
      id: '',
      cause: unlisted.sentence,
      effect: 'Order files are written, but none counts as taken by the ERP.',
    }),
  ];
}

function offlineFolder(code: Code, found: Offline['offline'] | undefined, effect: string) {
  if (found === undefined) return [];
  return [need(code, { id: '', cause: found.sentence, effect, fix: found.remedy })];
}

function waitingText(files: number): string {
  return files === 0
    ? 'New order files will wait'
    : counted(files, 'order file waits', 'order files wait');
}

/**
 * A link could lead anywhere (fault 15), and a name in another encoding cannot be opened. But whoever made the file
 * waits for an answer.
 */
function strayCommands({ parts }: Sides): NeedsYou[] {
  return (parts.runner.last()?.strays ?? []).map((name) =>
    need('COMMAND_FILE_STRAY', {
      id: name,
      cause: `${name} is a symbolic link, a pipe or a device, or its name is not UTF-8.`,
      effect: 'Its commands are not carried out.',
    }),
  );
}

function keptCommands({ parts }: Sides): NeedsYou[] {
  return (parts.runner.last()?.kept ?? []).map(({ name, offline }) =>
    need('COMMAND_FILE_UNREADABLE', {
      id: name,
      cause: offline.sentence,
      effect: 'Its commands are not carried out; those of other files are.',
      fix: offline.remedy,
    }),
  );
}

function heldFiles({ parts }: Sides): NeedsYou[] {
  return (parts.runner.last()?.held ?? []).map(({ name, offline }) =>
    need('COMMAND_FILE_HELD', {
      id: name,
      cause: offline.sentence,
      effect: 'Until then its receipt is not up to date, or it is not moved; other files continue.',
      fix: offline.remedy,
    }),
  );
}

/** A transfer broke off before it renamed what it had written, and the ERP waits for a receipt. */
function unfinishedCommands({ parts }: Sides): NeedsYou[] {
  return (parts.runner.last()?.unfinished ?? []).map((name) =>
    need('COMMAND_FILE_UNFINISHED', {
      id: name,
      cause: `${name} has been there for ten minutes or longer, and its ending means that it is still being written, or that an editor keeps it as a copy.`,
      effect: 'Its commands are not carried out.',
    }),
  );
}

/** The watchdog over the ERP: orders that it does not import are orders that nobody ships. */
function notTaken({ deps, parts, options }: Sides): NeedsYou[] {
  const { acknowledge, watchdog } = options.outbox;
  if (acknowledge === 'none' || parts.writing.unlisted() !== undefined) return [];
  const now = deps.clock.now();
  const { count, since } = deps.store.acknowledgements.overdue({ now, watchdog });
  if (!parts.watchdog(count) || since === null) return [];
  const files = count === 1 ? 'order file is' : 'order files are';
  const at = new Date(since).toISOString();
  // A moment in the future: our clock was set back since (fault 113).
  const when = since > now ? `; the clock showed ${at} when the first was written` : ` since ${at}`;
  return [
    need('OUTBOX_NOT_TAKEN', {
      id: '',
      cause: `${count} ${files} not picked up${when}.`,
      effect: 'The ERP does not know these orders; nobody ships them.',
    }),
  ];
}

function parkedOrders({ deps }: Sides): NeedsYou[] {
  return deps.store.lookup.parked().map((version) =>
    need(version.detail === null ? 'ORDER_UNREADABLE' : 'ORDER_FORMAT', {
      id: `${version.order_id} ${version.version}`,
      cause: `Order ${version.order_number} (${version.order_id}): ${version.reason ?? ''}`,
      effect: 'The ERP did not get this version of the order.',
    }),
  );
}

function parkedFiles({ deps }: Sides): NeedsYou[] {
  return deps.store.lookup.parkedFiles().map((file) =>
    need('OUTBOX_TAKEN', {
      id: file.name,
      cause: file.reason ?? '',
      effect: `The ERP did not get this version of order ${file.order_id}.`,
    }),
  );
}

function parkedCommands({ deps }: Sides): NeedsYou[] {
  return deps.store.commands.parked().map((command) =>
    need('COMMAND_UNANSWERED', {
      id: String(command.id),
      cause: `${command.action} of order ${command.order_number} (${command.order_id}): ${command.message ?? ''}`,
      effect: 'It is not known whether the marketplace did it; later commands on this order wait.',
    }),
  );
}

/** A command is answered by a web page. One page is soon over; a proxy or a login that stays lets nothing through. */
function commandsBehindPage({ deps }: Sides): NeedsYou[] {
  return deps.store.commands.behindPage(deps.clock.now() - silenceMaxMs).map((command) =>
    need('COMMAND_BEHIND_PAGE', {
      id: String(command.id),
      cause: `${command.action} of order ${command.order_number} (${command.order_id}) has been answered with a page since ${new Date(command.at).toISOString()}.`,
      effect: 'The marketplace does not show it as done; later commands on this order wait.',
    }),
  );
}

function notAccepted({ deps }: Sides): NeedsYou[] {
  return refusedByPolicy(deps).map((command) =>
    need('ORDER_NOT_ACCEPTED', {
      id: String(command.id),
      cause: `Order ${command.order_number} (${command.order_id}): ${command.message ?? ''}`,
      effect: 'The ERP may ship it, but for the marketplace and the buyer nobody has accepted it.',
    }),
  );
}

function unreadable({ deps }: Sides): NeedsYou[] {
  const item = deps.store.log.recall(unreadableItem);
  if (item === undefined) return [];
  return [
    need('FEED_UNREADABLE', {
      id: '',
      cause: item.replaceAll('\n', '; '),
      effect: 'If it is an order, the ERP does not get it.',
    }),
  ];
}
