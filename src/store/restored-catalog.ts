import { unsureRun } from '../domain/restored.ts';
import { type CatalogStore, openCatalogStore } from './catalog-store.ts';
import { restoredRun } from './plans.ts';

/**
 * Somebody may still see hold 7, from after the backup, and release it: another hold must not have that number.
 * So many numbers are left out.
 */
const numbersSkipped = 1_000;

/**
 * `picture_confirmed` while it is not known whether and what the marketplace shows: equal to no digest, and not NULL.
 */
const unknownPicture = 'unknown';

export interface Restored {
  readonly at: number;
  readonly text: string;
}

/**
 * Makes an older catalog.db, from a backup, fit to continue with (fault 34). The marketplace may have changed
 * since. So nothing of the mirror is trusted until it is confirmed again, no request is sent under an old
 * key, and no file counts before the folders have been looked at. The old values are kept, so that brakes
 * can measure changes. Answers the new epoch.
 */
export function renewCatalog(dataDir: string, restored: Restored): number {
  const store = openCatalogStore(dataDir);
  const { database, meta, index, events } = store;
  try {
    return store.transaction(() => {
      const epoch = Number(meta.get('epoch') ?? 0) + 1;
      meta.set('epoch', String(epoch));
      meta.set(restoredRun, String(store.runs.newestId()));
      parkUnfinished(store);
      index.voidKnown();
      database.exec(doubts);
      events.add(restored.at, 'catalog', restored.text);
      return epoch;
    });
  } finally {
    store.close();
  }
}

/**
 * What was under way is not sent any more. The rows of a file of changes are to be told (catalog/restored-changes.ts);
 * a file that was copied, and not read yet, is read when it is seen.
 */
function parkUnfinished({ sources, runs, plans, index, parked }: CatalogStore): void {
  for (const { name, run, accepted_run: accepted, done } of sources.all()) {
    const row = runs.get(run ?? 0);
    if (row === undefined || row.undoes !== null || (done === 1 && row.final === 1)) continue;
    const marks = plans.ofRun(row.id)?.marks;
    if (marks !== undefined) parked.put(row.id, name, { marks, ids: index.read(name).rows });
    else if (row.id !== accepted && row.refused === null) sources.forgetTaken(name, [row.file]);
  }
}

const doubts = `
-- Answered since under this key, or the key is forgotten: what it wished is compared anew.
UPDATE request SET state = 'PARKED' WHERE state = 'SENT';
UPDATE product SET in_doubt = 1, quantity_run = ${unsureRun}, exported_run = NULL, refused_hash = NULL, refused_code = NULL,
  refused_message = NULL, refused_at = NULL,
  picture_confirmed = CASE WHEN picture_confirmed IS NULL THEN NULL ELSE '${unknownPicture}' END;
UPDATE picture SET tries = 0, refused = NULL, refused_code = NULL, refused_message = NULL, refused_at = NULL,
  refused_run = NULL WHERE refused IS NOT NULL;
-- A hold of pictures is of no run that could be stale: under its old number, and
-- under one from after the backup, nothing is held any more.
UPDATE picture SET hold = hold + (SELECT max(id) FROM hold) + ${numbersSkipped} WHERE hold IS NOT NULL;
UPDATE hold SET id = id + (SELECT max(id) FROM hold) + ${numbersSkipped} WHERE state = 'HELD' AND kind = 'pictures';
-- Exports of before the backup are not sent: the one that stands in the folder is read again.
UPDATE source SET run = NULL, plan = NULL, done = 0;
DELETE FROM unknown_stock;
DELETE FROM queued;
INSERT INTO sqlite_sequence (name, seq) SELECT column1, 0 FROM (VALUES ('run'), ('plan'), ('hold'))
  WHERE column1 NOT IN (SELECT name FROM sqlite_sequence);
UPDATE sqlite_sequence SET seq = seq + ${numbersSkipped} WHERE name IN ('run', 'plan', 'hold');
`;
