import { atomic, type Database } from './database.ts';
import type { Knowledge } from './orders-acknowledgements.ts';

/** What the ERP could know when each waiting command file was first seen (fault 85). */
export function createSightings(database: Database) {
  const insert = database.prepare(
    `INSERT INTO sighting (name, sequence, acknowledgement) VALUES (@name, @sequence, @acknowledgement)
     ON CONFLICT (name) DO NOTHING`,
  );
  const remove = database.prepare('DELETE FROM sighting WHERE name = ?');
  const names = database.prepare<[], string>('SELECT name FROM sighting').pluck();
  const byName = database.prepare<[string], Knowledge>(
    'SELECT sequence, acknowledgement FROM sighting WHERE name = ?',
  );

  return {
    /** Keeps a sighting of each command file that stands in the folder now, and forgets those that have left it. */
    keep: atomic(database, (present: readonly string[], knowledge: Knowledge): void => {
      const standing = new Set(present);
      for (const name of names.all()) if (!standing.has(name)) remove.run(name);
      for (const name of present) insert.run({ name, ...knowledge });
    }),
    names: (): string[] => names.all(),
    of: (name: string): Knowledge | undefined => byName.get(name),
  };
}
