import type { ToldRow } from '../domain/told.ts';
import type { Database } from './database.ts';
import { createEvents } from './events.ts';

/** What happened, in words; and the few facts that outlive a restart. */
export function createOrderLog(database: Database) {
  const events = createEvents(database);
  const readMeta = database
    .prepare<[string], string>('SELECT value FROM meta WHERE name = ?')
    .pluck();
  const writeMeta = database.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );

  const forgetMeta = database.prepare('DELETE FROM meta WHERE name = ?');

  return {
    tell: ({ at, part, text }: Omit<ToldRow, 'id'>): void => events.add(at, part, text),
    /** Newest first. */
    events: events.last,
    recall: (name: string): string | undefined => readMeta.get(name),
    forget: (name: string): void => {
      forgetMeta.run(name);
    },
    remember: (name: string, value: string): void => {
      writeMeta.run(name, value);
    },
  };
}
