import type { Database } from './database.ts';

export type Parts = ReturnType<typeof createParts>;

/**
 * The mapped fields of a product by source, kept where one file alone does not give them again: empty cells that keep a
 * value, delta sources, products that several sources feed. A part counts once its run is accepted, so a file that is
 * refused half-way leaves the parts of the run before as they were.
 */
export function createParts(database: Database) {
  const newest = database
    .prepare<[number, string, number], string>(
      `SELECT fields FROM product_part WHERE product = ? AND source = ? AND run <= ? ORDER BY run DESC LIMIT 1`,
    )
    .pluck();
  const insert = database.prepare(
    `INSERT INTO product_part (product, source, run, fields) VALUES (?, ?, ?, ?)
     ON CONFLICT (product, source, run) DO UPDATE SET fields = excluded.fields`,
  );
  const dropOlder = database.prepare(
    `DELETE FROM product_part WHERE product = @product AND source = @source AND run <
       (SELECT max(run) FROM product_part WHERE product = @product AND source = @source AND run < @firstWhole)`,
  );
  const drop = database.prepare(
    'DELETE FROM product_part WHERE product = ? AND source = ? AND run = ?',
  );
  const dropRun = database.prepare('DELETE FROM product_part WHERE source = ? AND run = ?');
  const dropSince = database.prepare(
    'DELETE FROM product_part WHERE product = ? AND source = ? AND run > ?',
  );
  const forget = database.prepare('DELETE FROM product_part WHERE product = ? AND source = ?');
  const inactive = database
    .prepare<{ source: string; run: number }, number>(
      `SELECT count(*) FROM product_part AS part JOIN product ON product.id = part.product
       WHERE source = @source AND content_hash IS NOT NULL AND fields LIKE '%"isActive":false%' AND run =
         (SELECT max(run) FROM product_part WHERE product = part.product AND source = @source AND run <= @run)`,
    )
    .pluck();
  return {
    ...partRuns(database),
    /** How many articles of the marketplace this source last said to be inactive. */
    inactiveOf: (source: string, run: number): number => inactive.get({ source, run }) ?? 0,
    /** JSON of the fields that count; `acceptedRun` is the run whose plan the source committed last. */
    get: (product: number, source: string, acceptedRun: number): string | undefined =>
      newest.get(product, source, acceptedRun),
    /**
     * Stores what a run wishes. Drops what is older than what was said before `firstWhole`, the first run that can still
     * be taken back: several may be taken back one after the other, and each of them needs what was said before it.
     */
    put({ product, source, run, firstWhole, fields }: NewPart): void {
      dropOlder.run({ product, source, firstWhole });
      insert.run(product, source, run, fields);
    },
    /** For a row that a later row of the same file contradicts. */
    drop: (product: number, source: string, run: number) => drop.run(product, source, run).changes,
    /** After a refused file. */
    dropRun: (source: string, run: number) => dropRun.run(source, run).changes,
    /** For what came during a pause and is not said any more. */
    dropSince: (product: number, source: string, run: number) =>
      dropSince.run(product, source, run).changes,
    /** After our DELETE: another source's fields alone must not bring the product back. */
    forget: (product: number, source: string) => forget.run(product, source).changes,
  };
}

interface NewPart {
  readonly product: number;
  readonly source: string;
  readonly run: number;
  readonly firstWhole: number;
  readonly fields: string;
}

/** Which runs said something new. */
function partRuns(database: Database) {
  const has = database
    .prepare<[number, string, number], number>(
      'SELECT 1 FROM product_part WHERE product = ? AND source = ? AND run = ?',
    )
    .pluck();
  const ofRun = database
    .prepare<[string, number], number>(
      'SELECT product FROM product_part WHERE source = ? AND run = ? ORDER BY product',
    )
    .pluck();
  const newestRun = database
    .prepare<[number, string, number], number | null>(
      'SELECT max(run) FROM product_part WHERE product = ? AND source = ? AND run < ?',
    )
    .pluck();
  return {
    /** True where this very run said something new of the product. */
    has: (product: number, source: string, run: number) =>
      has.get(product, source, run) !== undefined,
    /** Products of which this very run said something new. */
    ofRun: (source: string, run: number): number[] => ofRun.all(source, run),
    /** The run that said something new of the product last, or last before another one. */
    newestRun: (
      product: number,
      source: string,
      before = Number.MAX_SAFE_INTEGER,
    ): number | undefined => newestRun.get(product, source, before) ?? undefined,
  };
}
