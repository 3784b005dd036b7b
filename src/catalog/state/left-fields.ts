import type { codes } from '../../domain/codes.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import { shownValues } from '../../domain/product-text.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { unheldRun } from './counting-runs.ts';

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

/** In `meta`: how many articles that the newest file does not name are inactive by the source, and the first of them. */
export const leftInactiveOf = (source: string): string => `left inactive by ${source}`;

/** A whole file without names decides nothing about whether an article is there, so what it said before stays. */
function keepsFields({ kind, contents, mapping }: Source): boolean {
  return kind === 'products' && contents === 'full' && mapping.name === undefined;
}

/** The note of a file that is read again: it is the one before then, and nothing leaves it. */
export function toldBefore(
  { complaints }: CatalogStore,
  run: number,
  code: keyof typeof codes,
): Complaint | undefined {
  const told = complaints.notesOf(run).find((note) => note.code === code);
  return told && complaintOf({ code, rule: told.rule });
}

/** Of articles that are on the marketplace; told when they leave. */
export function leftFieldsNote(
  store: CatalogStore,
  { source, run }: Pick<CommitInput, 'source' | 'run'>,
  { before, gone }: Leaving,
): Complaint | undefined {
  if (!keepsFields(source)) return undefined;
  const told = toldBefore(store, run.id, code);
  if (told !== undefined) return told;
  const named = new Set(gone.length === 0 ? [] : before);
  const left = gone.filter((product) => named.has(product) && fieldsOf(store, source, product));
  const [first] = left;
  if (first === undefined) return undefined;
  const fields = Object.keys(fieldsOf(store, source, first) ?? {});
  const article = store.mirror.get(first)?.external_id;
  const articles =
    left.length === 1
      ? `1 article is named no longer (${article}), and what was said of it`
      : `${left.length} articles are named no longer (first ${article}), and what was said of them`;
  const rule = `${articles} stays: ${fields.join(', ')}.`;
  return complaintOf({ code, rule });
}

/** Part of the transaction that commits the plan: buyers cannot order what nobody says is inactive any more. */
export function keepLeftInactive(
  store: CatalogStore,
  source: Source,
  gone: readonly number[],
): void {
  const isInactive = (product: number): boolean =>
    fieldsOf(store, source, product)?.isActive === false;
  const left = keepsFields(source) ? gone.filter(isInactive) : [];
  const first = store.mirror.get(left[0] ?? 0)?.external_id;
  const kept = first === undefined ? '' : JSON.stringify([left.length, first]);
  store.meta.set(leftInactiveOf(source.name), kept);
}

/** For the line of the source. */
export function leftInactiveText({ meta }: CatalogStore, source: string): string | undefined {
  const kept = meta.get(leftInactiveOf(source)) ?? '';
  if (kept === '') return undefined;
  const [articles, first] = JSON.parse(kept) as [number, string];
  return articles === 1
    ? `1 article that it names no longer stays inactive by it: ${first}.`
    : `${articles} articles that it names no longer stay inactive by it, first ${first}.`;
}

/** What stays of sources whose newest files do not name the article. */
export function leftFieldsOf(
  store: CatalogStore,
  sources: readonly SourceConfig[],
  product: number,
): readonly LeftFields[] {
  return sources.filter(keepsFields).flatMap((source) => {
    const fields = fieldsOf(store, source, product);
    if (fields === undefined) return [];
    const run = store.parts.newestRun(product, source.name) ?? 0;
    const file = store.runs.get(run)?.file ?? '';
    return [{ source: source.name, file, run, values: shownValues(fields) }];
  });
}

function fieldsOf(store: CatalogStore, { name }: Source, product: number): Fields | undefined {
  const fields = store.parts.get(product, name, unheldRun(store, name));
  return fields === undefined ? undefined : (JSON.parse(fields) as Fields);
}
