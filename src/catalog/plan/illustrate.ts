import type { StoredPlan } from '../../store/plans.ts';
import { heldFacts } from '../state/held-facts.ts';
import { pauseText } from '../state/pauses.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { examplesOf } from './examples.ts';
import type { Proposal, SourceProposal } from './proposal.ts';
import { rememberPlan } from './stale.ts';

/** A proposal as it is shown: an example of each sort, how the file is written; remembered for a later `apply`. */
export async function illustrate(deps: ExportDeps, proposal: Proposal): Promise<Proposal> {
  const { store, config } = deps;
  rememberPlan(store, proposal);
  const sources: SourceProposal[] = [];
  for (const one of proposal.sources) {
    const source = config.sources.find(({ name }) => name === one.source);
    const plan = store.plans.get(store.sources.get(one.source)?.plan ?? 0);
    if (source === undefined || plan === undefined) sources.push(one);
    else sources.push({ ...one, ...(await detailsOf(deps, source, plan)) });
  }
  const paused = sources.flatMap(({ source }) => pauseText(store, source) ?? []);
  const seconds = secondsOf(deps, proposal);
  return {
    ...proposal,
    sources,
    ...(paused.length === 0 ? {} : { paused }),
    ...(proposal.pictures === 0 ? {} : { pictureRemovals: store.pictures.plannedRemovals() }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

async function detailsOf(
  deps: ExportDeps,
  source: SourceConfig,
  plan: StoredPlan,
): Promise<Partial<SourceProposal>> {
  const { store } = deps;
  const { examples, dialect } = await examplesOf(deps, source, plan);
  const { numbers } = source;
  const bytes = store.spool.get(plan.sha256)?.size;
  const run = store.runs.get(plan.run);
  const holds = store.holds.open().filter((hold) => hold.plan === plan.id);
  return {
    examples,
    holds: holds.map(heldFacts).map(({ id, sentence, remedy }) => ({
      ...{ id: Number(id), sentence },
      ...(remedy === undefined ? {} : { remedy }),
    })),
    ...(run === undefined
      ? {}
      : { takenAt: new Date(run.started_at).toISOString(), rejected: run.rejected }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(dialect === undefined
      ? {}
      : { dialect: { ...dialect, ...(numbers === undefined ? {} : { numbers }) } }),
  };
}

/** By the answers that came last, waits for 429 and the presigning and upload of pictures included. */
function secondsOf({ store }: ExportDeps, { calls }: Proposal): number | undefined {
  const { batchUpsert, batchStock, delete: deletes, pictures } = calls;
  const count = batchUpsert + batchStock + deletes + pictures;
  // The look at the answers costs more than all else of an unchanged file's plan.
  const eachMs = count === 0 ? undefined : store.requests.paceMs();
  return eachMs === undefined ? undefined : Math.ceil((count * eachMs) / 1_000);
}
