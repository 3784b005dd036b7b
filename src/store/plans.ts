import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CatalogTables, RowOf } from './catalog-tables.ts';
import type { Database } from './database.ts';
import { all, run as execute, first, queriesOf } from './query.ts';
import { toBytes, toNumbers } from './raw-index.ts';
import { createTaken } from './taken.ts';

const query = queriesOf<CatalogTables>();

/** The immutable result of pass 1: an upper bound of what may be sent of this run. */
export interface StoredPlan {
  readonly id: number;
  readonly run: number;
  readonly source: string;
  readonly sha256: string;
  readonly fingerprint: string;
  readonly marks: Uint8Array;
  readonly vanished: Uint8Array;
}

export type SourceRow = RowOf<'source'>;
export type HoldRow = RowOf<'hold'>;

export function createPlans(database: Database) {
  const goneBytes = database
    .prepare<[number], number>(
      'SELECT length(vanished) FROM plan WHERE run = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  return {
    add(plan: Omit<StoredPlan, 'id'>, at: number): number {
      const { marks, ...values } = plan;
      const row = { ...values, kinds: deflateRawSync(marks), created_at: at };
      return execute(database, query.insertInto('plan').values(row)).id;
    },
    get: (id: number): StoredPlan | undefined =>
      planOf(first(database, query.selectFrom('plan').selectAll().where('id', '=', id))),
    /** The newest plan of a run; it stays until the next file of the source has its own. */
    ofRun: (run: number): StoredPlan | undefined =>
      planOf(
        first(
          database,
          query.selectFrom('plan').selectAll().where('run', '=', run).orderBy('id', 'desc'),
        ),
      ),
    /** Whether the newest plan of a run names articles that are to be taken off sale. */
    takesAway: (run: number): boolean => (goneBytes.get(run) ?? 0) > 0,
    remove(source: string, exceptPlan: number): void {
      execute(
        database,
        query.deleteFrom('plan').where('source', '=', source).where('id', '<>', exceptPlan),
      );
    },
  };
}

function planOf(row: RowOf<'plan'> | undefined): StoredPlan | undefined {
  if (row === undefined) return undefined;
  const { kinds, created_at: _, ...values } = row;
  return { ...values, marks: inflateRawSync(kinds) };
}

const emptySource = {
  run: null,
  accepted_run: null,
  restore_run: null,
  plan: null,
  fingerprint: null,
  header: null,
  undone: null,
};

/** The name in `meta` of the newest run of the backup that was restored. */
export const restoredRun = 'restored run';

export function createSources(database: Database) {
  // Asked before each batch of rows.
  const byName = database.prepare<[string], SourceRow>('SELECT * FROM source WHERE name = ?');
  const get = (name: string) => byName.get(name);
  const restored = database
    .prepare<[], string>(`SELECT value FROM meta WHERE name = '${restoredRun}'`)
    .pluck();
  return {
    ...createTaken(database),
    get,
    /** The newest run whose plan was committed. */
    acceptedRun: (name: string): number | undefined => get(name)?.accepted_run ?? undefined,
    all: (): SourceRow[] => all(database, query.selectFrom('source').selectAll().orderBy('name')),
    ensure(name: string): SourceRow {
      const empty = { name, ...emptySource };
      execute(
        database,
        query
          .insertInto('source')
          .values(empty)
          .onConflict((c) => c.doNothing()),
      );
      const row = get(name);
      if (row === undefined) throw new Error(`source ${name} was not stored`);
      return row;
    },
    set(name: string, values: Partial<Omit<SourceRow, 'name'>>): void {
      execute(database, query.updateTable('source').set(values).where('name', '=', name));
    },
    /** Whether a run is from before a restore: no file continues from such a run by itself (fault 34). */
    isFromBackup: (run: number): boolean => run <= Number(restored.get() ?? 0),
  };
}

export function createHolds(database: Database) {
  const end = (id: number, values: Pick<HoldRow, 'state' | 'ended_at' | 'ended_by'>): void => {
    execute(database, query.updateTable('hold').set(values).where('id', '=', id));
  };
  return {
    add(values: Omit<HoldRow, 'id' | 'state' | 'ended_at' | 'ended_by'>): number {
      const row = { ...values, state: 'HELD' as const, ended_at: null, ended_by: null };
      return execute(database, query.insertInto('hold').values(row)).id;
    },
    get: (id: number): HoldRow | undefined =>
      first(database, query.selectFrom('hold').selectAll().where('id', '=', id)),
    open: (): HoldRow[] =>
      all(database, query.selectFrom('hold').selectAll().where('state', '=', 'HELD').orderBy('id')),
    /** Undefined for holds of pictures, and for those that an older version of Stockhand found: none are kept. */
    productsOf(hold: number): Int32Array | undefined {
      const kept = query.selectFrom('held_product').select('ids').where('hold', '=', hold);
      const row = first(database, kept);
      return row && toNumbers(inflateRawSync(row.ids));
    },
    keepProducts(hold: number, products: Int32Array): void {
      const ids = deflateRawSync(toBytes(products));
      execute(
        database,
        query
          .insertInto('held_product')
          .values({ hold, ids })
          .onConflict((c) => c.column('hold').doUpdateSet({ ids })),
      );
    },
    /** Drops the products of ended holds, except for what was released in `exceptRun`: nobody needs them any more. */
    dropProducts(source: string, exceptRun: number): void {
      const ended = query
        .selectFrom('hold')
        .select('id')
        .where('source', '=', source)
        .where((e) => e.or([e('state', '=', 'WITHDRAWN'), e('run', '<>', exceptRun)]))
        .where('state', '<>', 'HELD');
      execute(database, query.deleteFrom('held_product').where('hold', 'in', ended));
    },
    endedOf: (run: number, state: 'RELEASED' | 'WITHDRAWN'): HoldRow[] =>
      all(
        database,
        query.selectFrom('hold').selectAll().where('run', '=', run).where('state', '=', state),
      ),
    renew(
      id: number,
      { plan, sentence, items }: Pick<HoldRow, 'plan' | 'sentence' | 'items'>,
    ): void {
      const values = { plan, sentence, items };
      execute(database, query.updateTable('hold').set(values).where('id', '=', id));
    },
    release: (id: number, at: number, who: string) =>
      end(id, { state: 'RELEASED', ended_at: at, ended_by: who }),
    withdraw: (id: number, at: number, why: string) =>
      end(id, { state: 'WITHDRAWN', ended_at: at, ended_by: why }),
  };
}
