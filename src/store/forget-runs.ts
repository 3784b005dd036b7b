import {
  runRowsMs,
  runsWhole,
  runsWholeMost,
  runsWholeMs,
  stoppedReadersOf,
} from '../domain/retention.ts';
import { atomic, type Database } from './database.ts';

/** So many rows are a commit of some milliseconds. */
const rowsAtOnce = 1_000;

/** Does a step again until it finds less than it may do at once. */
function* untilLess(step: () => number): Generator<void, void> {
  while (step() >= rowsAtOnce) yield;
  yield;
}

/** Runs that people or other rows still need: they stay whole, however old they are. */
const counting = `SELECT run FROM source UNION SELECT accepted_run FROM source UNION SELECT restore_run FROM source
  UNION SELECT run FROM plan UNION SELECT run FROM hold WHERE state = 'HELD' UNION SELECT run FROM parked
  UNION SELECT run FROM request WHERE state = 'SENT'
  UNION SELECT run FROM session WHERE state IN ('STARTING', 'RUNNING', 'ENDING')
  UNION SELECT undoes FROM run WHERE forgotten = 0`;

/**
 * Marks old runs as ones that cannot be taken back any more. This comes first, so that no undo finds only half its
 * requests.
 */
export function* closeRuns(database: Database, now: number): Generator<void, void> {
  const close = database.prepare<[number, number]>(
    `UPDATE run SET forgotten = 1 WHERE id IN (
       SELECT id FROM (SELECT *, row_number() OVER (PARTITION BY source ORDER BY id DESC) AS age FROM run)
       WHERE forgotten = 0 AND final = 1 AND braked = 0
         AND (age > ${runsWholeMost} OR (age > ${runsWhole} AND started_at < ?))
         AND id NOT IN (SELECT run FROM (${counting}) WHERE run IS NOT NULL) LIMIT ?)`,
  );
  yield* untilLess(() => close.run(now - runsWholeMs, rowsAtOnce).changes);
}

/** Drops the complaints of forgotten runs: their result files have told them. */
export function* forgetComplaints(database: Database): Generator<void, void> {
  const drop = database.prepare<[number]>(
    `DELETE FROM complaint WHERE id IN (
       SELECT c.id FROM run AS r CROSS JOIN complaint AS c ON c.run = r.id WHERE r.forgotten = 1 LIMIT ?)`,
  );
  yield* untilLess(() => drop.run(rowsAtOnce).changes);
}

interface ForgetRuns {
  /** Runs that products refer to. */
  readonly kept: ReadonlySet<number>;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Drops the rows of runs, and what belongs to them: ended holds and sessions, and notes on contents at which a reader
 * ended.
 */
export function* forgetRuns(database: Database, { kept, now }: ForgetRuns): Generator<void, void> {
  const before = now - runRowsMs;
  // A run that refused a file stays while the file counts as taken: it says why the file is not read again.
  const old = database
    .prepare<[number, number, number], number>(
      `SELECT id FROM run WHERE id > ? AND forgotten = 1 AND started_at < ? AND id < (SELECT max(id) FROM run)
         AND (refused IS NULL OR id NOT IN (SELECT run FROM taken)) ORDER BY id LIMIT ?`,
    )
    .pluck();
  const drop = database.prepare('DELETE FROM run WHERE id IN (SELECT value FROM json_each(?))');
  let after = 0;
  yield* untilLess(() => {
    const ids = old.all(after, before, rowsAtOnce);
    after = ids.at(-1) ?? after;
    drop.run(JSON.stringify(ids.filter((id) => !kept.has(id))));
    return ids.length;
  });
  forgetHangers(database, before);
  yield;
}

function forgetHangers(database: Database, before: number): void {
  const noRun = 'run NOT IN (SELECT id FROM run)';
  atomic(database, () => {
    // The newest hold stays: after a restore numbers are counted on from it (restored-catalog.ts).
    database
      .prepare(
        `DELETE FROM hold WHERE state <> 'HELD' AND ended_at < ? AND ${noRun} AND id < (SELECT max(id) FROM hold)`,
      )
      .run(before);
    database
      .prepare(
        `DELETE FROM session WHERE started_at < ? AND state NOT IN ('STARTING', 'RUNNING', 'ENDING') AND ${noRun}`,
      )
      .run(before);
    database
      .prepare(
        `DELETE FROM meta WHERE substr(name, 1, length(@prefix)) = @prefix AND substr(name, length(@prefix) + 1)
           NOT IN (SELECT sha256 FROM run UNION SELECT sha256 FROM taken)`,
      )
      .run({ prefix: stoppedReadersOf });
  })();
}
