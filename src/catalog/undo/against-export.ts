import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import { fileInUse } from '../state/counting-file.ts';
import { createSentProducts } from '../state/sent-products.ts';
import { aimOf, chainOfSource } from '../state/undo-chain.ts';
import { undoneOf } from '../state/undone.ts';
import { meaningOfVanished } from '../state/vanished.ts';
import { createKept } from '../terms/kept.ts';
import type { CatalogStore, EngineDeps, SourceConfig, StateDeps } from '../terms/ports.ts';
import { resting } from '../terms/resting.ts';
import { isOnSale } from '../terms/traits.ts';
import { undosBehind } from './put-back.ts';
import type { Reverse } from './reverse.ts';
import { type Touched, touchedBy } from './touched.ts';

/**
 * Run 7 is taken back while run 9 is the newest export and stays in use. From then on some articles stand otherwise
 * than run 9 says: how many, and which export that is.
 */
export interface AgainstExport {
  readonly source: string;
  /** The run that is taken back. */
  readonly undoes: number;
  /** The newest export, which stays in use. */
  readonly file: string;
  readonly run: number;
  readonly articles: number;
  /** Of these: what buyers can order and the export does not offer. */
  readonly offered: number;
  /** An article of these, one of `offered` where there is any. */
  readonly first: string;
}

/** The same once the undo is done, with the run that did it. */
export interface LeftAgainst extends AgainstExport {
  readonly undo: Pick<RunRow, 'id' | 'quantities'>;
}

/** How an article is after an undo, and how it was before it, which is what the newest export says. */
interface Standing {
  readonly externalId: string;
  readonly isNamed: boolean;
  readonly isOnSale: boolean;
  readonly wasOnSale: boolean;
  readonly hasMoreStock: boolean;
}

type Meaning = ReturnType<typeof meaningOfVanished>;

/** `offered`: buyers can order what the export does not offer · `otherwise`: another difference; undefined: none. */
function judge(meaning: Meaning, article: Standing): 'offered' | 'otherwise' | undefined {
  const isLeftOut = !article.isNamed && (meaning === 'hide' || meaning === 'unpublish');
  // Leaving an article out means nothing here, so the export does not contradict what the undo did with it.
  if (!article.isNamed && meaning === 'nothing') return undefined;
  if (!article.isOnSale) return isLeftOut ? undefined : 'otherwise';
  return isLeftOut || !article.wasOnSale || article.hasMoreStock ? 'offered' : 'otherwise';
}

/**
 * What an undo would leave otherwise, for its plan; undefined where its run is the newest export, or nothing differs.
 */
export async function againstIfUndone(
  deps: StateDeps & Pick<EngineDeps, 'clock' | 'stopping'>,
  { source, run, reverse }: { source: SourceConfig; run: RunRow; reverse: Reverse },
): Promise<AgainstExport | undefined> {
  const counting = countingExport(deps.store, source.name);
  if (counting === undefined || counting.id === run.id || !takesBack(deps.store, run))
    return undefined;
  const isNamed = namesIn(deps.store, source);
  const back: Standing[] = [];
  for await (const { product, externalId, whole, quantity } of resting(deps, reverse.reversals)) {
    const row = deps.store.mirror.get(product);
    const wasOnSale = isOnSale(row);
    back.push({
      externalId,
      isNamed: isNamed(product),
      isOnSale: whole === undefined ? wasOnSale : whole.isActive !== false,
      wasOnSale,
      hasMoreStock: quantity !== undefined && quantity > (row?.quantity ?? 0),
    });
  }
  const gone = reverse.created.map((product): Standing => {
    const externalId = deps.store.mirror.get(product)?.external_id ?? '';
    const after = { isOnSale: false, wasOnSale: true, hasMoreStock: false };
    return { externalId, isNamed: isNamed(product), ...after };
  });
  return summed(deps, source, { undoes: run.id, counting, standings: [...back, ...gone] });
}

/**
 * Whether taking back this run leads away from what the files say. False for the undo of a file: taking that back
 * restores what the file says.
 */
function takesBack(store: CatalogStore, { id, source }: RunRow): boolean {
  const { undos } = chainOfSource(store, source);
  return aimOf({ undoes: id }, (run) => undos.find((undo) => undo.id === run)).takesBack;
}

/**
 * The newest export; undefined where it was taken back itself, for then no export counts (and that is told elsewhere).
 */
function countingExport(store: CatalogStore, source: string): RunRow | undefined {
  const counting = fileInUse(store, source);
  const isTaken = counting?.undoes !== null || undoneOf(store, source).includes(counting.sha256);
  return isTaken ? undefined : counting;
}

/**
 * Every look at the status asks this, and each article of an undo is looked up for it: so the answer is kept until a
 * run changes.
 */
export function createAgainst(deps: StateDeps): () => readonly LeftAgainst[] {
  const { store, config } = deps;
  const left = createKept(() => leftAgainst(deps));
  return () =>
    left(
      config.sources.map(({ name }) => {
        const row = store.sources.get(name);
        return [row?.done, store.runs.get(row?.accepted_run ?? 0)];
      }),
    );
}

/** What undos have left otherwise than the newest export says. */
function leftAgainst(deps: StateDeps): readonly LeftAgainst[] {
  return deps.config.sources.flatMap((source) => {
    const { store } = deps;
    const undos = undosBehind(store, source.name);
    const counting = countingExport(store, source.name);
    if (undos.length === 0 || counting === undefined) return [];
    const isNamed = namesIn(store, source);
    return undos.flatMap((undo) => {
      const standings = standingsAfter(store, undo, isNamed);
      const against = summed(deps, source, { undoes: undo.undoes ?? 0, counting, standings });
      return against === undefined ? [] : { ...against, undo };
    });
  });
}

function standingsAfter(
  store: CatalogStore,
  undo: RunRow,
  isNamed: (product: number) => boolean,
): readonly Standing[] {
  const sent = createSentProducts(store.requests);
  const given = givenBack(store, undo);
  return [...touchedBy(store, undo.id)].flatMap(([product, before]) => {
    const row = store.mirror.get(product);
    if (row === undefined || !isAsLeft(store, row, { undo, before, given })) return [];
    const { content, stock } = before;
    const wasActive = sent.in(content?.wasSentIn, row.external_id)?.isActive !== false;
    return {
      externalId: row.external_id,
      isNamed: isNamed(product),
      isOnSale: isOnSale(row),
      wasOnSale: content === undefined ? isOnSale(row) : content.was !== null && wasActive,
      hasMoreStock: stock !== undefined && (row.quantity ?? 0) > (stock.was ?? 0),
    };
  });
}

interface Left {
  readonly undo: RunRow;
  readonly before: Touched;
  readonly given: ReturnType<typeof givenBack>;
}

/** The articles whose content or stock came back because this undo was itself taken back. */
function givenBack(store: CatalogStore, { id, source }: RunRow) {
  const { undos } = chainOfSource(store, source);
  const all = undos
    .filter(({ undoes }) => undoes === id)
    .flatMap((undo) => [...touchedBy(store, undo.id)]);
  const products = (part: 'content' | 'stock') =>
    new Set(all.flatMap(([product, touched]) => (touched[part] === undefined ? [] : [product])));
  return { content: products('content'), stock: products('stock') };
}

/**
 * Whether the article still stands as the undo left it. No: the marketplace refused it, or its own source has sent it
 * since. Yes, though a later run sent it: another source's request repeats the content that the undo put back, and an
 * open order only takes pieces off the stock that it put back.
 */
function isAsLeft(
  { runs }: Pick<CatalogStore, 'runs'>,
  row: ProductRow,
  { undo, before, given }: Left,
): boolean {
  const { content_hash: hash, content_run: content, quantity_run: stock, quantity } = row;
  if (hash === null) return before.isRemoved;
  if (content === undo.id || stock === undo.id) return true;
  const isCarried = (content ?? 0) > undo.id && runs.get(content ?? 0)?.source !== undo.source;
  const isReduced = before.stock !== undefined && quantity !== before.stock.was;
  return (
    (before.content !== undefined && isCarried && !given.content.has(row.id)) ||
    (isReduced && !given.stock.has(row.id))
  );
}

export function namesIn(
  { index }: CatalogStore,
  { name }: SourceConfig,
): (product: number) => boolean {
  const named = new Set(index.read(name).rows);
  return (product) => named.has(product);
}

interface Summed {
  readonly undoes: number;
  readonly counting: RunRow;
  readonly standings: readonly Standing[];
}

function summed(
  { config }: Pick<StateDeps, 'config'>,
  source: SourceConfig,
  { undoes, counting: { id: run, file }, standings }: Summed,
): AgainstExport | undefined {
  const meaning = meaningOfVanished(source, config);
  const judged = standings.map((article) => ({ ...article, is: judge(meaning, article) }));
  const all = judged.filter(({ is }) => is !== undefined);
  const offered = all.filter(({ is }) => is === 'offered');
  const first = (offered[0] ?? all[0])?.externalId;
  if (first === undefined) return undefined;
  const counts = { articles: all.length, offered: offered.length };
  return { source: source.name, undoes, file, run, ...counts, first };
}
