import type { CatalogTables, RowOf } from './catalog-tables.ts';
import type { Database } from './database.ts';
import { all, run as execute, first, queriesOf } from './query.ts';

const query = queriesOf<CatalogTables>();

export type RunRow = RowOf<'run'>;
export type ComplaintRow = Omit<RowOf<'complaint'>, 'id' | 'run'>;

interface NewRun {
  readonly source: string;
  readonly file: string;
  readonly sha256: string;
  readonly started_at: number;
  /** When its export was written; absent where none was read. */
  readonly written_at?: number;
  /** The run that counted until now; a file's run learns it when its plan is committed. */
  readonly before?: number | null;
  readonly undoes?: number;
  readonly quantities?: number;
}

type RunCounts = Pick<
  RunRow,
  'read' | 'unchanged' | 'sent' | 'braked' | 'waiting' | 'rejected' | 'skipped'
>;

/** The imports: one row for each file that was taken, with its counts. */
export function createRuns(database: Database) {
  return { ...runReads(database), ...runWrites(database) };
}

/** Runs beside a run of the same source, of those that were read. */
function runsBeside(database: Database) {
  const beside = (where: string) =>
    database.prepare<{ id: number }, RunRow>(
      `SELECT * FROM run WHERE source = (SELECT source FROM run WHERE id = @id) AND refused IS NULL AND ${where} LIMIT 1`,
    );
  const isTaken = 'EXISTS (SELECT 1 FROM taken t WHERE t.source = run.source AND t.run = run.id)';
  const after = beside(`id > @id AND ${isTaken} ORDER BY id`);
  const before = beside('id < @id ORDER BY id DESC');
  const same = 'sha256 = (SELECT sha256 FROM run WHERE id = @id) AND undoes IS NULL';
  const sameBefore = beside(`${same} AND id < @id ORDER BY id DESC`);
  return {
    /** The next file that came: no undo, and no older file whose held rows were released since. */
    after: (id: number) => after.get({ id }),
    /** The file before. */
    before: (id: number) => before.get({ id }),
    /** The newest file before that has the same bytes. */
    sameBefore: ({ id }: Pick<RunRow, 'id'>) => sameBefore.get({ id }),
  };
}

function runWrites(database: Database) {
  // A row moves from waiting to its end exactly once, in the transaction that stores why.
  const into = (end: string) =>
    database.prepare(`UPDATE run SET waiting = waiting - ?, ${end} = ${end} + ? WHERE id = ?`);
  const refuse = database.prepare('UPDATE run SET refused = ?, final = (waiting = 0) WHERE id = ?');
  const settle = {
    sent: into('sent'),
    rejected: into('rejected'),
    unchanged: into('unchanged'),
    skipped: into('skipped'),
  };
  return {
    begin(values: NewRun): number {
      const { started_at: written_at } = values;
      const row = { written_at, refused: null, before: null, undoes: null, ...values };
      return execute(database, query.insertInto('run').values(row)).id;
    },
    setBefore(id: number, before: number | null): void {
      execute(database, query.updateTable('run').set({ before }).where('id', '=', id));
    },
    setCounts(id: number, counts: RunCounts): void {
      const { read, unchanged, sent, braked, waiting, rejected, skipped } = counts;
      const values = { read, unchanged, sent, braked, waiting, rejected, skipped };
      const final = waiting === 0 ? 1 : 0;
      execute(
        database,
        query
          .updateTable('run')
          // Rows were counted, so the file was read after all, under another mapping than the one that refused it.
          .set({ ...values, final, refused: null, told: 0 })
          .where('id', '=', id),
      );
    },
    settle(id: number, end: keyof typeof settle, rows: number): void {
      settle[end].run(rows, rows, id);
    },
    setFinal(id: number): void {
      execute(database, query.updateTable('run').set({ final: 1 }).where('id', '=', id));
    },
    /** Its final books lie in the results folder. */
    setReported(id: number): void {
      execute(database, query.updateTable('run').set({ told: 1 }).where('id', '=', id));
    },
    /** Whether any books were written into the results folder; a refused run has none. */
    hasReported(): boolean {
      const told = query.selectFrom('run').select('id').where('told', '=', 1);
      return first(database, told.where('refused', 'is', null).limit(1)) !== undefined;
    },
    /** Rows that wait of when it was read before, under another mapping, wait on: a later file overtakes them. */
    refuse: (id: number, complaint: string): void => void refuse.run(complaint, id),
  };
}

function newestOf(source: string) {
  const runs = query.selectFrom('run').selectAll().where('source', '=', source);
  return runs.orderBy('id', 'desc').limit(1);
}

function runReads(database: Database) {
  return {
    ...runsBeside(database),
    get: (id: number): RunRow | undefined =>
      first(database, query.selectFrom('run').selectAll().where('id', '=', id)),
    newest: (source: string): RunRow | undefined => first(database, newestOf(source)),
    /** The newest file of a source, also a refused one; an undo is none. */
    newestExport: (source: string): RunRow | undefined =>
      first(database, newestOf(source).where('undoes', 'is', null)),
    /** When the newest runs of a source began, without those that undo another run. */
    starts(source: string, newest: number): number[] {
      const runs = query.selectFrom('run').select('started_at').where('source', '=', source);
      const exports = runs.where('undoes', 'is', null);
      return all(database, exports.orderBy('id', 'desc').limit(newest)).map(
        ({ started_at }) => started_at,
      );
    },
    /** The first run of a source that can still be taken back. */
    firstWhole(source: string): number | undefined {
      const whole = query.selectFrom('run').select('id').where('source', '=', source);
      return first(database, whole.where('forgotten', '=', 0).orderBy('id').limit(1))?.id;
    },
    newestId: (): number =>
      database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM run').pluck().get() ?? 0,
    since: (id: number): RunRow[] =>
      all(database, query.selectFrom('run').selectAll().where('id', '>', id).orderBy('id')),
    last: (limit: number): RunRow[] =>
      all(database, query.selectFrom('run').selectAll().orderBy('id', 'desc').limit(limit)),
    /** Those of the newest runs of a source whose final books are not in the results folder yet. */
    unreported(source: string, newest: number): number[] {
      const runs = query.selectFrom('run').select(['id', 'told']).where('source', '=', source);
      return all(database, runs.orderBy('id', 'desc').limit(newest))
        .filter(({ told }) => told === 0)
        .map(({ id }) => id);
    },
    /** Runs with rows that wait for an answer or for release. */
    unfinished(source: string): RunRow[] {
      const runs = query.selectFrom('run').selectAll().where('source', '=', source);
      const isOpen = runs.where((e) => e.or([e('final', '=', 0), e('braked', '>', 0)]));
      return all(database, isOpen);
    },
  };
}

const complaintColumns = [
  'row',
  'external_id',
  'code',
  'column_name',
  'value',
  'rule',
  'remedy',
  'level',
] as const;

/** Why rows of a run were rejected, and notes on rows that were taken. */
export function createComplaints(database: Database) {
  return {
    clear(id: number): void {
      execute(database, query.deleteFrom('complaint').where('run', '=', id));
    },
    add(run: number, complaint: ComplaintRow): void {
      execute(database, query.insertInto('complaint').values({ run, ...complaint }));
    },
    ...complaintReads(database),
  };
}

function complaintReads(database: Database) {
  const ofRun = (run: number) => query.selectFrom('complaint').where('run', '=', run);
  const notesOn = (run: number) => ofRun(run).where('level', '=', 'note');
  return {
    /** Also on a row that is of no article because of its number: then only `value` has the number. */
    ofProduct(run: number, externalId: string): ComplaintRow[] {
      const onProduct = ofRun(run).where((e) =>
        e.or([
          e('external_id', '=', externalId),
          e.and({ code: 'ROW_KEY_INVALID', value: externalId }),
        ]),
      );
      return all(database, onProduct.select(complaintColumns).limit(20));
    },
    ofCode: (run: number, code: string): Pick<ComplaintRow, 'external_id'>[] =>
      all(database, ofRun(run).select('external_id').where('code', '=', code)),
    /** Notes on the run itself, not on a single row. */
    notesOf: (run: number): Pick<ComplaintRow, 'code' | 'value' | 'rule'>[] =>
      all(database, notesOn(run).select(['code', 'value', 'rule']).where('row', 'is', null)),
    /** How many rows were taken with a note, and the first of these notes. */
    notedRows(run: number): { readonly count: number; readonly first?: ComplaintRow } {
      const noted = notesOn(run).where('row', 'is not', null);
      const count = first(
        database,
        noted.select((e) => e.fn.countAll<number>().as('count')),
      );
      const one = first(database, noted.select(complaintColumns).orderBy('id').limit(1));
      return { count: count?.count ?? 0, ...(one === undefined ? {} : { first: one }) };
    },
    /** Complaints on rows by their row, then those on articles of which no row of the file speaks. */
    of(run: number, limit: number, level?: ComplaintRow['level']): ComplaintRow[] {
      const asked = level === undefined ? ofRun(run) : ofRun(run).where('level', '=', level);
      const rowsFirst = asked.orderBy('row', (order) => order.asc().nullsLast());
      return all(database, rowsFirst.select(complaintColumns).limit(limit));
    },
  };
}
