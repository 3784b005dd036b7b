import { StockhandError } from '../domain/error.ts';
import type { JsonObject } from '../domain/json.ts';
import { present } from '../domain/present.ts';
import type { CommandRow } from '../store/commands.ts';
import type { OrderLine } from '../store/orders-lookup.ts';
import type { OrdersStore } from '../store/orders-store.ts';
import type { VersionRow } from '../store/orders-versions.ts';
import type { AcknowledgeMode } from './acknowledge.ts';
import type { OrderDeps } from './ports.ts';
import { contentOf } from './prepare.ts';
import { codeOf, outcomeOf } from './receipts.ts';

/** Everything that is known of one order, oldest first; times are ISO 8601. */
export interface OrderStory {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: string;
  readonly origin: string;
  /** How the ERP says that it took a file; under `none` nobody learns it. */
  readonly acknowledge: AcknowledgeMode;
  readonly versions: readonly {
    readonly version: string;
    readonly status: string;
    readonly updatedAt: string;
    readonly seenAt: string;
    /** What became of the version: waiting, written, superseded, skipped or parked. */
    readonly end: string;
    readonly reason?: string;
  }[];
  readonly files: readonly {
    readonly sequence: number;
    readonly name: string;
    readonly version: string;
    readonly change: string;
    readonly writtenAt?: string;
    readonly acknowledgedAt?: string;
    readonly reissueOf?: number;
  }[];
  readonly commands: readonly {
    readonly id: number;
    readonly file: string;
    readonly row: number;
    readonly action: string;
    readonly outcome: string;
    readonly code?: string;
    readonly message?: string;
    readonly at: string;
  }[];
  readonly requests: readonly {
    readonly key: string;
    readonly call: string;
    readonly ifMatch?: string;
    readonly attempts: number;
    /** Why the newest try gave no outcome, while the request is repeated. */
    readonly last?: string;
    readonly sentAt?: string;
    /** It comes from a backup, which does not know when it was sent, or whether. */
    readonly isOfBackup?: true;
    readonly status?: number;
    readonly answer?: string;
  }[];
  /** What happens next, and what for. */
  readonly next: string;
  /** The newest content that is kept here. */
  readonly content?: { readonly summary: JsonObject; readonly detail: JsonObject };
}

/** An order by its id or its number. Throws ORDER_UNKNOWN. */
export function orderIdOf(store: OrdersStore, reference: string): string {
  const known = store.lookup.byId(reference);
  if (known !== undefined) return known.orderId;
  const [found, another] = store.lookup.byNumber(reference);
  if (found === undefined) {
    throw new StockhandError('ORDER_UNKNOWN', `No order "${reference}" is known here.`);
  }
  if (another === undefined) return found.orderId;
  const ids = [found.orderId, another.orderId].join(' and ');
  throw new StockhandError('ORDER_UNKNOWN', `"${reference}" names the orders ${ids}.`, {
    remedy: 'Give the id.',
  });
}

/** What a story needs beside the rows of the order. */
interface Around {
  readonly acknowledge: AcknowledgeMode;
  /** Since when and by whom nothing is read, written or carried out. */
  readonly paused?: string | undefined;
  /** Why no file appears in the outbox, and nobody sees what the ERP takes. */
  readonly offline?: string | undefined;
  /** Why no request is sent, such as a refused key, and what to do. */
  readonly stopped?: string | undefined;
}

export function orderStory(deps: OrderDeps, reference: string, around: Around): OrderStory {
  const { lookup } = deps.store;
  const orderId = orderIdOf(deps.store, reference);
  const versions = lookup.versions(orderId);
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error(`order ${orderId} has lost its versions`);
  const content = contentOf(deps, versions.findLast(({ detail }) => detail !== null) ?? newest);
  return {
    orderId,
    orderNumber: newest.order_number,
    status: newest.status,
    origin: newest.origin,
    acknowledge: around.acknowledge,
    versions: versions.map(versionLine),
    files: fileLines(deps.store, orderId),
    commands: commandLines(deps.store, orderId),
    requests: requestLines(deps.store, orderId),
    next: nextStep(deps.store, newest, around),
    ...present({ content }),
  };
}

const ends: Record<VersionRow['state'], string> = {
  SEEN: 'waiting: its details are read next',
  FETCHED: 'waiting: its file is written next',
  STAGED: 'waiting: its file appears next',
  WRITTEN: 'written',
  SUPERSEDED: 'superseded: the order had moved on before it could be read or written',
  SKIPPED: 'skipped',
  PARKED: 'parked',
};

function versionLine(row: VersionRow): OrderStory['versions'][number] {
  return {
    version: row.version,
    status: row.status,
    updatedAt: row.updated_at,
    seenAt: iso(row.seen_at),
    end: ends[row.state],
    ...present({ reason: row.reason }),
  };
}

function fileLines({ lookup }: OrdersStore, orderId: string): OrderStory['files'] {
  return lookup.files(orderId).map((file) => ({
    sequence: file.sequence,
    name: file.name,
    version: lookup.versionById(file.version_id)?.version ?? '',
    change: file.change,
    ...(file.written_at === null ? {} : { writtenAt: iso(file.written_at) }),
    ...(file.acknowledged_at === null ? {} : { acknowledgedAt: iso(file.acknowledged_at) }),
    ...present({ reissueOf: file.reissue_of }),
  }));
}

function commandLines(store: OrdersStore, orderId: string): OrderStory['commands'] {
  return store.lookup.commands(orderId).map((command) => {
    const { id, file, row, action, same_as, at } = command;
    // The same row in a file that was dropped again: its end is that of the first.
    const ended = (same_as === null ? undefined : store.commands.byId(same_as)) ?? command;
    return {
      id,
      file: store.commandFiles.file(file)?.name ?? '',
      row,
      action,
      outcome: outcomeOf(ended.state),
      ...present({ code: codeOf(ended), message: ended.message }),
      at: iso(at),
    };
  });
}

function requestLines({ lookup }: OrdersStore, orderId: string): OrderStory['requests'] {
  return lookup.requests(orderId).map((row) => ({
    key: row.idempotency_key,
    call: `${row.method} ${row.path}`,
    ...present({ ifMatch: row.if_match }),
    attempts: row.attempts,
    ...sentTime(row.sent_at),
    ...present({ status: row.status, answer: row.answer }),
  }));
}

/** A restore sets the time of open requests to 0: as long ago as can be (fault 34). */
function sentTime(at: number | null): { sentAt: string } | { isOfBackup: true } | undefined {
  if (at === null) return undefined;
  return at === 0 ? { isOfBackup: true } : { sentAt: iso(at) };
}

function nextStep(store: OrdersStore, newest: VersionRow, around: Around): string {
  const { paused, offline, stopped } = around;
  const command = store.lookup
    .commands(newest.order_id)
    .find(({ state, same_as }) => outcomeOf(state) === 'waiting' && same_as === null);
  if (command !== undefined) {
    const rest = restText({ paused, stopped });
    const why = command.message ?? (rest === undefined ? commandStep(command) : '');
    return `The command ${command.action} waits${rest ?? '.'} ${why}`.trimEnd();
  }
  if (newest.state === 'PARKED') return `It is parked: ${newest.reason ?? ''}`;
  // A version that is read already is written without a request: it does not matter to it that requests are stopped.
  const rest = restText(newest.state === 'SEEN' ? { paused, stopped } : { paused, offline });
  if (onItsWay.has(newest.state) && rest !== undefined) return `The newest version waits${rest}`;
  if (newest.state !== 'WRITTEN') return `The newest version is ${ends[newest.state]}.`;
  return stepOfWritten(store, newest, around);
}

function stepOfWritten(
  store: OrdersStore,
  newest: VersionRow,
  { acknowledge, paused, offline }: Around,
): string {
  const again = store.lookup.versions(newest.order_id).find(({ reissue }) => reissue === 1);
  if (again !== undefined) {
    const rest = restText({ paused, offline });
    const file = `The file of version ${again.version}`;
    return rest === undefined
      ? `${file} is written once more next.`
      : `${file} waits to be written once more${rest}`;
  }
  if (acknowledge === 'none')
    return 'Nothing: its file is written, and the ERP does not acknowledge files (acknowledge: none).';
  const file = store.outbox.fileOfVersion(newest.id);
  if (file !== undefined && file.acknowledged_at === null)
    return offline === undefined
      ? `The ERP takes ${file.name}.`
      : `Whether the ERP has taken ${file.name} cannot be seen: ${offline}`;
  return 'Nothing: the ERP has the newest version.';
}

function commandStep({ state }: CommandRow): string {
  if (state === 'SENT') return 'It is sent until it is answered.';
  return state === 'CHECKING' ? 'It is answered, and its order is read next.' : 'It is sent next.';
}

const onItsWay: ReadonlySet<VersionRow['state']> = new Set(['SEEN', 'FETCHED', 'STAGED']);

/** The end of a sentence: why a thing that would continue by itself does not. */
function restText({ paused, offline, stopped }: Partial<Around>): string | undefined {
  if (paused !== undefined) return `: ${paused} (stockhand resume orders).`;
  if (offline !== undefined) return `: ${offline}`;
  return stopped && `. ${stopped}`;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** One order as `orders list` tells it, in the words of `orders show`. */
export interface ListedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly version: string;
  readonly status: string;
  readonly origin: string;
  readonly updatedAt: string;
  readonly end: string;
  readonly reason?: string;
  /** Its newest file. */
  readonly sequence?: number;
  readonly name?: string;
  readonly acknowledgedAt?: string;
}

/** `orders list`: the newest orders first. */
export function orderList(
  store: OrdersStore,
  filter: { readonly status?: string; readonly limit: number },
): ListedOrder[] {
  return store.lookup.list(filter).map(listedOrder);
}

function listedOrder(line: OrderLine): ListedOrder {
  const { order_id, order_number, updated_at, version, status, origin } = line;
  return {
    orderId: order_id,
    orderNumber: order_number,
    version,
    status,
    origin,
    updatedAt: updated_at,
    end: ends[line.state],
    ...present({ reason: line.reason, sequence: line.sequence, name: line.name }),
    ...(line.acknowledged_at === null ? {} : { acknowledgedAt: iso(line.acknowledged_at) }),
  };
}
