import { convertedMark, noPicture } from '../domain/picture.ts';
import type { Database } from './database.ts';
import { untilChanged } from './until-changed.ts';

/** A product's picture: the file that was read last, what should be shown, and what the marketplace has confirmed. */
export interface PictureRow {
  readonly product: number;
  readonly external_id: string;
  /** By `mapping.picture`: the path below the folder. */
  readonly named: string | null;
  readonly file: string | null;
  readonly look: string | null;
  readonly fault: string | null;
  readonly hold: number | null;
  readonly tries: number;
  readonly refused: string | null;
  readonly refused_code: string | null;
  readonly refused_message: string | null;
  readonly refused_at: number | null;
  readonly content_run: number | null;
  readonly wished: string | null;
  readonly confirmed: string | null;
}

/** What a file gave when it was read. */
export interface PictureRead {
  readonly product: number;
  /** null where a row names a path that must not be opened. */
  readonly file: string | null;
  readonly look: string;
  readonly at: number;
  /** What should be shown; null where the file cannot be sent. */
  readonly wished: string | null;
  readonly fault: string | null;
}

interface PictureCounts {
  /** Products with a file. */
  readonly files: number;
  readonly confirmed: number;
  readonly due: number;
  /** Files that are not sent because of what is in them. */
  readonly faults: number;
  readonly refused: number;
}

const columns = `picture.product, product.external_id, named, file, look, fault, hold, tries,
  refused, picture.refused_code, picture.refused_message, picture.refused_at, product.content_run,
  product.picture_wished AS wished, product.picture_confirmed AS confirmed`;
const joined = 'FROM picture JOIN product ON product.id = picture.product';
/** `only` of the configuration: no rows where all articles are let in, else one with no number, too. */
const pilot = 'CREATE TEMP TABLE IF NOT EXISTS pilot (external_id TEXT PRIMARY KEY) WITHOUT ROWID';
const isInPilot =
  '(NOT EXISTS (SELECT 1 FROM pilot) OR product.external_id IN (SELECT external_id FROM pilot))';
/** Somebody has removed the article in the portal. */
const isNotThere = "IN ('NOT_FOUND', 'PRODUCT_NOT_FOUND')";
/** A refusal counts until another picture is wished; of an article that is not there also until it is confirmed anew. */
const isDue = `${isInPilot} AND product.picture_wished IS NOT NULL AND product.picture_wished IS NOT product.picture_confirmed
  AND (refused IS NOT product.picture_wished
    OR (picture.refused_code ${isNotThere} AND refused_run IS NOT product.content_run))`;
/** The marketplace has the product. One that was removed in the portal gets its picture once it is confirmed anew. */
const isSendable = `product.content_hash IS NOT NULL AND ${isDue}
  AND NOT (product.in_doubt = 1 AND coalesce(product.refused_code, '') ${isNotThere})`;

const isRefused = `(refused IS NOT NULL AND refused IS product.picture_wished
  AND product.picture_wished IS NOT product.picture_confirmed)`;

export function createPictures(database: Database) {
  database.exec(pilot);
  return {
    ...picturePilot(database),
    ...pictureReads(database),
    ...pictureSums(database),
    ...pictureFiles(database),
    ...pictureAnswers(database),
  };
}

/** Whose pictures may be sent. */
function picturePilot(database: Database) {
  const clear = database.prepare('DELETE FROM pilot');
  const add = database.prepare('INSERT OR IGNORE INTO pilot VALUES (?)');
  return {
    limitTo(only: readonly string[] | undefined): void {
      clear.run();
      for (const externalId of only === undefined ? [] : ['', ...only]) add.run(externalId);
    },
  };
}

/** Reads single rows and lists of them. */
function pictureReads(database: Database) {
  const get = database.prepare<[number], PictureRow>(
    `SELECT ${columns} ${joined} WHERE picture.product = ?`,
  );
  // These three pass 100,000 pictures in one look, so they read few columns.
  const idOf = database
    .prepare<[string], number>('SELECT id FROM product WHERE external_id = ?')
    .pluck();
  const readOf = database.prepare<[number], Pick<PictureRow, 'file' | 'look'>>(
    'SELECT file, look FROM picture WHERE product = ?',
  );
  const withFile = database
    .prepare<[], number>(
      `SELECT product FROM picture WHERE file IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM pilot)
         OR product IN (SELECT id FROM product JOIN pilot USING (external_id)))`,
    )
    .pluck();
  const withoutLook = database
    .prepare<[], number>('SELECT product FROM picture WHERE fault IS NOT NULL AND file IS NULL')
    .pluck();
  const oldest = database.prepare<[number], PictureRow>(
    `SELECT ${columns} ${joined} WHERE file IS NOT NULL AND ${isInPilot} ORDER BY read_at LIMIT ?`,
  );
  const named = database.prepare<[], { product: number; named: string }>(
    'SELECT product, named FROM picture WHERE named IS NOT NULL',
  );
  const namedOf = database
    .prepare<[number], string | null>('SELECT named FROM picture WHERE product = ?')
    .pluck();
  const sentAs = database
    .prepare<[number], string>(
      'SELECT external_id FROM product WHERE id = ? AND content_hash IS NOT NULL',
    )
    .pluck();
  const troubled = database.prepare<[number], PictureRow>(
    // By their indexes: else SQLite reads every picture to find the one that has trouble.
    `SELECT ${columns} ${joined} WHERE picture.product IN (SELECT product FROM picture WHERE fault IS NOT NULL
       UNION ALL SELECT product FROM picture WHERE refused IS NOT NULL) AND (fault IS NOT NULL OR ${isRefused}) AND ${isInPilot} LIMIT ?`,
  );
  return {
    get: (product: number) => get.get(product),
    idOf: (externalId: string) => idOf.get(externalId),
    readOf: (product: number) => readOf.get(product),
    /** Of these articles that `limitTo` lets in. */
    withFile: () => withFile.iterate(),
    /** Products whose row names a path that must not be opened. */
    withoutLook: () => withoutLook.all(),
    /** The pictures whose files were read the longest ago. */
    oldest: (limit: number) => oldest.all(limit),
    named: () => named.iterate(),
    namedOf: (product: number) => namedOf.get(product) ?? null,
    /** The article's number; undefined where the marketplace does not have it. */
    sentAs: (product: number) => sentAs.get(product),
    troubled: (limit: number) => troubled.all(limit),
  };
}

/** Pictures that are to be sent, and counts. */
function pictureSums(database: Database) {
  const duePictures = `FROM product INDEXED BY picture_due JOIN picture ON picture.product = product.id`;
  const due = database.prepare<[number, number | null, number], PictureRow>(
    `SELECT ${columns} ${duePictures} WHERE product.id > ? AND ${isSendable}
       AND coalesce(instr(product.picture_wished, '${convertedMark}') > 0 = ?, 1)
     ORDER BY product.id LIMIT ?`,
  );
  const count = (where: string) =>
    database.prepare<[], number>(`SELECT count(*) ${duePictures} WHERE ${where}`).pluck();
  const dueCount = count(isSendable);
  const planned = database
    .prepare<[], [product: number, wished: string]>(
      `SELECT product.id, product.picture_wished ${duePictures} WHERE ${isDue} ORDER BY product.id`,
    )
    .raw();
  const removals = count(`${isDue} AND product.picture_wished = '${noPicture}'`);
  const one = (sql: string) => database.prepare<[], number>(`SELECT count(*) ${sql}`).pluck();
  const files = one('FROM picture WHERE file IS NOT NULL');
  const faults = one(`${joined} WHERE fault IS NOT NULL AND ${isInPilot}`);
  const refused = one(`${joined} WHERE refused IS NOT NULL AND ${isRefused} AND ${isInPilot}`);
  const shown = one('FROM product WHERE picture_confirmed IS NOT NULL');
  const removed = database
    .prepare<[number], number>(
      `SELECT count(*) FROM request WHERE kind = 'unpicture' AND created_at >= ?`,
    )
    .pluck();
  const counts = untilChanged(database, () => ({
    files: files.get() ?? 0,
    faults: faults.get() ?? 0,
    refused: refused.get() ?? 0,
    due: dueCount.get() ?? 0,
    confirmed: shown.get() ?? 0,
  }));
  return {
    /** What may be sent now, in product order; only what is converted first, or only the others, where this is said. */
    due: (after: number, limit: number, isConverted?: boolean) =>
      due.all(after, isConverted === undefined ? null : Number(isConverted), limit),
    /** All that are due, those included whose product has yet to be created, with what should be shown. */
    planned: () => planned.iterate(),
    /** How many of these take a picture away. */
    plannedRemovals: () => removals.get() ?? 0,
    counts: (): PictureCounts => counts(''),
    /** Products that the marketplace shows a picture of. */
    shownCount: () => shown.get() ?? 0,
    /** How many pictures the marketplace was asked to delete since then (ms since 1970). */
    removedSince: (at: number) => removed.get(at) ?? 0,
  };
}

function pictureFiles(database: Database) {
  const name = database.prepare(
    `INSERT INTO picture (product, named) VALUES (?, ?)
     ON CONFLICT (product) DO UPDATE SET named = excluded.named WHERE named IS NOT excluded.named`,
  );
  const read = database.prepare(
    `INSERT INTO picture (product, file, look, read_at, fault) VALUES (@product, @file, @look, @at, @fault)
     ON CONFLICT (product) DO UPDATE SET file = @file, look = @look, read_at = @at, fault = @fault, hold = NULL`,
  );
  const fresh = database.prepare(
    'UPDATE picture SET tries = 0 WHERE product = ? AND (SELECT picture_wished FROM product WHERE id = product) IS NOT ?',
  );
  const wish = database.prepare('UPDATE product SET picture_wished = ? WHERE id = ?');
  const gone = database.prepare(
    'UPDATE picture SET file = NULL, look = NULL, fault = NULL, hold = ? WHERE product = ?',
  );
  const heldBy = database
    .prepare<[number], number>('SELECT product FROM picture WHERE hold = ?')
    .pluck();
  const free = database.prepare('UPDATE picture SET hold = NULL WHERE hold = ?');
  return {
    /** What the export names as a product's picture; null where its cell is empty. */
    name: (product: number, path: string | null): void => {
      name.run(product, path);
    },
    read(result: PictureRead): void {
      const { wished, ...row } = result;
      read.run(row);
      fresh.run(result.product, wished);
      wish.run(wished, result.product);
    },
    /**
     * The file is no longer there: `keep` leaves the marketplace alone, `delete` empties it, a hold waits for release.
     */
    gone(product: number, then: 'keep' | 'delete' | { readonly hold: number }): void {
      gone.run(typeof then === 'object' ? then.hold : null, product);
      wish.run(then === 'delete' ? noPicture : null, product);
    },
    heldBy: (hold: number) => heldBy.all(hold),
    /** A person's release of the removals under a hold. */
    releaseHold(hold: number): void {
      for (const product of heldBy.all(hold)) wish.run(noPicture, product);
      free.run(hold);
    },
  };
}

function pictureAnswers(database: Database) {
  const confirm = database.prepare('UPDATE product SET picture_confirmed = ? WHERE id = ?');
  const unwish = database.prepare(
    `UPDATE product SET picture_wished = NULL WHERE id = ? AND picture_wished = '${noPicture}'`,
  );
  const settled = database.prepare(
    `UPDATE picture SET tries = 0, refused = NULL, refused_code = NULL, refused_message = NULL, refused_at = NULL,
       refused_run = NULL WHERE product = ?`,
  );
  const tried = database
    .prepare<[number], number>(
      'UPDATE picture SET tries = tries + 1 WHERE product = ? RETURNING tries',
    )
    .pluck();
  const refuse = database.prepare(
    `UPDATE picture SET tries = 0, refused = @wish, refused_code = @code, refused_message = @message,
       refused_at = @at, refused_run = (SELECT content_run FROM product WHERE id = @product) WHERE product = @product`,
  );
  const retry = database.prepare(
    'UPDATE picture SET tries = 0, refused = NULL, refused_code = NULL WHERE refused IS NOT NULL AND (? IS NULL OR product = ?)',
  );
  return {
    /** A stored 2xx answer says that the marketplace shows this picture, or none. */
    confirm(product: number, shown: string): void {
      confirm.run(shown === noPicture ? null : shown, product);
      if (shown === noPicture) unwish.run(product);
      settled.run(product);
    },
    /** Counts one more try that failed; answers how many did. */
    tried: (product: number) => tried.get(product) ?? 0,
    refuse(values: {
      readonly product: number;
      readonly wish: string;
      readonly code: string;
      readonly message: string;
      readonly at: number;
    }): void {
      refuse.run(values);
    },
    /** Lets refused pictures go once more; answers how many. */
    retry: (product: number | null): number => retry.run(product, product).changes,
  };
}
