import { complaintText } from '../domain/complaint.ts';
import { quantityText } from '../domain/quantity.ts';
import type { MappedRow } from './mapping.ts';
import { openExport } from './open-export.ts';
import type { EngineDeps, SourceConfig } from './ports.ts';
import { asComplaint } from './result-file.ts';

/** One article's whole story: what the ERP exported, what the marketplace confirmed, what happens next. */
export interface ProductStory {
  readonly externalId: string;
  readonly known: boolean;
  readonly exported: readonly {
    readonly source: string;
    readonly file: string;
    readonly run: number;
    readonly row: number;
    readonly values: Readonly<Record<string, unknown>>;
  }[];
  readonly confirmed?: {
    readonly content: boolean;
    readonly quantity: string | null;
    readonly contentRun: number | null;
    readonly quantityRun: number | null;
  };
  readonly exportedQuantity?: string | null;
  readonly refused?: { readonly code: string; readonly message: string; readonly at: string };
  readonly lastRequest?: {
    readonly id: number;
    readonly method: string;
    readonly path: string;
    readonly key: string | null;
    readonly state: string;
    readonly status: number | null;
    readonly answer: string | null;
    readonly at: string;
  };
  readonly complaints: readonly string[];
  readonly next: string;
}

type Deps = Pick<EngineDeps, 'store' | 'config' | 'adapters' | 'openSpooled'>;

export async function whyProduct(deps: Deps, externalId: string): Promise<ProductStory> {
  const { store, config } = deps;
  const product = store.mirror.find(externalId);
  const exported: ProductStory['exported'][number][] = [];
  for (const source of config.sources) {
    const row = await exportedRow(deps, source, externalId);
    if (row !== undefined) exported.push(row);
  }
  const complaints = config.sources.flatMap(({ name }) => complaintsOf(deps, name, externalId));
  const request =
    product?.last_request == null ? undefined : store.requests.get(product.last_request);
  return {
    externalId,
    known: product !== undefined,
    exported,
    complaints,
    next: nextStep(product, {
      exported: exported.length,
      complaints: complaints.length,
      isOpen: request?.state === 'SENT',
    }),
    ...(product === undefined ? {} : productPart(product)),
    ...(request === undefined ? {} : { lastRequest: requestPart(request) }),
  };
}

type Product = NonNullable<ReturnType<Deps['store']['mirror']['find']>>;

function productPart(product: Product): Partial<ProductStory> {
  const { refused_code: code, refused_message: message, refused_at: at } = product;
  const shown = (value: number | null): string | null =>
    value === null ? null : quantityText(value);
  return {
    confirmed: {
      content: product.content_hash !== null,
      quantity: shown(product.quantity),
      contentRun: product.content_run,
      quantityRun: product.quantity_run,
    },
    exportedQuantity: shown(product.exported_quantity),
    ...(code === null
      ? {}
      : { refused: { code, message: message ?? '', at: new Date(at ?? 0).toISOString() } }),
  };
}

function requestPart(
  request: NonNullable<ReturnType<Deps['store']['requests']['get']>>,
): NonNullable<ProductStory['lastRequest']> {
  const { id, method, path, idempotency_key: key, state, status, answer } = request;
  return {
    id,
    method,
    path,
    key,
    state,
    status,
    answer,
    at: new Date(request.answered_at ?? request.created_at).toISOString(),
  };
}

function nextStep(
  product: Product | undefined,
  facts: { exported: number; complaints: number; isOpen: boolean },
): string {
  if (facts.isOpen) return 'A request is under way; its answer is awaited.';
  if (product?.refused_code != null)
    return 'Correct it in the ERP, or send it again: stockhand retry --product.';
  if (facts.complaints > 0) return 'Correct the row in the ERP and export again.';
  if (product === undefined)
    return facts.exported > 0 ? 'It is sent with the next pass.' : 'No export names it.';
  if (product.content_hash === null)
    return 'It is not on the marketplace; it is sent with the next pass that may send it.';
  return 'Nothing: it is in step.';
}

function complaintsOf({ store }: Deps, source: string, externalId: string): string[] {
  const run = store.sources.get(source)?.accepted_run;
  if (run == null) return [];
  const file = store.runs.get(run)?.file;
  return store.complaints.ofProduct(run, externalId).map((row) =>
    complaintText({
      ...asComplaint(row),
      ...(file === undefined ? {} : { file }),
      ...(row.row === null ? {} : { row: row.row }),
    }),
  );
}

/** Reads the counting file of a source until the article's row. */
async function exportedRow(
  deps: Deps,
  source: SourceConfig,
  externalId: string,
): Promise<ProductStory['exported'][number] | undefined> {
  const runId = deps.store.sources.get(source.name)?.accepted_run;
  const run = runId == null ? undefined : deps.store.runs.get(runId);
  const spooled = run === undefined ? undefined : deps.store.spool.get(run.sha256);
  if (run === undefined || spooled === undefined) return undefined;
  const opened = await openExport(deps, source, spooled);
  if ('refusal' in opened) return undefined;
  try {
    for await (const batch of opened.reader.batches()) {
      for (const record of batch.records) {
        const mapped = opened.mapper.map(record);
        if (mapped.kind !== 'row' || mapped.externalId !== externalId) continue;
        return {
          source: source.name,
          file: run.file,
          run: run.id,
          row: record.row,
          values: valuesOf(mapped),
        };
      }
    }
    return undefined;
  } finally {
    opened.close();
  }
}

function valuesOf({ fields, quantity }: MappedRow): Record<string, unknown> {
  return { ...fields, ...(quantity === undefined ? {} : { availableQty: quantityText(quantity) }) };
}
