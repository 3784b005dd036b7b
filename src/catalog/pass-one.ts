import type { SourceConfig } from '../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { ComplaintRow } from '../store/runs.ts';
import type { RowMapper } from './bind.ts';
import type { DiffRules, RowWish } from './diff.ts';
import { decideProduct, decideStock, isOfSource } from './diff.ts';
import type { Meeting } from './duplicates.ts';
import { createDuplicates } from './duplicates.ts';
import { growingBytes, growingIntegers } from './growing.ts';
import type { Knowledge, KnownProduct } from './knowledge.ts';
import type { Mapped, MappedRow } from './mapping.ts';
import { createNamedPictures } from './named-pictures.ts';
import type { PassResult } from './pass-result.ts';
import type { Kind } from './plan.ts';
import { kinds } from './plan.ts';
import { complaintRow, refusalComplaint } from './refusal.ts';
import type { RowSum } from './row-sums.ts';
import { createRowSums, rowsAdded, totalOf } from './row-sums.ts';
import type { StockFacts } from './stock-facts.ts';
import { createStockFacts } from './stock-facts.ts';

export interface PassInput {
  readonly source: SourceConfig;
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
  readonly rules: DiffRules;
  readonly jumpFactor: number;
  /** Pilot: only these ids; the rest is skipped and has not vanished. */
  readonly only?: ReadonlySet<string>;
  /** The picture path that is kept of a product (mapping.picture). */
  readonly pictureOf: (product: number) => string | null;
}

const complaintsMax = 100_000;

/**
 * Diffs one file against the mirror. Yields after each batch of records, so that answers are stored and a stock file
 * overtakes meanwhile.
 */
export async function* passOne(
  input: PassInput,
  knowledge: Knowledge,
): AsyncGenerator<undefined, PassResult> {
  const pass = new Pass(input, knowledge);
  for await (const batch of input.reader.batches()) {
    if (batch.refusal !== undefined) return pass.result(batch.refusal);
    for (const record of batch.records) pass.read(record);
    knowledge.flushWhenDue();
    yield;
  }
  pass.finish();
  knowledge.flush();
  return pass.result();
}

/** The arrays of one pass, grown as records come. */
class Pass {
  readonly #input: PassInput;
  readonly #knowledge: Knowledge;
  readonly #duplicates;
  readonly #complaints: ComplaintRow[] = [];
  readonly #exported = new Map<number, number>();
  readonly #pictures;
  readonly #sums = createRowSums();
  /** By article: a row of it that was rejected for itself; what other rows say of it may be wrong too (fault 8). */
  readonly #unreadable = new Map<string, number>();
  readonly #returned: number[] = [];
  readonly #stock: StockFacts;
  readonly #marks = growingBytes();
  readonly #ids = growingIntegers();
  readonly #seen = growingBytes();
  #count = 0;
  #unreadableKeys = 0;

  constructor(input: PassInput, knowledge: Knowledge) {
    this.#input = input;
    this.#knowledge = knowledge;
    this.#duplicates = createDuplicates(input.source.duplicates);
    this.#stock = createStockFacts(input.jumpFactor);
    this.#pictures = createNamedPictures(input.source, input.pictureOf);
  }

  read(record: ExportRecord): void {
    const index = this.#count;
    this.#count += 1;
    this.#marks.set(
      index,
      this.#markOf(this.#input.mapper.map(record), { index, row: record.row }),
    );
  }

  /** Sums over several rows are known only at the end of the file. */
  finish(): void {
    for (let index = 0; index < this.#count; index += 1) {
      const id = this.#ids.get(index);
      const sum = id === 0 ? undefined : this.#sums.get(id);
      if (sum !== undefined) this.#marks.set(index, this.#decideSum(id, { index, sum }));
    }
    if (this.#sums.added > 0) this.#complain(rowsAdded(this.#sums.added), { level: 'note' });
  }

  #decideSum(id: number, { index, sum }: { index: number; sum: RowSum }): number {
    const { row } = sum;
    const externalId = this.#knowledge.get(id)?.externalId ?? '';
    const total = totalOf(this.#input.source, externalId, sum);
    if ('complaint' in total) {
      this.#complain(total.complaint, { row, externalId });
      return kinds.rejected;
    }
    if (total.note !== undefined) this.#complain(total.note, { row, externalId, level: 'note' });
    const wish: RowWish = { contentHash: null, quantity: total.value };
    return this.#decideStock(id, { index, row, wish });
  }

  result(refusal?: Complaint): PassResult {
    return {
      marks: this.#marks.take(this.#count),
      ids: this.#ids.take(this.#count),
      isSeen: (product) => this.#seen.get(product) === 1,
      complaints: this.#complaints,
      exported: this.#exported,
      pictures: this.#pictures.changed,
      unreadableKeys: this.#unreadableKeys,
      stock: this.#stock,
      returned: this.#returned,
      columns: [...this.#input.reader.columns],
      absent: this.#input.mapper.absent(),
      ...(refusal === undefined ? {} : { refusal }),
    };
  }

  #markOf(mapped: Mapped, place: Omit<Meeting, 'wish'>): number {
    if (mapped.kind === 'skipped') return kinds.skipped;
    if (mapped.kind === 'rejected') return this.#reject(mapped, place.row);
    for (const note of mapped.notes) {
      this.#complain(note, { row: place.row, externalId: mapped.externalId, level: 'note' });
    }
    if (this.#input.only?.has(mapped.externalId) === false)
      return this.#leaveOut(mapped.externalId);
    return this.#input.source.kind === 'stock'
      ? this.#readStock(mapped, place)
      : this.#readProduct(mapped, place);
  }

  #reject(mapped: Extract<Mapped, { kind: 'rejected' }>, row: number): number {
    const { externalId } = mapped;
    for (const complaint of mapped.complaints) {
      this.#complain(complaint, { row, ...(externalId === undefined ? {} : { externalId }) });
    }
    if (externalId === undefined) this.#unreadableKeys += 1;
    else {
      this.#leaveOut(externalId);
      this.#spoil(externalId, row);
    }
    return kinds.rejected;
  }

  /** None of an article's rows counts beside one that cannot be read; under `last` none before it. */
  #spoil(externalId: string, row: number): void {
    const { duplicates } = this.#input.source;
    if (duplicates === 'reject') this.#unreadable.set(externalId, row);
    const product = this.#knowledge.find(externalId);
    if (product === undefined) return;
    if (duplicates === 'sum') {
      this.#sums.add(product.id, row, 'unknown');
      return;
    }
    const earlier = this.#duplicates.spoil(product.id);
    if (earlier === undefined) return;
    this.#knowledge.takeBack(product.id);
    this.#exported.delete(product.id);
    this.#unset(earlier.index, duplicates === 'reject' ? kinds.rejected : kinds.skipped);
    if (duplicates === 'reject')
      this.#complainDuplicate(externalId, earlier.row, [earlier.row, row]);
  }

  /** The file names the article, so it has not vanished, but nothing is sent of it. */
  #leaveOut(externalId: string): number {
    const known = this.#knowledge.find(externalId);
    if (known !== undefined) this.#seen.set(known.id, 1);
    return kinds.skipped;
  }

  #readProduct(mapped: MappedRow, place: Omit<Meeting, 'wish'>): number {
    const { rules } = this.#input;
    const product = this.#knowledge.findOrAdd(mapped.externalId);
    this.#seen.set(product.id, 1);
    const wish = this.#knowledge.wishOf(product, mapped);
    const settled = this.#settleDuplicate(product, { ...place, wish });
    if (settled !== undefined) return settled;
    this.#ids.set(place.index, product.id);
    this.#pictures.read(product.id, mapped);
    // No source gives this product a name yet: nothing can be sent of it.
    if (wish.contentHash === null)
      return rules.productsArePending ? kinds.waitsForProduct : kinds.skipped;
    if (!rules.stockIsOwnedElsewhere)
      this.#stock.compare(place.index, product.quantity, wish.quantity);
    const kind = decideProduct(wish, product, rules);
    const isOthers = kind === kinds.unchanged && this.#knowledge.isSentByOther(product);
    return this.#decided(product, isOthers ? kinds.alreadySent : kind, place.row);
  }

  #readStock(mapped: MappedRow, place: Omit<Meeting, 'wish'>): number {
    const product = this.#knowledge.find(mapped.externalId);
    if (product === undefined) return kinds.skipped;
    this.#seen.set(product.id, 1);
    const wish: RowWish = { contentHash: null, quantity: mapped.quantity ?? null };
    const settled = this.#settleDuplicate(product, { ...place, wish });
    if (settled !== undefined) return settled;
    this.#ids.set(place.index, product.id);
    if (this.#input.source.duplicates !== 'sum')
      return this.#decideStock(product.id, { ...place, wish });
    this.#sums.add(product.id, place.row, wish.quantity);
    return kinds.skipped;
  }

  #decideStock(id: number, { index, row, wish }: Meeting): number {
    const product = this.#knowledge.get(id);
    if (wish.quantity !== null && wish.quantity !== product?.exportedQuantity)
      this.#exported.set(id, wish.quantity);
    if (product !== undefined) this.#stock.compare(index, product.quantity, wish.quantity);
    const kind = decideStock(wish, product, this.#input.rules);
    return product === undefined ? kind : this.#decided(product, kind, row);
  }

  /** What a refusal that is remembered means for the row: told again, or over. */
  #decided(product: KnownProduct, kind: Kind, row: number): Kind {
    const { refusal, refusedHash, externalId } = product;
    if (kind === kinds.rejected)
      this.#complain(refusalComplaint(externalId, refusal), { row, externalId });
    const isEqual = kind === kinds.unchanged || kind === kinds.alreadySent;
    if (isEqual && refusedHash !== null && isOfSource(refusedHash, this.#input.source.kind))
      this.#returned.push(product.id);
    return kind;
  }

  /** The mark of a row that does not count because its article stands twice; undefined where the row counts. */
  #settleDuplicate(product: KnownProduct, meeting: Meeting): number | undefined {
    const unreadable = this.#unreadable.get(product.externalId);
    if (unreadable !== undefined) {
      this.#complainDuplicate(product.externalId, meeting.row, [unreadable, meeting.row]);
      return kinds.rejected;
    }
    const verdict = this.#duplicates.meet(product.id, meeting);
    if (verdict.kind === 'repeats') return kinds.skipped;
    if (verdict.kind === 'counts') {
      if (verdict.replaces === undefined) return undefined;
      this.#unset(verdict.replaces, kinds.skipped);
      this.#exported.delete(product.id);
      return undefined;
    }
    this.#knowledge.takeBack(product.id);
    if (verdict.earlier !== undefined) {
      this.#unset(verdict.earlier, kinds.rejected);
      this.#exported.delete(product.id);
      this.#complainDuplicate(product.externalId, verdict.rows[0] ?? 0, verdict.rows);
    }
    this.#complainDuplicate(product.externalId, meeting.row, verdict.rows);
    return kinds.rejected;
  }

  #unset(index: number, mark: number): void {
    this.#marks.set(index, mark);
    this.#ids.set(index, 0);
  }

  #complainDuplicate(externalId: string, row: number, rows: readonly number[]): void {
    const rule = `stands in rows ${rows.join(' and ')} with different data; none of them was used.`;
    const remedy = 'Export each article once, or set duplicates: to last or sum.';
    this.#complain({ code: 'ROW_DUPLICATE', value: externalId, rule, remedy }, { row, externalId });
  }

  #complain(complaint: Complaint, place: Parameters<typeof complaintRow>[1]): void {
    if (this.#complaints.length < complaintsMax)
      this.#complaints.push(complaintRow(complaint, place));
  }
}
