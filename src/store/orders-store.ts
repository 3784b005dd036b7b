import { createCommandStore } from './commands.ts';
import { atomic, openDatabase, trimJournal } from './database.ts';
import { createJournal } from './journal.ts';
import { createAcknowledgements } from './orders-acknowledgements.ts';
import { createCommandFiles } from './orders-command-files.ts';
import { createGivenFiles } from './orders-given.ts';
import { createOrderLog } from './orders-log.ts';
import { createOrderLookup } from './orders-lookup.ts';
import { createOpenOrderReads } from './orders-open.ts';
import { createPolicyStore } from './orders-policy.ts';
import { createOrderRequests } from './orders-requests.ts';
import { ordersApplicationId, ordersMigrations } from './orders-schema.ts';
import { createSightings } from './orders-sightings.ts';
import { createVersions } from './orders-versions.ts';
import { createOutboxStore } from './outbox.ts';

export type OrdersStore = ReturnType<typeof openOrdersStore>;

/** Opens orders.db: one connection, in one process (fault 37, see lock.ts). Throws as openDatabase does. */
export function openOrdersStore(path: string, program?: string) {
  const database = openDatabase({
    path,
    applicationId: ordersApplicationId,
    migrations: ordersMigrations,
    ...(program === undefined ? {} : { program }),
  });
  // What keepDetails drops is overwritten: otherwise freed pages of the file would still show names and addresses.
  database.pragma('secure_delete = ON');
  const versions = createVersions(database);
  return {
    journal: createJournal(database, versions),
    versions,
    outbox: createOutboxStore(database),
    given: createGivenFiles(database),
    acknowledgements: createAcknowledgements(database),
    sightings: createSightings(database),
    commandFiles: createCommandFiles(database),
    commands: createCommandStore(database),
    requests: createOrderRequests(database),
    lookup: createOrderLookup(database),
    open: createOpenOrderReads(database),
    policy: createPolicyStore(database),
    log: createOrderLog(database),
    /** Several changes in one commit. */
    together: <T>(work: () => T): T => atomic(database, work)(),
    trimJournal: () => trimJournal(database),
    close: (): void => {
      database.close();
    },
  };
}
