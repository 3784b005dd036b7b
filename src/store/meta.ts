import type { Database } from './database.ts';

/** Single values by name. */
export function createMeta(database: Database) {
  const get = database.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck();
  const set = database.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const rename = database.prepare('UPDATE OR REPLACE meta SET name = ? WHERE name = ?');
  return {
    get: (name: string): string | undefined => get.get(name),
    set: (name: string, value: string): void => {
      set.run(name, value);
    },
    /** The value goes to another name, in the place of what is there; without one, that stays. */
    rename: (from: string, to: string): void => {
      rename.run(to, from);
    },
  };
}
