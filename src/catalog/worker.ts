import path from 'node:path';
import v8 from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { readAdapters } from '../../adapters/readers.ts';
import { encode } from '../../adapters/text/encode.ts';
import { systemClock } from '../clock.ts';
import type { CatalogConfig, ResultsConfig } from '../config/declaration.ts';
import { encodingNamed } from '../domain/encoding.ts';
import type { HttpOutcome, Mutation, Upload, Verdict } from '../domain/exchange.ts';
import { writeAside } from '../files/aside.ts';
import { pictureRecipe } from '../files/convert-picture.ts';
import { createConverter } from '../files/converter.ts';
import { createFilesDeps } from '../files/deps.ts';
import { looksUnchanged } from '../files/entry.ts';
import { ignoreCase, matchNames } from '../files/names.ts';
import { createPictureNames } from '../files/picture-names.ts';
import { openCopy } from '../files/spooled.ts';
import { namesToScan, observe } from '../files/stable.ts';
import { clearSpool, dropSpooled, setDigest } from '../files/take.ts';
import { watchFolders } from '../files/watch.ts';
import { catalogCalls } from '../marketplace/catalog-calls.ts';
import { openFolders } from '../shares/folders.ts';
import { type CatalogStore, openCatalogStore } from '../store/catalog-store.ts';
import { freezeObjectPrototype } from '../threads/frozen.ts';
import { connect, type Rpc } from '../threads/rpc.ts';
import { throwWhole } from '../threads/thread-error.ts';
import { unpackingReaders } from '../unpacking.ts';
import { version } from '../version.ts';
import { createCatalog } from './catalog.ts';
import type { Catalog } from './door.ts';
import { picturePlace } from './pictures/picture-ports.ts';
import { noteStoppedReader } from './stopped-readers.ts';
import type { ListPage } from './terms/listed.ts';

/** What the worker gets from the main thread; no secrets are in it. */
export interface WorkerInput {
  readonly dataDir: string;
  readonly catalog: CatalogConfig;
  readonly results: ResultsConfig;
  readonly maxInFlight: number;
  /**
   * Here the thread writes the run whose export it reads now, 0 for none, and counts its reads, because when it dies it
   * cannot tell.
   */
  readonly reading: Int32Array;
  /** The run over which the thread before this one ran out of memory or hung. */
  readonly diedReading?: number;
}

/** The thread of the way up: its own small composition root; it alone writes catalog.db. */
function build(input: WorkerInput, store: CatalogStore, rpc: () => Rpc): Catalog {
  const spoolFolder = path.join(input.dataDir, 'spool');
  const filesDeps = createFilesDeps(systemClock);
  const pictures = picturePlace(input.catalog);
  const exports = input.catalog.sources.map(({ folder }) => folder);
  const folders = [...new Set([...exports, ...(pictures === undefined ? [] : [pictures.folder])])];
  const watch = watchFolders(filesDeps, folders, (folder) => void catalog.nudge(folder));
  if (input.diedReading !== undefined) noteStoppedReader(store, input.diedReading);
  const catalog = createCatalog({
    store,
    clock: systemClock,
    adapters: unpackingReaders(readAdapters, spoolFolder),
    calls: catalogCalls,
    config: input.catalog,
    results: input.results,
    maxInFlight: input.maxInFlight,
    version,
    spoolFolder,
    ignoreCase,
    fits: (files, name) => matchNames([files], ignoreCase)(name),
    files: openFolders({ clock: systemClock }).files,
    watch,
    stable: { observe, namesToScan, looksUnchanged, setDigest },
    openSpooled: countingReads(input.reading),
    dropSpooled,
    writeAside: (pieces) => writeAside(spoolFolder, pieces),
    reading: (run) => Atomics.store(input.reading, 0, run),
    pictures: {
      names: createPictureNames,
      convert: createConverter(),
      quietMs: 2_000,
      recipe: pictureRecipe,
      upload: (upload: Upload) => rpc().call<HttpOutcome>('upload', upload),
    },
    encode: (text, name) => encode(text, encodingNamed(name) ?? 'utf-8'),
    list: (cursor) => rpc().call<ListPage>('list', cursor),
    send: (mutation: Mutation) => rpc().call<Verdict>('send', mutation),
  });
  return catalog;
}

/**
 * Counts reads, which prove that the thread does not hang (fault 14). A read at the end of a file does not count: a
 * thread that hangs may repeat it for ever.
 */
function countingReads(reading: Int32Array): typeof openCopy {
  return (part) => {
    const file = openCopy(part);
    return {
      ...file,
      read(offset, length, into) {
        const bytes = file.read(offset, length, into);
        if (bytes.length > 0) Atomics.add(reading, 1, 1);
        return bytes;
      },
    };
  };
}

/**
 * The thread ends itself, once its answer is out. If the main thread ended it at the very moment at which a call of the
 * file system begins, Node would abort the whole process (seen once, before a command's result was reported).
 */
function endThread(): void {
  process.exit();
}

if (parentPort !== null) {
  // V8 learns from files with few changed rows that row objects live long, and then puts the rows of the next large
  // change among the old objects at once: a fifth of such a pass went to clearing them away.
  v8.setFlagsFromString('--no-allocation-site-pretenuring');
  throwWhole();
  // Each thread has an Object.prototype of its own (fault 10).
  freezeObjectPrototype();
  const input = workerData as WorkerInput;
  const store = openCatalogStore(input.dataDir, version);
  const spoolFolder = path.join(input.dataDir, 'spool');
  store.transaction(() => store.spool.liesIn(spoolFolder));
  const spooled = store.spool.all().flatMap(({ parts }) => parts);
  // Cleared before anybody can ask for anything, so that nothing is taken meanwhile.
  await clearSpool(spoolFolder, new Set(spooled.map((part) => path.basename(part.path))));
  const catalog = build(input, store, () => rpc);
  const rpc = connect(parentPort, {
    ...catalog,
    async stop() {
      await catalog.stop();
      setImmediate(endThread);
    },
    ping: () => true,
    trimJournal: store.trimJournal,
  });
}
