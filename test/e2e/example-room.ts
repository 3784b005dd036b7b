import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CatalogPass } from '../../src/catalog/door.ts';
import type { Config, SourceConfig } from '../../src/config/declaration.ts';
import { configErrorText } from '../../src/config/judge.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ComplaintRow } from '../../src/store/runs.ts';
import { openCatalog, type Shop, sendTo } from '../support/catalog.ts';
import { type LedgerEntry, openMarket, type StoredProduct } from '../support/market.ts';

const realFolder = new URL('../../../shared/data/products/', import.meta.url).pathname;
export const examplesFolder = new URL('../../config/examples/', import.meta.url).pathname;

/** Whether the real exports lie beside the project; where CI promises them, their absence is a failure. */
export function realFilesExist(): boolean {
  const exist = fs.existsSync(realFolder);
  if (!exist && process.env['CI']) throw new Error('The real exports are missing, but CI is set.');
  return exist;
}

export function realNames(): readonly string[] {
  return fs.readdirSync(realFolder).sort();
}

export function realBytes(name: string): Buffer {
  return fs.readFileSync(path.join(realFolder, name));
}

/** An example of config/examples, its variables pointing into `folder`. */
export async function loadExample(example: string, folder: string): Promise<Config> {
  const env = {
    STOCKHAND_API_KEY: 'sandbox-key',
    STOCKHAND_DATA: path.join(folder, 'state'),
    ERP_EXPORTS: path.join(folder, 'exports'),
  };
  const loaded = await loadConfig({ path: path.join(examplesFolder, example), env });
  if ('errors' in loaded) throw new Error(loaded.errors.map(configErrorText).join('\n'));
  return loaded.config;
}

/** A supplier who starts from an example: his exports, Stockhand and a marketplace. */
export interface ExampleRoom {
  readonly shop: Shop;
  /** Puts a file where the ERP puts its exports. */
  put(name: string, content: Uint8Array | string): void;
  pass(): Promise<CatalogPass>;
  /** Stockhand ends and starts anew over the same state. */
  restart(): Promise<void>;
  /** Whole rows of the catalogue by externalId, in the order of creation. */
  products(): Promise<readonly StoredProduct[]>;
  ledger(): Promise<readonly LedgerEntry[]>;
  /** What the last import of a source complained of. */
  complaints(source: string): readonly ComplaintRow[];
  /** Why the last file of a source was refused as a whole: code and words. */
  refusal(source: string): { readonly code: string; readonly rule: string } | undefined;
  close(): Promise<void>;
}

/** `change` is for what a test needs otherwise than the example has it. */
export async function openExample(
  example: string,
  change: (config: Config, folder: string) => Config | Promise<Config> = (config) => config,
): Promise<ExampleRoom> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'example-'));
  fs.mkdirSync(path.join(folder, 'exports'));
  const config = await change(await loadExample(example, folder), folder);
  const shop = shopOf(folder, changeSources(config, withoutQuietTime));
  const market = await openMarket();
  let catalog = openCatalog(shop, sendTo(market.url));
  const end = async (): Promise<void> => {
    await catalog.stop();
    catalog.store.close();
  };
  return {
    shop,
    put: (name, content) => shop.write(path.join('exports', name), content),
    pass: () => catalog.pass({ quietMs: 5_000 }),
    async restart() {
      await end();
      catalog = openCatalog(shop, sendTo(market.url));
    },
    products: () => allProducts(market.sandbox),
    ledger: () => market.ledger(),
    complaints(source) {
      const run = catalog.store.runs.newest(source);
      return run === undefined ? [] : [...catalog.store.complaints.of(run.id, 100)];
    },
    refusal(source) {
      const refused = catalog.store.runs.newest(source)?.refused;
      return refused == null ? undefined : JSON.parse(refused);
    },
    async close() {
      await end();
      await market.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/** The test's own files do not change while they are read: no need to watch them stand still for ten seconds. */
function withoutQuietTime(source: SourceConfig): SourceConfig {
  return { ...source, stable: { ...source.stable, quiet: 0 } };
}

export function changeSources(
  config: Config,
  change: (source: SourceConfig) => SourceConfig,
): Config {
  const { catalog } = config;
  if (catalog === undefined) throw new Error('the example has no catalog');
  return { ...config, catalog: { ...catalog, sources: catalog.sources.map(change) } };
}

function shopOf(folder: string, config: Config): Shop {
  const place = (name: string): string => path.join(folder, name);
  return {
    folder,
    config,
    write: (name, content) => fs.writeFileSync(place(name), content),
    read: (name) => fs.readFileSync(place(name), 'utf8'),
    names: (name) => fs.readdirSync(place(name)).sort(),
  };
}

/** Page by page: the sandbox shows ten thousand products at once. */
async function allProducts(
  sandbox: Awaited<ReturnType<typeof openMarket>>['sandbox'],
): Promise<readonly StoredProduct[]> {
  const products: StoredProduct[] = [];
  for (;;) {
    const after = Number(products.at(-1)?.['id'] ?? 0);
    const page = (await sandbox.control('GET', `/sandbox/products?limit=10000&after=${after}`)) as {
      items: StoredProduct[];
    };
    if (page.items.length === 0) return products;
    products.push(...page.items);
  }
}
