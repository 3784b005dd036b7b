import fs from 'node:fs';
import path from 'node:path';
import { readAdapters } from '../../adapters/readers.ts';
import { encode } from '../../adapters/text/encode.ts';
import { createCatalog } from '../../src/catalog/catalog.ts';
import type { Catalog } from '../../src/catalog/door.ts';
import type { LooksDeps } from '../../src/catalog/intake/looks.ts';
import type { ListReader } from '../../src/catalog/terms/listed.ts';
import { systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/declaration.ts';
import { configErrorText, judge } from '../../src/config/judge.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { encodingNamed } from '../../src/domain/encoding.ts';
import type {
  HttpAnswer,
  HttpOutcome,
  HttpRequest,
  Lane,
  Mutation,
  Upload,
  Verdict,
} from '../../src/domain/exchange.ts';
import { writeAside } from '../../src/files/aside.ts';
import { convertPicture, pictureRecipe } from '../../src/files/convert-picture.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { looksUnchanged } from '../../src/files/entry.ts';
import { matchNames } from '../../src/files/names.ts';
import { createPictureNames } from '../../src/files/picture-names.ts';
import { createFiles, type Files } from '../../src/files/port.ts';
import { openSpooled } from '../../src/files/spooled.ts';
import { namesToScan, observe } from '../../src/files/stable.ts';
import { dropSpooled, setDigest } from '../../src/files/take.ts';
import { catalogCalls } from '../../src/marketplace/catalog-calls.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { readProductPage } from '../../src/product-list.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { type ReadAdapters, unpackingReaders } from '../../src/unpacking.ts';
import { memory, temporaryFolder } from './folder.ts';

/** A supplier's folders in a fresh place, and the configuration that knows them. */
export interface Shop {
  readonly folder: string;
  readonly config: Config;
  write(name: string, text: string | Uint8Array): void;
  read(name: string): string;
  names(folder: string): readonly string[];
}

/** `catalog` is YAML below `catalog:`, indented by two blanks. */
export async function openShop(catalog: string, more = ''): Promise<Shop> {
  const folder = temporaryFolder('shop', memory);
  for (const name of ['out', 'orders', 'commands', 'receipts', 'results'])
    fs.mkdirSync(path.join(folder, name));
  const text = `marketplace: { baseUrl: "https://market.example", apiKey: sandbox-key }\ndataDir: ./state\nresults: { folder: ./results }\ncatalog:\n${catalog}\n${more}`;
  const judged = await judge({
    text,
    file: path.join(folder, 'stockhand.yaml'),
    folder,
    platform: 'linux',
    env: {},
    read: async () => '',
  } as never);
  if ('errors' in judged) throw new Error(judged.errors.map(configErrorText).join('\n'));
  const place = (name: string): string => path.join(folder, name);
  return {
    folder,
    config: judged.config,
    write: (name, content) => fs.writeFileSync(place(name), content),
    read: (name) => fs.readFileSync(place(name), 'utf8'),
    names: (name) => fs.readdirSync(place(name)).sort(),
  };
}

export type Send = (mutation: Mutation) => Promise<Verdict>;

/** Puts a picture on its address over a real socket, with that header alone. */
export async function uploadBare({ url, contentType, body }: Upload): Promise<HttpOutcome> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: Buffer.from(body),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { kind: 'answer', status: response.status, headers: {}, body: bytes };
}

export interface CatalogOptions {
  readonly upload?: (upload: Upload) => Promise<HttpOutcome>;
  /** Files keep the real time: their deadlines are about this machine. */
  readonly clock?: Clock;
  readonly list?: ListReader;
  /** Stands before the real folders. */
  readonly files?: (real: Files) => Files;
  /** Stands before the real formats. */
  readonly adapters?: (real: ReadAdapters) => ReadAdapters;
  /** Told of every look; without it only the clock wakes the loop. */
  readonly watch?: LooksDeps['watch'];
  /** So many stocks that no file names leave before their answers. */
  readonly stocksTogether?: number;
  /** Told which run's export is read; 0: none. */
  readonly reading?: (run: number) => void;
}

/** The way up in this thread, over real files and a real database. */
export function openCatalog(
  shop: Shop,
  send: Send,
  {
    upload = uploadBare,
    clock = systemClock,
    list = noList,
    files = (real) => real,
    adapters = (real) => real,
    watch,
    stocksTogether,
    reading,
  }: CatalogOptions = {},
): Catalog & { readonly store: ReturnType<typeof openCatalogStore> } {
  const { catalog, results, dataDir, marketplace } = shop.config;
  if (catalog === undefined) throw new Error('the shop has no catalog');
  const spoolFolder = path.join(dataDir, 'spool');
  fs.mkdirSync(spoolFolder, { recursive: true });
  const store = openCatalogStore(dataDir);
  const flow = createCatalog({
    store,
    clock,
    ...(watch === undefined ? {} : { watch }),
    ...(stocksTogether === undefined ? {} : { stocksTogether }),
    ...(reading === undefined ? {} : { reading }),
    adapters: adapters(unpackingReaders(readAdapters, spoolFolder)),
    calls: catalogCalls,
    config: catalog,
    results,
    maxInFlight: marketplace.maxInFlight,
    version: 'test',
    spoolFolder,
    ignoreCase: false,
    fits: (globs, name) => matchNames([globs], false)(name),
    files: files(createFiles(createFilesDeps(systemClock))),
    stable: { observe, namesToScan, looksUnchanged, setDigest },
    openSpooled,
    dropSpooled,
    writeAside: (pieces) => writeAside(spoolFolder, pieces),
    encode: (text, name) => encode(text, encodingNamed(name) ?? 'utf-8'),
    pictures: {
      names: createPictureNames,
      convert: convertPicture,
      quietMs: 50,
      recipe: pictureRecipe,
      upload,
    },
    list,
    send,
  });
  return { ...flow, store };
}

/** The product list over a real socket, read as the door reads it. */
export function listFrom(url: string): ListReader {
  const once = async (_: Lane, { path: target }: HttpRequest): Promise<HttpOutcome> => {
    const headers = { authorization: 'Bearer sandbox-key' };
    return answerOf(await fetch(`${url}${target}`, { headers }));
  };
  const reads = createReads({ once });
  const queue = { reads, clock: systemClock, facts: () => ({ lanes: [] }) };
  return (cursor) => readProductPage(queue, cursor, new AbortController().signal);
}

const noList: ListReader = async () => ({ failed: 'there is no list', isCursorRefused: false });

/** Sends over a real socket, once, the bytes as they are: what a sender does when nothing goes wrong. */
export function sendTo(url: string): Send {
  return async ({ method, path: target, key, body }) => {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: {
        authorization: 'Bearer sandbox-key',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    return { kind: 'answered', answer: await answerOf(response), attempts: 1 };
  };
}

async function answerOf(response: Response): Promise<HttpAnswer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isProblem = response.headers.get('content-type')?.includes('problem') ?? false;
  return {
    kind: 'answer',
    status: response.status,
    headers: {},
    body: bytes,
    ...(isProblem ? { problem: JSON.parse(Buffer.from(bytes).toString()) } : {}),
  };
}
