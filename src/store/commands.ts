import { atomic, type Database } from './database.ts';

export type CommandState =
  | 'READY'
  | 'SENT'
  | 'CHECKING'
  | 'AMENDMENT'
  | 'NEWER_FILE'
  | 'PARKED'
  | 'DONE'
  | 'REFUSED';

export interface CommandRow {
  readonly id: number;
  readonly file: number;
  readonly row: number;
  readonly order_number: string;
  readonly order_id: string;
  readonly known: number;
  readonly action: string;
  readonly version: string | null;
  readonly reason: string | null;
  readonly tracking_code: string | null;
  readonly notes: string | null;
  readonly state: CommandState;
  readonly same_as: number | null;
  /** 1: the order is looked at before anything is sent (fault 34). */
  readonly look: number;
  readonly request: number | null;
  readonly tries: number;
  readonly if_match: string | null;
  readonly produced_version: string | null;
  readonly waits_after: number | null;
  readonly waits_for: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly order_status: string | null;
  readonly at: number;
}

/** What changes in a command after it was taken; an absent field stays as it is. */
export type CommandChange = Partial<
  Pick<
    CommandRow,
    | 'order_number'
    | 'order_id'
    | 'known'
    | 'state'
    | 'request'
    | 'tries'
    | 'if_match'
    | 'produced_version'
    | 'waits_after'
    | 'waits_for'
    | 'code'
    | 'message'
    | 'order_status'
  >
>;

interface CommandCounts {
  readonly done: number;
  readonly refused: number;
  readonly waiting: number;
  /** Of the waiting ones. */
  readonly parked: number;
}

// Each condition stands as in the index that it is found by: else every command that there ever was is looked at.
const known = 'known = 1 AND same_as IS NULL';
const moving = `${known} AND state IN ('READY', 'SENT', 'CHECKING')`;
const live = `${known} AND state NOT IN ('DONE', 'REFUSED')`;
const unknown = "known = 0 AND same_as IS NULL AND state = 'READY'";
/** The oldest command of its order that has not ended: only this one may move (fault 89). */
const isHead = `NOT EXISTS (SELECT 1 FROM command AS o WHERE o.order_id = c.order_id AND o.id < c.id
  AND o.known = 1 AND o.same_as IS NULL AND o.state NOT IN ('DONE', 'REFUSED'))`;

function prepareCommands(database: Database) {
  return {
    byId: database.prepare<[number], CommandRow>('SELECT * FROM command WHERE id = ?'),
    ofFile: database.prepare<[number], CommandRow>(
      'SELECT * FROM command WHERE file = ? ORDER BY row, id',
    ),
    unknown: database.prepare<[number], CommandRow>(
      `SELECT * FROM command WHERE ${unknown} ORDER BY id LIMIT ?`,
    ),
    head: database.prepare<[number], CommandRow>(
      `SELECT o.* FROM command AS c JOIN command AS o ON o.order_id = c.order_id AND o.id <= c.id
       WHERE c.id = ? AND c.known = 1 AND o.known = 1 AND o.same_as IS NULL
         AND o.state NOT IN ('DONE', 'REFUSED') ORDER BY o.id LIMIT 1`,
    ),
    before: database.prepare<[number, string, number], CommandRow>(
      `SELECT * FROM command WHERE file = ? AND order_id = ? AND id < ? AND same_as IS NULL
       ORDER BY id DESC LIMIT 1`,
    ),
    unnamedBetween: database.prepare<[number, string, number, number], CommandRow>(
      `SELECT * FROM command WHERE order_id = '' AND file = ? AND order_number = ? AND id < ? AND id > ?
       ORDER BY id DESC LIMIT 1`,
    ),
    doneWithoutFile: database.prepare<[string, number], CommandRow>(
      `SELECT c.* FROM command AS c JOIN command_file AS f ON f.id = c.file
       WHERE c.order_id = ? AND c.id < ? AND c.state = 'DONE' AND f.receipt = '' ORDER BY c.id`,
    ),
    ofRequest: database.prepare<[number], CommandRow>(
      `SELECT * FROM command WHERE ${moving} AND request = ? AND state = 'SENT' ORDER BY id`,
    ),
    change: database.prepare(
      `UPDATE command SET order_number = @order_number, order_id = @order_id, known = @known, state = @state,
         request = @request, tries = @tries, if_match = @if_match, produced_version = @produced_version,
         waits_after = @waits_after, waits_for = @waits_for, code = @code, message = @message,
         order_status = @order_status, at = @at WHERE id = @id`,
    ),
    stale: database.prepare(
      `UPDATE command_file SET stale = stale + 1 WHERE receipt <> '' AND id IN
         (SELECT file FROM command WHERE id = @id UNION SELECT file FROM command WHERE same_as = @id)`,
    ),
    counts: database.prepare<[], CommandCounts>(
      `SELECT coalesce(sum(state = 'DONE'), 0) AS done, coalesce(sum(state = 'REFUSED'), 0) AS refused,
         (SELECT count(*) FROM command WHERE ${live}) + (SELECT count(*) FROM command WHERE ${unknown}) AS waiting,
         (SELECT count(*) FROM command INDEXED BY command_live WHERE ${live} AND state = 'PARKED') AS parked
       FROM command INDEXED BY command_ended WHERE same_as IS NULL AND state IN ('DONE', 'REFUSED')`,
    ),
    // The message of a refusal may quote the text that it is about.
    forget: database.prepare(
      `UPDATE command SET reason = NULL, notes = NULL, tracking_code = NULL, message = NULL WHERE id IN (
         SELECT id FROM command WHERE at < ? AND state IN ('DONE', 'REFUSED')
           AND coalesce(reason, notes, tracking_code) IS NOT NULL LIMIT ?)`,
    ),
  };
}

/** The oldest command of each order that has not ended. */
function prepareHeads(database: Database) {
  return {
    moving: database.prepare<[number], CommandRow>(
      `SELECT * FROM command AS c WHERE ${moving} AND ${isHead} ORDER BY id LIMIT ?`,
    ),
    movingOfFile: database
      .prepare<[number], number>(
        `SELECT 1 FROM command AS c WHERE ${moving} AND file = ? AND ${isHead} LIMIT 1`,
      )
      .pluck(),
    sendable: database.prepare<[number, number], CommandRow>(
      `SELECT * FROM command AS c WHERE ${moving} AND ${isHead} AND EXISTS (SELECT 1 FROM command_file AS f
         WHERE f.id = c.file AND (f.receipt = '' OR (? AND f.state <> 'TAKEN'))) ORDER BY id LIMIT ?`,
    ),
    waiting: database.prepare<[number], CommandRow>(
      `SELECT * FROM command AS c WHERE ${known} AND state IN ('AMENDMENT', 'NEWER_FILE') AND ${isHead}
       ORDER BY id LIMIT ?`,
    ),
  };
}

/** Commands that a person is told of. */
function prepareTold(database: Database) {
  return {
    parked: database.prepare<{ order: string | null; most: number }, CommandRow>(
      `SELECT * FROM command INDEXED BY command_live WHERE ${live} AND state = 'PARKED'
         AND (@order IS NULL OR order_id = @order) ORDER BY id LIMIT @most`,
    ),
    behindPage: database.prepare<[number], CommandRow>(
      `SELECT * FROM command WHERE ${moving} AND state = 'SENT' AND message IS NOT NULL AND at <= ?
       ORDER BY id LIMIT 100`,
    ),
  };
}

/** A row that was refused before the feed knew its order has only the number. */
function rowBefore(sql: ReturnType<typeof prepareCommands>, command: CommandRow) {
  const { file, order_id, order_number, id, waits_after } = command;
  const named = sql.before.get(file, order_id, id);
  if (waits_after === null) return named;
  return sql.unnamedBetween.get(file, order_number, id, named?.id ?? 0) ?? named;
}

/** The rows of the command files; each comes to one end (I8). */
export function createCommandStore(database: Database) {
  const sql = { ...prepareCommands(database), ...prepareHeads(database), ...prepareTold(database) };

  return {
    byId: (id: number): CommandRow | undefined => sql.byId.get(id),
    /** The rows of a file. A row of a file that was dropped again has the outcome of the row that answers for it. */
    outcomes: (file: number): CommandRow[] =>
      sql.ofFile.all(file).map((row) => {
        const answering = row.same_as === null ? undefined : sql.byId.get(row.same_as);
        return answering === undefined ? row : { ...answering, row: row.row };
      }),
    /** Rows whose order has not been found yet. */
    unknown: (limit: number): CommandRow[] => sql.unknown.all(limit),
    /** The oldest command of each order that has not ended, where it can be worked on now … */
    moving: (limit: number): CommandRow[] => sql.moving.all(limit),
    /** Whether a file has such a row: asked at each look, and its rows may be 100,000. */
    isMovingOn: (file: number): boolean => sql.movingOfFile.get(file) !== undefined,
    /**
     * The same, where it may act: nothing of a file is carried out before its receipt is on the disk (fault 93), and a
     * command of no file has none.
     */
    sendable: (receiptsAreWritten: boolean, limit: number): CommandRow[] =>
      sql.sendable.all(Number(receiptsAreWritten), limit),
    /** … and where it waits for a version or a file. */
    waiting: (limit: number): CommandRow[] => sql.waiting.all(limit),
    /** The oldest command of the order, up to this one, that has not ended; undefined where all have. */
    head: (id: number): CommandRow | undefined => sql.head.get(id),
    /** The commands that one request carries and that have no answer. */
    ofRequest: (request: number): CommandRow[] => sql.ofRequest.all(request),
    /** The row of the same order before this one in the same file. */
    before: (command: CommandRow): CommandRow | undefined => rowBefore(sql, command),
    /** Commands by hand and by policy that were done on the same order before this one, the oldest first. */
    doneWithoutFile: ({ order_id, id }: CommandRow): CommandRow[] =>
      sql.doneWithoutFile.all(order_id, id),

    change: atomic(
      database,
      (command: CommandRow, change: CommandChange, at: number): CommandRow => {
        const next: CommandRow = { ...command, ...change, at };
        sql.change.run(next);
        sql.stale.run({ id: command.id });
        return next;
      },
    ),

    counts: (): CommandCounts => sql.counts.get() as CommandCounts, // It always has one row.
    /** Those that a person is told of. */
    parked: (): CommandRow[] => sql.parked.all({ order: null, most: 100 }),
    /** Every parked command of one order, or of all; SQLite takes -1 for no limit. */
    allParked: (order: string | null): CommandRow[] => sql.parked.all({ order, most: -1 }),
    /** Commands without an end that were answered with a web page, which was told before this moment. */
    behindPage: (before: number): CommandRow[] => sql.behindPage.all(before),
    forget: (before: number, most: number): number => sql.forget.run(before, most).changes,
  };
}
