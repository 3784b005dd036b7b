import type { Fields, MappedRow } from '../mapping/mapped-row.ts';
import { isFull } from '../mapping/merge.ts';
import { hidden, isBlocked } from '../state/hidden.ts';
import { createKeptOfMoved, type MovedField } from '../state/moved-fields.ts';
import { createAmong, fieldsOf } from '../state/others.ts';
import { createExportedInactive, createOwnHides } from '../state/own-hides.ts';
import { createSentProducts } from '../state/sent-products.ts';
import { growingBytes } from '../terms/growing.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { KnowledgeOf } from './knowledge.ts';

/** What the sources of a product have said of it earlier, or beside this row. */
interface KeptParts {
  /** What empty cells of the row repeat; undefined where it has none or they repeat nothing. */
  last(product: KnownProduct, row: MappedRow): Fields | undefined;
  /** The parts of all other sources, then this source's; if the product is kept hidden, that stands last. */
  among(product: KnownProduct, own: Fields): readonly Fields[];
  /** The product is inactive only because an export no longer names it; no cell said so (own-hides.ts). */
  isVanished(product: KnownProduct): boolean;
  /** Notes what this source says now; it counts once the run is accepted. */
  put(product: KnownProduct, fields: Fields): void;
  /** True where this run says something else of the product than the file before. */
  isNew(product: number): boolean;
  takeBack(product: number): void;
  differed(product: number): boolean;
  write(): void;
  readonly waiting: number;
}

/**
 * What was sent of a product stands in the request that was confirmed. So fields are kept by source only where no
 * request tells them apart: where several sources give them, where `adopt` took a product over without a request, and
 * where a row without a name said `inactive` before the product could be created (dropped once it is: settle.ts).
 */
export function createKeptParts({ parts, requests, runs }: Kept, of: KnowledgeOf): KeptParts {
  const waiting = new Map<number, string>();
  // Of two rows the first differs from the last file and is stored: so must be the second, which does not.
  const differed = growingBytes();
  const sent = createSentProducts(requests);
  const isOwnHide = createOwnHides(requests);
  const read = (product: number, source: string): string | undefined =>
    parts.get(product, source, of.acceptedRuns.get(source) ?? 0);
  const isExportedInactive = createExportedInactive(requests);
  const isOwn = ({ source }: MovedField): boolean => source === of.source.name;
  const keptOfOwn = createKeptOfMoved(requests, of.moved.filter(isOwn));
  const takeBack = (product: number): void => {
    waiting.delete(product);
    parts.drop(product, of.source.name, of.run);
  };
  return {
    last(product, row) {
      const { id, externalId, contentRequest } = product;
      const isAsked = of.source.empty === 'keep' || row.nameless !== undefined;
      if (isFull(row) || !isAsked) return undefined;
      const kept =
        of.isShared || contentRequest === null ? fieldsOf(read(id, of.source.name)) : undefined;
      const last = kept
        ? { ...keptOfOwn(product, () => kept), ...kept }
        : sent.in(contentRequest, externalId);
      // Another source said so before isActive moved to this one.
      if (last?.isActive === undefined && isExportedInactive(product))
        return { ...last, ...hidden };
      if (last?.isActive !== false || !isOwnHide(contentRequest, id)) return last;
      const { isActive: _, ...others } = last;
      return others;
    },
    among: createAmong({ parts, requests }, of),
    isVanished(product) {
      const isOff = (source: string) => fieldsOf(read(product.id, source))?.isActive === false;
      const isOurs = isOwnHide(product.contentRequest, product.id) && !product.inFlight;
      const isNamers = isOfNamer(of, isOff, isOurs) && !isBlocked(parts, of.hiding, product.id);
      return isNamers && !isExportedInactive(product);
    },
    put({ id, contentHash, contentRequest }, fields) {
      const isKept = of.isShared || !isTold({ contentHash, contentRequest }, fields);
      // An earlier row of the article, without a name, counts no longer.
      if (!isKept && differed.get(id) === 1) takeBack(id);
      if (!isKept) return;
      const text = JSON.stringify(fields);
      if (differed.get(id) === 0 && parts.get(id, of.source.name, of.ownRun) === text) return;
      differed.set(id, 1);
      waiting.set(id, text);
    },
    isNew: (product) => waiting.has(product) || parts.has(product, of.source.name, of.run),
    takeBack,
    differed: (product) => differed.get(product) === 1,
    write: () => writeParts({ parts, runs }, waiting, of),
    get waiting() {
      return waiting.size;
    },
  };
}

function writeParts(
  { parts, runs }: Pick<Kept, 'parts' | 'runs'>,
  waiting: Map<number, string>,
  { source: { name: source }, run }: KnowledgeOf,
): void {
  if (waiting.size === 0) return;
  const firstWhole = runs.firstWhole(source) ?? 0;
  for (const [product, fields] of waiting) parts.put({ product, fields, source, run, firstWhole });
  waiting.clear();
}

/** A request tells what was said of the product, or the one that creates it will. */
function isTold(
  { contentHash, contentRequest }: Pick<KnownProduct, 'contentHash' | 'contentRequest'>,
  { name }: Fields,
): boolean {
  return contentRequest !== null || (contentHash === null && name !== undefined);
}

type Kept = Pick<CatalogStore, 'parts' | 'requests' | 'runs'>;

/**
 * Only the source that names the articles calls this one inactive. If it maps `isActive`, a cell of it may have said so:
 * then the article must be hidden by us (`isOurs`), with nothing under way that may be a cell's word.
 */
function isOfNamer(
  { acceptedRuns, hiding }: KnowledgeOf,
  isInactiveBy: (source: string) => boolean,
  isOurs: boolean,
): boolean {
  const [source, ...others] = [...acceptedRuns.keys()].filter(isInactiveBy);
  if (source === undefined || others.length > 0) return false;
  return source === hiding.hider || (isOurs && hiding.namers.includes(source));
}
