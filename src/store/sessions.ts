import type { RowOf } from './catalog-tables.ts';
import type { Database } from './database.ts';

/** A sync session of the marketplace around one large import. */
export type SessionRow = RowOf<'session'>;

const isOpen = `state IN ('STARTING', 'RUNNING', 'ENDING')`;

export function createSessions(database: Database) {
  const insert = database.prepare(
    `INSERT INTO session (run, source, items, state, started_at) VALUES (@run, @source, @items, 'STARTING', @at)
     ON CONFLICT (run) DO NOTHING`,
  );
  const set = database.prepare(
    `UPDATE session SET state = @state, session_id = coalesce(@sessionId, session_id),
       answer = coalesce(@answer, answer), ended_at = @endedAt WHERE run = @run`,
  );
  const get = database.prepare<[number], SessionRow>('SELECT * FROM session WHERE run = ?');
  const open = database.prepare<[], SessionRow>(
    `SELECT * FROM session WHERE ${isOpen} ORDER BY run`,
  );
  const last = database.prepare<[number], SessionRow>(
    'SELECT * FROM session ORDER BY run DESC LIMIT ?',
  );
  return {
    /** False where this import had its session already. */
    begin: (values: { run: number; source: string; items: number; at: number }): boolean =>
      insert.run(values).changes > 0,
    set(
      run: number,
      values: {
        readonly state: SessionRow['state'];
        readonly sessionId?: string;
        readonly answer?: string;
        readonly endedAt?: number;
      },
    ): void {
      const { state, sessionId = null, answer = null, endedAt = null } = values;
      set.run({ run, state, sessionId, answer, endedAt });
    },
    get: (run: number) => get.get(run),
    open: () => open.all(),
    /** Newest first. */
    last: (count: number) => last.all(count),
  };
}
