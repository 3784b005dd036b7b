import type { ExportRecord } from '../../domain/adapter.ts';
import { complaintText } from '../../domain/complaint.ts';
import { present } from '../../domain/present.ts';
import { shownValues } from '../../domain/product-text.ts';
import { quantityText } from '../../domain/quantity.ts';
import { fileAt, rowAt } from '../../domain/row-place.ts';
import { type OpenExport, openAgain, recordsIn } from '../export/open-export.ts';
import { bindMapping } from '../mapping/bind.ts';
import type { Mapped, MappedRow } from '../mapping/mapped-row.ts';
import { fileInUse } from '../state/counting-file.ts';
import type { Place } from '../terms/duplicates.ts';
import { holdIn } from '../terms/plan.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { asComplaint } from '../terms/result-file.ts';
import { createRowSums, type Total, totalOf } from './row-sums.ts';

/** The row of a counting file that names an article. */
export interface ExportedRow {
  readonly source: string;
  readonly file: string;
  readonly run: number;
  readonly row: number;
  /** How many rows were added up; `row` is the last. */
  readonly rows?: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** The buffer that is taken off the stock; `values` has the rest. */
  readonly buffer?: string;
  /** Why the row was not sent: by a rule here, or by an answer. */
  readonly rejected?: string;
  /** The hold that keeps the row back. */
  readonly hold?: number;
}

type Deps = Pick<EngineDeps, 'store' | 'adapters' | 'openSpooled'>;

/** A row of an article that the configuration leaves out. */
export interface LeftOutRow extends Pick<ExportedRow, 'source' | 'file' | 'run' | 'row'> {
  /** `where` of the source, or `only` of the catalogue. */
  readonly by: 'where' | 'only';
}

interface NamingRow {
  readonly row?: ExportedRow;
  /** What the row says of the stock, in thousandths; of several rows that are added up the total. */
  readonly quantity?: number;
  /** Only where no other row of the file names the article. */
  readonly leftOut?: LeftOutRow;
}

/**
 * Reads the counting file of a source until the article's row, or to its end where a later row may count. If the
 * article has no row, the answer is one that `where` leaves out.
 */
export async function namingRow(
  deps: Deps,
  source: SourceConfig,
  externalId: string,
): Promise<NamingRow> {
  const { store } = deps;
  const run = fileInUse(store, source.name);
  const opened = await openAgain(deps, source, run);
  if (run === undefined || opened === undefined) return {};
  const { found, leftOut } = await findRow(source, opened, externalId);
  const at = found ?? leftOut;
  if (at === undefined) return {};
  const place = {
    source: source.name,
    file: fileAt(at.row, opened.reader.files) ?? run.file,
    run: run.id,
    row: rowAt(at.row),
  };
  if (found === undefined) return { leftOut: { ...place, by: 'where' } };
  const hold = holdAt(store, run.id, found.index);
  const { rows, mapped } = found;
  const { quantity } = mapped;
  const rejected = rejectedIn(store, run.id, { externalId, found });
  return {
    ...present({ quantity }),
    row: {
      ...{ ...place, ...present({ rows }), values: valuesOf(mapped), ...bufferOf(source, mapped) },
      ...present({ rejected, hold }),
    },
  };
}

/** Shown, because with `buffer: 2` a stock of 0 for the last two pieces would look like a fault. */
function bufferOf({ mapping }: SourceConfig, { quantity }: MappedRow): Pick<ExportedRow, 'buffer'> {
  const { buffer = 0 } = mapping.availableQty ?? {};
  return buffer === 0 || quantity === undefined ? {} : { buffer: quantityText(buffer) };
}

/** What was said against the row, or against one of those that are added up. */
function rejectedIn(
  { complaints }: Deps['store'],
  run: number,
  { externalId, found }: { readonly externalId: string; readonly found: Found },
): string | undefined {
  const rejection = complaints
    .ofProduct(run, externalId)
    .find(
      ({ level, row }) => level === 'rejected' && (found.rows !== undefined || row === found.row),
    );
  return rejection && complaintText({ ...asComplaint(rejection), remedy: '' }).trim();
}

interface Found extends Place {
  readonly mapped: MappedRow;
  readonly rows?: number;
}

/** The row that counts, as pass 1 decides it: of several the last; of a sum the last with the total. */
async function findRow(
  source: SourceConfig,
  opened: OpenExport,
  externalId: string,
): Promise<{ readonly found?: Found | undefined; readonly leftOut?: Place | undefined }> {
  const { duplicates } = source;
  const sums = createRowSums();
  let found: Found | undefined;
  let leftOut: Place | undefined;
  let isUnknown = false;
  for await (const { mapped, ...place } of rowsOf(source, opened, externalId)) {
    if (mapped.kind === 'skipped') leftOut ??= place;
    else if (mapped.kind === 'row') {
      found = { ...place, mapped };
      if (duplicates === 'reject') break;
      sums.add(article, place, mapped);
    } else if (duplicates === 'sum') isUnknown = true;
    else found = undefined;
  }
  const sum = duplicates === 'sum' ? sums.get(article) : undefined;
  if (found === undefined || sum === undefined) return { found, leftOut };
  const total = totalOf(source, externalId, { ...sum, isUnknown });
  return { found: withTotal(found, total, sum.rows) };
}

/** Sums are kept by product; only one article is looked for here, so any number does. */
const article = 1;

function withTotal({ mapped, ...place }: Found, total: Total, rows: number): Found {
  const value = 'complaint' in total ? null : total.value;
  const quantity = value ?? undefined;
  return { ...place, mapped: { ...mapped, quantity }, ...(rows > 1 ? { rows } : {}) };
}

/** Rows that name the article; those that `where` leaves out are `skipped`. */
async function* rowsOf(
  source: SourceConfig,
  opened: OpenExport,
  externalId: string,
): AsyncGenerator<Place & { readonly mapped: Mapped }> {
  const isLeftOut = leftOutIn(source, opened, externalId);
  let index = -1;
  for await (const record of recordsIn(opened)) {
    index += 1;
    const mapped = opened.mapper.map(record);
    const isNamed =
      mapped.kind === 'skipped' ? isLeftOut(record) : mapped.externalId === externalId;
    if (isNamed) yield { index, row: record.row, mapped };
  }
}

/** Whether a row that is skipped names the article. */
function leftOutIn(
  source: SourceConfig,
  { reader }: OpenExport,
  externalId: string,
): (record: ExportRecord) => boolean {
  const all = source.where.length === 0 ? undefined : bindMapping({ ...source, where: [] }, reader);
  if (all === undefined || 'refusal' in all) return () => false;
  return (record) => {
    const mapped = all.mapper.map(record);
    return mapped.kind !== 'skipped' && mapped.externalId === externalId;
  };
}

/** Which open hold keeps back a record of a run. */
function holdAt(store: Deps['store'], run: number, index: number): number | undefined {
  const holds = store.holds.open().filter((hold) => hold.run === run);
  const marks = holds[0] === undefined ? undefined : store.plans.get(holds[0].plan)?.marks;
  return holdIn(holds, marks?.[index] ?? 0)?.id;
}

function valuesOf({ fields, quantity }: MappedRow): Record<string, unknown> {
  return shownValues({ ...fields, ...(quantity === undefined ? {} : { availableQty: quantity }) });
}
