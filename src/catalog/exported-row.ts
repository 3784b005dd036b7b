import { shownValues } from '../domain/product-text.ts';
import { fileAt, rowAt } from '../domain/row-place.ts';
import { stockWish } from './diff.ts';
import type { Mapped, MappedRow } from './mapping.ts';
import type { OpenExport } from './open-export.ts';
import { openExport } from './open-export.ts';
import type { HoldKind } from './plan.ts';
import { holdKinds, holdOf } from './plan.ts';
import type { EngineDeps, SourceConfig } from './ports.ts';
import type { Total } from './row-sums.ts';
import { createRowSums, totalOf } from './row-sums.ts';

/** The row of a counting file that names an article. */
export interface ExportedRow {
  readonly source: string;
  readonly file: string;
  readonly run: number;
  readonly row: number;
  /** How many rows were added up; `row` is the last. */
  readonly rows?: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The hold that keeps it back. */
  readonly hold?: number;
}

type Deps = Pick<EngineDeps, 'store' | 'adapters' | 'openSpooled'>;

/** Reads the counting file of a source until the article's row, to its end where a later row may count. */
export async function exportedRow(
  deps: Deps,
  source: SourceConfig,
  externalId: string,
): Promise<ExportedRow | undefined> {
  const { store } = deps;
  const runId = store.sources.get(source.name)?.accepted_run;
  const run = runId == null ? undefined : store.runs.get(runId);
  const spooled = run === undefined ? undefined : store.spool.get(run.sha256);
  if (run === undefined || spooled === undefined) return undefined;
  const opened = await openExport(deps, source, spooled);
  if ('refusal' in opened) return undefined;
  const found = await findRow(source, opened, externalId).finally(opened.close);
  if (found === undefined) return undefined;
  const hold = holdAt(store, run.id, found.index);
  return {
    source: source.name,
    file: fileAt(found.row, opened.reader.files) ?? run.file,
    run: run.id,
    row: rowAt(found.row),
    ...(found.rows === undefined ? {} : { rows: found.rows }),
    values: valuesOf(found.mapped),
    ...(hold === undefined ? {} : { hold }),
  };
}

interface Found {
  readonly index: number;
  readonly row: number;
  readonly mapped: MappedRow;
  readonly rows?: number;
}

/** The row that the passes let count of an article that stands in several; of a sum the last, with what they add up to. */
async function findRow(
  source: SourceConfig,
  opened: OpenExport,
  externalId: string,
): Promise<Found | undefined> {
  const { duplicates } = source;
  const sums = createRowSums();
  let found: Found | undefined;
  for await (const { mapped, ...place } of rowsOf(opened, externalId)) {
    if (mapped.kind === 'row') {
      found = { ...place, mapped };
      if (duplicates === 'reject') break;
      sums.add(article, place, stockWish(mapped.quantity ?? null, mapped.columns));
    } else if (duplicates === 'sum') sums.spoil(article);
    else found = undefined;
  }
  const sum = duplicates === 'sum' ? sums.get(article) : undefined;
  return found && sum ? withTotal(found, totalOf(source, externalId, sum), sum.rows) : found;
}

/** Of a sum there is one article alone. */
const article = 1;

function withTotal({ mapped, ...place }: Found, total: Total, rows: number): Found {
  const value = 'complaint' in total ? null : total.value;
  const quantity = value ?? undefined;
  return { ...place, mapped: { ...mapped, quantity }, ...(rows > 1 ? { rows } : {}) };
}

type Named = Exclude<Mapped, { kind: 'skipped' }>;

async function* rowsOf(
  opened: OpenExport,
  externalId: string,
): AsyncGenerator<{ readonly index: number; readonly row: number; readonly mapped: Named }> {
  let index = -1;
  for await (const batch of opened.reader.batches()) {
    for (const record of batch.records) {
      index += 1;
      const mapped = opened.mapper.map(record);
      if (mapped.kind !== 'skipped' && mapped.externalId === externalId)
        yield { index, row: record.row, mapped };
    }
  }
}

/** Which open hold keeps back a record of a run. */
function holdAt(store: Deps['store'], run: number, index: number): number | undefined {
  const holds = store.holds.open().filter((hold) => hold.run === run);
  const marks = holds[0] === undefined ? undefined : store.plans.get(holds[0].plan)?.marks;
  const kind = holdOf(marks?.[index] ?? 0);
  return holds.find((hold) => holdKinds[hold.kind as HoldKind] === kind)?.id;
}

function valuesOf({ fields, quantity }: MappedRow): Record<string, unknown> {
  return shownValues({ ...fields, ...(quantity === undefined ? {} : { availableQty: quantity }) });
}
