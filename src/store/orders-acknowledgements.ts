import { atomic, type Database } from './database.ts';
import type { VersionRow } from './orders-versions.ts';
import type { FileRow } from './outbox.ts';

export interface WrittenFile extends Pick<FileRow, 'sequence' | 'name'> {
  readonly written_at: number;
}

/** A file that the ERP took; `at`: when it had left the outbox, epoch ms. */
interface TakenFile {
  readonly sequence: number;
  readonly at: number;
}

/** Files that the ERP has not taken in time; `since`: epoch ms of the oldest, null where there is none. */
interface Overdue {
  readonly count: number;
  readonly since: number | null;
}

/** Epoch milliseconds. */
interface Dated {
  readonly now: number;
  readonly latest: number;
}

/** What the ERP could know at a moment. Told in running numbers, because clocks may jump (fault 113). */
export interface Knowledge {
  /** The highest sequence that stood in the outbox. */
  readonly sequence: number;
  readonly acknowledgement: number;
}

function prepareAcknowledgements(database: Database) {
  return {
    unacknowledged: database.prepare<[number], WrittenFile>(
      `SELECT sequence, name, written_at FROM order_file WHERE state = 'WRITTEN' AND acknowledged_at IS NULL AND sequence > ?
       ORDER BY sequence LIMIT 100000`,
    ),
    overdue: database.prepare<[number, number], Overdue>(
      `SELECT count(*) AS count, min(written_at) AS since FROM order_file INDEXED BY order_file_unacknowledged
       WHERE state = 'WRITTEN' AND acknowledged_at IS NULL AND (written_at <= ? OR written_at > ?)`,
    ),
    acknowledge: database.prepare(
      `UPDATE order_file SET acknowledged_at = @at, acknowledgement =
         (SELECT coalesce(max(acknowledgement), 0) + 1 FROM order_file WHERE acknowledgement IS NOT NULL)
       WHERE sequence = @sequence AND acknowledged_at IS NULL`,
    ),
    dateTaken: database.prepare<Dated>(
      'UPDATE order_file SET acknowledged_at = @now WHERE acknowledged_at > @latest',
    ),
    dateWritten: database.prepare<Dated>(
      `UPDATE order_file SET written_at = @now WHERE state = 'WRITTEN' AND written_at > @latest`,
    ),
    knowledge: database.prepare<[], Knowledge>(
      `SELECT coalesce((SELECT max(sequence) FROM order_file WHERE state = 'WRITTEN'), 0) AS sequence,
         coalesce((SELECT max(acknowledgement) FROM order_file WHERE acknowledgement IS NOT NULL), 0)
           AS acknowledgement`,
    ),
    acknowledgedVersion: database.prepare<[string, number], VersionRow & { sequence: number }>(
      `SELECT v.*, f.sequence FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.order_id = ? AND f.acknowledgement IS NOT NULL AND f.acknowledgement <= ?
       ORDER BY f.version_id DESC LIMIT 1`,
    ),
    writtenVersion: database.prepare<[string, number], VersionRow & { sequence: number }>(
      `SELECT v.*, f.sequence FROM order_file AS f JOIN order_version AS v ON v.id = f.version_id
       WHERE f.order_id = ? AND f.state = 'WRITTEN' AND f.sequence <= ?
       ORDER BY f.version_id DESC LIMIT 1`,
    ),
  };
}

/** Which order files the ERP took, and what it could know of an order when. */
export function createAcknowledgements(database: Database) {
  const sql = prepareAcknowledgements(database);
  return {
    /** The next portion of files after a sequence number that are written and not acknowledged. */
    unacknowledged: (afterSequence: number): WrittenFile[] => sql.unacknowledged.all(afterSequence),
    acknowledge: atomic(database, (taken: readonly TakenFile[]): void => {
      for (const file of taken) sql.acknowledge.run(file);
    }),

    /**
     * Files dated further ahead than `watchdog` count, too: a clock was wrong, and nobody knows how long they stood.
     */
    overdue: ({ now, watchdog }: { now: number; watchdog: number }): Overdue =>
      sql.overdue.get(now - watchdog, now + watchdog) ?? { count: 0, since: null },

    /**
     * Files dated later than `latest` were taken by a clock that ran ahead: until then no export would know of their
     * orders (fault 113). They have been taken by now; without acknowledgements, written.
     */
    dateTaken: (moment: Dated): void => void sql.dateTaken.run(moment),
    dateWritten: (moment: Dated): void => void sql.dateWritten.run(moment),

    /** What the ERP may know right now. */
    knowledge: (): Knowledge => sql.knowledge.get() ?? { sequence: 0, acknowledgement: 0 },
    /** The newest version of an order that the ERP had acknowledged then. */
    acknowledgedVersion: (orderId: string, then: Knowledge) =>
      sql.acknowledgedVersion.get(orderId, then.acknowledgement),
    /** The newest version of an order whose file stood in the outbox then. */
    writtenVersion: (orderId: string, then: Knowledge) =>
      sql.writtenVersion.get(orderId, then.sequence),
  };
}
