import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { openCatalog, openShop, type Send } from '../support/catalog.ts';
import { TinyMarket } from '../support/tiny-market.ts';

const dayMs = 24 * 60 * 60_000;
const dialect = 'folder: ./out, stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const sources = `  vanished: unpublish
  sources:
    - { name: articles, files: "artikel*.csv", ${dialect}, empty: keep, mapping: { externalId: Nr, name: Name, description: Text, minOrderQty: Mindest } }
    - { name: stock, kind: stock, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

/** A supplier whose ERP exports every day, a marketplace in memory, and a clock that is set on by days. */
export async function openMonths() {
  const shop = await openShop(sources);
  const market = new TinyMarket();
  market.keepsCalls = false;
  let offsetMs = 0;
  const clock = { ...systemClock, now: () => Date.now() + offsetMs };
  const send: Send = async ({ method, path: at, key, body }) => {
    const { status, body: text } = market.take({ method, path: at, key, body }, clock.now());
    const answer = { kind: 'answer', status, headers: {}, body: Buffer.from(text) } as const;
    return { kind: 'answered', attempts: 1, answer };
  };
  let catalog = openCatalog(shop, send, { clock });
  const { dataDir } = shop.config;
  return {
    market,
    shop,
    clock,
    get catalog() {
      return catalog;
    },
    goOn(days: number): void {
      offsetMs += days * dayMs;
    },
    async export(name: string, rows: readonly string[]) {
      shop.write(`out/${name}`, `${rows.join('\r\n')}\r\n`);
      const { runs } = await catalog.pass({ quietMs: 5_000 });
      return runs;
    },
    async restart(between: () => void = () => undefined): Promise<void> {
      await catalog.stop();
      catalog.store.close();
      between();
      catalog = openCatalog(shop, send, { clock });
    },
    count(table: string): number {
      const counted = catalog.store.database.prepare(`SELECT count(*) FROM ${table}`).pluck();
      return counted.get() as number;
    },
    /** Of catalog.db, with what its WAL still holds. */
    bytes(): number {
      catalog.store.database.pragma('wal_checkpoint(TRUNCATE)');
      return fs.statSync(path.join(dataDir, 'catalog.db')).size;
    },
    async close(): Promise<void> {
      await catalog.stop();
      catalog.store.close();
    },
  };
}

export type Months = Awaited<ReturnType<typeof openMonths>>;
