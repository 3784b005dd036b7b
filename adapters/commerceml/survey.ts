import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import type { Columns } from '../xml/columns.ts';
import type { XmlText } from '../xml/decoder.ts';
import { feed } from '../xml/reader.ts';
import { RecordSink } from '../xml/records.ts';
import { otherRoot, Refused } from '../xml/refused.ts';
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
  readonly #isFull: boolean;
  readonly #sections = new Set<string>();
  /** A file with orders: with it in the place of the catalogue, offers would become products without their fields. */
  #orders: string | undefined;
  #isClassified = false;

  constructor(file: string, setup: { readonly columns: Columns; readonly isFull: boolean }) {
    this.classifier = new Classifier(file);
    this.#columns = setup.columns;
    this.#isFull = setup.isFull;
  }

  /** Walks over one file, a block a step. */
  *take(document: XmlText): Generator<void, Complaint | undefined> {
    const tree = new TreeBuilder();
    const sink = new RecordSink<void>({
      file: document.file,
      isRecord: (path) => isClassifierPart(path) || isOffer(path),
      builder: {
        open: (name, attributes) => tree.open(name, attributes),
        text: (text) => tree.text(text),
        close: () => tree.close(),
        // At once, because what is said of a group counts for the one that is open.
        take: (path) => this.#keep(document, tree.take(path)),
      },
      outside: (path, attributes) => {
        this.#look(document, path);
        this.classifier.open(path);
        if (this.#isFull) refuseChanges(document.file, path, attributes);
      },
    });
    const steps = feed(document, sink);
    for (;;) {
      const step = steps.next();
      sink.drain();
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
      const rule = 'The CommerceML file holds orders (Документ), no products.';
      return complaintOf({ code: 'FILE_WITHOUT_PRODUCTS', file: this.#orders, rule });
    }
    if (this.catalogues.size > 0 || this.offers.count > 0) return undefined;
    if (this.#isClassified && this.isStockOnly && !this.#sections.has('ПакетПредложений')) {
      const rule =
        'The CommerceML file holds groups and properties only (Классификатор), no products.';
      return complaintOf({ code: 'FILE_WITHOUT_PRODUCTS', file, rule });
    }
    const rule = 'The CommerceML files hold no products.';
    return complaintOf({ code: 'FILE_EMPTY', file, rule });
  }

  #look(document: XmlText, path: readonly string[]): void {
    if (path.length === 1 && !roots.has(path[0] ?? ''))
      throw otherRoot(document.file, path[0] ?? '', commerceml);
    if (path.length === 2) this.#sections.add(path[1] ?? '');
    if (path.length === 2 && path[1] === 'Документ') this.#orders ??= document.file;
    if (isProduct(path)) this.catalogues.add(document);
  }

  #keep(document: XmlText, { element, path }: TreeRecord): void {
    if (!isOffer(path)) {
      this.#isClassified = true;
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

const commerceml = { format: 'CommerceML', expected: 'КоммерческаяИнформация' };
const roots: ReadonlySet<string> = new Set([commerceml.expected, 'Классификатор']);
const changesMark = 'СодержитТолькоИзменения';
const offerChanges = 'ИзмененияПакетаПредложений';
/** A classifier may be marked, too: of articles that says nothing. */
const marked: ReadonlySet<string> = new Set([
  'КоммерческаяИнформация',
  'Каталог',
  'ПакетПредложений',
]);

/** What a set of changes leaves out has not gone; one file of changes makes the whole set one. */
function refuseChanges(
  file: string,
  path: readonly string[],
  attributes: Readonly<Record<string, string>>,
): void {
  const name = path.at(-1) ?? '';
  if (path.length > 2) return;
  const mark = marked.has(name) ? attributes[changesMark]?.trim() : undefined;
  if (name !== offerChanges && mark !== 'true' && mark !== '1') return;
  const tag = name === offerChanges ? name : `${name} ${changesMark}="${mark}"`;
  const rule = `The CommerceML file holds changes only (<${tag}>), and the source has contents: full.`;
  throw new Refused({ code: 'FILE_CHANGES_ONLY', file, rule });
}
