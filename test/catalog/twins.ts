import { Buffer } from 'node:buffer';
import { createEngine } from '../../src/catalog/engine.ts';
import { release } from '../../src/catalog/plan/release.ts';
import { retry } from '../../src/catalog/requests/retry.ts';
import type { EngineDeps } from '../../src/catalog/terms/ports.ts';
import { systemClock } from '../../src/clock.ts';
import type { CatalogConfig } from '../../src/config/declaration.ts';
import type { Mutation, Verdict } from '../../src/domain/exchange.ts';
import { catalogCalls } from '../../src/marketplace/catalog-calls.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { type Program, readersOf, testProgram } from './programs.ts';
import { itemsOf } from './room.ts';

/** A process that ends at a commit. */
class Killed extends Error {}

interface Open {
  readonly mutation: Mutation;
  readonly answer: (verdict: Verdict) => void;
}

const idle = 400;

/** The engine over a store, with a marketplace that refuses `!` and never names `?`. Both ways must end here alike. */
export function openTwin(first: CatalogConfig, options: Pick<EngineDeps, 'rowsTogether'> = {}) {
  const store = openCatalogStore(':memory:');
  const files = new Map<string, Buffer>();
  const market = new Map<string, object>();
  const answers = new Map<string, Buffer>();
  const sent: string[] = [];
  const counts = { decoded: 0, files: 0 };
  // Time goes on from file to file.
  const clock = { ...systemClock, now: () => counts.files, breathe: async () => undefined };
  let config = first;
  let program = testProgram;
  let open: Open[] = [];
  let fuse = Number.POSITIVE_INFINITY;
  let engine = start();

  function start() {
    open = [];
    fuse = Number.POSITIVE_INFINITY;
    const made = createEngine(
      {
        store: { ...store, transaction },
        clock,
        adapters: readersOf(program, counts),
        calls: catalogCalls,
        config,
        maxInFlight: 2,
        fits: () => false,
        version: program.version,
        ...options,
        nudge: () => undefined,
        send: (mutation) =>
          new Promise((answer) => {
            sent.push(`${mutation.method} ${mutation.path} ${Buffer.from(mutation.body ?? [])}`);
            open.push({ mutation, answer });
          }),
        openSpooled: ({ path }) => spooled(files.get(path) ?? Buffer.alloc(0)),
      },
      { runChanged: () => undefined },
    );
    made.start();
    return made;
  }

  function transaction<Done>(work: () => Done): Done {
    if (fuse === 0) throw new Killed();
    fuse -= 1;
    return store.transaction(work);
  }

  function applied({ key, method, path, body }: Mutation): Buffer {
    const known = answers.get(key ?? '');
    if (known !== undefined) return known;
    const answer = Buffer.from(
      JSON.stringify(apply(market, { method, path, items: itemsOf(body) })),
    );
    answers.set(key ?? '', answer);
    return answer;
  }

  const twin = {
    store,
    market,
    sent,
    counts,
    get open() {
      return open.length;
    },
    wish(source: string, content: string | Uint8Array): number {
      counts.files += 1;
      const path = `file ${counts.files}`;
      const bytes = Buffer.from(content);
      files.set(path, bytes);
      const parts = [{ name: path, path }];
      return engine.wish(source, {
        name: path,
        writtenAt: 0,
        spooled: { sha256: path, parts, size: bytes.length },
      });
    },
    /** Ends the process at the n-th commit from now on, if there is one; what is open may have had its effect. */
    async kill(commits: number, hasEffects: boolean): Promise<void> {
      fuse = commits;
      try {
        await twin.rest();
      } catch (cause) {
        if (!(cause instanceof Killed)) throw cause;
      }
      if (hasEffects) for (const { mutation } of open) applied(mutation);
      twin.restart();
    },
    restart(next: CatalogConfig = config, installed: Program = program): void {
      config = next;
      program = installed;
      engine = start();
    },
    async steps(count: number): Promise<void> {
      for (let step = 0; step < count && (await engine.step()); step += 1);
    },
    async answer(count: number): Promise<void> {
      for (const { mutation, answer } of open.splice(0, count)) {
        const body = applied(mutation);
        const headers = {};
        answer({
          kind: 'answered',
          attempts: 1,
          answer: { kind: 'answer', status: 200, headers, body },
        });
      }
      await systemClock.breathe();
    },
    /** Until nothing moves any more. */
    async rest(): Promise<void> {
      for (let round = 0; round < idle; round += 1) {
        await twin.steps(idle);
        if (open.length === 0) return;
        await twin.answer(open.length);
      }
      throw new Error('it never comes to rest');
    },
    release(): void {
      for (const { id } of store.holds.open())
        try {
          release({ store, clock, config }, engine, { id: String(id), who: 'test' });
        } catch (cause) {
          if ((cause as { code?: string }).code !== 'HOLD_STALE') throw cause;
        }
    },
    retry: (): number => retry({ store, config }, engine, undefined).items,
    lookAgain: (source: string): void => engine.lookAgain(source),
    /** All that pass 1, the plan, the books and the mirror have to say, and what the marketplace has. */
    state(): object {
      const rows = (sql: string): unknown[] => store.database.prepare(sql).all();
      return {
        market: [...market].sort(),
        sent,
        runs: rows('SELECT * FROM run'),
        sources: rows('SELECT * FROM source'),
        plans: rows('SELECT id, run, source, hex(vanished) AS vanished FROM plan'),
        marks: rows('SELECT id FROM plan').map((row) => [
          ...(store.plans.get((row as { id: number }).id)?.marks ?? []),
        ]),
        holds: rows('SELECT * FROM hold'),
        products: rows('SELECT * FROM product'),
        parts: rows('SELECT * FROM product_part ORDER BY product, source, run'),
        complaints: rows('SELECT * FROM complaint'),
        index: rows('SELECT source, chunk, hex(packed) AS packed FROM raw_index ORDER BY 1, 2'),
        requests: rows('SELECT id, kind, source, run, intent, items, state, answer FROM request'),
      };
    },
  };
  return twin;
}

export type Twin = ReturnType<typeof openTwin>;

function spooled(bytes: Buffer) {
  const read = (offset: number, length: number): Buffer => bytes.subarray(offset, offset + length);
  return { name: 'file', size: bytes.length, read, close: () => undefined };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly items: ReturnType<typeof itemsOf>;
}

function apply(market: Map<string, object>, { method, path, items }: Call): object {
  if (method === 'DELETE') {
    market.delete(decodeURIComponent(path.split('/').at(-1) ?? ''));
    return {};
  }
  const isRefused = (item: object): boolean => /!|:13[,}]/.test(JSON.stringify(item));
  const good = items.filter((item) => !isRefused(item));
  const isMute = (item: object): boolean => JSON.stringify(item).includes('?');
  for (const item of good) {
    const id = String(item['externalId']);
    market.set(id, { ...market.get(id), ...item });
  }
  const errors = items
    .filter(isRefused)
    .map(({ externalId }) => ({ externalId, error: 'refused', code: 'NO' }));
  if (path.endsWith('/stock')) return { succeeded: good.length, errors };
  const named = good.filter((item) => !isMute(item));
  const results = named.map(({ externalId }) => ({ externalId, status: 'UPDATED' }));
  return { results, succeeded: named.length, errors };
}
