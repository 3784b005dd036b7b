import fs from 'node:fs';
import path from 'node:path';
import { csv } from '../../adapters/csv/read.ts';
import { json } from '../../adapters/json/read.ts';
import { writerOf } from '../../adapters/writers.ts';
import { xlsx } from '../../adapters/xlsx/read.ts';
import { systemClock } from '../../src/clock.ts';
import type { Sender } from '../../src/domain/exchange.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import { createFilesDeps } from '../../src/files/deps.ts';
import { claimOutbox, type KnownOutbox } from '../../src/files/marker.ts';
import { moveFile } from '../../src/files/move.ts';
import { createOutbox, type Outbox } from '../../src/files/publish.ts';
import { readWhole } from '../../src/files/read.ts';
import { writeAtomically } from '../../src/files/replace.ts';
import { listNames, scanFolder } from '../../src/files/scan.ts';
import { observe } from '../../src/files/stable.ts';
import { orderOutcomes } from '../../src/marketplace/batch.ts';
import {
  batchAccept,
  batchDispatch,
  isSendableVersion,
  orderAction,
} from '../../src/marketplace/mutations.ts';
import { decodeJson, encodeJson } from '../../src/marketplace/wire.ts';
import type { CommandFilesPort } from '../../src/orders/command-folder.ts';
import { createOrderFlow, type OrderFlow } from '../../src/orders/flow.ts';
import type { OrderFlowOptions } from '../../src/orders/options.ts';
import type { FlowDeps } from '../../src/orders/parts.ts';
import type { PassCounts } from '../../src/orders/pass.ts';
import { type OrdersStore, openOrdersStore } from '../../src/store/orders-store.ts';
import { memory } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { FakeMarket } from './fake-market.ts';

/** Longer than any pass takes on a machine that does much else beside it. */
const settledMs = 40_000;

export const jsonText: FlowDeps['json'] = {
  parse(text) {
    const decoded = decodeJson(Buffer.from(text));
    if ('fault' in decoded) throw new Error(decoded.fault);
    return decoded.value;
  },
  write: (value) => Buffer.from(encodeJson(value)).toString(),
};

const files = createFilesDeps(systemClock);

export const realFiles: CommandFilesPort = {
  scan: (request) => scanFolder(files, request),
  observe,
  readWhole: (request) => readWhole(files, request),
  moveFile: (request) => moveFile(files, request),
  listNames: (folder) => listNames(files, folder),
  writeAtomically: (target, bytes) => writeAtomically(files, target, bytes),
  ignoreCase: false,
};

export interface WorldSettings {
  readonly options?: Partial<OrderFlowOptions>;
  readonly deps?: (deps: FlowDeps) => Partial<FlowDeps>;
  readonly market?: FakeMarket;
}

/** One ERP, one marketplace in memory, and a Stockhand between them that can be killed and started again. */
export class World {
  readonly folder = fs.mkdtempSync(path.join(memory, 'stockhand-orders-'));
  readonly market: FakeMarket;
  readonly outboxFolder = path.join(this.folder, 'orders');
  readonly commandFolder = path.join(this.folder, 'commands');
  readonly receiptFolder = path.join(this.folder, 'receipts');
  store: OrdersStore;
  flow: OrderFlow;
  failure: unknown;
  options: OrderFlowOptions;
  deps: (deps: FlowDeps) => Partial<FlowDeps>;
  #keys = 0;
  #ended = new AbortController();

  constructor(settings: WorldSettings = {}) {
    for (const each of [this.outboxFolder, this.commandFolder, this.receiptFolder])
      fs.mkdirSync(each);
    this.market = settings.market ?? new FakeMarket();
    this.deps = settings.deps ?? (() => ({}));
    this.options = {
      startFrom: '1970-01-01T00:00:00.000Z',
      pollEvery: 600_000,
      outbox: {
        folder: this.outboxFolder,
        format: 'json',
        goLive: 'open',
        statuses: 'all',
        origins: ['buyer', 'operator', 'counterSale'],
        acknowledge: 'removed',
        watchdog: 2_700_000,
      },
      commands: { folder: this.commandFolder, receipts: this.receiptFolder },
      accept: 'manual',
      keepDetails: 400 * 86_400_000,
      quietMs: 5,
      lookEveryMs: 10,
      pollGapMs: 5,
      ...settings.options,
    };
    this.store = this.#open();
    this.flow = this.#create();
  }

  #open(): OrdersStore {
    return openOrdersStore(path.join(this.folder, 'orders.db'));
  }

  #create(): OrderFlow {
    this.failure = undefined;
    const ended = new AbortController();
    this.#ended = ended;
    const sender: Sender = {
      send: (mutation, signal) => this.market.send(mutation, signal),
      facts: () => ({ lanes: [], sent: {} }) as never,
    };
    const deps: FlowDeps = {
      store: this.store,
      clock: systemClock,
      reads: this.market.reads,
      json: jsonText,
      sender,
      orderAction,
      orderBatch: (action, each) =>
        action === 'accept' ? batchAccept(each.map(({ orderId }) => orderId)) : batchDispatch(each),
      orderOutcomes,
      isSendableVersion,
      newKey: () => {
        this.#keys += 1;
        return `key ${this.#keys}`;
      },
      claimOutbox: (known) => this.claim(known),
      newOutboxId: 'this-outbox',
      writer: writerOf('json'),
      readers: { csv, json, xlsx },
      files: realFiles,
      watched: () => [],
      failed: (cause) => {
        // A process that has died says no more of the next one.
        if (this.#ended === ended) this.failure ??= cause;
        ended.abort();
      },
    };
    return createOrderFlow({ ...deps, ...this.deps(deps) }, this.options);
  }

  async claim(known: KnownOutbox): ReturnType<FlowDeps['claimOutbox']> {
    const folder = this.outboxFolder;
    const claimed = await claimOutbox(files, { folder, known, newId: 'this-outbox' });
    if ('offline' in claimed) return claimed;
    const { id, owner } = claimed;
    return { ...claimed, outbox: createOutbox(files, { folder, id, owner }) };
  }

  /** One pass of a new process over the same files, until nothing is due; a flow passes once in its life. */
  async pass(): Promise<PassCounts> {
    const begunMs = performance.now();
    const counts = await this.passFor(settledMs);
    // A machine that is too slow is no failure of what the test looks at next, so it has words of its own.
    if (performance.now() - begunMs < settledMs) return counts;
    throw new Error(`not settled within ${settledMs} ms: ${JSON.stringify(counts)}`);
  }

  /** The same, cut short: for what must not happen in that time. */
  async passFor(waitMs: number): Promise<PassCounts> {
    this.restart();
    const counts = await this.flow.pass({ waitMs, signal: this.#ended.signal });
    if (this.failure !== undefined) throw this.failure;
    return counts;
  }

  /** The same, cut short as soon as that holds. */
  async passUntil(what: string, look: () => boolean | Promise<boolean>): Promise<PassCounts> {
    const passing = this.passFor(settledMs);
    try {
      await until(what, look, settledMs);
    } finally {
      this.#ended.abort();
    }
    return passing;
  }

  /** A new process over the same files. */
  restart(): void {
    this.store.close();
    this.store = this.#open();
    this.flow = this.#create();
  }

  outboxNames(): string[] {
    return fs
      .readdirSync(this.outboxFolder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  orderFiles(): JsonObject[] {
    return this.outboxNames().map((name) => this.orderFile(name));
  }

  orderFile(name: string): JsonObject {
    return JSON.parse(fs.readFileSync(path.join(this.outboxFolder, name), 'utf8')) as JsonObject;
  }

  /** The ERP takes these files, or all. */
  take(names = this.outboxNames()): string[] {
    for (const name of names) fs.unlinkSync(path.join(this.outboxFolder, name));
    return names;
  }

  drop(name: string, text: string): void {
    fs.writeFileSync(path.join(this.commandFolder, name), text);
  }

  dropBytes(name: string, bytes: Uint8Array): void {
    fs.writeFileSync(path.join(this.commandFolder, name), bytes);
  }

  receipt(name: string): Record<string, string>[] {
    const text = fs.readFileSync(path.join(this.receiptFolder, name), 'utf8');
    if (name.endsWith('.json')) return JSON.parse(text) as Record<string, string>[];
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    const names = header.split(',');
    return lines.map((row) => {
      const cells = [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
      return Object.fromEntries(
        names.map((column, index) => [
          column,
          (cells[index]?.[1] ?? cells[index]?.[2] ?? '').replaceAll('""', '"'),
        ]),
      );
    });
  }

  names(folder: string): string[] {
    return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  }

  async close(): Promise<void> {
    await this.flow.stop();
    this.store.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The outbox with one step replaced: a crash is planted before or after it. */
export function withOutbox(world: World, change: (outbox: Outbox) => Partial<Outbox>): void {
  world.deps = () => ({
    claimOutbox: async (known) => {
      const claimed = await world.claim(known);
      if ('offline' in claimed) return claimed;
      return { ...claimed, outbox: { ...claimed.outbox, ...change(claimed.outbox) } };
    },
  });
}
