import type { CatalogConfig, SourceConfig } from '../../config/declaration.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { SourceIndex } from '../../store/raw-index.ts';
import type { FileFacts } from '../terms/file-facts.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { seenAs } from '../terms/seen.ts';

export interface VanishedInput {
  /** No product has a larger id. */
  readonly newestId: number;
  readonly before: SourceIndex;
  /** By product: what the new file said of it, `seenAs`; nothing behind its end. */
  readonly seen: Uint8Array;
  /** Asked of products that are not seen as published. */
  readonly isPublished: (product: number) => boolean;
}

/**
 * False only where the marketplace surely does not have the product: never sent, refused, or removed. If the request
 * that creates it has no answer, or one that told nothing, it may be on sale, so it must be able to vanish (fault 40).
 */
export function mayBePublished(
  product: Pick<ProductRow, 'id' | 'content_hash' | 'in_doubt'>,
  inFlight: { has(product: number): boolean },
): boolean {
  return product.content_hash !== null || product.in_doubt === 1 || inFlight.has(product.id);
}

export interface Vanished {
  /** Products of the file before, and of the tail, that count as published. */
  readonly before: number;
  readonly gone: readonly number[];
}

/** What happens to an article that a file leaves out (contract.md `vanished`, `missing`). */
export function meaningOfVanished(
  source: SourceConfig,
  catalog: CatalogConfig,
): FileFacts['vanishedMeans'] {
  return source.contents === 'delta' ? 'nothing' : meaningOfLeaving(source, catalog);
}

/** How an article of the source leaves: one that its file leaves out, or that an undo takes back. */
export function meaningOfLeaving(
  source: SourceConfig,
  catalog: CatalogConfig,
): FileFacts['vanishedMeans'] {
  if (source.kind === 'stock') return source.missing === 'zero' ? 'zero' : 'nothing';
  // A source that only adds fields owns no product: the one that names it decides whether it is there.
  if (source.mapping.name === undefined || catalog.vanished === 'ignore') return 'nothing';
  return catalog.vanished;
}

/** True for a hold under which nothing that the file leaves out has vanished yet. */
export function keepsVanished(hold: { readonly kind: string }): boolean {
  return hold.kind === 'vanished' || isOfNoRow(hold);
}

/** Whether a hold keeps back what the plan takes off sale. */
export function isVanishingHeld({ holds }: Pick<CatalogStore, 'holds'>, plan: number): boolean {
  return holds.open().some((hold) => hold.plan === plan && keepsVanished(hold));
}

/** Published products that the new file no longer names. */
export function findVanished(input: VanishedInput): Vanished {
  const { before, seen, isPublished } = input;
  const known = new Uint8Array(input.newestId + 1);
  const gone: number[] = [];
  let count = 0;
  for (const ids of [before.rows, before.tail]) {
    const asked = notSeen({ ids, seen, known });
    count += asked.counted;
    for (const id of asked.others) {
      if (known[id] === 1 || !isPublished(id)) continue;
      known[id] = 1;
      count += 1;
      if ((seen[id] ?? 0) === 0) gone.push(id);
    }
  }
  return { before: count, gone };
}

/**
 * How many of the ids were seen as published, each counted once and noted in `known`; and all others. A million ids
 * pass here, so: by index (an iterator costs several times as much), and without a call for the few others, which V8
 * would compile into the loop and throw away with it each time an id is of another kind.
 */
function notSeen(of: { ids: Int32Array; seen: Uint8Array; known: Uint8Array }): {
  readonly counted: number;
  readonly others: readonly number[];
} {
  const { ids, seen, known } = of;
  const others: number[] = [];
  let counted = 0;
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    if (id === 0 || known[id] === 1) continue;
    if (seen[id] === seenAs.published) {
      known[id] = 1;
      counted += 1;
    } else others.push(id);
  }
  return { counted, others };
}

/**
 * The next index. `rows`: the file's ids. `tail`: articles of before that only its rejected rows name, or that vanished
 * and are still published.
 */
export function nextIndex(rows: Int32Array, input: VanishedInput): SourceIndex {
  const { before, seen, isPublished } = input;
  const counted = new Uint8Array(input.newestId + 1);
  for (let at = 0; at < rows.length; at += 1) counted[rows[at] ?? 0] = 1;
  const tail = new Set<number>();
  for (const ids of [before.rows, before.tail])
    for (const id of notCounted(ids, counted))
      if ((seen[id] ?? 0) !== 0 || isPublished(id)) tail.add(id);
  return { rows, tail: Int32Array.from(tail) };
}

function notCounted(ids: Int32Array, counted: Uint8Array): readonly number[] {
  const others: number[] = [];
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    if (id !== 0 && counted[id] === 0) others.push(id);
  }
  return others;
}
