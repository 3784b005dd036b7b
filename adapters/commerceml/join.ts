import type { AdapterInput, ExportRecord } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { deletionMarks, saysDeleted } from '../../src/domain/deletion-mark.ts';
import type { Columns } from '../xml/columns.ts';
import type { XmlText } from '../xml/decoder.ts';
import { feed, record } from '../xml/reader.ts';
import { RecordSink } from '../xml/records.ts';
import type { Cells } from '../xml/shape.ts';
import { treeCells } from '../xml/tree.ts';
import { putItem } from './item.ts';
import { type Offer, overlaid, productOf } from './offers.ts';
import { stockOf } from './stock.ts';
import { isProduct, Survey } from './survey.ts';

interface FileSet {
  readonly documents: readonly XmlText[];
  readonly columns: Columns;
  /** `full`: what the set lacks has gone. */
  readonly contents: AdapterInput['options']['contents'];
}

/**
 * The records of a set: one for each offer, with the columns of its product below its own; one for each product
 * without an offer. A set without a catalogue gives its offers as they are.
 */
export function* joined(set: FileSet): Generator<ExportRecord[], Complaint | undefined> {
  const file = set.documents[0]?.file ?? '';
  const survey = new Survey(file, { ...set, isFull: set.contents === 'full' });
  for (const document of set.documents) {
    const refusal = yield* quietly(survey.take(document));
    if (refusal !== undefined) return refusal;
  }
  const nothing = survey.nothing(file);
  if (nothing !== undefined) return nothing;
  const join = new Join(set, survey);
  for (const document of survey.catalogues) {
    const refusal = yield* join.products(document);
    if (refusal !== undefined) return refusal;
  }
  yield* join.rest();
  return undefined;
}

function* quietly(
  steps: Generator<void, Complaint | undefined>,
): Generator<ExportRecord[], Complaint | undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield [];
  }
}

/** The second walk, over the products. */
class Join {
  readonly #columns: Columns;
  readonly #survey: Survey;
  readonly #isOfChanges: boolean;
  readonly #storeColumns: number[] = [];
  #columnsLookedAt = 0;
  #row = 0;

  constructor({ columns, contents }: Pick<FileSet, 'columns' | 'contents'>, survey: Survey) {
    this.#columns = columns;
    this.#isOfChanges = contents === 'delta';
    this.#survey = survey;
  }

  *products(document: XmlText): Generator<ExportRecord[], Complaint | undefined> {
    const sink = new RecordSink<Cells>({
      file: document.file,
      isRecord: isProduct,
      builder: treeCells(this.#columns, (product, put) =>
        putItem(product, this.#survey.classifier, put),
      ),
    });
    const steps = feed(document, sink);
    for (;;) {
      const step = steps.next();
      yield sink.drain().flatMap((product) => this.#product(product, document.file));
      if (step.done === true) return step.value;
    }
  }

  /** Offers that no product asked for: records of their own where there is no catalogue, complaints otherwise. */
  *rest(): Generator<ExportRecord[], void> {
    for (const offer of this.#survey.offers.unclaimed()) {
      yield [
        this.#survey.isStockOnly ? this.#record(offer.cells, idsOf(offer)) : this.#orphan(offer),
      ];
    }
  }

  #product(product: Cells, file: string): ExportRecord[] {
    const id = product[this.#columns.index('Ид')] ?? '';
    const offers = this.#survey.offers.claim(id);
    if (offers === 'claimed') return [this.#second(id, file)];
    if (offers.length === 0) return [this.#record(product, { id, productId: id })];
    const deleted = this.#deletedIn(product);
    const variants = offers.map((offer) => {
      const cells = overlaid(product, offer.cells);
      for (const column of deleted) cells[column] = product[column];
      return this.#record(cells, { id: offer.id, productId: id });
    });
    const isAlone =
      !this.#isOfChanges || deleted.length === 0 || offers.some((one) => one.id === id);
    // Files of changes need not name its other variants: what is deleted comes behind those that they name.
    return isAlone ? variants : [...variants, this.#record(product, { id, productId: id })];
  }

  /** The marks of a deleted product. It has no variant on sale, whatever the offer's own mark says. */
  #deletedIn(product: Cells): readonly number[] {
    return deletionMarks.commerceml.flatMap((mark) => {
      const column = this.#columns.known(mark) ?? -1;
      return saysDeleted(mark, product[column]) ? column : [];
    });
  }

  #record(cells: Cells, ids: { readonly id: string; readonly productId: string }): ExportRecord {
    const stores = this.#stores().map((index) => cells[index]);
    const stock = stockOf(
      cells[this.#columns.index('Количество')],
      stores.filter((store) => store !== undefined),
    );
    if (stock !== undefined) cells[this.#columns.index('Остаток')] = stock;
    cells[this.#columns.index('Ид')] = ids.id;
    cells[this.#columns.index('ИдТовара')] = ids.productId;
    this.#row += 1;
    return record(this.#row, this.#columns.typed(cells));
  }

  /** The columns of the warehouses that were seen until now. */
  #stores(): readonly number[] {
    for (; this.#columnsLookedAt < this.#columns.names.length; this.#columnsLookedAt += 1) {
      const name = this.#columns.names[this.#columnsLookedAt] ?? '';
      if (name.startsWith('Склад:')) this.#storeColumns.push(this.#columnsLookedAt);
    }
    return this.#storeColumns;
  }

  /**
   * It continues under its article, which has not vanished: it may have less stock, and of changes no later file need
   * repeat it.
   */
  #orphan(offer: Offer): ExportRecord {
    const { row, cells } = this.#record(offer.cells, idsOf(offer));
    const unusable: Complaint = {
      code: 'ROW_JOIN',
      file: offer.file,
      row,
      column: 'Ид',
      value: offer.id,
      rule: 'No file of the set holds the product of this offer.',
      remedy:
        'Export catalogue and offers again, together; or read the offers alone, as a source of kind: stock.',
    };
    return { row, cells: () => Object.assign(cells(), { unusable }) };
  }

  #second(productId: string, file: string): ExportRecord {
    return this.#complaint({
      code: 'ROW_DUPLICATE',
      file,
      value: productId,
      rule: 'The product is in the catalogue twice; its offers were joined with the first.',
      remedy: 'Export each product once.',
    });
  }

  #complaint(complaint: Omit<Complaint, 'row' | 'column'>): ExportRecord {
    this.#row += 1;
    const placed: Complaint = { ...complaint, row: this.#row, column: 'Ид' };
    return { row: this.#row, cells: () => placed };
  }
}

function idsOf({ id }: Offer) {
  return { id, productId: productOf(id) };
}
