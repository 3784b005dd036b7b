import type { Database } from './database.ts';
import { forgetRequests } from './forget-requests.ts';
import { closeRuns, forgetComplaints, forgetRuns } from './forget-runs.ts';
import { findReferences } from './references.ts';

/**
 * Drops what the catalogue no longer needs (fault 39), in steps of a few milliseconds. Each step is right by itself:
 * after a kill between two of them the whole begins anew. Nothing may be sent or confirmed meanwhile.
 */
export function* forgetSteps(database: Database, now: number): Generator<void, void> {
  yield* closeRuns(database, now);
  const references = yield* findReferences(database);
  yield* forgetRequests(database, { references, now });
  yield* forgetComplaints(database);
  yield* forgetRuns(database, { kept: references.runs, now });
}
