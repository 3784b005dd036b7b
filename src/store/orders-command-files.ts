import type { CommandRow } from './commands.ts';
import { atomic, type Database } from './database.ts';
import type { Knowledge } from './orders-acknowledgements.ts';

export interface NewCommand {
  readonly row: number;
  readonly orderNumber: string;
  readonly orderId: string;
  readonly action: string;
  readonly version: string | null;
  readonly reason: string | null;
  readonly trackingCode: string | null;
  readonly notes: string | null;
  /** Set where a rule of ours refuses the row before any call. */
  readonly refused?: { readonly code: string; readonly message: string };
  /** Of a refused row whose order is known. */
  readonly orderStatus?: string;
}

export interface CommandFileRow {
  readonly id: number;
  readonly sha256: string;
  readonly drop_number: number;
  readonly name: string;
  readonly receipt: string;
  readonly sequence: number;
  readonly acknowledgement: number;
  readonly entry: string;
  readonly state: 'TAKEN' | 'OPEN' | 'MOVED';
  readonly stale: number;
  readonly at: number;
}

interface NewCommandFile {
  readonly sha256: string;
  readonly name: string;
  readonly receipt: string;
  /** What the ERP could know when the file was first seen (fault 85). */
  readonly knowledge: Knowledge;
  readonly entry: string;
  /** MOVED, with an empty receipt name: a command by hand or of the accept policy, which comes from no file. */
  readonly state: CommandFileRow['state'];
  readonly commands: readonly NewCommand[];
  readonly at: number;
}

/** After a restore, until the feed has told everything that happened before it (fault 34). */
const isBehind = `EXISTS (SELECT 1 FROM meta WHERE name = 'epoch')
           AND EXISTS (SELECT 1 FROM feed WHERE caught_up_since IS NULL)`;

function prepareCommandFiles(database: Database) {
  return {
    file: database.prepare<[number], CommandFileRow>('SELECT * FROM command_file WHERE id = ?'),
    openFiles: database.prepare<[], CommandFileRow>(
      "SELECT * FROM command_file WHERE state <> 'MOVED' ORDER BY id",
    ),
    staleFiles: database.prepare<[], CommandFileRow>(
      'SELECT * FROM command_file WHERE stale > 0 ORDER BY id',
    ),
    insertFile: database.prepare(
      `INSERT INTO command_file (sha256, drop_number, name, receipt, sequence, acknowledgement, entry, state, stale, at)
       VALUES (@sha256, (SELECT coalesce(max(drop_number), 0) + 1 FROM command_file WHERE sha256 = @sha256),
         @name, @receipt, @sequence, @acknowledgement, @entry, @state, @stale, @at)`,
    ),
    receiptTaken: database
      .prepare<[string], number>('SELECT 1 FROM command_file WHERE receipt = ?')
      .pluck(),
    unsight: database.prepare('DELETE FROM sighting WHERE name = ?'),
    earlier: database.prepare<[string, number, number], CommandRow>(
      `SELECT c.* FROM command AS c JOIN command_file AS f ON f.id = c.file
       WHERE f.sha256 = ? AND c.row = ? AND f.id < ? AND c.same_as IS NULL
       ORDER BY c.id DESC LIMIT 1`,
    ),
    insert: database.prepare(
      `INSERT INTO command (file, row, order_number, order_id, action, version, reason, tracking_code, notes,
         state, same_as, look, code, message, order_status, at)
       VALUES (@file, @row, @orderNumber, @orderId, @action, @version, @reason, @trackingCode, @notes,
         @state, @sameAs, ${isBehind}, @code, @message, @orderStatus, @at)`,
    ),
    fresh: database.prepare(
      `UPDATE command_file SET stale = stale - @shown,
         state = CASE WHEN state = 'TAKEN' THEN 'OPEN' ELSE state END WHERE id = @id`,
    ),
    standsAs: database.prepare('UPDATE command_file SET entry = ? WHERE id = ?'),
    moved: database.prepare("UPDATE command_file SET state = 'MOVED' WHERE id = ?"),
    nextRow: database
      .prepare<[string], number>(
        'SELECT coalesce(max(drop_number), 0) + 1 FROM command_file WHERE sha256 = ?',
      )
      .pluck(),
  };
}

/** Command files by content and drop. A file and its rows are stored together (fault 82). */
export function createCommandFiles(database: Database) {
  const sql = prepareCommandFiles(database);

  function insertCommand(file: NewCommandFile & { readonly id: number }, row: NewCommand): void {
    // One that comes from no file is never dropped again, and its origin has as many as there were ever given.
    const before = file.receipt === '' ? undefined : sql.earlier.get(file.sha256, row.row, file.id);
    // The same file is dropped again: a row that is done or waits is answered from the record, a refused one is a new
    // try (fault 82).
    const sameAs = before !== undefined && before.state !== 'REFUSED' ? before.id : null;
    const refused = sameAs === null ? row.refused : undefined;
    sql.insert.run({
      ...row,
      file: file.id,
      state: refused === undefined ? 'READY' : 'REFUSED',
      sameAs,
      code: refused?.code ?? null,
      message: refused?.message ?? null,
      orderStatus: row.orderStatus ?? null,
      at: file.at,
    });
  }

  return {
    /** A file and all its rows at once; answers the id of the file. */
    take: atomic(database, (file: NewCommandFile): number => {
      const { lastInsertRowid } = sql.insertFile.run({
        ...file,
        ...file.knowledge,
        stale: file.state === 'TAKEN' ? 1 : 0,
      });
      const id = Number(lastInsertRowid);
      for (const row of file.commands) insertCommand({ ...file, id }, row);
      sql.unsight.run(file.name);
      return id;
    }),

    file: (id: number): CommandFileRow | undefined => sql.file.get(id),
    /** Files that have not been moved out of the commands folder, as far as is known. */
    openFiles: (): CommandFileRow[] => sql.openFiles.all(),
    /** Files whose receipt on disk is behind their rows. */
    staleFiles: (): CommandFileRow[] => sql.staleFiles.all(),
    /** `file` as it was before its rows were read: a row that has changed since leaves the receipt stale. */
    receiptWritten: (file: CommandFileRow): void => {
      sql.fresh.run({ id: file.id, shown: file.stale });
    },
    standsAs: (file: number, entry: string): void => {
      sql.standsAs.run(entry, file);
    },
    moved: (file: number): void => {
      sql.moved.run(file);
    },
    receiptTaken: (name: string): boolean => sql.receiptTaken.get(name) !== undefined,

    /** A row number that no command of this origin had before. */
    nextRow: (sha256: string): number => sql.nextRow.get(sha256) ?? 1,
  };
}
