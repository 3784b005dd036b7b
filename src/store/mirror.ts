import { unsureRun } from '../domain/restored.ts';
import type { Database } from './database.ts';
import { exportedReads, prepareExportedStock } from './exported-stock.ts';
import { createNeighbours } from './neighbours.ts';
import {
  isOffered,
  type KnownRow,
  knownColumns,
  type ProductColumns,
  productColumns,
  productRow,
  unknownContent,
} from './product-row.ts';
import { prepareFirstSight } from './unknown-stock.ts';
import { untilChanged } from './until-changed.ts';

export type { KnownRow, ProductRow } from './product-row.ts';

/** What a stored 2xx answer confirmed of a product; an absent quantity was not in the request. */
interface Confirmation {
  readonly product: number;
  readonly contentHash?: number;
  /** The run that exported the content, if the request belongs to another run. */
  readonly contentRun?: number;
  readonly quantity?: number;
  /** The run that exported the quantity, where a creating upsert carried it for the stock source. */
  readonly quantityRun?: number;
  /** The hash that a refusal would have left: below zero for an item of a stock source. */
  readonly refusedHash?: number;
  /** What was refused of the article is something else, and is still wished. */
  readonly keepsRefusal?: boolean;
  /** Hashes of the name and barcode that were sent. */
  readonly traits?: string;
}

interface ConfirmedBy {
  readonly run: number;
  readonly request: number;
}

interface Refusal {
  readonly product: number;
  readonly hash: number;
  readonly code: string;
  readonly message: string;
  readonly at: number;
}

interface MirrorCounts {
  readonly known: number;
  readonly confirmed: number;
  readonly parked: number;
}

export type Mirror = ReturnType<typeof createMirror>;

/** Prepared once, because a million rows pass through these. */
function prepareMirror(database: Database) {
  return {
    byExternalId: database
      .prepare<[string], ProductColumns>(
        `SELECT ${productColumns} FROM product WHERE external_id = ?`,
      )
      .raw(),
    byId: database
      .prepare<[number], ProductColumns>(`SELECT ${productColumns} FROM product WHERE id = ?`)
      .raw(),
    newestId: database.prepare<[], number>('SELECT coalesce(max(id), 0) FROM product').pluck(),
    clearRefusal: database.prepare(`UPDATE product SET ${noRefusal} WHERE id = ?`),
    refuse: database.prepare(
      'UPDATE product SET refused_hash = ?, refused_code = ?, refused_message = ?, refused_at = ? WHERE id = ?',
    ),
    forget: database.prepare(
      `UPDATE product SET content_hash = NULL, content_run = ?, content_request = NULL, quantity = NULL, quantity_run = NULL,
         picture_confirmed = NULL, in_doubt = 0 WHERE id = ?`,
    ),
    assume: database.prepare(
      `UPDATE product SET content_hash = ?, basis = 'assumed' WHERE id = ? AND basis = 'assumed'`,
    ),
    takeOver: database.prepare(
      `UPDATE product SET content_hash = ${unknownContent}, content_run = NULL, content_request = NULL, quantity = ?, quantity_run = NULL,
         basis = 'assumed' WHERE id = ?`,
    ),
    doubtContent: database.prepare('UPDATE product SET in_doubt = 1 WHERE id = ?'),
    doubtQuantity: database.prepare(`UPDATE product SET quantity_run = ${unsureRun} WHERE id = ?`),
    miss: database.prepare(
      `UPDATE product SET content_hash = NULL, content_run = NULL, content_request = NULL, quantity_run = ${unsureRun},
         picture_confirmed = NULL, in_doubt = 0 WHERE id = ?`,
    ),
  };
}

/** What a pass asks: few columns, because each is read a million times. */
function prepareKnown(database: Database) {
  const known = <Given extends unknown[]>(where: string) =>
    database.prepare<Given, KnownRow>(`SELECT ${knownColumns} FROM product WHERE ${where}`).raw();
  return {
    knownByExternalId: known<[string]>('external_id = ?'),
    knownById: known<[number]>('id = ?'),
    knownBetween: known<[number, number]>('id BETWEEN ? AND ?'),
  };
}

const refusal = ['refused_hash', 'refused_code', 'refused_message', 'refused_at'];
const noRefusal = refusal.map((column) => `${column} = NULL`).join(', ');

/** Refusals of stock items (hash below zero) and all others are apart: one says nothing of the other (pass/diff.ts). */
function noRefusalWhere(isOfItem: string): string {
  return refusal
    .map((column) => `${column} = CASE WHEN ${isOfItem} THEN NULL ELSE ${column} END`)
    .join(', ');
}

/** What a 2xx confirms depends on what the item carried. */
function prepareConfirmations(database: Database) {
  const content = `content_hash = ?, content_run = ?, content_request = ?, traits = coalesce(?, traits),
    basis = 'confirmed', in_doubt = 0`;
  const quantity = 'quantity = ?, quantity_run = ?';
  const confirms = (what: string) => database.prepare(`UPDATE product SET ${what} WHERE id = ?`);
  return {
    confirmContent: confirms(`${content}, ${noRefusalWhere('refused_hash >= 0')}`),
    confirmBeside: confirms(content),
    confirmWhole: confirms(`${content}, ${quantity}, ${noRefusal}`),
    confirmWholeBeside: confirms(`${content}, ${quantity}`),
    confirmQuantity: confirms(`${quantity}, ${noRefusal}`),
    confirmStock: confirms(`${quantity}, ${noRefusalWhere('refused_hash < 0')}`),
  };
}

/** Counters and requests beside the mirror. */
function prepareBookkeeping(database: Database) {
  return {
    active: database.prepare<[], number>(`SELECT count(*) FROM product WHERE ${isOffered}`).pluck(),
    nextWish: database
      .prepare<[number], number>('SELECT wish + 1 FROM product WHERE id = ?')
      .pluck(),
    // One statement a batch: a hundred calls cost several times as much.
    setRequest: database.prepare(
      `UPDATE product SET last_request = ?, wish = wish + 1 WHERE id IN (SELECT value FROM json_each(?))`,
    ),
    counts: database.prepare<[], MirrorCounts>(
      `SELECT count(*) AS known, count(content_hash) AS confirmed, count(refused_hash) AS parked FROM product`,
    ),
    anyConfirmed: database
      .prepare<[], string>(
        'SELECT external_id FROM product WHERE content_hash IS NOT NULL ORDER BY id LIMIT 1',
      )
      .pluck(),
    inactiveInDoubt: database
      .prepare<[], number>(
        `SELECT id FROM product WHERE in_doubt = 1 AND content_hash IS NOT NULL AND NOT (${isOffered})`,
      )
      .pluck(),
    refusedIds: database
      .prepare<[], number>('SELECT id FROM product WHERE refused_hash IS NOT NULL ORDER BY id')
      .pluck(),
  };
}

function prepareAll(database: Database) {
  return {
    ...prepareMirror(database),
    ...prepareKnown(database),
    ...prepareConfirmations(database),
    ...prepareBookkeeping(database),
    ...prepareExportedStock(database),
    add: prepareFirstSight(database),
  };
}

/** The mirror: what the marketplace has confirmed, by product. */
export function createMirror(database: Database) {
  const statements = prepareAll(database);
  const neighbours = createNeighbours(
    (from, to) => statements.knownBetween.all(from, to),
    ([, externalId]) => externalId,
  );
  const found = (externalId: string): KnownRow | undefined => {
    const row = statements.knownByExternalId.get(externalId);
    if (row !== undefined) neighbours.met(row[0]);
    return row;
  };
  return {
    ...mirrorReads(database, statements),
    /** For a pass, which asks for products in about the order of the table. */
    known: (externalId: string) => neighbours.find(externalId) ?? found(externalId),
    knownById: (id: number) => statements.knownById.get(id),
    ...mirrorWrites(statements, () => neighbours.clear()),
  };
}

type Statements = ReturnType<typeof prepareAll>;

function mirrorReads(database: Database, statements: Statements) {
  const none = { known: 0, confirmed: 0, parked: 0 };
  const counts = untilChanged(database, () => statements.counts.get() ?? none);
  return {
    ...exportedReads(statements),
    /** Products that the marketplace has and was not last told to be inactive. */
    active: () => statements.active.get() ?? 0,
    find: (externalId: string) => productRow(statements.byExternalId.get(externalId)),
    get: (id: number) => productRow(statements.byId.get(id)),
    /** The number of a product that the marketplace has, as an example. */
    anyConfirmed: () => statements.anyConfirmed.get(),
    newestId: () => statements.newestId.get() ?? 0,
    counts: () => counts(''),
    refused: () => statements.refusedIds.all(),
    /** Products that were last told to be inactive, and of which it is not known whether they are so still. */
    inactiveInDoubt: () => statements.inactiveInDoubt.all(),
    /** The number that the next request of the product gets with `setRequest`. */
    nextWish: (product: number) => statements.nextWish.get(product) ?? 0,
  };
}

/** Calls `changes` before each write. */
const writingAfter =
  (changes: () => void) =>
  <Given extends unknown[], Done>(write: (...given: Given) => Done) =>
  (...given: Given): Done => {
    changes();
    return write(...given);
  };

/** The statements that confirm stock alone and content alone. */
const partsOf = (
  {
    confirmStock,
    confirmQuantity,
    confirmBeside,
    confirmContent,
    confirmWhole,
    confirmWholeBeside,
  }: Statements,
  { refusedHash = 0, keepsRefusal = false }: Confirmation,
) => ({
  stock: refusedHash < 0 || keepsRefusal ? confirmStock : confirmQuantity,
  content: keepsRefusal ? confirmBeside : confirmContent,
  whole: keepsRefusal ? confirmWholeBeside : confirmWhole,
});

function mirrorWrites(statements: Statements, changes: () => void) {
  const writing = writingAfter(changes);
  return {
    add: writing(statements.add),
    confirm: writing((confirmation: Confirmation, { run, request }: ConfirmedBy): void => {
      const { product, contentHash, quantity, quantityRun = run, traits = null } = confirmation;
      const { contentRun = run } = confirmation;
      const confirms = partsOf(statements, confirmation);
      if (contentHash === undefined) {
        if (quantity !== undefined) confirms.stock.run(quantity, quantityRun, product);
      } else {
        const content = [contentHash, contentRun, request, traits];
        if (quantity === undefined) confirms.content.run(...content, product);
        else confirms.whole.run(...content, quantity, quantityRun, product);
      }
    }),
    refuse: writing(({ hash, code, message, at, product }: Refusal): void => {
      statements.refuse.run(hash, code, message, at, product);
    }),
    clearRefusal: writing((product: number) => statements.clearRefusal.run(product).changes),
    /** `adopt`: it is there already, with this stock in thousandths; its content is compared with the first export. */
    takeOver: writing(
      (product: number, quantity: number | null) =>
        statements.takeOver.run(quantity, product).changes,
    ),
    /** The first export says of an adopted product what the list showed: that counts as confirmed, and is not sent. */
    assume: writing(
      (product: number, contentHash: number) => statements.assume.run(contentHash, product).changes,
    ),
    /** After our DELETE nothing of it is confirmed any more (design section 6), but that this run took it off. */
    forget: writing((product: number, run: number) => statements.forget.run(run, product).changes),
    /** Somebody else has removed the product: it is created anew. Its stock is kept: brakes measure changes by it. */
    miss: writing((product: number) => statements.miss.run(product).changes),
    /**
     * A request may have changed the product, and no answer says so. What it carried is not known then, and is sent
     * again whatever was confirmed. The confirmed values are kept: brakes measure changes by them (I13).
     */
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
    /** Forgets all stock that a source exported: it is not known any more, or no longer counts. */
    forgetExported: writing((source: string) => statements.forgetExported.run(source).changes),
    /** Forgets the stock that a run exported of products that are not on the marketplace. */
    forgetUncreated: writing((run: number) => statements.forgetUncreated.run(run).changes),
  };
}
