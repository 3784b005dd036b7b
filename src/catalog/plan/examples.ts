import { complaintText } from '../../domain/complaint.ts';
import { present } from '../../domain/present.ts';
import { productFields } from '../../domain/product.ts';
import { valueText } from '../../domain/product-text.ts';
import { quantityText } from '../../domain/quantity.ts';
import { placeText } from '../../domain/row-place.ts';
import type { StoredPlan } from '../../store/plans.ts';
import { type FileDialect, fileDialect } from '../export/file-dialect.ts';
import { type OpenExport, openAgain, recordsIn } from '../export/open-export.ts';
import type { Fields, Mapped, MappedRow } from '../mapping/mapped-row.ts';
import { ownFields } from '../mapping/merge.ts';
import { namingRow } from '../pass/exported-row.ts';
import { rowPartOf, sentPart } from '../requests/row-part.ts';
import { fieldsInRun } from '../requests/vanish-steps.ts';
import { filesOfRun } from '../state/files-of-run.ts';
import { fieldsOf } from '../state/others.ts';
import { createSentProducts } from '../state/sent-products.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import { holdIn, holdKinds, holdOf, kindOf, kinds, tallyOf, unpackIds } from '../terms/plan.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { asComplaint } from '../terms/result-file.ts';

/** One article of each sort that a plan would send or holds, in words. */
export type Examples = Readonly<Partial<Record<ExampleName, string>>>;
type ExampleName = 'new' | 'changed' | 'stock' | 'vanished' | 'held' | 'rejected';

const fieldsShown = 3;

export interface ExampleDeps extends ExportDeps {
  readonly openStock: Pick<OpenStock, 'lessOrders'>;
}

/**
 * Reads the planned file until each sort has its example. Where it cannot be read any more, only the sorts that need no
 * row have one.
 */
export async function examplesOf(
  deps: ExampleDeps,
  source: SourceConfig,
  plan: StoredPlan,
): Promise<{ examples: Examples; dialect?: FileDialect }> {
  const { store } = deps;
  const [gone] = unpackIds(plan.vanished);
  const vanished = gone === undefined ? undefined : store.mirror.get(gone)?.external_id;
  const rejected = firstRejected(deps, plan);
  const base: Examples = present({ vanished, rejected });
  const isUndo = store.runs.get(plan.run)?.undoes != null;
  const opened = isUndo ? undefined : await openAgain(deps, source, plan);
  if (opened === undefined) return { examples: base };
  const rows = await firstRows(opened, plan.marks);
  const texts = await Promise.all(
    [...rows].map(async ([name, row]) => [name, await textOf(deps, { source, plan, name, row })]),
  );
  return {
    examples: { ...base, ...Object.fromEntries(texts) },
    dialect: fileDialect(source, opened.reader),
  };
}

function firstRejected({ store }: ExampleDeps, { run, sha256 }: StoredPlan): string | undefined {
  const [first] = store.complaints.of(run, 1, 'rejected');
  if (first?.row == null) return undefined;
  const text = complaintText({ ...asComplaint(first), remedy: '' }).trim();
  const place = placeText(first.row, filesOfRun(store, { sha256 }));
  return [place, first.external_id, text].filter((part) => part !== null).join('  ');
}

interface FirstRow {
  readonly row: number;
  readonly mark: number;
  readonly mapped: MappedRow;
}

async function firstRows(
  opened: OpenExport,
  marks: Uint8Array,
): Promise<Map<ExampleName, FirstRow>> {
  const wanted = new Set<ExampleName>();
  tallyOf(marks).forEach((records, mark) => {
    const name = nameOf(mark);
    if (records > 0 && name !== undefined) wanted.add(name);
  });
  const found = new Map<ExampleName, FirstRow>();
  let index = 0;
  for await (const record of recordsIn(opened)) {
    if (found.size === wanted.size) break;
    const mark = marks[index] ?? 0;
    index += 1;
    const name = nameOf(mark);
    if (name === undefined || found.has(name)) continue;
    const mapped = sentOf(opened.mapper.map(record), mark);
    if (mapped?.kind === 'row') found.set(name, { row: record.row, mark, mapped });
  }
  return found;
}

/** What is sent of the row. Of a rejected row that may be a lower stock or `isActive: false` alone. */
function sentOf(mapped: Mapped, mark: number): Mapped | undefined {
  const part = rowPartOf(mark);
  const sent = sentPart(mapped, part);
  return sent?.kind === 'row' && part === 'blocks'
    ? { ...sent, fields: { isActive: false } }
    : sent;
}

const names = new Map<number, ExampleName>([
  [kinds.create, 'new'],
  [kinds.upsert, 'changed'],
  [kinds.blocks, 'changed'],
  [kinds.stock, 'stock'],
  [kinds.lowers, 'stock'],
]);

function nameOf(mark: number): ExampleName | undefined {
  return holdOf(mark) === holdKinds.none ? names.get(kindOf(mark)) : 'held';
}

interface Example {
  readonly source: SourceConfig;
  readonly plan: StoredPlan;
  readonly name: ExampleName;
  readonly row: FirstRow;
}

async function textOf(deps: ExampleDeps, { source, plan, name, row }: Example): Promise<string> {
  const { externalId, fields } = row.mapped;
  const product = deps.store.mirror.find(externalId);
  if (name === 'new')
    return fields.name === undefined ? externalId : `${externalId} "${fields.name}"`;
  const place = placeText(row.row, filesOfRun(deps.store, plan));
  if (name === 'held') return `${place}  ${externalId}  ${heldBy(deps, plan, row.mark)}`;
  if (name === 'stock') {
    const now = await stockSent(deps, { source, plan, row });
    return `${externalId}  availableQty: ${stockChange(shown(product?.quantity), shown(now))}`;
  }
  const part = product && fieldsOf(deps.store.parts.get(product.id, source.name, plan.run - 1));
  const sent = createSentProducts(deps.store.requests);
  const before =
    part ??
    sent.in(product?.content_request, externalId) ??
    (await fieldsBefore(deps, { source, plan }, externalId));
  // Compared as it is sent: under `empty: keep` an empty cell changes nothing.
  const now = ownFields(row.mapped, before, source.empty);
  return `${externalId}  ${changesOf(before, now, row.mapped.empty)}`;
}

/** Less what open orders take of it. The row may be only one of those that are added up. */
async function stockSent(
  deps: ExampleDeps,
  { source, plan, row }: Pick<Example, 'source' | 'plan' | 'row'>,
): Promise<number | undefined> {
  const { externalId } = row.mapped;
  const { quantity } =
    source.duplicates === 'sum' ? await namingRow(deps, source, externalId) : row.mapped;
  return quantity && deps.openStock.lessOrders(externalId, { quantity, run: plan.run });
}

function heldBy({ store }: ExampleDeps, plan: StoredPlan, mark: number): string {
  const holds = store.holds.open().filter((hold) => hold.plan === plan.id);
  const hold = holdIn(holds, mark);
  return hold === undefined ? '' : `held under ${hold.id}`;
}

async function fieldsBefore(
  deps: ExampleDeps,
  { source, plan }: Pick<Example, 'source' | 'plan'>,
  externalId: string,
): Promise<Fields | undefined> {
  const { runs } = deps.store;
  const run = runs.get(runs.get(plan.run)?.before ?? 0);
  const fields = await fieldsInRun(deps, source, { run, wanted: new Set([externalId]) });
  return fields?.get(externalId);
}

/** `name: "Schr. M8" -> "Schraube M8x40"; leadTimeDays: 3 -> 5` */
function changesOf(before: Fields | undefined, now: Fields, empty: MappedRow['empty']): string {
  const changes = productFields.flatMap((field) => {
    if (field === 'externalId' || field === 'availableQty') return [];
    // A number that the row leaves empty is not sent (`empty: clear`).
    const isCleared = before?.[field] !== undefined && empty.includes(field);
    if (now[field] === undefined && !isCleared) return [];
    const [was, value] = [before?.[field], now[field]].map((one) =>
      one === undefined ? 'none' : valueText(field, one),
    );
    if (before === undefined) return [`${field}: ${value}`];
    return was === value ? [] : [`${field}: ${was} -> ${value}`];
  });
  const rest = changes.length - fieldsShown;
  if (changes.length === 0) return 'all fields again';
  return [...changes.slice(0, fieldsShown), ...(rest > 0 ? [`${rest} more`] : [])].join(';  ');
}

/** A stock may be sent unchanged: after a missing answer, or a restore, what the marketplace has is not certain. */
function stockChange(before: string, now: string): string {
  return before === now ? `${now} again` : `${before} -> ${now}`;
}

function shown(quantity: number | null | undefined): string {
  return quantity == null ? 'none' : quantityText(quantity);
}
