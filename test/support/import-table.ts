interface RoomRule {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const anyRoom = [
  'domain',
  'config',
  'store',
  'files',
  'marketplace',
  'sending',
  'catalog',
  'orders',
  'web',
  'webhooks',
  'alerts',
  'control',
  'backup',
  'check',
  'live',
  'shares',
  'status',
  'threads',
  'root',
  'adapters',
  'expression',
];

/**
 * Which room may import from which (ARCHITECTURE.md "The import table"). `values` are what runs, `types` only
 * `import type`, for one import of both asks for values; every room may import itself and node's own modules.
 */
export const importTable: Readonly<Record<string, RoomRule>> = {
  domain: { values: [], types: [] },
  expression: { values: ['domain'], types: ['domain'] },
  config: { values: ['domain', 'expression'], types: ['domain', 'expression'] },
  store: { values: ['domain'], types: ['domain'] },
  files: { values: ['domain'], types: ['domain'] },
  marketplace: { values: ['domain'], types: ['domain'] },
  control: { values: ['domain'], types: ['domain'] },
  sending: { values: ['domain'], types: ['domain', 'store', 'marketplace', 'config'] },
  catalog: {
    values: ['domain', 'expression'],
    types: ['domain', 'store', 'files', 'marketplace', 'sending', 'config', 'expression'],
  },
  orders: {
    values: ['domain'],
    types: ['domain', 'store', 'files', 'marketplace', 'sending', 'config'],
  },
  webhooks: { values: ['domain'], types: ['domain', 'marketplace', 'sending'] },
  web: { values: ['domain'], types: ['domain', 'store', 'catalog', 'orders', 'config'] },
  alerts: { values: ['domain'], types: ['domain', 'store', 'catalog', 'orders', 'config'] },
  adapters: { values: ['domain'], types: ['domain'] },
  sandbox: { values: [], types: [] },
  backup: { values: ['domain', 'store'], types: ['domain', 'store', 'config'] },
  service: { values: ['domain', 'control'], types: ['domain', 'config'] },
  threads: { values: ['domain'], types: ['domain'] },
  status: { values: ['domain'], types: ['domain', 'config'] },
  live: { values: ['domain'], types: ['domain', 'control', 'root'] },
  shares: { values: ['domain', 'files', 'threads'], types: ['domain', 'files', 'threads'] },
  check: {
    values: ['domain', 'config', 'catalog', 'files', 'adapters', 'shares', 'root'],
    types: anyRoom,
  },
  root: { values: anyRoom, types: anyRoom },
  demo: {
    values: ['root', 'config', 'sandbox', 'domain'],
    types: [...anyRoom, 'sandbox'],
  },
  rehearsal: {
    values: ['root', 'config', 'sandbox', 'domain'],
    types: [...anyRoom, 'sandbox'],
  },
  setup: {
    values: ['root', 'check', 'config', 'catalog', 'files', 'adapters', 'domain'],
    types: anyRoom,
  },
  cli: {
    values: [
      ...['root', 'check', 'live', 'status', 'threads', 'config', 'control', 'backup', 'sandbox'],
      ...['demo', 'rehearsal', 'setup', 'service', 'domain'],
    ],
    types: [...anyRoom, 'sandbox', 'rehearsal', 'setup', 'service'],
  },
};

/**
 * The rooms of `src/catalog/`, from the ground up: what runs in one asks only those before it, and what stands in none
 * may ask all. So there is no circle, and a room is understood without the ones above it.
 */
export const catalogFloors: readonly string[] = [
  ...['terms', 'state', 'mapping', 'export', 'look', 'intake', 'pass', 'brakes'],
  ...['pictures', 'requests', 'undo', 'reconcile', 'plan', 'story', 'stock'],
];
