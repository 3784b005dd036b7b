import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../config/declaration.ts';
import { Secret } from '../domain/secret.ts';

const forErp = ['orders', 'receipts', 'results'] as const;

export function createFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-rehearsal-'));
  for (const name of [...forErp, 'commands']) fs.mkdirSync(path.join(folder, name));
  return folder;
}

/** The names of the files that a rehearsal left for the ERP. */
export function filesIn(folder: string): Record<(typeof forErp)[number], string[]> {
  const [orders, receipts, results] = forErp.map((name) =>
    fs
      .readdirSync(path.join(folder, name), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort(),
  );
  return { orders: orders ?? [], receipts: receipts ?? [], results: results ?? [] };
}

/**
 * The supplier's configuration against another marketplace: every way out leads to the sandbox, and every folder that
 * is written lies in the temporary one. Exports are read where they are and stay there.
 */
export function rehearsed(real: Config, place: { folder: string; url: string }): Config {
  const { language, status, results, log } = real;
  const inside = (name: string): string => path.join(place.folder, name);
  return {
    language,
    status,
    marketplace: atSandbox(real, place.url),
    dataDir: inside('state'),
    ...(real.catalog === undefined ? {} : { catalog: withoutMoving(real.catalog) }),
    ...(real.orders === undefined ? {} : { orders: into(inside, real.orders) }),
    results: { ...results, folder: inside('results') },
    alerts: { quietFor: real.alerts.quietFor },
    log: { ...log, file: inside('stockhand.log') },
  };
}

/** Without proxy, portal session and the real key: none of them is of any use here, and none may leak. */
function atSandbox({ marketplace }: Config, url: string): Config['marketplace'] {
  const { token, timeout, maxInFlight } = marketplace;
  const apiKey = new Secret('sandbox-key');
  return { baseUrl: url, apiKey, auth: 'apiKey', token, timeout, maxInFlight };
}

function withoutMoving(catalog: NonNullable<Config['catalog']>): NonNullable<Config['catalog']> {
  const sources = catalog.sources.map((source) => ({ ...source, afterImport: 'keep' as const }));
  return { ...catalog, sources };
}

/** Command files speak of orders that only the real marketplace has, so their folder is an empty one. */
function into(
  inside: (name: string) => string,
  orders: NonNullable<Config['orders']>,
): NonNullable<Config['orders']> {
  return {
    ...orders,
    startFrom: new Date(0).toISOString(),
    outbox: { ...orders.outbox, folder: inside('orders'), goLive: 'all' },
    ...(orders.commands === undefined
      ? {}
      : { commands: { folder: inside('commands'), receipts: inside('receipts') } }),
  };
}
