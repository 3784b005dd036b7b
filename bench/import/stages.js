// Where the time of one import goes, in one thread. argv: folder with stockhand.yaml, prepared state/ and out/.
import path from 'node:path';
import { readAdapters } from '../../dist/adapters/readers.js';
import { createEngine } from '../../dist/src/catalog/engine.js';
import { systemClock } from '../../dist/src/clock.js';
import { loadConfig } from '../../dist/src/config/load.js';
import { createFilesDeps } from '../../dist/src/files/deps.js';
import { createFiles } from '../../dist/src/files/port.js';
import { openSpooled } from '../../dist/src/files/spooled.js';
import { catalogCalls } from '../../dist/src/marketplace/catalog-calls.js';
import { openCatalogStore } from '../../dist/src/store/catalog-store.js';
import { version } from '../../dist/src/version.js';

const [folder] = process.argv.slice(2);
const { config } = await loadConfig({ path: path.join(folder, 'stockhand.yaml') });
const stages = {};
let started = performance.now();
const lap = (name) => {
  const now = performance.now();
  stages[name] = now - started;
  started = now;
};

const files = createFiles(createFilesDeps(systemClock));
const source = config.catalog.sources[0];
const scan = await files.scan({ folder: source.folder, files: [source.files], ignoreCase: false });
const file = scan.entries.find(({ name }) => name === 'articles.csv');
const taken = await files.take({ file, into: path.join(config.dataDir, 'spool') });
lap('copy and SHA-256');

const store = openCatalogStore(config.dataDir);
let committing = 0;
let isInside = false;
// One inside another is part of it.
const transaction = (work) => {
  if (isInside) return store.transaction(work);
  isInside = true;
  const from = performance.now();
  const result = store.transaction(work);
  committing += performance.now() - from;
  isInside = false;
  return result;
};
const engine = createEngine(
  {
    store: { ...store, transaction },
    clock: systemClock,
    adapters: readAdapters,
    calls: catalogCalls,
    config: config.catalog,
    maxInFlight: 4,
    version,
    openSpooled,
    nudge: () => undefined,
    send: () => new Promise(() => undefined),
  },
  { runChanged: () => undefined },
);
engine.wish(source.name, {
  name: file.name,
  writtenAt: Date.now(),
  spooled: {
    sha256: taken.sha256,
    size: taken.size,
    parts: [{ name: file.name, path: taken.path }],
  },
});
lap('open');
committing = 0;
while (await engine.stepPlanning());
lap('pass 1');
stages['pass 1'] -= committing;
stages['commits'] = committing;
console.log(JSON.stringify(stages));
store.close();
