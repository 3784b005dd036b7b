import { unknownToExport } from '../../domain/open-orders.ts';
import { quantityText } from '../../domain/quantity.ts';
import type { ProductRow } from '../../store/mirror.ts';
import { unknownContent } from '../pass/assumed.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import { pilotOf } from '../state/pilot.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import { growingBytes } from '../terms/growing.ts';
import {
  activeStatus,
  differingFields,
  type ListedField,
  type ListedProduct,
  type ListReader,
  sumsOfListed,
} from '../terms/listed.ts';
import type { EngineDeps, ExportDeps } from '../terms/ports.ts';
import { productRows } from './confirmed.ts';
import { type Expected, readExpected } from './expected.ts';
import { walkList } from './list-walk.ts';
import { type DifferenceClass, isReservation } from './reconcile-classes.ts';
import type { ReconcileReport } from './reconcile-report.ts';

export interface CompareDeps extends ExportDeps, Pick<EngineDeps, 'clock'> {
  readonly list: ListReader;
  readonly openStock: Pick<OpenStock, 'ordersOf'>;
  readonly inFlight: ReadonlySet<number>;
}

/** One product that the list shows otherwise than it was confirmed. */
export interface Finding {
  kind: DifferenceClass;
  readonly product: number;
  readonly externalId: string;
  readonly aspect: 'presence' | 'content' | 'stock';
  readonly fields: readonly ListedField[];
  readonly listed?: Int32Array;
  readonly quantity?: number | null;
  /** The run whose request was confirmed. */
  readonly run: number | null;
  readonly text: string;
  /** Accepted orders have reserved stock; sending the confirmed stock again would sell it twice. */
  readonly isReserved: boolean;
}

/** What is counted of the list (reconcile-report.ts). */
const nothing = {
  listed: 0,
  unnamed: 0,
  compared: 0,
  underWay: 0,
  outsidePilot: 0,
  unknownContent: 0,
} satisfies Partial<ReconcileReport>;

export interface Comparison {
  readonly counts: Readonly<typeof nothing>;
  readonly notOurs: number;
  /** The first few of `notOurs`. */
  readonly foreign: readonly string[];
  readonly findings: readonly Finding[];
  /** Findings beyond `findingsMax`: only counted. */
  readonly uncollected: ReadonlyMap<DifferenceClass, number>;
}

const foreignShownMax = 10;
/** So many differences are kept to be settled in one go; a next comparison settles the rest. */
const findingsMax = 200_000;

/**
 * Walks the list once and compares each product with what was confirmed. Only reads. Imports continue meanwhile, so
 * products that were sent since the start, or were under way then, are left out.
 */
export async function compareWithList(deps: CompareDeps, signal: AbortSignal): Promise<Comparison> {
  const start = { newestRequest: deps.store.requests.newestId(), inFlight: new Set(deps.inFlight) };
  const expected = await readExpected(deps, signal);
  let round = new Round(deps, expected, start);
  for await (const step of walkList(deps, signal)) {
    if ('restarted' in step) round = new Round(deps, expected, start);
    else round.page(step.items, step.unnamed);
    await deps.clock.breathe();
  }
  await round.findMissing();
  return round;
}

/** What was under way when the walk began may be answered during it, so that the list or what is expected is older. */
interface Start {
  readonly newestRequest: number;
  readonly inFlight: ReadonlySet<number>;
}

/** The counters of one walk, from its first page to its last. */
class Round implements Comparison {
  readonly counts = { ...nothing };
  notOurs = 0;
  readonly foreign: string[] = [];
  readonly findings: Finding[] = [];
  readonly uncollected = new Map<DifferenceClass, number>();
  readonly #deps: CompareDeps;
  readonly #expected: Expected;
  readonly #start: Start;
  readonly #seen = growingBytes();
  readonly #exportedAt: (row: ProductRow) => number;
  /** Nothing is sent of an article outside `only`, so no difference could be settled. */
  readonly #isInPilot: (externalId: string) => boolean;

  constructor(deps: CompareDeps, expected: Expected, start: Start) {
    this.#deps = deps;
    this.#expected = expected;
    this.#start = start;
    this.#exportedAt = stockExportedAt(deps);
    this.#isInPilot = pilotOf(deps.config);
  }

  page(items: readonly ListedProduct[], unnamed: number): void {
    this.counts.unnamed += unnamed;
    for (const item of items) this.#meet(item);
  }

  async findMissing(): Promise<void> {
    for await (const row of productRows(this.#deps, (id) => this.#seen.get(id) !== 1)) {
      if (row.content_hash === null || !isOurs(row)) continue;
      if (!this.#isInPilot(row.external_id)) continue;
      if (this.#isUnderWay(row) || this.#mayBeHidden(row)) continue;
      this.counts.compared += 1;
      this.#find(row, { kind: 'missing', aspect: 'presence', text: 'is not in the list' });
    }
  }

  #meet(item: ListedProduct): void {
    const row = this.#deps.store.mirror.find(item.externalId);
    // A product that moves while pages are read may be shown twice.
    if (row !== undefined && this.#seen.get(row.id) === 1) return;
    this.counts.listed += 1;
    if (row !== undefined) this.#seen.set(row.id, 1);
    if (!this.#isInPilot(item.externalId)) this.counts.outsidePilot += 1;
    else if (row === undefined || !isOurs(row)) this.#addForeign(item);
    else if (this.#isUnderWay(row)) this.counts.underWay += 1;
    else if (row.content_hash === null) this.#meetUnconfirmed(row);
    else {
      this.counts.compared += 1;
      this.#compareContent(row, item);
      this.#compareStatus(row, item);
      this.#compareStock(row, item);
    }
  }

  #addForeign({ externalId }: ListedProduct): void {
    this.notOurs += 1;
    if (this.foreign.length < foreignShownMax) this.foreign.push(externalId);
  }

  #meetUnconfirmed(row: ProductRow): void {
    const kind = row.in_doubt === 1 ? 'lostCall' : 'neverConfirmed';
    const why = row.refused_code === null ? '' : ` (it was refused: ${row.refused_code})`;
    const text = `is in the list, but nothing of it was confirmed${why}`;
    this.#find(row, { kind, aspect: 'presence', text });
  }

  #compareContent(row: ProductRow, item: ListedProduct): void {
    const sent = this.#expected.sumsOf(row.id);
    if (sent === undefined) {
      this.counts.unknownContent += 1;
      return;
    }
    const listed = sumsOfListed(item);
    const fields = differingFields(sent, listed);
    if (fields.length === 0) return;
    const kind = row.in_doubt === 1 ? 'lostCall' : 'edited';
    this.#find(row, {
      kind,
      aspect: 'content',
      fields,
      listed,
      text: `differs in ${fields.join(', ')}`,
    });
  }

  #compareStatus(row: ProductRow, { status }: ListedProduct): void {
    if (status === '' || status === activeStatus || this.#expected.isHidden(row.id)) return;
    if (this.#expected.sumsOf(row.id) === undefined) return;
    const text = `has the status ${status}`;
    this.#find(row, { kind: 'otherStatus', aspect: 'content', text });
  }

  #compareStock(row: ProductRow, { quantity }: ListedProduct): void {
    const { quantity: confirmed } = row;
    if (confirmed === null || confirmed === quantity) return;
    const reserved = this.#reserved(row);
    const isExplained = isReservation({ confirmed, listed: quantity, reserved });
    const there = quantity === null ? 'none' : quantityText(quantity);
    const kind = isExplained ? 'stockReserved' : 'stockDiffers';
    const text = `stock ${quantityText(confirmed)} was confirmed, ${there} is there`;
    this.#find(row, { kind, aspect: 'stock', quantity, text });
  }

  #find(
    row: ProductRow,
    found: Pick<Finding, 'kind' | 'aspect' | 'text'> & Partial<Finding>,
  ): void {
    if (this.findings.length >= findingsMax) {
      this.uncollected.set(found.kind, (this.uncollected.get(found.kind) ?? 0) + 1);
      return;
    }
    this.findings.push({
      fields: [],
      product: row.id,
      externalId: row.external_id,
      run: found.aspect === 'stock' ? row.quantity_run : row.content_run,
      isReserved: this.#reserved(row).length > 0,
      ...found,
    });
  }

  /** The quantities that accepted orders take and the ERP's newest stock does not know of. */
  #reserved(row: ProductRow): readonly number[] {
    const at = this.#exportedAt(row);
    return this.#deps.openStock
      .ordersOf(row.external_id)
      .filter(({ state }) => state !== 'placed')
      .map((order) => unknownToExport(order, at))
      .filter((quantity) => quantity > 0);
  }

  #isUnderWay({ id, last_request: request }: ProductRow): boolean {
    const { inFlight, newestRequest } = this.#start;
    return inFlight.has(id) || this.#deps.inFlight.has(id) || (request ?? 0) > newestRequest;
  }

  /** A list may leave out what is hidden (the specification does not say). */
  #mayBeHidden({ id, last_request: request }: ProductRow): boolean {
    if (this.#expected.isHidden(id)) return true;
    return request !== null && this.#deps.store.requests.get(request)?.kind === 'hide';
  }
}

/**
 * Not ours: a product that `adopt` took over and no export has named since, and one that only stock exports have named
 * and of which nothing was sent.
 */
function isOurs(row: ProductRow): boolean {
  const { content_hash: content, exported_quantity: exported, last_request: request } = row;
  if (content === null) return exported === null || request !== null;
  return content !== unknownContent || exported !== null;
}

/** When the ERP last said a product's stock: each full export says all stocks, a delta only those that change. */
function stockExportedAt({ store, config }: CompareDeps): (row: ProductRow) => number {
  const writtenAt = (run: number | null | undefined): number =>
    run == null ? 0 : (store.runs.get(run)?.written_at ?? 0);
  const owner = ownerOfStock(config);
  if (owner?.contents === 'delta') return (row) => writtenAt(row.quantity_run);
  const exportedAt = writtenAt(owner && store.sources.acceptedRun(owner.name));
  return () => exportedAt;
}
