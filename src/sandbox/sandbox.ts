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
import { createSender, type Sender } from './webhooks/sender.ts';

export type { SandboxOptions } from './base/options.ts';

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

/** Starts the whole marketplace. Throws when a port is taken or the state file cannot be opened. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const house = openHouse(options);
  const running = run(house);
  try {
    const { storage, api } = await openDoors(running, options);
    return {
      url: api.url,
      uploadUrl: storage.url,
      port: api.port,
      control: (method, path, body) => callControl(house, { method, target: path, body }),
      close: running.close,
    };
  } catch (error) {
    await running.close();
    throw error;
  }
}

type Running = {
  house: House;
  sender: Sender;
  listeners: Listener[];
  signal: AbortSignal;
  /** A second call waits for the first. */
  close(): Promise<void>;
};

function run(house: House): Running {
  const { market } = house;
  const stopped = new AbortController();
  const sender = createSender(market);
  market.wakeSender = sender.wake;
  const listeners: Listener[] = [];
  const stop = async () => {
    stopped.abort();
    await sender.close();
    await Promise.all(listeners.map((listener) => listener.close()));
    market.store.keep('nowMs', String(market.clock.nowMs()));
    market.store.close();
  };
  let stopping: Promise<void> | undefined;
  const close = () => {
    stopping ??= stop();
    return stopping;
  };
  return { house, sender, listeners, signal: stopped.signal, close };
}

async function openDoors(
  running: Running,
  { host = '127.0.0.1', port, uploadPort }: SandboxOptions,
) {
  const { house, signal, listeners } = running;
  const storage = await listen({ host, port: uploadPort ?? 0 }, storageHandler(house, signal));
  listeners.push(storage);
  house.market.uploadUrl = storage.url;
  const api = await listen({ host, port: port ?? 0 }, apiHandler(house, signal));
  listeners.push(api);
  running.sender.wake();
  return { storage, api };
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
