import type { Database } from './database.ts';

export interface EventRow {
  readonly at: number;
  readonly part: string;
  readonly text: string;
}

/** Older events are dropped: the page and `tail` show the last ones only. */
const eventsMax = 10_000;
/** Trimming costs a scan, so it is done once in so many events. */
const trimEvery = 100;

export type OrderLog = ReturnType<typeof createOrderLog>;

/** What happened, in words; and the few facts that outlive a restart. */
export function createOrderLog(database: Database) {
  const insert = database.prepare('INSERT INTO event (at, part, text) VALUES (?, ?, ?)');
  const trim = database.prepare('DELETE FROM event WHERE id <= ? - ?');
  const newest = database.prepare<[number], EventRow>(
    'SELECT at, part, text FROM event ORDER BY id DESC LIMIT ?',
  );
  const readMeta = database
    .prepare<[string], string>('SELECT value FROM meta WHERE name = ?')
    .pluck();
  const writeMeta = database.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );

  const forgetMeta = database.prepare('DELETE FROM meta WHERE name = ?');

  return {
    tell(event: EventRow): void {
      const { lastInsertRowid } = insert.run(event.at, event.part, event.text);
      const id = Number(lastInsertRowid);
      if (id % trimEvery === 0) trim.run(id, eventsMax);
    },
    /** Newest first. */
    events: (limit: number): EventRow[] => newest.all(limit),
    recall: (name: string): string | undefined => readMeta.get(name),
    forget: (name: string): void => {
      forgetMeta.run(name);
    },
    remember: (name: string, value: string): void => {
      writeMeta.run(name, value);
    },
  };
}
