import { shownValues } from '../domain/product-text.ts';
import { fileAt, rowAt } from '../domain/row-place.ts';
import type { MappedRow } from './mapping.ts';
import type { OpenExport } from './open-export.ts';
import { openExport } from './open-export.ts';
import type { HoldKind } from './plan.ts';
import { holdKinds, holdOf } from './plan.ts';
import type { EngineDeps, SourceConfig } from './ports.ts';

/** The row of a counting file that names an article. */
export interface ExportedRow {
  readonly source: string;
  readonly file: string;
  readonly run: number;
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The hold that keeps it back. */
  readonly hold?: number;
}

type Deps = Pick<EngineDeps, 'store' | 'adapters' | 'openSpooled'>;

/** Reads the counting file of a source until the article's row. */
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
  const found = await findRow(opened, externalId).finally(opened.close);
  if (found === undefined) return undefined;
  const hold = holdAt(store, run.id, found.index);
  return {
    source: source.name,
    file: fileAt(found.row, opened.reader.files) ?? run.file,
    run: run.id,
    row: rowAt(found.row),
    values: valuesOf(found.mapped),
    ...(hold === undefined ? {} : { hold }),
  };
}

interface Found {
  readonly index: number;
  readonly row: number;
  readonly mapped: MappedRow;
}

async function findRow(opened: OpenExport, externalId: string): Promise<Found | undefined> {
  let index = -1;
  for await (const batch of opened.reader.batches()) {
    for (const record of batch.records) {
      index += 1;
      const mapped = opened.mapper.map(record);
      if (mapped.kind === 'row' && mapped.externalId === externalId)
        return { index, row: record.row, mapped };
    }
  }
  return undefined;
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
