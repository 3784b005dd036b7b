import type { RowOf } from './catalog-tables.ts';
import type { Database } from './database.ts';

export type QueuedFile = Omit<RowOf<'queued'>, 'source'>;

/** Delta files that lie in the spool and wait for the file before them. They may no longer stand in the folder. */
export function createQueued(database: Database) {
  const ofSource = database.prepare<[string], QueuedFile>(
    'SELECT id, file, sha256, written_at FROM queued WHERE source = ? ORDER BY id',
  );
  const add = database.prepare(
    'INSERT INTO queued (source, file, sha256, written_at) VALUES (?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM queued WHERE id = ?');
  const clear = database.prepare('DELETE FROM queued WHERE source = ?');
  return {
    /** In the order in which they came. */
    ofSource: (source: string): readonly QueuedFile[] => ofSource.all(source),
    add(source: string, { file, sha256, written_at }: Omit<QueuedFile, 'id'>): void {
      add.run(source, file, sha256, written_at);
    },
    remove(id: number): void {
      remove.run(id);
    },
    clear(source: string): void {
      clear.run(source);
    },
  };
}
