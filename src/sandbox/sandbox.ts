import { randomBytes } from 'node:crypto';
import { createClock } from './base/clock.ts';
import { createStamp, type Market } from './base/market.ts';
import { resolveSettings, type SandboxOptions, scopes } from './base/options.ts';
import { createRandom } from './base/random.ts';
import { openStore, type Store } from './base/store.ts';
import { callControl } from './control/control.ts';
import type { House } from './control/house.ts';
import { storeKey } from './service/credential.ts';
import { apiHandler, storageHandler } from './service/handlers.ts';
import { createLedger } from './service/ledger.ts';
import { type Listener, listen } from './service/listener.ts';
import { createSky } from './weather/sky.ts';
import { createSender } from './webhooks/sender.ts';

export type { ApiKey, OpenPoints, SandboxOptions } from './base/options.ts';

/** A running marketplace. */
export type Sandbox = {
  /** Base address of the API, e.g. `http://127.0.0.1:4010`. */
  url: string;
  /** Address that images are uploaded to. */
  uploadUrl: string;
  port: number;
  /** The control API in process; throws an Error saying what was refused. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
};

/** Starts the whole marketplace. Throws when the port is taken or the state file cannot be opened. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const house = openHouse(options);
  const { market } = house;
  const stopped = new AbortController();
  const sender = createSender(market);
  market.wakeSender = sender.wake;
  const host = options.host ?? '127.0.0.1';
  const storage = await listen(
    { host, port: options.uploadPort ?? 0 },
    storageHandler(house, stopped.signal),
  );
  market.uploadUrl = storage.url;
  const listener = await listen(
    { host, port: options.port ?? 0 },
    apiHandler(house, stopped.signal),
  );
  sender.wake();
  return {
    url: listener.url,
    uploadUrl: market.uploadUrl,
    port: listener.port,
    control: (method, path, body) => callControl(house, { method, target: path, body }),
    close: () => closeAll({ house, listeners: [listener, storage], closing: sender, stopped }),
  };
}

function openHouse(options: SandboxOptions): House {
  const store = openStore(options.stateFile);
  const clock = createClock({
    wallMs: options.wallMs ?? Date.now,
    speed: options.clockSpeed ?? 1,
    atLeastMs: Number(store.setting('nowMs') ?? 0),
  });
  const defaultKey = { key: 'sandbox-key', scopes, side: 'SUPPLIER' } as const;
  for (const key of options.apiKeys ?? [defaultKey]) storeKey(store, key);
  const seed = options.seed ?? 1;
  const market: Market = {
    store,
    clock,
    random: createRandom(seed),
    settings: resolveSettings(options),
    stamp: createStamp(store, clock),
    secret: secretOf(store),
    uploadUrl: '',
    wakeSender: () => undefined,
  };
  return { market, ledger: createLedger(store), sky: createSky(createRandom(seed + 1)) };
}

/** Part of the state: cursors and tokens stay valid over a restart. */
function secretOf(store: Store): string {
  const known = store.setting('secret');
  if (known !== undefined) return known;
  const secret = randomBytes(24).toString('base64url');
  store.keep('secret', secret);
  return secret;
}

type Closing = {
  house: House;
  listeners: readonly Listener[];
  closing: { close(): Promise<void> };
  stopped: AbortController;
};

async function closeAll({ house, listeners, closing, stopped }: Closing): Promise<void> {
  stopped.abort();
  await closing.close();
  await Promise.all(listeners.map((listener) => listener.close()));
  house.market.store.keep('nowMs', String(house.market.clock.nowMs()));
  house.market.store.close();
}
