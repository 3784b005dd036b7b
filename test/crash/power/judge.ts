import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { entryOf } from '../../../src/files/entry.ts';
import type { OnceReport } from '../../../src/once.ts';
import { entryText } from '../../../src/orders/command-folder.ts';
import type { OrderFile } from '../../support/erp.ts';
import type { LedgerEntry } from '../../support/market.ts';
import type { Scene } from '../../support/scene.ts';
import { expectGolden, type GoldenDay } from '../golden.ts';
import { cursorsOf, type Left } from './cut.ts';
import { type Recording, writeTree } from './recording.ts';

/** What the databases have lost of what the outside had seen; read from a copy, for a look at a WAL changes it. */
export function brokenInState(recording: Recording, left: Left, folder: string): readonly string[] {
  fs.mkdirSync(folder, { recursive: true });
  writeTree(folder, new Map([...left.tree].filter(([file]) => /^(\.|state(\/.*)?)$/.test(file))));
  const state = path.join(folder, 'state');
  return [
    ...asked(state, 'catalog.db', (database) => lostRequests(database, recording, left)),
    ...asked(state, 'orders.db', (database) => [
      ...lostRequests(database, recording, left),
      ...lostCursor(database, recording, left),
      ...lostFiles(database, left),
    ]),
  ];
}

type Look = (database: Sqlite.Database | undefined) => readonly string[];

function asked(state: string, name: string, look: Look): readonly string[] {
  const file = path.join(state, name);
  if (!fs.existsSync(file)) return look(undefined);
  const database = new Sqlite(file);
  try {
    const integrity = database.pragma('integrity_check', { simple: true });
    const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
    if (integrity !== 'ok') return [`${name}: ${integrity}`];
    return look(tables === 0 ? undefined : database);
  } finally {
    database.close();
  }
}

interface Stored {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer | null;
  readonly state: string;
}

function lostRequests(
  database: Sqlite.Database | undefined,
  recording: Recording,
  { sent }: Left,
): readonly string[] {
  const isOfOrders = database === undefined ? undefined : hasTable(database, 'order_file');
  return sent
    .filter(
      ({ path: place }) => isOfOrders === undefined || /\/orders\//.test(place) === isOfOrders,
    )
    .flatMap(({ key, method, path: place }) => {
      const row = database
        ?.prepare<[string], Stored>('SELECT * FROM request WHERE idempotency_key = ?')
        .get(key);
      const entry = recording.ledger.find((each) => each.key === key)!;
      const isSame = row?.method === method && place.endsWith(row.path) && hasBody(row, entry);
      return isSame ? [] : [`${method} ${place} had left, and its row is lost`];
    });
}

function hasBody({ body, state }: Stored, { body: sent, bytes }: LedgerEntry): boolean {
  // Bodies that nobody asks for again are dropped with the answer.
  if (body === null) return bytes === 0 || state === 'ANSWERED';
  return body.length === bytes && JSON.stringify(JSON.parse(String(body))) === JSON.stringify(sent);
}

/** Whoever asked with a cursor had stored the page before it: the state stands there or later. */
function lostCursor(
  database: Sqlite.Database | undefined,
  { steps }: Recording,
  { cursors }: Left,
): readonly string[] {
  const all = cursorsOf(steps.flatMap((step) => (step.kind === 'sent' ? [step.head] : [])));
  const cursor = database?.prepare<[], string | null>('SELECT cursor FROM feed').pluck().get();
  // The last one that came was never asked with.
  const place = typeof cursor === 'string' ? all.lastIndexOf(cursor) : -2;
  const isThere = place === -1 || place >= cursors.length - 1 || cursors.length === 0;
  return isThere ? [] : [`the cursor ${cursors.at(-1)} was asked with, and ${cursor} is stored`];
}

function lostFiles(database: Sqlite.Database | undefined, { seen }: Left): readonly string[] {
  const known = database?.prepare('SELECT name FROM order_file').pluck().all() ?? [];
  return [...seen.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => `${name} could be seen, and its row is lost`);
}

const hasTable = (database: Sqlite.Database, name: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;

export interface Play {
  readonly scene: Scene;
  readonly days: readonly GoldenDay[];
  readonly recording: Recording;
}

/** The power comes back: the program starts on what is left, beside a marketplace that has seen what it has seen. */
export async function goOn({ scene, recording }: Play, left: Left) {
  const { market } = scene;
  writeTree(scene.folder, left.tree);
  adoptCommandFiles(scene);
  await market.sandbox.control('PUT', '/sandbox/state', recording.states[left.sent.length]);
  const since = await scene.now();
  const report = await scene.json<OnceReport>('run', '--once');
  const before = recording.ledger.slice(0, recording.ledgerBefore + left.sent.length);
  const ledger = [...before, ...(await market.ledger(since))];
  return { report, ledger };
}

export async function expectGoesOn(play: Play, left: Left): Promise<void> {
  const { scene, days } = play;
  const { report, ledger } = await goOn(play, left);
  expect(report).toMatchObject({ exitCode: 0, waitsForPerson: [] });
  const all = { ...scene, market: { ...scene.market, ledger: async () => ledger } };
  await expectGolden(all, days, everSeen(scene, left));
}

/** A command file is known by its inode and its times, too, which only its own disk keeps. */
export function adoptCommandFiles(scene: Scene): void {
  const file = scene.path('state/orders.db');
  const names = scene.names('commands').filter((name) => name !== 'done');
  if (!fs.existsSync(file) || names.length === 0) return;
  const database = new Sqlite(file);
  for (const name of hasTable(database, 'command_file') ? names : []) {
    const place = { folder: scene.path('commands'), name };
    const entry = entryText(
      entryOf(place, fs.lstatSync(scene.path(`commands/${name}`), { bigint: true })),
    );
    database
      .prepare("UPDATE command_file SET entry = ? WHERE name = ? AND state <> 'MOVED'")
      .run(entry, name);
  }
  database.close();
}

/** "Same name = same file": a rename that the cut took back may be seen twice (invariant I2). */
function everSeen(scene: Scene, { seen }: Left): readonly OrderFile[] {
  const files = new Map(seen);
  for (const name of scene.names('orders')) {
    const text = scene.read(`orders/${name}`);
    expect(files.get(name) ?? text, `${name} with other bytes`).toBe(text);
    files.set(name, text);
  }
  return [...files].map(([name, text]) => ({ ...JSON.parse(text), name }) as OrderFile);
}
