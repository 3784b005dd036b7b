import type { Tries } from '../../domain/exchange.ts';
import type { OpenOrder } from '../../domain/open-orders.ts';
import { present } from '../../domain/present.ts';
import { quantityText } from '../../domain/quantity.ts';
import type { ProductRow } from '../../store/mirror.ts';
import { isUnsure } from '../pass/diff.ts';
import { type ExportedRow, type LeftOutRow, namingRow } from '../pass/exported-row.ts';
import { type PictureStory, pictureStory } from '../pictures/picture-facts.ts';
import { leftFieldsOf } from '../state/left-fields.ts';
import { pilotOf } from '../state/pilot.ts';
import type { ExportDeps } from '../terms/ports.ts';
import { type PutBack, putBackOf } from '../undo/put-back.ts';
import { complaintsOf } from './complaints-of.ts';
import { emptiedOf } from './emptied.ts';
import { nextStep } from './next-step.ts';
import { type Rows, type StepDeps, stepFacts } from './step-facts.ts';

/** One article's whole story: what the ERP exported, what the marketplace confirmed, what happens next. */
export interface ProductStory extends Omit<Rows, 'exported'> {
  readonly externalId: string;
  readonly known: boolean;
  readonly exported: readonly Omit<ExportedRow, 'hold'>[];
  readonly confirmed?: {
    readonly content: boolean;
    readonly quantity: string | null;
    readonly contentRun: number | null;
    readonly quantityRun: number | null;
  };
  readonly exportedQuantity?: string | null;
  /** The undo that made the article stand otherwise than the newest file says. */
  readonly putBack?: PutBack;
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
    /** The tries since the start of the program, while the request is repeated. */
    readonly tries?: Tries;
  };
  readonly picture?: PictureStory;
  /** Orders that an export may not know of; `keptOut`: their quantities are kept out of the stock that is sent. */
  readonly openOrders?: {
    readonly keptOut: boolean;
    readonly orders: readonly {
      readonly orderNumber: string;
      readonly quantity: string;
      readonly state: OpenOrder['state'];
      /** ISO 8601; an export after that knows of the order. */
      readonly takenAt?: string;
    }[];
  };
  readonly complaints: readonly string[];
  readonly next: string;
}

type Deps = ExportDeps & StepDeps;

export async function whyProduct(deps: Deps, externalId: string): Promise<ProductStory> {
  const { store, config } = deps;
  const product = store.mirror.find(externalId);
  const rows = await rowsOf(deps, externalId, product);
  const complaints = config.sources.flatMap(({ name }) =>
    complaintsOf(deps, { source: name, externalId }),
  );
  const request = store.requests.get(product?.last_request ?? 0);
  const putBack = product && putBackOf(deps, product);
  return {
    externalId,
    known: product !== undefined,
    exported: rows.exported.map(({ hold: _, ...shown }) => shown),
    leftOut: rows.leftOut,
    leftFields: rows.leftFields,
    complaints,
    next: nextStep(stepFacts(deps, product, { externalId, putBack, ...rows })),
    ...(product && productPart(product)),
    ...present({
      putBack,
      emptied: rows.emptied,
      picture: product && pictureStory(deps, product.id),
      lastRequest: request && requestPart(request),
    }),
  };
}

/** What the counting files say of the article. */
async function rowsOf(deps: Deps, externalId: string, product?: ProductRow): Promise<Rows> {
  const exported: ExportedRow[] = [];
  const leftOut: LeftOutRow[] = [];
  const { sources } = deps.config;
  const isIn = pilotOf(deps.config)(externalId);
  for (const source of sources) {
    const found = await namingRow(deps, source, externalId);
    if (found.leftOut !== undefined) leftOut.push(found.leftOut);
    if (found.row === undefined) continue;
    exported.push(found.row);
    const { file, run, row } = found.row;
    if (!isIn) leftOut.push({ source: source.name, file, run, row, by: 'only' });
  }
  const silent = sources.filter(({ name }) => !exported.some(({ source }) => source === name));
  const leftFields = product === undefined ? [] : leftFieldsOf(deps.store, silent, product.id);
  const named = exported.map(({ source }) => source);
  const emptied = product && emptiedOf(deps, product, named);
  return { exported, leftOut, leftFields, ...present({ emptied }) };
}

function productPart(product: ProductRow): Partial<ProductStory> {
  const { refused_code: code, refused_message: message, refused_at: at } = product;
  const shown = (value: number | null): string | null =>
    value === null ? null : quantityText(value);
  const isKnown = !isUnsure(product.quantity_run);
  return {
    confirmed: {
      content: product.content_hash !== null,
      quantity: isKnown ? shown(product.quantity) : null,
      contentRun: product.content_run,
      quantityRun: isKnown ? product.quantity_run : null,
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
    ...{ id, method, path, key, state, status, answer },
    at: new Date(request.answered_at ?? request.created_at).toISOString(),
  };
}
