import type { Complaint } from '../../src/domain/complaint.ts';
import { shownValue } from '../../src/domain/complaint.ts';
import type { Columns } from '../xml/columns.ts';
import type { XmlText } from '../xml/decoder.ts';
import { feed } from '../xml/reader.ts';
import { RecordSink } from '../xml/records.ts';
import { fileComplaint, Refused } from '../xml/refused.ts';
import { putInto, TreeBuilder, type TreeRecord } from '../xml/tree.ts';
import { Classifier, isClassifierPart } from './classifier.ts';
import { putItem, putStock } from './item.ts';
import { Offers } from './offers.ts';

/** What the first walk over all files of a set finds: everything that products are joined with. */
export class Survey {
  readonly classifier: Classifier;
  readonly offers = new Offers();
  /** Files that hold products, by index. */
  readonly catalogues = new Set<XmlText>();
  readonly #columns: Columns;
  readonly #sections = new Set<string>();
  /** A file with orders: with it in the place of the catalogue, offers would become products without their fields. */
  #orders: string | undefined;

  constructor(file: string, columns: Columns) {
    this.classifier = new Classifier(file);
    this.#columns = columns;
  }

  /** Walks over one file, a block a step. */
  *take(document: XmlText): Generator<void, Complaint | undefined> {
    const sink = new RecordSink<TreeRecord>({
      file: document.file,
      isRecord: (path) => isClassifierPart(path) || isOffer(path),
      builder: new TreeBuilder(),
      outside: (path) => this.#look(document, path),
    });
    const steps = feed(document, sink);
    for (;;) {
      const step = steps.next();
      for (const record of sink.drain()) this.#keep(document, record);
      if (step.done === true) return step.value;
      yield;
    }
  }

  /** No file is a catalogue, not even an empty one: the offers stand for themselves. */
  get isStockOnly(): boolean {
    return !this.#sections.has('Каталог');
  }

  /** The complaint about a set in which nothing can be imported; undefined where something can. */
  nothing(file: string): Complaint | undefined {
    if (this.#orders !== undefined) {
      return fileComplaint('FILE_WITHOUT_PRODUCTS', this.#orders, {
        rule: 'The CommerceML file holds orders (Документ), no products.',
      });
    }
    if (this.catalogues.size > 0 || this.offers.count > 0) return undefined;
    if (this.#sections.has('Каталог') || this.#sections.has('ПакетПредложений')) {
      return fileComplaint('FILE_EMPTY', file, { rule: 'The CommerceML files hold no products.' });
    }
    return fileComplaint('FILE_WITHOUT_PRODUCTS', file, {
      rule: 'The CommerceML file holds groups and properties only (Классификатор), no products.',
    });
  }

  #look(document: XmlText, path: readonly string[]): void {
    if (path.length === 1) refuseOthers(document.file, path[0] ?? '');
    if (path.length === 2) this.#sections.add(path[1] ?? '');
    if (path.length === 2 && path[1] === 'Документ') this.#orders ??= document.file;
    if (isProduct(path)) this.catalogues.add(document);
  }

  #keep(document: XmlText, { element, path }: TreeRecord): void {
    if (!isOffer(path)) {
      this.classifier.take(element, path);
      return;
    }
    const cells: (string | undefined)[] = [];
    const put = putInto(this.#columns, cells);
    putItem(element, this.classifier, put);
    putStock(element, put);
    const idColumn = this.#columns.index('Ид');
    const id = cells[idColumn] ?? '';
    cells[idColumn] = undefined;
    this.offers.add({ id, file: document.file, cells });
  }
}

/** A product of a catalogue; the lines of an order (Документ) are named the same. */
export function isProduct(path: readonly string[]): boolean {
  return path.at(-1) === 'Товар' && path.at(-2) === 'Товары' && path.at(-3) !== 'Документ';
}

function isOffer(path: readonly string[]): boolean {
  return path.at(-1) === 'Предложение' && path.at(-2) === 'Предложения';
}

function refuseOthers(file: string, root: string): void {
  if (root === 'КоммерческаяИнформация' || root === 'Классификатор') return;
  throw new Refused(
    fileComplaint('FILE_STRUCTURE', file, {
      rule: `The file is no CommerceML: its root is <${shownValue(root)}>, not <КоммерческаяИнформация>.`,
      remedy: 'Correct format: of the source, or the files it takes.',
    }),
  );
}
