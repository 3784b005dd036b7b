import Sqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { closeStores, open } from './orders-room.ts';

closeStores();

/** How SQLite goes about each statement of orders.db. */
function plans(): readonly string[] {
  const place = `${temporaryFolder('plans')}/orders.db`;
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
  open(place);
  const texts = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => !/sqlite_schema|RETURNING/.test(sql));
  prepare.mockRestore();
  const database = new Sqlite(place, { readonly: true });
  const planOf = (sql: string) =>
    database
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replace(/\?|@\w+/g, 'NULL')}`)
      .all();
  const all = texts.flatMap((sql) => planOf(sql).map(({ detail }) => detail));
  database.close();
  return all;
}

/** These have a row for each order, file or command that there ever was. */
const growing =
  /USING (COVERING )?INDEX (sqlite_autoindex|order_file_(of|written|acknowledged)|command_ended)/;
const small = /^SCAN (feed|meta|event|sighting|detail_ahead|g|json_each|CONSTANT|\()/;

it('what is asked every few seconds is answered from what is open, and not from all that ever was', () => {
  const scans = plans().filter((plan) => plan.startsWith('SCAN') && !small.test(plan));
  const whole = scans.filter((plan) => !plan.includes('INDEX') || growing.test(plan));
  // A person asks for these: the list of orders, and the calls of one order.
  expect(whole.sort()).toEqual(['SCAN request', 'SCAN v']);
});

it('finds refused acceptances by themselves, and not among all that the policy ever accepted', () => {
  expect(plans().join()).toContain('SCAN c USING INDEX command_not_accepted');
});

it('finds pictures with trouble by themselves, and counts pictures once for each change', () => {
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
  const store = openCatalogStore(':memory:');
  const [troubled = ''] = prepare.mock.calls
    .flat()
    .filter((sql) => /fault IS NOT NULL.* LIMIT/s.test(sql));
  prepare.mockRestore();
  const plan = store.database
    .prepare<[number], { detail: string }>(`EXPLAIN QUERY PLAN ${troubled}`)
    .all(3);
  const details = plan.map(({ detail }) => detail);
  expect(details).toContain('SCAN picture USING INDEX picture_fault');
  expect(details).not.toContain('SCAN picture');
  expect(store.pictures.counts()).toBe(store.pictures.counts());
  store.close();
});
