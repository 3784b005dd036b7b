import fs from 'node:fs';
import path from 'node:path';
import { memory } from './folder.ts';
import { type LedgerEntry, type Market, openMarket } from './market.ts';
import {
  type Daemon,
  type DaemonStart,
  type Ended,
  type Running,
  startCommand,
  startDaemon,
  startProgram,
  startScript,
} from './program.ts';

/** A supplier's folders, a marketplace, and the built program between them, in a fresh place. */
export interface Scene {
  readonly folder: string;
  readonly config: string;
  readonly market: Market;
  path(name: string): string;
  /** As an ERP should: written under another name, then renamed. */
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  /** The names in a folder, without those that begin with a dot. */
  names(folder: string): string[];
  /** A command of the program; `--config` is added. */
  start(...args: string[]): Running;
  /** The same to its end. */
  run(...args: string[]): Promise<Ended>;
  /** The same with `--json`: its one document, whatever the exit code. */
  json<Document>(...args: string[]): Promise<Document & { readonly exitCode: number }>;
  daemon(start?: DaemonStart): Promise<Daemon>;
  /** Another script that uses the program's parts. */
  script(file: string, ...args: string[]): Running;
  /** Any other program. */
  command(program: string, ...args: string[]): Running;
  orders(body?: Record<string, unknown>): Promise<readonly PlacedOrder[]>;
  weather(...rules: Record<string, unknown>[]): Promise<void>;
  /** The ledger's place now, for `market.ledger(since)`. */
  now(): Promise<number>;
}

export interface PlacedOrder {
  readonly id: number;
  readonly orderNumber: string;
  readonly version: string;
  readonly status: string;
}

export interface SceneOptions {
  /** YAML below the top level; the default reads the two exports of `wares.ts`. */
  readonly catalog?: string;
  readonly orders?: string;
  /** A whole configuration in place of these parts. */
  readonly config?: (place: { readonly folder: string; readonly url: string }) => string;
}

/** Of a test: several processes start in it, on a machine that others use too. */
export const timeout = 200_000;

export const webhookSecret = 'whsec_of-the-scene';

/** The source of `artikel*.csv` with this mapping, as it stands below `sources:`. */
export const articlesSource = (mapping: string): string => `    - name: articles
      folder: ./out
      files: "artikel*.csv"
      stable: { quiet: 200ms }
      delimiter: ";"
      numbers: "1.234,56"
      mapping: { ${mapping} }
`;

export const twoExports = `
catalog:
  vanished: unpublish
  sources:
${articlesSource('externalId: ArtNr, name: Bezeichnung, unitOfMeasure: { column: ME, translate: { STK: pcs } }')}    - name: stock
      kind: stock
      folder: ./out
      files: "bestand*.csv"
      stable: { quiet: 200ms }
      delimiter: ";"
      numbers: "1.234,56"
      mapping: { externalId: ArtNr, availableQty: Bestand }
`;

/** The feed is asked at the start and by webhooks only, so a test sees who woke it. */
export const ordersByFile = `
orders:
  pollEvery: 10m
  outbox: { folder: ./orders }
  commands: { folder: ./commands, receipts: ./receipts }
webhooks:
  listen: 127.0.0.1:0
  secrets: [${webhookSecret}]
`;

/** An article that only the portal knows, so that an order moves nobody's stock. */
const portalLine = { name: 'Beratung', quantity: 2, unitPrice: 1.9 };

/** Plays a scene and clears the place; a failure shows what every process said and the end of the log. */
export function inScene(
  options: SceneOptions,
  play: (scene: Scene) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const folder = fs.mkdtempSync(path.join(memory, 'stockhand-scene-'));
    const market = await openMarket();
    const processes: Running[] = [];
    try {
      for (const name of ['out', 'orders', 'commands', 'receipts', 'results'])
        fs.mkdirSync(path.join(folder, name));
      const config = options.config ?? standardConfig(options);
      const text = config({ folder, url: market.url });
      fs.writeFileSync(path.join(folder, 'stockhand.yaml'), text);
      await play(openScene(folder, market, processes));
    } catch (cause) {
      throw withStory(cause, folder, processes);
    } finally {
      await endAll(processes);
      await market.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  };
}

export function standardConfig({
  catalog = '',
  orders = '',
}: SceneOptions): NonNullable<SceneOptions['config']> {
  return ({ url }) => `marketplace: { baseUrl: "${url}", apiKey: sandbox-key }
dataDir: ./state
results: { folder: ./results }
status: { listen: "127.0.0.1:0" }
log: { level: debug, file: ./stockhand.log }
${catalog}${orders}`;
}

function openScene(folder: string, market: Market, processes: Running[]): Scene {
  const config = path.join(folder, 'stockhand.yaml');
  const place = (name: string): string => path.join(folder, name);
  const known = <Process extends Running>(running: Process): Process => {
    processes.push(running);
    return running;
  };
  const start = (...args: string[]): Running => known(startProgram([...args, '--config', config]));
  const run = (...args: string[]): Promise<Ended> => start(...args).ended;
  return {
    folder,
    config,
    market,
    path: place,
    write(name, content) {
      fs.writeFileSync(place(`${name}.part`), content);
      fs.renameSync(place(`${name}.part`), place(name));
    },
    read: (name) => fs.readFileSync(place(name), 'utf8'),
    names: (name) => namesIn(place(name)),
    start,
    run,
    async json<Document>(...args: string[]) {
      const ended = await run(...args, '--json');
      return { ...parsed<Document>(ended), exitCode: ended.code ?? -1 };
    },
    daemon: async (begin) => known(await startDaemon(config, begin)),
    script: (file, ...args) => known(startScript(file, args)),
    command: (program, ...args) => known(startCommand(program, args)),
    async orders(body = {}) {
      const asked = { lines: [portalLine], ...body };
      const answer = await market.sandbox.control('POST', '/sandbox/orders', asked);
      return (answer as { orders: PlacedOrder[] }).orders;
    },
    async weather(...rules) {
      await market.sandbox.control('POST', '/sandbox/weather', rules);
    },
    now: async () => (await market.ledger()).at(-1)?.seq ?? 0,
  };
}

export function namesIn(folder: string): string[] {
  const isThere = fs.existsSync(folder);
  return (isThere ? fs.readdirSync(folder) : []).filter((name) => !name.startsWith('.')).sort();
}

function parsed<Document>({ code, signal, stdout, stderr }: Ended): Document {
  try {
    const value: unknown = JSON.parse(stdout);
    return (Array.isArray(value) ? { list: value } : value) as Document;
  } catch {
    const end = `it ended with ${signal ?? code}`;
    throw new Error(`no JSON document on stdout, ${end}: ${stdout}\n${stderr}`);
  }
}

/** Only what this scene started, each by its own pid. */
async function endAll(processes: readonly Running[]): Promise<void> {
  for (const running of processes) {
    running.kill('SIGKILL');
    await running.ended;
  }
}

const logShown = 6_000;

function withStory(cause: unknown, folder: string, processes: readonly Running[]): unknown {
  if (!(cause instanceof Error)) return cause;
  const log = path.join(folder, 'stockhand.log');
  const told = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').slice(-logShown) : '';
  const said = processes.map(({ pid, stdout, stderr }) => `[${pid}] ${stdout()}${stderr()}`);
  cause.message += `\n--- processes in ${folder}\n${said.join('\n').slice(-logShown)}\n--- log\n${told}`;
  return cause;
}

/** The items of the batches that a call carried, in their order. */
export function itemsOf({ body }: LedgerEntry): readonly Record<string, unknown>[] {
  const items = Array.isArray(body) ? body : (body as { items?: unknown }).items;
  return items as Record<string, unknown>[];
}
