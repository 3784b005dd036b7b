import type { Database } from './database.ts';
import { forgetRequests } from './forget-requests.ts';
import { closeRuns, forgetComplaints, forgetRuns } from './forget-runs.ts';
import { findReferences } from './references.ts';

/**
 * Lets go of what the catalogue no longer needs (fault 39), a few milliseconds of work between two yields. Each step is
 * right by itself: whoever is killed between two of them begins anew. Nothing may be sent or confirmed meanwhile.
 */
export function* forgetSteps(database: Database, now: number): Generator<void, void> {
  yield* closeRuns(database, now);
  const references = yield* findReferences(database);
  yield* forgetRequests(database, { references, now });
  yield* forgetComplaints(database);
  yield* forgetRuns(database, { kept: references.runs, now });
}
