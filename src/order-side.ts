import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { readAdapters } from '../adapters/readers.ts';
import type { Config, OrdersConfig } from './config/declaration.ts';
import type { Clock } from './domain/clock.ts';
import { asError } from './domain/error.ts';
import { type LoggedEvent, loggedEvent } from './domain/logged-event.ts';
import type { MarketDoor } from './door.ts';
import { createFilesDeps } from './files/deps.ts';
import { ignoreCase } from './files/names.ts';
import type { Files } from './files/port.ts';
import { observe } from './files/stable.ts';
import { orderOutcomes } from './marketplace/batch.ts';
import {
  batchAccept,
  batchDispatch,
  isSendableVersion,
  orderAction,
} from './marketplace/mutations.ts';
import { decodeJson, encodeJson } from './marketplace/wire.ts';
import { type OrderWatch, watchOrderFolders } from './order-watch.ts';
import { orderWriter } from './order-writer.ts';
import { createOrderFlow, type OrderFlow } from './orders/flow.ts';
import type { FlowDeps } from './orders/parts.ts';
import { openFolders } from './shares/folders.ts';
import { openOrdersStore } from './store/orders-store.ts';
import { version } from './version.ts';

export interface OrderSide {
  readonly flow: OrderFlow;
  /** What happened last, newest first. */
  events(count: number): readonly LoggedEvent[];
  trimJournal(): void;
  close(): Promise<void>;
}

interface OrderSideDeps {
  readonly clock: Clock;
  readonly door: MarketDoor;
  readonly fail: (cause: Error) => void;
  readonly wrapFiles?: (files: Files) => Files;
}

/** Orders down and back, built from the configuration; undefined where it has no orders section. */
export function openOrderSide(config: Config, deps: OrderSideDeps): OrderSide | undefined {
  const { orders } = config;
  if (orders === undefined) return undefined;
  const writer = orderWriter(orders);
  const store = openOrdersStore(path.join(config.dataDir, 'orders.db'), version);
  const folders = openFolders(deps);
  const plain = deps.wrapFiles?.(folders.files) ?? folders.files;
  const { watch, ...files } = filesOf(deps.clock, plain, orders);
  const flow = createOrderFlow(
    {
      ...files,
      watched: watch.facts,
      store,
      writer,
      clock: deps.clock,
      reads: deps.door.reads,
      sender: deps.door.sender,
      json: { parse: parseJson, write: (value) => Buffer.from(encodeJson(value)).toString('utf8') },
      readers: { csv: readerOf('csv'), json: readerOf('json'), xlsx: readerOf('xlsx') },
      orderAction,
      orderBatch: (action, each) =>
        action === 'accept' ? batchAccept(each.map(({ orderId }) => orderId)) : batchDispatch(each),
      orderOutcomes,
      isSendableVersion,
      newKey: randomUUID,
      failed: (cause) => deps.fail(asError(cause)),
    },
    orders,
  );
  watch.onHint(() => flow.look());
  return {
    flow,
    events: (count) => store.log.events(count).map(loggedEvent),
    trimJournal: store.trimJournal,
    async close() {
      await flow.stop();
      await watch.close();
      folders.close();
      store.close();
    },
  };
}

const idBytes = 16;

function filesOf(
  clock: Clock,
  plain: Files,
  orders: OrdersConfig,
): Pick<FlowDeps, 'files' | 'claimOutbox' | 'newOutboxId'> & { readonly watch: OrderWatch } {
  const { folder } = orders.outbox;
  const folders = [folder, ...(orders.commands === undefined ? [] : [orders.commands.folder])];
  const watch = watchOrderFolders(createFilesDeps(clock), plain, folders);
  const { files } = watch;
  const newId = randomBytes(idBytes).toString('hex');
  return {
    watch,
    newOutboxId: newId,
    files: {
      observe,
      scan: (request) => files.scan(request),
      readWhole: (request) => files.readWhole(request),
      moveFile: (request) => files.move(request),
      writeAtomically: (target, bytes) => files.write(target, bytes),
      listNames: (place) => files.listNames(place),
      ignoreCase,
    },
    async claimOutbox(known) {
      const claimed = await files.claimOutbox({ folder, known, newId });
      if ('offline' in claimed) return claimed;
      const { id, owner } = claimed;
      return { ...claimed, outbox: files.outbox({ folder, id, owner }) };
    },
  };
}

function readerOf(format: string): FlowDeps['readers']['csv'] {
  const reader = readAdapters[format];
  if (reader === undefined) throw new Error(`there is no reader for ${format}`);
  return reader;
}

function parseJson(text: string): ReturnType<FlowDeps['json']['parse']> {
  const decoded = decodeJson(Buffer.from(text));
  if ('fault' in decoded) throw new Error(`stored JSON ${decoded.fault}`);
  return decoded.value;
}
