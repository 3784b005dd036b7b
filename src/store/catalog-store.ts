import path from 'node:path';
import { createAdopted } from './adopted.ts';
import { createArticleNumbers } from './article-numbers.ts';
import { catalogApplicationId, catalogMigrations } from './catalog-schema.ts';
import { atomic, openDatabase, trimJournal } from './database.ts';
import { createEvents } from './events.ts';
import { forgetSteps } from './forget.ts';
import { createMeta } from './meta.ts';
import { createMirror } from './mirror.ts';
import { createParked } from './parked.ts';
import { createParts } from './parts.ts';
import { createPictures } from './pictures.ts';
import { createHolds, createPlans, createSources } from './plans.ts';
import { createQueued } from './queued.ts';
import { createRawIndex } from './raw-index.ts';
import { createRenameSource } from './rename-source.ts';
import { createRequests } from './requests.ts';
import { createComplaints, createRuns } from './runs.ts';
import { createSessions } from './sessions.ts';
import { createSpool } from './spool.ts';
import { createUnknownStock } from './unknown-stock.ts';

export type CatalogStore = ReturnType<typeof openCatalogStore>;

/** catalog.db of a data folder (or ':memory:'), migrated, by table. One thread alone opens it (finding 2). */
export function openCatalogStore(dataDir: string, program?: string) {
  const database = openDatabase({
    path: dataDir === ':memory:' ? dataDir : path.join(dataDir, 'catalog.db'),
    applicationId: catalogApplicationId,
    migrations: catalogMigrations,
    ...(program === undefined ? {} : { program }),
  });
  return {
    database,
    meta: createMeta(database),
    mirror: createMirror(database),
    unknownStock: createUnknownStock(database),
    numbers: createArticleNumbers(database),
    adopted: createAdopted(database),
    parts: createParts(database),
    pictures: createPictures(database),
    sessions: createSessions(database),
    sources: createSources(database),
    renameSource: createRenameSource(database),
    runs: createRuns(database),
    complaints: createComplaints(database),
    plans: createPlans(database),
    holds: createHolds(database),
    parked: createParked(database),
    queued: createQueued(database),
    requests: createRequests(database),
    spool: createSpool(database),
    index: createRawIndex(database),
    events: createEvents(database),
    forgetSteps: (now: number) => forgetSteps(database, now),
    /** Commits all of the work or nothing, and answers its result; a call inside another one is part of that one. */
    transaction: atomic(database, <Done>(work: () => Done): Done => work()),
    trimJournal: () => trimJournal(database),
    close: () => database.close(),
  };
}
