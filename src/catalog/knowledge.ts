import type { SourceConfig } from '../config/declaration.ts';
import type { Product } from '../domain/product.ts';
import type { Mirror, ProductRow } from '../store/mirror.ts';
import type { Parts } from '../store/parts.ts';
import type { MirrorState, RowWish } from './diff.ts';
import { contentHash } from './fingerprint.ts';
import type { Fields, MappedRow } from './mapping.ts';
import { ownFields, wholeProduct } from './merge.ts';

/** A product as a pass sees it. */
export interface KnownProduct extends MirrorState {
  readonly id: number;
  readonly externalId: string;
  /** Code and message of the last refusal, for the complaint. */
  readonly refusal: string;
  readonly exportedQuantity: number | null;
  readonly exportedRun: number | null;
}

/** The mirror in the eyes of one pass over one source. */
export interface Knowledge {
  find(externalId: string): KnownProduct | undefined;
  findOrAdd(externalId: string): KnownProduct;
  get(product: number): KnownProduct | undefined;
  /** What the row wants its whole product to be, other sources' fields included. */
  wishOf(product: KnownProduct, row: MappedRow): RowWish;
  /** The product that is sent for a row; undefined while no source gives it a name. */
  productOf(product: KnownProduct, row: MappedRow): Product | undefined;
  /** Where several rows add up to one stock: the sum that pass 1 stored. */
  summed(product: number): number | undefined;
  flushWhenDue(): void;
  flush(): void;
  /** Products seen for the first time in this pass. */
  readonly added: number;
}

export interface KnowledgeDeps {
  readonly mirror: Mirror;
  readonly parts: Parts;
  readonly inFlight: { has(product: number): boolean };
  readonly transaction: (work: () => void) => void;
}

export interface KnowledgeOf {
  readonly source: SourceConfig;
  readonly run: number;
  /** The products sources and the run whose plan each has committed last. */
  readonly acceptedRuns: ReadonlyMap<string, number>;
  /** Fields are kept by source: kept cells, delta files, several products sources. */
  readonly keepsParts: boolean;
}

/** New products and parts wait in memory and are written in groups: a commit waits for the disk. */
const flushEvery = 8_192;

export function createKnowledge(deps: KnowledgeDeps, of: KnowledgeOf): Knowledge {
  const added = new Map<string, KnownProduct>();
  const addedById = new Map<number, KnownProduct>();
  const parts = createKeptParts(deps, of);
  let nextId = deps.mirror.newestId() + 1;
  let addedInAll = 0;

  const flush = (): void => {
    deps.transaction(() => {
      for (const product of added.values()) deps.mirror.add(product.id, product.externalId);
      parts.write();
    });
    added.clear();
    addedById.clear();
  };

  const knowledge: Knowledge = {
    find(externalId) {
      const row = added.get(externalId) ?? deps.mirror.find(externalId);
      return row === undefined || 'refusal' in row ? row : known(row, deps.inFlight);
    },
    get(id) {
      const row = addedById.get(id) ?? deps.mirror.get(id);
      return row === undefined || 'refusal' in row ? row : known(row, deps.inFlight);
    },
    findOrAdd(externalId) {
      const found = knowledge.find(externalId);
      if (found !== undefined) return found;
      const product = unknown(nextId, externalId);
      nextId += 1;
      addedInAll += 1;
      added.set(externalId, product);
      addedById.set(product.id, product);
      return product;
    },
    wishOf(product, row) {
      const whole = knowledge.productOf(product, row);
      const quantity = row.quantity ?? null;
      return { contentHash: whole === undefined ? null : contentHash(whole), quantity };
    },
    productOf(product, row) {
      if (!of.keepsParts)
        return wholeProduct(row.externalId, [ownFields(row, undefined, of.source.empty)]);
      const own = ownFields(row, parts.last(product.id), of.source.empty);
      parts.put(product.id, own);
      return wholeProduct(row.externalId, [...parts.ofOthers(product.id), own]);
    },
    summed(product) {
      if (of.source.duplicates !== 'sum') return undefined;
      return deps.mirror.get(product)?.exported_quantity ?? undefined;
    },
    flushWhenDue() {
      if (added.size + parts.waiting >= flushEvery) flush();
    },
    flush,
    get added() {
      return addedInAll;
    },
  };
  return knowledge;
}

interface KeptParts {
  last(product: number): Fields | undefined;
  ofOthers(product: number): Fields[];
  put(product: number, fields: Fields): void;
  write(): void;
  readonly waiting: number;
}

/** Fields by source, read as of the accepted runs; new ones wait until `write`. */
function createKeptParts({ parts }: KnowledgeDeps, of: KnowledgeOf): KeptParts {
  const waiting: { product: number; fields: string }[] = [];
  const read = (product: number, source: string): string | undefined =>
    parts.get(product, source, of.acceptedRuns.get(source) ?? 0);
  const fieldsOf = (text: string | undefined): Fields | undefined =>
    text === undefined ? undefined : (JSON.parse(text) as Fields);
  const others = [...of.acceptedRuns.keys()].filter((source) => source !== of.source.name);
  return {
    last: (product) => fieldsOf(read(product, of.source.name)),
    ofOthers: (product) => others.map((source) => fieldsOf(read(product, source)) ?? {}),
    put(product, fields) {
      const text = JSON.stringify(fields);
      if (read(product, of.source.name) !== text) waiting.push({ product, fields: text });
    },
    write() {
      const acceptedRun = of.acceptedRuns.get(of.source.name) ?? 0;
      for (const part of waiting)
        parts.put({ ...part, source: of.source.name, run: of.run, acceptedRun });
      waiting.length = 0;
    },
    get waiting() {
      return waiting.length;
    },
  };
}

function known(row: ProductRow, inFlight: { has(product: number): boolean }): KnownProduct {
  return {
    id: row.id,
    externalId: row.external_id,
    contentHash: row.content_hash,
    contentRun: row.content_run,
    quantity: row.quantity,
    quantityRun: row.quantity_run,
    refusedHash: row.refused_hash,
    refusal: `${row.refused_code ?? ''} ${row.refused_message ?? ''}`.trim(),
    exportedQuantity: row.exported_quantity,
    exportedRun: row.exported_run,
    inFlight: inFlight.has(row.id),
  };
}

function unknown(id: number, externalId: string): KnownProduct {
  return {
    id,
    externalId,
    contentHash: null,
    contentRun: null,
    quantity: null,
    quantityRun: null,
    refusedHash: null,
    refusal: '',
    exportedQuantity: null,
    exportedRun: null,
    inFlight: false,
  };
}
