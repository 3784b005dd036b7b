import { shownText } from '../domain/complaint.ts';
import type { EventRow } from '../domain/logged-event.ts';
import type { Database } from './database.ts';

/**
 * Far more than the page shows, and far more than happens between two looks of the part that writes them to the log.
 */
const eventsKept = 10_000;

/**
 * What happened, in words, for the status page and the log file, on one line each, whatever a buyer wrote into it
 * (fault 118); the oldest are dropped. Both databases have the same table.
 */
export function createEvents(database: Database) {
  const insert = database.prepare('INSERT INTO event (at, part, text) VALUES (?, ?, ?)');
  const trim = database.prepare('DELETE FROM event WHERE id <= ?');
  const last = database.prepare<[number], EventRow>('SELECT * FROM event ORDER BY id DESC LIMIT ?');
  return {
    add(at: number, part: string, text: string): void {
      const { lastInsertRowid } = insert.run(at, part, shownText(text));
      trim.run(Number(lastInsertRowid) - eventsKept);
    },
    /** Newest first. */
    last: (count: number): EventRow[] => last.all(count),
  };
}
