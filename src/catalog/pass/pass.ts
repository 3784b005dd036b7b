import type { ExportRecord, RawRows } from '../../domain/adapter.ts';
import { addFilled } from '../mapping/filled.ts';
import type { Mapped, MappedRow, Rejected } from '../mapping/mapped-row.ts';
import { createRowComplaints } from '../mapping/row-complaints.ts';
import { createDuplicates, type Meeting, type Place } from '../terms/duplicates.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { type Kind, kinds } from '../terms/plan.ts';
import { createSeen } from '../terms/seen.ts';
import { createContentFacts } from './content-facts.ts';
import { decideProduct, decideStock, decideUnnamed, isOver, stockOf, stockWish } from './diff.ts';
import { createDoubtedGroups, type DoubtedRow } from './doubted-groups.ts';
import type { Knowledge } from './knowledge.ts';
import { createLowered } from './lowered.ts';
import { createNamedPictures } from './named-pictures.ts';
import { noteSkipped, noteUnchanged } from './note-unchanged.ts';
import { createOpenRows } from './open-rows.ts';
import { type Checked, type PassInput, type PassResult, resultOf } from './pass-result.ts';
import { createRowSums, type RowSum, reportSums, totalOf } from './row-sums.ts';
import { createNotes, SettledRows, settledUnread } from './settled-rows.ts';
import { createStockFacts } from './stock-facts.ts';
import { createUnreadRows } from './unread-rows.ts';
import { isNeverSent, noteExported, settledWish, statedWish, stockedProduct } from './wishes.ts';

/** One pass over the records of a file; its arrays grow as records come. */
export class Pass {
  readonly #input: PassInput;
  readonly #map: Checked['map'];
  readonly #knowledge: Knowledge;
  readonly #duplicates;
  readonly #complaints;
  readonly #exported = new Map<number, number>();
  readonly #pictures;
  readonly #sums = createRowSums();
  /** Not under `duplicates: last`: the rejected row of each article. Its other rows do not count, either (fault 8). */
  readonly #unreadable = new Map<string, number>();
  readonly #facts;
  readonly #lowered;
  readonly #returned = new Set<number>();
  readonly #groups;
  readonly #stock;
  readonly #content;
  readonly #notes = createNotes();
  readonly #seen = createSeen();
  readonly #unread;
  readonly #open;
  readonly #settled: SettledRows | undefined;
  readonly #uncounted = { unreadableKeys: 0, readable: 0 };

  /** `map`: the mapper of the input, with the checks of pass-one.ts around it. */
  constructor(input: PassInput, map: Checked['map'], knowledge: Knowledge) {
    this.#input = input;
    this.#map = map;
    this.#complaints = createRowComplaints(input.source, input.reader.files);
    this.#groups = createDoubtedGroups(this.#notes, this.#sums, input.reader.files);
    this.#knowledge = knowledge;
    this.#duplicates = createDuplicates(input.source.duplicates);
    this.#stock = createStockFacts(input);
    this.#unread = createUnreadRows({ reader: input.reader, map });
    this.#open = createOpenRows(knowledge, this.#seen, this.#notes);
    this.#content = createContentFacts(input, knowledge);
    this.#pictures = createNamedPictures(input.source, input.pictureOf);
    this.#facts = {
      ...{ input, knowledge, notes: this.#notes, exported: this.#exported },
      ...{ pictures: this.#pictures, returned: this.#returned },
      ...{ stock: this.#stock, content: this.#content },
    };
    this.#lowered = createLowered(this.#facts);
    const beside = { duplicates: this.#duplicates, unread: this.#unread, ...this.#facts };
    this.#settled = input.fastPath && new SettledRows(input.fastPath, this.#notes, beside);
  }

  /** A slice of the rows; why it ended. */
  readRaw(rows: RawRows): ReturnType<RawRows['move']> {
    return this.#settled?.slice(rows, (record) => this.read(record)) ?? 'end';
  }

  read(record: ExportRecord): void {
    const index = this.#notes.records.count++;
    const { parked } = this.#input;
    const mapped: Mapped = parked?.[index] === 0 ? { kind: 'skipped' } : this.#map(record);
    const mark = this.#markOf(mapped, { index, row: record.row });
    this.#notes.marks.set(index, mark);
    if (mark !== kinds.unchanged) this.#groups.note(mapped, index, record.row);
    if (mapped.kind === 'skipped') noteSkipped(this.#facts, mapped, index);
    if (mapped.kind === 'row') addFilled(this.#notes.filled, mapped.filled ?? 0);
    if (mapped.kind === 'row' && mark === kinds.unchanged)
      noteUnchanged(this.#facts, mapped, index);
  }

  /** A second row of an article is compared with the first. If the first was settled by its hash, it is read now. */
  #recall(product: KnownProduct): void {
    if (this.#notes.unchanged.get(product.id) !== settledUnread) return;
    this.#notes.unchanged.set(product.id, 1);
    const { row, mapped } = this.#unread.read(this.#duplicates.recordOf(product.id));
    const wish = settledWish(this.#facts, product, mapped);
    this.#stock.recall(product, wish);
    this.#duplicates.recall(product.id, { row, wish });
  }

  /** Known only at the end of the file: sums over several rows, which articles it names, and how it writes numbers. */
  finish(): void {
    for (const { mapped, place } of this.#open.settled()) {
      this.#notes.marks.set(place.index, this.#markOf(mapped, place));
      this.#groups.note(mapped, place.index, place.row);
    }
    for (const [id, sum] of this.#sums.all())
      this.#notes.marks.set(sum.index, this.#decideSum(id, sum));
    for (const doubt of this.#groups.doubted(this.#exported)) this.#doubt(doubt);
    reportSums(this.#sums, this.#notes, this.#complaints);
  }

  #decideSum(id: number, sum: RowSum): number {
    const { index, row } = sum;
    const externalId = this.#knowledge.get(id)?.externalId ?? '';
    const isUnknown = this.#unreadable.has(externalId);
    const total = totalOf(this.#input.source, externalId, { ...sum, isUnknown });
    if ('complaint' in total) {
      this.#sums.refuse(id, { complaint: total.complaint, externalId });
      return kinds.rejected;
    }
    if (total.note !== undefined)
      this.#complaints.add(total.note, { row, externalId, level: 'note' });
    return this.#decideStock(id, { index, row, wish: stockWish(total.value, sum) });
  }

  /** A number of the article may be a thousand times too much, so nothing of the article is sent. */
  #doubt({ index, row, product, complaint }: DoubtedRow): void {
    const externalId = this.#knowledge.get(product)?.externalId ?? '';
    this.#takeBack(product, { index, mark: kinds.rejected });
    const sum = this.#sums.get(product);
    this.#uncounted.readable += sum?.rows ?? 1;
    if (sum === undefined) this.#complaints.add(complaint, { row, externalId });
    else this.#sums.refuse(product, { complaint, externalId });
  }

  result(): PassResult {
    return resultOf(this.#input, this.#notes, {
      ...{ ...this.#uncounted, repeatedRows: this.#sums.repeatedRows },
      seen: this.#seen.all(this.#notes.unchanged),
      ...{ exported: this.#exported, pictures: this.#pictures.changed, returned: this.#returned },
      ...{ complaints: this.#complaints.rows, stock: this.#stock, content: this.#content },
    });
  }

  #markOf(mapped: Mapped, place: Place): number {
    if (mapped.kind === 'skipped' || this.#open.take(mapped, place)) return kinds.skipped;
    if (mapped.kind === 'rejected') return this.#reject(mapped, place);
    for (const note of mapped.notes)
      this.#complaints.add(note, { row: place.row, externalId: mapped.externalId, level: 'note' });
    if (this.#input.only?.has(mapped.externalId) === false)
      return this.#leaveOut(mapped.externalId);
    return this.#input.source.kind === 'stock'
      ? this.#readStock(mapped, place)
      : this.#readProduct(mapped, place);
  }

  #reject(rejected: Rejected, { index, row }: Place): number {
    const { externalId, others = [], complaints } = rejected;
    if (externalId !== undefined) this.#forgetLowered(externalId);
    let isAlone = externalId !== undefined && !this.#unreadable.has(externalId);
    for (const complaint of complaints)
      this.#complaints.add(complaint, { row, ...(externalId === undefined ? {} : { externalId }) });
    if (externalId === undefined) this.#uncounted.unreadableKeys += 1;
    for (const named of externalId === undefined ? others : [externalId, ...others]) {
      this.#leaveOut(named);
      if (this.#spoil(named, row)) isAlone = false;
    }
    return isAlone ? this.#lowered.take(rejected, index) : kinds.rejected;
  }

  /** A second row takes back the lower stock that the rejected first one would have sent. */
  #forgetLowered(externalId: string): void {
    const index = this.#lowered.forget(externalId);
    const product = this.#knowledge.find(externalId);
    if (index !== undefined && product !== undefined)
      this.#takeBack(product.id, { index, mark: kinds.rejected });
  }

  /** A rejected row: under `reject` no other row of its article counts, under `last` none before. True if one did. */
  #spoil(externalId: string, row: number): boolean {
    const { duplicates } = this.#input.source;
    if (duplicates !== 'last') this.#unreadable.set(externalId, row);
    const product = this.#knowledge.find(externalId);
    if (product === undefined || duplicates === 'sum') return false;
    this.#recall(product);
    const earlier = this.#duplicates.spoil(product.id);
    if (earlier === undefined) return false;
    const mark = duplicates === 'reject' ? kinds.rejected : kinds.skipped;
    this.#takeBack(product.id, { index: earlier.index, mark });
    if (duplicates === 'reject')
      this.#complaints.duplicate(externalId, earlier.row, [earlier.row, row]);
    return true;
  }

  /** The file names the article, so it has not vanished, but nothing is sent of it. */
  #leaveOut(externalId: string): number {
    const known = this.#knowledge.find(externalId);
    if (known !== undefined) this.#seen.see(known);
    return kinds.skipped;
  }

  #readProduct(mapped: MappedRow, { index, row }: Place): number {
    const { rules, keepsExported } = this.#input;
    const product = this.#knowledge.findOrAdd(mapped.externalId);
    this.#seen.see(product);
    this.#recall(product);
    const wish = this.#knowledge.wishOf(product, mapped);
    const settled = this.#settleDuplicate(product, { index, row, wish: statedWish(wish, mapped) });
    if (settled !== undefined) return settled;
    this.#notes.ids.set(index, product.id);
    this.#pictures.read(product.id, mapped);
    if (wish.contentHash === null) {
      const unnamed = decideUnnamed(mapped, product, rules);
      if (unnamed === kinds.rejected) this.#complaints.unnamed(mapped, row);
      return unnamed;
    }
    if (!rules.stockIsOwnedElsewhere) this.#stock.compare(index, product, wish);
    if (keepsExported) noteExported(this.#exported, product, mapped.quantity);
    const kind = decideProduct(wish, product, rules);
    if (kind === kinds.rejected) this.#knowledge.takeBack(product.id);
    if (product.contentHash !== wish.contentHash) this.#content.compare(index, product, wish);
    const isOthers = kind === kinds.unchanged && this.#knowledge.isSentByOther(product);
    const mark = this.#decided(product, isOthers ? kinds.alreadySent : kind, row);
    return mark === kinds.rejected ? this.#lowered.ofRefused(product, mapped) : mark;
  }

  #readStock(mapped: MappedRow, place: Place): number {
    const product = stockedProduct(this.#knowledge, this.#input.source, mapped);
    if (product === undefined) return this.#notes.unknown.skip(place, mapped);
    this.#seen.see(product);
    this.#recall(product);
    const meeting = { ...place, wish: stockOf(mapped) };
    const settled = this.#settleDuplicate(product, meeting);
    if (settled !== undefined) return settled;
    this.#notes.ids.set(place.index, product.id);
    if (this.#input.source.duplicates !== 'sum') return this.#decideStock(product.id, meeting);
    this.#sums.add(product.id, place, mapped);
    return kinds.skipped;
  }

  #decideStock(id: number, { index, row, wish: stated }: Meeting): number {
    const product = this.#knowledge.get(id);
    if (product === undefined) return kinds.skipped;
    noteExported(this.#exported, product, stated.quantity);
    const wish = stockWish(this.#knowledge.sendable(product, stated.quantity), stated);
    if (isNeverSent(product)) this.#notes.unknown.skip({ index, row }, product);
    else this.#stock.compare(index, product, wish);
    return this.#decided(product, decideStock(wish, product, this.#input.rules), row);
  }

  /** A remembered refusal is told again where the row wishes the same, and is over where that is confirmed. */
  #decided(product: KnownProduct, kind: Kind, row: number): Kind {
    if (kind === kinds.rejected) {
      const refusal = this.#knowledge.refusalOf(product.id);
      this.#complaints.refusal(product.externalId, refusal, row);
      this.#uncounted.readable += 1;
    }
    if (isOver(product, kind, this.#input.source)) this.#returned.add(product.id);
    return kind;
  }

  /** The mark of a row that does not count because its article stands twice; undefined where the row counts. */
  #settleDuplicate(product: KnownProduct, meeting: Meeting): number | undefined {
    const unreadable = this.#unreadable.get(product.externalId);
    if (unreadable !== undefined && this.#input.source.duplicates === 'reject') {
      this.#forgetLowered(product.externalId);
      this.#knowledge.takeBack(product.id);
      this.#complaints.duplicate(product.externalId, meeting.row, [unreadable, meeting.row]);
      return kinds.rejected;
    }
    const verdict = this.#duplicates.meet(product.id, meeting);
    if (verdict.kind === 'repeats') return kinds.skipped;
    if (verdict.kind === 'counts' && verdict.replaces !== undefined)
      this.#unset(product.id, { index: verdict.replaces, mark: kinds.skipped });
    if (verdict.kind === 'counts') return undefined;
    this.#knowledge.takeBack(product.id);
    if (verdict.earlier !== undefined) {
      this.#takeBack(product.id, { index: verdict.earlier, mark: kinds.rejected });
      this.#complaints.duplicate(product.externalId, verdict.rows[0] ?? 0, verdict.rows);
    }
    this.#complaints.duplicate(product.externalId, meeting.row, verdict.rows);
    return kinds.rejected;
  }

  #takeBack(product: number, record: { index: number; mark: Kind }): void {
    this.#knowledge.takeBack(product);
    this.#unset(product, record);
  }

  /** The record counts no longer, nor do the stock and the picture that it says, nor that it ends a refusal. */
  #unset(product: number, { index, mark }: { index: number; mark: Kind }): void {
    this.#exported.delete(product);
    this.#pictures.takeBack(product);
    this.#returned.delete(product);
    this.#notes.marks.set(index, mark);
    this.#notes.ids.set(index, 0);
    this.#input.fastPath?.drop(index);
  }
}
