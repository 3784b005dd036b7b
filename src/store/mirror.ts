import type { Database } from './database.ts';
import { createNeighbours } from './neighbours.ts';

/** What is known of one product; hashes and quantities are NULL until the marketplace confirmed them (law 3). */
export interface ProductRow {
  readonly id: number;
  readonly external_id: string;
  readonly wish: number;
  readonly content_hash: number | null;
  readonly content_run: number | null;
  readonly quantity: number | null;
  readonly quantity_run: number | null;
  readonly exported_quantity: number | null;
  readonly exported_run: number | null;
  readonly basis: 'confirmed' | 'assumed';
  readonly refused_hash: number | null;
  readonly refused_code: string | null;
  readonly refused_message: string | null;
  readonly refused_at: number | null;
  /** 1: some request for it ended without telling whether it took effect, so its content is not known. */
  readonly in_doubt: number;
  readonly last_request: number | null;
  /** Hashes of the confirmed name and barcode (catalog/traits.ts); NULL where none were sent yet. */
  readonly traits: string | null;
}

/** `content_hash` of a product that is there, with a content that nobody has compared yet; no hash is below zero. */
export const unknownContent = -1;

const columns = `id, external_id, wish, content_hash, content_run, quantity, quantity_run, exported_quantity,
  exported_run, basis, refused_hash, refused_code, refused_message, refused_at, in_doubt, last_request, traits`;
type ProductColumns = [
  id: number,
  externalId: string,
  wish: number,
  contentHash: number | null,
  contentRun: number | null,
  quantity: number | null,
  quantityRun: number | null,
  exportedQuantity: number | null,
  exportedRun: number | null,
  basis: ProductRow['basis'],
  refusedHash: number | null,
  refusedCode: string | null,
  refusedMessage: string | null,
  refusedAt: number | null,
  inDoubt: number,
  lastRequest: number | null,
  traits: string | null,
];

/** Values without names, named here: a third cheaper than an object of the driver's. */
function productRow(row: ProductColumns | undefined): ProductRow | undefined {
  if (row === undefined) return undefined;
  return {
    id: row[0],
    external_id: row[1],
    wish: row[2],
    content_hash: row[3],
    content_run: row[4],
    quantity: row[5],
    quantity_run: row[6],
    exported_quantity: row[7],
    exported_run: row[8],
    basis: row[9],
    refused_hash: row[10],
    refused_code: row[11],
    refused_message: row[12],
    refused_at: row[13],
    in_doubt: row[14],
    last_request: row[15],
    traits: row[16],
  };
}

/** What a stored 2xx answer confirmed of a product; an absent quantity was not in the request. */
export interface Confirmation {
  readonly product: number;
  readonly contentHash?: number;
  readonly quantity?: number;
  /** The run that exported the quantity, where a creating upsert carried it for the stock source. */
  readonly quantityRun?: number;
  /** Hashes of the name and barcode that were sent. */
  readonly traits?: string;
}

export interface Refusal {
  readonly product: number;
  readonly hash: number;
  readonly code: string;
  readonly message: string;
  readonly at: number;
}

export interface MirrorCounts {
  readonly known: number;
  readonly confirmed: number;
  readonly parked: number;
}

export type Mirror = ReturnType<typeof createMirror>;

/** Prepared once, because a million rows pass here. */
function prepareMirror(database: Database) {
  const byExternalId = database
    .prepare<[string], ProductColumns>(`SELECT ${columns} FROM product WHERE external_id = ?`)
    .raw();
  const byId = database
    .prepare<[number], ProductColumns>(`SELECT ${columns} FROM product WHERE id = ?`)
    .raw();
  const between = database
    .prepare<[number, number], ProductColumns>(
      `SELECT ${columns} FROM product WHERE id BETWEEN ? AND ?`,
    )
    .raw();
  const newestId = database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM product').pluck();
  const insert = database.prepare('INSERT INTO product (id, external_id) VALUES (?, ?)');
  const confirmContent = database.prepare(
    `UPDATE product SET content_hash = ?, content_run = ?, traits = coalesce(?, traits), basis = 'confirmed', in_doubt = 0,
       refused_hash = NULL, refused_code = NULL, refused_message = NULL, refused_at = NULL WHERE id = ?`,
  );
  const confirmWhole = database.prepare(
    `UPDATE product SET content_hash = ?, content_run = ?, traits = coalesce(?, traits), quantity = ?, quantity_run = ?,
       basis = 'confirmed', in_doubt = 0, refused_hash = NULL, refused_code = NULL, refused_message = NULL,
       refused_at = NULL WHERE id = ?`,
  );
  const confirmQuantity = database.prepare(
    `UPDATE product SET quantity = ?, quantity_run = ?, refused_hash = NULL, refused_code = NULL,
       refused_message = NULL, refused_at = NULL WHERE id = ?`,
  );
  const clearRefusal = database.prepare(
    'UPDATE product SET refused_hash = NULL, refused_code = NULL, refused_message = NULL, refused_at = NULL WHERE id = ?',
  );
  const refuse = database.prepare(
    'UPDATE product SET refused_hash = ?, refused_code = ?, refused_message = ?, refused_at = ? WHERE id = ?',
  );
  const forget = database.prepare(
    `UPDATE product SET content_hash = NULL, content_run = NULL, quantity = NULL, quantity_run = NULL,
       picture_confirmed = NULL, in_doubt = 0 WHERE id = ?`,
  );
  const assume = database.prepare(
    `UPDATE product SET content_hash = ?, basis = 'assumed' WHERE id = ? AND basis = 'assumed'`,
  );
  const takeOver = database.prepare(
    `UPDATE product SET content_hash = ${unknownContent}, content_run = NULL, quantity = ?, quantity_run = NULL,
       basis = 'assumed' WHERE id = ?`,
  );
  const doubtContent = database.prepare('UPDATE product SET in_doubt = 1 WHERE id = ?');
  const doubtQuantity = database.prepare(
    'UPDATE product SET quantity = NULL, quantity_run = NULL WHERE id = ?',
  );
  return {
    byExternalId,
    byId,
    between,
    newestId,
    insert,
    confirmContent,
    confirmWhole,
    confirmQuantity,
    clearRefusal,
    refuse,
    forget,
    assume,
    takeOver,
    doubtContent,
    doubtQuantity,
  };
}

/** Counters, requests, exported quantities and kept fields beside the mirror. */
function prepareBookkeeping(database: Database) {
  const publishedWithStock = database
    .prepare<[], number>(
      // What was taken over and never exported is nobody's to empty.
      `SELECT id FROM product WHERE content_hash IS NOT NULL AND quantity IS NOT 0
         AND (content_hash <> ${unknownContent} OR exported_quantity IS NOT NULL) ORDER BY id`,
    )
    .pluck();
  const exportedStock = database
    .prepare<[], number>('SELECT id FROM product WHERE exported_quantity > 0')
    .pluck();
  const nextWish = database
    .prepare<[number], number>('SELECT wish + 1 FROM product WHERE id = ?')
    .pluck();
  // One statement a batch: a hundred calls cost several times as much.
  const setRequest = database.prepare(
    `UPDATE product SET last_request = ?, wish = wish + 1 WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const setExported = database.prepare(
    'UPDATE product SET exported_quantity = ?, exported_run = ? WHERE id = ?',
  );
  const counts = database.prepare<[], MirrorCounts>(
    `SELECT count(*) AS known, count(content_hash) AS confirmed, count(refused_hash) AS parked FROM product`,
  );
  const refusedIds = database.prepare<[], { id: number; external_id: string }>(
    'SELECT id, external_id FROM product WHERE refused_hash IS NOT NULL ORDER BY id LIMIT 10000',
  );
  return {
    publishedWithStock,
    exportedStock,
    nextWish,
    setRequest,
    setExported,
    counts,
    refusedIds,
  };
}

/** The mirror: what the marketplace has confirmed, by product. */
export function createMirror(database: Database) {
  const statements = { ...prepareMirror(database), ...prepareBookkeeping(database) };
  const neighbours = createNeighbours((from, to) =>
    statements.between.all(from, to).map((row) => [row[1], row] as const),
  );
  const found = (externalId: string): ProductColumns | undefined => {
    const row = statements.byExternalId.get(externalId);
    if (row !== undefined) neighbours.met(row[0]);
    return row;
  };
  return {
    ...mirrorReads(statements),
    find: (externalId: string) => productRow(neighbours.find(externalId) ?? found(externalId)),
    ...mirrorWrites(statements, () => neighbours.clear()),
  };
}

type Statements = ReturnType<typeof prepareMirror> & ReturnType<typeof prepareBookkeeping>;

function mirrorReads(statements: Statements) {
  return {
    /** Published products whose confirmed stock is unknown or more than nothing. */
    publishedWithStock: () => statements.publishedWithStock.all(),
    /** Products of which a stock export said more than nothing last. */
    exportedStock: () => statements.exportedStock.all(),
    get: (id: number) => productRow(statements.byId.get(id)),
    newestId: () => statements.newestId.get() ?? 0,
    counts: () => statements.counts.get() ?? { known: 0, confirmed: 0, parked: 0 },
    refused: () => statements.refusedIds.all(),
    /** The number that the next request of the product gets with `setRequest`. */
    nextWish: (product: number) => statements.nextWish.get(product) ?? 0,
  };
}

/** `changes` is called before each of them. */
function mirrorWrites(statements: Statements, changes: () => void) {
  const writing =
    <Given extends unknown[], Done>(write: (...given: Given) => Done) =>
    (...given: Given): Done => {
      changes();
      return write(...given);
    };
  return {
    add: writing((id: number, externalId: string): void => {
      statements.insert.run(id, externalId);
    }),
    confirm: writing((confirmation: Confirmation, run: number): void => {
      const { product, contentHash, quantity, quantityRun = run, traits = null } = confirmation;
      if (contentHash === undefined) {
        if (quantity !== undefined) statements.confirmQuantity.run(quantity, quantityRun, product);
      } else if (quantity === undefined)
        statements.confirmContent.run(contentHash, run, traits, product);
      else statements.confirmWhole.run(contentHash, run, traits, quantity, quantityRun, product);
    }),
    refuse: writing(({ hash, code, message, at, product }: Refusal): void => {
      statements.refuse.run(hash, code, message, at, product);
    }),
    clearRefusal: writing((product: number) => statements.clearRefusal.run(product).changes),
    /** There already, with this quantity in thousandths and a content that is compared with the first export (`adopt`). */
    takeOver: writing(
      (product: number, quantity: number | null) =>
        statements.takeOver.run(quantity, product).changes,
    ),
    /** The first export says of a product taken over what the list showed: taken for confirmed, not sent. */
    assume: writing(
      (product: number, contentHash: number) => statements.assume.run(contentHash, product).changes,
    ),
    /** After our DELETE nothing of it is confirmed any more (design section 6). */
    forget: writing((product: number) => statements.forget.run(product).changes),
    /** What a request may have changed without telling is not known any more: it is sent whatever it was before. */
    doubt: writing(
      (product: number, what: Readonly<Record<'content' | 'quantity', boolean>>): void => {
        if (what.content) statements.doubtContent.run(product);
        if (what.quantity) statements.doubtQuantity.run(product);
      },
    ),
    setRequest: writing(
      (products: readonly number[], request: number) =>
        statements.setRequest.run(request, JSON.stringify(products)).changes,
    ),
    setExported: writing(
      (product: number, quantity: number, run: number) =>
        statements.setExported.run(quantity, run, product).changes,
    ),
  };
}
