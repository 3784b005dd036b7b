import type { codes } from '../../domain/codes.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { shownValues } from '../../domain/product-text.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { unheldRun } from './counting-runs.ts';
import { noteOf } from './note-of.ts';
import { fieldsOf } from './others.ts';

type Source = Pick<SourceConfig, 'name' | 'kind' | 'contents' | 'mapping'>;

export interface Leaving {
  /** The products of the file before. */
  readonly before: Int32Array;
  /** Published products that this file no longer names. */
  readonly gone: readonly number[];
}

/** What a source said of an article that its newest file does not name. */
export interface LeftFields {
  readonly source: string;
  /** The file and the run that said it. */
  readonly file: string;
  readonly run: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const code = 'FILE_LEFT_FIELDS';

/** In `meta`: how many articles the source made inactive and its newest file no longer names, and the first of them. */
export const leftInactiveOf = (source: string): string => `left inactive by ${source}`;

/**
 * A whole file without names does not decide whether an article is there, so leaving one out leaves its fields as they
 * were.
 */
function keepsFields({ kind, contents, mapping }: Source): boolean {
  return kind === 'products' && contents === 'full' && mapping.name === undefined;
}

/** A file that is read again is compared with itself and would tell nothing: its note from the first time counts. */
export function toldBefore(
  store: CatalogStore,
  run: number,
  code: keyof typeof codes,
): Complaint | undefined {
  const told = noteOf(store, run, code);
  return told && complaintOf({ code, rule: told.rule });
}

/** Published articles that the file before named and this one does not. */
export function leavers({ before, gone }: Leaving): readonly number[] {
  const named = new Set(gone.length === 0 ? [] : before);
  return gone.filter((product) => named.has(product));
}

/**
 * Articles that the file before named and this one does not, with their fields that stay; told once, when they leave.
 */
export function leftFieldsNote(
  store: CatalogStore,
  { source, run }: Pick<CommitInput, 'source' | 'run'>,
  leaving: Leaving,
): Complaint | undefined {
  if (!keepsFields(source)) return undefined;
  const told = toldBefore(store, run.id, code);
  if (told !== undefined) return told;
  const left = leavers(leaving).filter((product) => partOf(store, source, product));
  const [first] = left;
  if (first === undefined) return undefined;
  const fields = Object.keys(partOf(store, source, first) ?? {});
  const article = store.mirror.get(first)?.external_id;
  const articles =
    left.length === 1
      ? `1 article is no longer named (${article}), and what was exported of it`
      : `${left.length} articles are no longer named (first ${article}), and what was exported of them`;
  const rule = `${articles} stays: ${fields.join(', ')}.`;
  return complaintOf({ code, rule });
}

/**
 * Part of the transaction that commits the plan. A source called an article inactive and now leaves it out: it stays
 * inactive though no file says so any more, so the line of the source tells it.
 */
export function keepLeftInactive(
  store: CatalogStore,
  source: Source,
  gone: readonly number[],
): void {
  const isInactive = (product: number): boolean =>
    partOf(store, source, product)?.isActive === false;
  const left = keepsFields(source) ? gone.filter(isInactive) : [];
  const first = store.mirror.get(left[0] ?? 0)?.external_id;
  const kept = first === undefined ? '' : JSON.stringify([left.length, first]);
  store.meta.set(leftInactiveOf(source.name), kept);
}

/** For the line of the source. */
export function leftInactiveText(store: CatalogStore, source: string): string | undefined {
  const kept = readMeta<[number, string]>(store, leftInactiveOf(source));
  if (kept === undefined) return undefined;
  const [articles, first] = kept;
  return articles === 1
    ? `1 article that it no longer names stays inactive because of it: ${first}.`
    : `${articles} articles that it no longer names stay inactive because of it, first ${first}.`;
}

/** What sources said of the article earlier and keep, although their newest files may not name it. */
export function leftFieldsOf(
  store: CatalogStore,
  sources: readonly SourceConfig[],
  product: number,
): readonly LeftFields[] {
  return sources.filter(keepsFields).flatMap((source) => {
    const fields = partOf(store, source, product);
    if (fields === undefined) return [];
    const run = store.parts.newestRun(product, source.name) ?? 0;
    const file = store.runs.get(run)?.file ?? '';
    return [{ source: source.name, file, run, values: shownValues(fields) }];
  });
}

function partOf(store: CatalogStore, { name }: Source, product: number): Fields | undefined {
  return fieldsOf(store.parts.get(product, name, unheldRun(store, name)));
}
