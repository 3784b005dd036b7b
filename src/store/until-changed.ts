import type { Database } from './database.ts';

/**
 * An answer that reads every product, and that the status page and the alerts want every few seconds: given again until
 * this connection, the only one that writes, has changed a row.
 */
export function untilChanged<Value>(
  database: Database,
  read: (asked: string) => Value,
): (asked: string) => Value {
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck();
  let last: { readonly asked: string; readonly at: number; readonly value: Value } | undefined;
  return (asked) => {
    // What is read before a rollback does not stay true.
    if (database.inTransaction) return read(asked);
    const at = changes.get() ?? 0;
    if (last?.at !== at || last.asked !== asked) last = { asked, at, value: read(asked) };
    return last.value;
  };
}
