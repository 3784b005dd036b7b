import { createHash } from 'node:crypto';
import fs from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { catalogMigrations } from '../../src/store/catalog-schema.ts';
import type { Migration } from '../../src/store/database.ts';
import { ordersMigrations } from '../../src/store/orders-schema.ts';
import { erpOf } from '../support/erp.ts';
import { inScene, type Scene, standardConfig, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { begin, expectGolden, type GoldenDay, goldenOptions } from './golden.ts';
import { adoptCommandFiles } from './power/judge.ts';
import { readTree, writeTree } from './power/recording.ts';
import { type Came, openRelay, type Relay } from './power/relay.ts';

const files = { catalog: 'state/catalog.db', orders: 'state/orders.db' };
const older = (migrations: readonly Migration[]): number => migrations.length - 1;
const [catalogs, orders] = [older(catalogMigrations), older(ordersMigrations)];
/**
 * Schemas of both files that there were together; without STOCKHAND_LONG the first, from which all steps are made, and
 * the last.
 */
const schemas = Array.from({ length: catalogs }, (_, index) => ({
  catalog: index + 1,
  orders: Math.max(1, orders - catalogs + index + 1),
})).filter(({ catalog }) => process.env['STOCKHAND_LONG'] || [1, catalogs].includes(catalog));
const migrationsOf = { catalog: catalogMigrations, orders: ordersMigrations };

/** The state as the program of that schema left it: what later steps have added is not there. */
function asOf(scene: Scene, name: keyof typeof files, version: number): void {
  const file = scene.path(files[name]);
  fs.renameSync(file, `${file}.newest`);
  const database = new Sqlite(file);
  const newest = new Sqlite(`${file}.newest`);
  database.pragma(`application_id = ${newest.pragma('application_id', { simple: true })}`);
  newest.close();
  for (const { sql } of migrationsOf[name].slice(0, version)) database.exec(sql);
  database.pragma(`user_version = ${version}`);
  database.exec(`ATTACH '${file}.newest' AS newest`);
  const tables =
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  database.pragma('foreign_keys = OFF');
  for (const table of database.prepare<[], string>(tables).pluck().all()) {
    const columns = (database.pragma(`main.table_info(${table})`) as { name: string }[]).map(
      (column) => `"${column.name}"`,
    );
    database.exec(`INSERT INTO main.${table} SELECT ${columns} FROM newest.${table}`);
  }
  database.exec('DETACH newest');
  database.close();
  fs.rmSync(`${file}.newest`);
}

/** As an older program may have written them: the fields the other way round, and with room between them. */
function writtenOtherwise(body: string): string {
  const turned = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value;
  return JSON.stringify(JSON.parse(body), turned, 1);
}

interface KeyAndBody {
  readonly key: string;
  readonly body: string;
}

const byKey = (a: KeyAndBody, b: KeyAndBody): number => (a.key < b.key ? -1 : 1);

interface Stored {
  readonly id: number;
  readonly idempotency_key: string;
  readonly body: Buffer | null;
}

/** Other bytes in every request without an answer, and one of them not sent yet; answers what must go over the line. */
function rewrite(scene: Scene): readonly KeyAndBody[] {
  const all = Object.values(files).flatMap((name) => {
    const database = new Sqlite(scene.path(name));
    const open = database
      .prepare<[], Stored>("SELECT * FROM request WHERE state IN ('READY', 'SENT')")
      .all();
    const change = database.prepare('UPDATE request SET body = ?, body_sha256 = ? WHERE id = ?');
    const wanted = open.map(({ id, idempotency_key: key, body }) => {
      const text = body === null ? '' : writtenOtherwise(body.toString());
      const sha256 = createHash('sha256').update(text).digest('hex');
      if (body !== null) change.run(Buffer.from(text), sha256, id);
      return { key, body: text };
    });
    if (name === files.orders)
      database.exec(
        "UPDATE request SET state = 'READY', sent_at = NULL WHERE path LIKE '%/reject'",
      );
    database.close();
    return wanted;
  });
  return all.sort(byKey);
}

/** A day whose three mutations have left and have no answer. */
async function untilUnanswered(scene: Scene, relay: Relay): Promise<GoldenDay> {
  const day = await begin(scene);
  relay.hold();
  const running = scene.start('run', '--once');
  await until('all mutations have left', () => relay.came.length === 3);
  running.kill('SIGKILL');
  await running.ended;
  expect(relay.came.map(({ head }) => head.path.split('/').at(-1)).sort()).toEqual([
    ...['accept', 'batch', 'reject'],
  ]);
  return day;
}

const keyed = (came: readonly Came[]): readonly KeyAndBody[] =>
  came.map(({ head, body }) => ({ key: head.key, body })).sort(byKey);

async function onUpgrades(play: (scene: Scene, relay: Relay) => Promise<void>): Promise<void> {
  let market: Scene['market'] | undefined;
  const relay = await openRelay(() => market!);
  const config = ({ folder }: { folder: string }): string =>
    standardConfig(goldenOptions)({ folder, url: relay.url });
  try {
    await inScene({ config }, async (scene) => {
      market = scene.market;
      await play(scene, relay);
    })();
  } finally {
    await relay.close();
  }
}

/** The newest program starts on it: what comes over the line, until all of it has come. */
async function expectSentAgain(scene: Scene, relay: Relay, wanted: readonly KeyAndBody[]) {
  relay.hold();
  const running = scene.start('run', '--once');
  await until('all requests have come', () => relay.came.length === wanted.length);
  running.kill('SIGKILL');
  await running.ended;
  expect(keyed(relay.came)).toEqual(wanted);
}

/** To the end: each has one effect. */
async function expectDoneOnce(scene: Scene, relay: Relay, day: GoldenDay): Promise<void> {
  const since = await scene.now();
  relay.goOn();
  const report = await scene.json<OnceReport>('run', '--once');
  expect(report).toMatchObject({ exitCode: 0, waitsForPerson: [] });
  const market = { ...scene.market, ledger: () => scene.market.ledger(since) };
  await expectGolden({ ...scene, market }, [day], erpOf(scene).files());
}

describe('fault 127: an upgrade with requests that have no answer', {
  timeout: 2 * timeout,
}, () => {
  it('sends the stored bytes under the stored keys again, from the first schema and later ones (each with STOCKHAND_LONG)', () =>
    onUpgrades(async (scene, relay) => {
      const day = await untilUnanswered(scene, relay);
      const [before, state] = [
        readTree(scene.folder),
        await scene.market.sandbox.control('GET', '/sandbox/state'),
      ];
      for (const schema of schemas) {
        writeTree(scene.folder, before);
        await scene.market.sandbox.control('PUT', '/sandbox/state', state);
        adoptCommandFiles(scene);
        const wanted = rewrite(scene);
        asOf(scene, 'catalog', schema.catalog);
        asOf(scene, 'orders', schema.orders);
        await expectSentAgain(scene, relay, wanted).catch((cause: unknown) => {
          throw new Error(`${JSON.stringify(schema)}: ${String(cause)}`, { cause });
        });
        if (schema.catalog === 1) await expectDoneOnce(scene, relay, day);
      }
    }));
});
