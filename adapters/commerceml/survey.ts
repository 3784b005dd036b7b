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
    const sink = new RecordSink<TreeRecord>({
      file: document.file,
      isRecord: (path) => isClassifierPart(path) || isOffer(path),
      builder: new TreeBuilder(),
      outside: (path, attributes) => {
        this.#look(document, path);
        if (this.#isFull) refuseChanges(document.file, path, attributes);
      },
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
    if (this.#isClassified && this.isStockOnly && !this.#sections.has('ПакетПредложений')) {
      return fileComplaint('FILE_WITHOUT_PRODUCTS', file, {
        rule: 'The CommerceML file holds groups and properties only (Классификатор), no products.',
      });
    }
    return fileComplaint('FILE_EMPTY', file, { rule: 'The CommerceML files hold no products.' });
  }

  #look(document: XmlText, path: readonly string[]): void {
    if (path.length === 1) refuseOthers(document.file, path[0] ?? '');
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

function refuseOthers(file: string, root: string): void {
  if (root === 'КоммерческаяИнформация' || root === 'Классификатор') return;
  throw new Refused(
    fileComplaint('FILE_STRUCTURE', file, {
      rule: `The file is no CommerceML: its root is <${shownValue(root)}>, not <КоммерческаяИнформация>.`,
      remedy: 'Correct format: of the source, or the files it takes.',
    }),
  );
}

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
  const said = name === offerChanges ? name : `${name} ${changesMark}="${mark}"`;
  throw new Refused(
    fileComplaint('FILE_CHANGES_ONLY', file, {
      rule: `The CommerceML file holds changes only (<${said}>), and the source has contents: full.`,
    }),
  );
}
