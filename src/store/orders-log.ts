import type { EventRow } from '../domain/logged-event.ts';
import type { Database } from './database.ts';
import { createEvents } from './events.ts';
import { createMeta } from './meta.ts';

/** What happened, in words; and the few single facts that are kept over a restart. */
export function createOrderLog(database: Database) {
  const events = createEvents(database);
  const meta = createMeta(database);
  const forgetMeta = database.prepare('DELETE FROM meta WHERE name = ?');

  return {
    tell: ({ at, part, text }: Omit<EventRow, 'id'>): void => events.add(at, part, text),
    /** Newest first. */
    events: events.last,
    recall: meta.get,
    remember: meta.set,
    forget: (name: string): void => {
      forgetMeta.run(name);
    },
  };
}
