import iconv from 'iconv-lite';
import { readAdapters } from '../../adapters/readers.ts';
import { createEngine } from '../../src/catalog/engine.ts';
import { systemClock } from '../../src/clock.ts';
import type { Mutation } from '../../src/domain/exchange.ts';
import { catalogCalls } from '../../src/marketplace/catalog-calls.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import type { HoldRow } from '../../src/store/plans.ts';
import type { RunRow } from '../../src/store/runs.ts';
import { fileOf } from '../adapters/text/reading.ts';
import { openShop } from '../support/catalog.ts';
import { itemsOf } from './room.ts';

export interface Passed {
  readonly sent: readonly Mutation[];
  readonly run: RunRow;
  readonly holds: readonly HoldRow[];
}

/** A marketplace that says yes to all, a state in memory, and one source: what a file leads to, without a disk. */
export async function openBench(catalog: string) {
  const shop = await openShop(catalog);
  const config = shop.config.catalog!;
  const source = config.sources[0]!.name;
  const store = openCatalogStore(':memory:');
  const contents = new Map<string, Uint8Array>();
  const yes = (_: Uint8Array, ids: readonly string[]) =>
    ids.map(() => ({ kind: 'succeeded' as const }));
  let names = 0;

  const pass = async (bytes: Uint8Array): Promise<Passed> => {
    const sent: Mutation[] = [];
    const engine = createEngine(
      {
        store,
        config,
        clock: systemClock,
        version: 'test',
        adapters: readAdapters,
        calls: { ...catalogCalls, upsertOutcomes: yes, stockOutcomes: yes },
        maxInFlight: 4,
        fits: () => false,
        openSpooled: ({ path }) => ({
          ...fileOf('export.csv', contents.get(path) ?? new Uint8Array()),
          close: () => undefined,
        }),
        async send(mutation) {
          sent.push(mutation);
          const answer = {
            kind: 'answer',
            status: 200,
            headers: {},
            body: new Uint8Array(),
          } as const;
          return { kind: 'answered', answer, attempts: 1 };
        },
        nudge: () => undefined,
      },
      { runChanged: () => undefined },
    );
    engine.start();
    names += 1;
    const path = String(names);
    contents.set(path, bytes);
    const spooled = { sha256: path, parts: [{ name: 'export.csv', path }], size: bytes.length };
    const run = engine.wish(source, { name: 'export.csv', spooled, writtenAt: 0 });
    while ((await engine.step()) || engine.isBusy()) await Promise.resolve();
    await engine.stop();
    return { sent, run: store.runs.get(run)!, holds: store.holds.open() };
  };

  return {
    pass,
    /** The same, and everything is as before afterwards. */
    async try(bytes: Uint8Array): Promise<Passed> {
      store.database.exec('BEGIN');
      try {
        return await pass(bytes);
      } finally {
        store.database.exec('ROLLBACK');
        contents.delete(String(names));
      }
    },
    close: () => store.close(),
  };
}

/** What a pass takes away: deletions, hidden articles, and stock that falls to nothing. */
export function takenAway({ sent }: Passed, had: ReadonlyMap<string, number>): string[] {
  return sent.flatMap(({ method, path, body }) =>
    method === 'DELETE'
      ? [`DELETE ${path}`]
      : itemsOf(body)
          .filter(
            ({ externalId, availableQty, isActive }) =>
              isActive === false || (availableQty === 0 && (had.get(String(externalId)) ?? 0) > 0),
          )
          .map((item) => JSON.stringify(item)),
  );
}

export interface Damage {
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Cut exactly after a line: nothing can tell a missing last row from a row that is really gone. */
  readonly rowsCut?: number;
}

type Chance = (below: number) => number;

const pages = [
  'windows-1252',
  'windows-1251',
  'cp850',
  'cp866',
  'koi8-r',
  'utf-16le',
  'utf8',
  'latin1',
  'windows-1250',
];

/** An export whose data begins behind so many rows, and the place of the stock in each. */
interface Whole {
  readonly head: number;
  readonly stock: number;
  readonly chance: Chance;
}

/**
 * One damage of a tab-separated UTF-8 export: cut at a byte, columns moved, written in another encoding, or what stands
 * for the stock is no stock.
 */
export function damage(whole: Buffer, of: Whole): Damage {
  return [cut, shift, encode, misplace][of.chance(4)]!(whole, of);
}

const lastBytes = 400;

function cut(whole: Buffer, { chance, head }: Whole): Damage {
  // Some without a row, and of the others half within the last
  // lines: where a file of almost all rows looks like a whole one.
  const last = chance(2) === 0 ? chance(whole.length) : whole.length - 1 - chance(lastBytes);
  const at = chance(8) === 0 ? dataStart(whole, head) : last;
  const bytes = whole.subarray(0, at);
  if (at > 0 && bytes.at(-1) !== 0x0a) return { what: `cut at byte ${at}`, bytes };
  const rowsCut = whole.subarray(at).filter((byte) => byte === 0x0a).length;
  return { what: `cut at byte ${at}`, bytes, rowsCut };
}

function dataStart(whole: Buffer, head: number): number {
  return head === 0 ? 0 : whole.indexOf('\n') + 1;
}

function shift(whole: Buffer, { chance, head }: Whole): Damage {
  const columns = columnsOf(whole);
  const [from, to] = [chance(columns), chance(columns)];
  const moves: readonly [string, (cells: string[]) => unknown][] = [
    ['an empty cell more at', (cells) => cells.splice(from, 0, '')],
    ['a cell less at', (cells) => cells.splice(from, 1)],
    ['a cell moved from', (cells) => cells.splice(to, 0, ...cells.splice(from, 1))],
    ['rotated by', (cells) => cells.unshift(...cells.splice(from))],
    ['the next cell doubled over', (cells) => cells.splice(from, 2, cells[from]!, cells[from]!)],
  ];
  const [name, move] = moves[chance(moves.length)]!;
  return { what: `${name} ${from} (${to})`, bytes: changed(whole, head, move) };
}

/** Another column under the name of the stock, as it is or in its place, or no value in any row from one on. */
function misplace(whole: Buffer, { chance, head, stock }: Whole): Damage {
  const from = chance(columnsOf(whole));
  const first = chance(100);
  const moves: readonly [string, (cells: string[], index: number) => unknown][] = [
    ['the stock moved from', (cells) => cells.splice(stock, 0, ...cells.splice(from, 1))],
    ['the stock copied from', (cells) => cells.splice(stock, 1, cells[from]!)],
    ['no stock: 0', (cells, index) => index >= first && cells.splice(stock, 1, '0')],
    ['no stock: blank', (cells, index) => index >= first && cells.splice(stock, 1, '')],
  ];
  const [name, move] = moves[chance(moves.length)]!;
  return { what: `${name}, ${from}, from row ${first} on`, bytes: changed(whole, head, move) };
}

function columnsOf(whole: Buffer): number {
  return whole.toString().split('\n', 1)[0]!.split('\t').length;
}

/** The header stays, the data changes: with its header a moved column is none. */
function changed(
  whole: Buffer,
  head: number,
  change: (cells: string[], index: number) => unknown,
): Buffer {
  const lines = whole.toString().split('\n');
  const rows = lines.map((line, index) => {
    if (index < head || line === '') return line;
    const cells = line.split('\t');
    change(cells, index);
    return cells.join('\t');
  });
  return Buffer.from(rows.join('\n'));
}

function encode(whole: Buffer, { chance }: Whole): Damage {
  const read = pages[chance(pages.length)]!;
  const written = pages[chance(pages.length)]!;
  const bytes = iconv.encode(iconv.decode(whole, read), written, { addBOM: chance(2) === 0 });
  return { what: `read as ${read}, written as ${written}`, bytes };
}
