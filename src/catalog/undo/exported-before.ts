import { fileNumberAt } from '../../domain/row-place.ts';
import type { RunRow } from '../../store/runs.ts';
import { openAgain, recordsIn } from '../export/open-export.ts';
import { createStatedStock } from '../mapping/stated-stock.ts';
import type { Exported, OpenStock } from '../stock/open-stock.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { rest } from '../terms/resting.ts';
import { cutArticles } from './cut-articles.ts';
import { touchedBy } from './touched.ts';

/** So many files before the run are looked through; of those that name an article the nearest counts. */
export const filesBack = 3;

interface Before {
  readonly source: SourceConfig;
  readonly run: RunRow;
  readonly wanted: ReadonlySet<string>;
}

/**
 * What files before a run said of the stock of some articles. File: 10, open orders: 3, sent: 7. An undo that put 7
 * back would take the 3 off again and send 4; with the file's 10 it sends 7.
 */
export async function exportedBefore(
  deps: ExportDeps,
  { source, run, wanted }: Before,
): Promise<ReadonlyMap<string, Exported>> {
  const found = new Map<string, Exported>();
  for (const { file, articles } of filesBefore(deps.store, run, wanted)) {
    const isWanted = (externalId: string): boolean => articles.has(externalId);
    for (const [id, quantity] of await stocksIn(deps, source, { file, isWanted }))
      if (!found.has(id)) found.set(id, { quantity, run: file.id });
  }
  return found;
}

interface FileBefore {
  readonly file: RunRow;
  /** Those for which the stock of this file is the one that counted before the run. */
  readonly articles: ReadonlySet<string>;
}

/**
 * The nearest first. Where an undo is among the runs before: the stock that it put back is from before the run that
 * it took back, so for its articles the search continues there.
 */
function* filesBefore(
  store: ExportDeps['store'],
  { before }: RunRow,
  wanted: ReadonlySet<string>,
): Generator<FileBefore> {
  let articles = wanted;
  let run = store.runs.get(before ?? 0);
  for (let back = 0; run !== undefined && articles.size > 0 && back < filesBack; ) {
    if (run.undoes === null) {
      yield { file: run, articles };
      back += 1;
    } else {
      const { itsOwn, rest } = splitByUndo(store, run, articles);
      const undone = store.runs.get(run.undoes);
      if (undone !== undefined) yield* filesBefore(store, undone, itsOwn);
      articles = rest;
    }
    run = store.runs.get(run.before ?? 0);
  }
}

/** Articles whose stock an undo put back, and the others. */
function splitByUndo(
  store: ExportDeps['store'],
  { id }: RunRow,
  articles: ReadonlySet<string>,
): { readonly itsOwn: ReadonlySet<string>; readonly rest: ReadonlySet<string> } {
  const touched = touchedBy(store, id);
  const isIts = (article: string): boolean =>
    touched.get(store.mirror.find(article)?.id ?? 0)?.stock !== undefined;
  const itsOwn = new Set([...articles].filter(isIts));
  return { itsOwn, rest: new Set([...articles].filter((article) => !itsOwn.has(article))) };
}

interface Asked {
  readonly file: RunRow;
  isWanted(externalId: string): boolean;
}

/** What a file says of the stock of some articles, as far as it is still there. */
export async function stocksIn(
  deps: ExportDeps,
  source: SourceConfig,
  { file, isWanted }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const opened = await openAgain(deps, source, file);
  if (opened === undefined) return new Map();
  const { reader, mapper } = opened;
  const stated = createStatedStock(source, isWanted);
  // Of each of its files the article of the last row.
  const last = new Map<number, string | undefined>();
  for await (const record of recordsIn(opened, () => rest(deps))) {
    const mapped = mapper.map(record);
    stated.note(mapped);
    last.set(fileNumberAt(record.row), mapped.kind === 'row' ? mapped.externalId : undefined);
  }
  const cut = cutArticles(deps, { source, file, reader }, last);
  return new Map([...stated.all()].filter(([article]) => !cut.includes(article)));
}

/**
 * The exported stock, if open orders explain what was sent of it. File: 10, sent: 7 fits with at least 3 pieces in open
 * orders; with only 2 the 7 came from elsewhere.
 */
export function explained(
  { lessOrders }: Pick<OpenStock, 'lessOrders'>,
  externalId: string,
  { exported, sent }: { readonly exported: Exported | undefined; readonly sent: number },
): Exported | undefined {
  if (exported === undefined || exported.quantity < sent) return undefined;
  return lessOrders(externalId, exported) <= sent ? exported : undefined;
}
