import { bounds } from '../base/limits.ts';
import type { Store } from '../base/store.ts';
import type { Effect } from './declaration.ts';

/** One request as the marketplace saw it. `status` 0: no whole answer reached the client. */
type LedgerEntry = {
  seq: number;
  at: string;
  method: string;
  path: string;
  query: Record<string, string>;
  key: string | null;
  ifMatch: string | null;
  contentType: string | null;
  authorization: string;
  body: unknown;
  bytes: number;
  status: number;
  answer: unknown;
  effects: Effect[];
  replayed: boolean;
  warnings: string[];
  weather?: string;
};

export type Ledger = {
  append(entry: Omit<LedgerEntry, 'seq'>): number;
  since(seq: number, limit?: number): { entries: LedgerEntry[]; more: boolean };
  /** The newest entries, oldest first. */
  last(count: number): LedgerEntry[];
  clear(): void;
  /** Entries that had to go since the start or the last `clear`, because there was no more room. */
  forgotten(): number;
  totals(): Record<string, number>;
};

/** A ring in the database: the oldest entries go when there are too many or they weigh too much. */
export function createLedger(store: Store): Ledger {
  let bytes = store.get<{ sum: number }>('SELECT total(bytes) AS sum FROM ledger')?.sum ?? 0;
  let count = store.get<{ n: number }>('SELECT count(*) AS n FROM ledger')?.n ?? 0;
  let forgotten = 0;
  const totals: Record<string, number> = { requests: 0, effects: 0, replayed: 0, warnings: 0 };
  const add = (name: string, more: number) => {
    totals[name] = (totals[name] ?? 0) + more;
  };
  const trim = () => {
    while (count > bounds.ledgerEntries || bytes > bounds.ledgerBytes) {
      const oldest = store.get<{ seq: number; bytes: number }>(
        'SELECT seq, bytes FROM ledger ORDER BY seq LIMIT 1',
      );
      if (!oldest) return;
      store.run('DELETE FROM ledger WHERE seq = ?', oldest.seq);
      bytes -= oldest.bytes;
      count -= 1;
      forgotten += 1;
    }
  };
  return {
    append: (entry) => {
      const text = JSON.stringify(entry);
      const { id } = store.run(
        'INSERT INTO ledger (bytes, entry) VALUES (?, ?)',
        text.length,
        text,
      );
      bytes += text.length;
      count += 1;
      add('requests', 1);
      add('effects', entry.effects.length);
      add('replayed', entry.replayed ? 1 : 0);
      add('warnings', entry.warnings.length);
      add(`status ${entry.status}`, 1);
      trim();
      return id;
    },
    since: (seq, limit = bounds.ledgerPage) => {
      const rows = store.all<Row>(
        'SELECT seq, entry FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?',
        seq,
        limit + 1,
      );
      return { entries: rows.slice(0, limit).map(readRow), more: rows.length > limit };
    },
    last: (wanted) =>
      store
        .all<Row>('SELECT seq, entry FROM ledger ORDER BY seq DESC LIMIT ?', wanted)
        .reverse()
        .map(readRow),
    clear: () => {
      store.run('DELETE FROM ledger');
      [bytes, count, forgotten] = [0, 0, 0];
    },
    forgotten: () => forgotten,
    totals: () => totals,
  };
}

type Row = { seq: number; entry: string };

function readRow({ seq, entry }: Row): LedgerEntry {
  return { seq, ...(JSON.parse(entry) as Omit<LedgerEntry, 'seq'>) };
}
