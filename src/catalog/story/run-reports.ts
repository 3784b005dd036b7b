import type { Offline } from '../../files/offline.ts';
import type { RunRow } from '../../store/runs.ts';
import type { Intake } from '../intake/intake.ts';
import { createSpoolRoom, type SpoolRoomDeps } from '../intake/spool-room.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { notesOf, runText } from './books.ts';
import { type ResultsDeps, writeResults } from './results.ts';
import { isTakingOff, takenOffText } from './taken-off.ts';

export interface RunReports {
  /** To be called when the books of a run have changed. */
  note(run: RunRow): void;
  /** Writes changed books into the results folder; those that cannot be written are tried again next time. */
  write(): Promise<void>;
  /** Where nobody writes for now: looks whether those that are missing could be written. */
  look(): Promise<void>;
  /** Why some books could not be written. */
  trouble(): Offline['offline'] | undefined;
}

interface RunReportsDeps extends ResultsDeps, SpoolRoomDeps {
  readonly clock: { now(): number };
  readonly intakes: readonly { readonly source: SourceConfig; readonly intake: Intake }[];
}

/** Brings the books of runs to the results folder and to the list of events. */
export function createRunReports(deps: RunReportsDeps): RunReports {
  const { store, clock, results } = deps;
  // The process may have been killed between the end of a run and its books: these are written now.
  const changed = new Set(
    deps.intakes.flatMap(({ source }) => store.runs.unreported(source.name, results.keep)),
  );
  // The end of an import is reported once, however often its books
  // are noted; by kind, for a refused run may come in between.
  const lastEvents = new Map<string, string>();
  const clearSpool = createSpoolRoom(deps);
  let trouble: Offline['offline'] | undefined;

  const writeRun = async (id: number): Promise<Offline['offline'] | undefined> => {
    const run = store.runs.get(id);
    const of = deps.intakes.find(({ source }) => source.name === run?.source);
    if (run === undefined || of === undefined) return undefined;
    const refused = await writeResults(deps, of.source, id);
    if (refused !== undefined) {
      changed.add(id);
      return refused;
    }
    if (run.final === 1) store.runs.setReported(id);
    await of.intake.putAway(run, run.refused === null ? 'done' : 'error');
    return undefined;
  };

  return {
    trouble: () => trouble,
    note(run) {
      changed.add(run.id);
      if (isTakingOff(store, run)) return;
      const text = runText(run, () => ({
        takenOff: takenOffText(store, run.id),
        notes: notesOf(store, run.id),
      }));
      const kind = `${run.refused === null ? 'read' : 'refused'} ${run.source}`;
      const line = `${run.id} ${text}`;
      if (text === undefined || lastEvents.get(kind) === line) return;
      lastEvents.set(kind, line);
      store.events.add(clock.now(), run.source, text);
    },
    async look() {
      if (changed.size === 0) return;
      const proof = await deps.files.proveWritable(results.folder);
      trouble = 'offline' in proof ? proof.offline : undefined;
    },
    async write() {
      const refusals: (Offline['offline'] | undefined)[] = [];
      for (const id of [...changed]) {
        changed.delete(id);
        refusals.push(await writeRun(id).catch(keptFor(id, changed)));
      }
      trouble = refusals.find((refused) => refused !== undefined);
      for (const { intake } of deps.intakes) await intake.putAwayRead();
      // Result files are written from the exports in the spool, so these are removed after them.
      await clearSpool();
    },
  };
}

/** A full spool stops the pass; the next one writes these books after all. */
function keptFor(id: number, changed: Set<number>): (cause: unknown) => never {
  return (cause) => {
    changed.add(id);
    throw cause;
  };
}
