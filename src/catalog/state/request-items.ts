/** What one item of a request wishes: enough to confirm it, to refuse it, and to settle its row's books. */
export interface RequestItem {
  readonly product: number;
  readonly externalId: string;
  /** The row of the run's file that the item stands for; null for a vanished product, 0 for an article of an undo. */
  readonly row: number | null;
  /** Content hash that a 2xx confirms; absent for stock and delete. */
  readonly contentHash?: number;
  /** The run that exported the content, where it is not the one that carries it. */
  readonly contentRun?: number;
  /** Thousandths that the item carries. */
  readonly quantity?: number;
  /** The stock source's run that exported the quantity, where a creating upsert carries it. */
  readonly quantityRun?: number;
  /** The picture that a 2xx confirms; '' for none (store/pictures.ts). */
  readonly picture?: string;
  /** What is remembered when the marketplace refuses the item. */
  readonly refusedHash: number;
  /** Hashes of the name and barcode that the item carries (traits.ts). */
  readonly traits?: string;
  /**
   * What was confirmed before, for `undo`: the content hash and the quantity; null for nothing, absent where untouched.
   */
  readonly was?: number | null;
  /** The request that had confirmed that content; null for none. */
  readonly wasSentIn?: number | null;
  /** The run whose word that content was, or that had taken the article off; null where nobody knows. */
  readonly wasRun?: number | null;
  readonly had?: number | null;
  /** The run whose word that quantity was. */
  readonly hadRun?: number | null;
  /**
   * It is inactive only because an export no longer names it, no cell said so: of a hide, and of what another source
   * sends of it since (own-hides.ts).
   */
  readonly isVanished?: boolean;
  /** What a row that was refused takes off sale: no answer to it ends that (lower-refused.ts). */
  readonly isLower?: boolean;
}

/** A row, or an article that has vanished, that must wait for the answer to a request under way. */
export interface Deferred {
  readonly row: number | null;
  /** Null where the row cannot be read again. */
  readonly externalId: string | null;
}

export type RequestKind = 'upsert' | 'stock' | 'remove' | 'hide' | 'zero' | PictureKind;

/** `zero`: the stock of an article that a whole stock file no longer names. */
export function isOfStock(kind: RequestKind): boolean {
  return kind === 'stock' || kind === 'zero';
}

/** Requests for articles that no row of a file names. */
export const removals: readonly RequestKind[] = ['zero', 'hide', 'remove'];

export function isRemoval(kind: RequestKind): boolean {
  return removals.includes(kind);
}

/** A picture put on its product, or taken off it. */
export type PictureKind = 'picture' | 'unpicture';

export function writeItems(items: readonly RequestItem[]): string {
  return JSON.stringify(items);
}

export function readItems(text: string): readonly RequestItem[] {
  return JSON.parse(text) as RequestItem[];
}
