import type { Database } from './database.ts';

export interface EventRow {
  readonly id: number;
  readonly at: number;
  readonly part: string;
  readonly text: string;
}

const eventsKept = 2_000;

export type Events = ReturnType<typeof createEvents>;

/** The activity journal behind the status page and `tail`; bounded. The table is the same in both databases. */
export function createEvents(database: Database) {
  const insert = database.prepare('INSERT INTO event (at, part, text) VALUES (?, ?, ?)');
  const trim = database.prepare('DELETE FROM event WHERE id <= ?');
  const last = database.prepare<[number], EventRow>('SELECT * FROM event ORDER BY id DESC LIMIT ?');
  return {
    add(at: number, part: string, text: string): void {
      const { lastInsertRowid } = insert.run(at, part, text);
      trim.run(Number(lastInsertRowid) - eventsKept);
    },
    /** Newest first. */
    last: (count: number): EventRow[] => last.all(count),
  };
}
