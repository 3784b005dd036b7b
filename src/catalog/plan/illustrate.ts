import { present } from '../../domain/present.ts';
import type { StoredPlan } from '../../store/plans.ts';
import { heldFacts } from '../state/held-facts.ts';
import { pauseText } from '../state/pauses.ts';
import type { ExportDeps, SourceConfig } from '../terms/ports.ts';
import { type ExampleDeps, examplesOf } from './examples.ts';
import type { Proposal, SourceProposal } from './proposal.ts';
import { rememberPlan } from './stale.ts';

/**
 * A proposal as it is shown, with examples and how the file is written; remembered, so that `apply` can say why it is
 * stale.
 */
export async function illustrate(
  deps: ExportDeps & ExampleDeps,
  proposal: Proposal,
  only: string | undefined,
): Promise<Proposal> {
  const { store, config } = deps;
  rememberPlan(store, proposal, only);
  const sources: SourceProposal[] = [];
  for (const planned of proposal.sources) {
    const source = config.sources.find(({ name }) => name === planned.source);
    const plan = store.plans.get(store.sources.get(planned.source)?.plan ?? 0);
    if (source === undefined || plan === undefined) sources.push(planned);
    else sources.push({ ...planned, ...(await detailsOf(deps, source, plan)) });
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
  deps: ExampleDeps,
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
    holds: holds
      .map((hold) => heldFacts(store, hold))
      .map(({ id, sentence, remedy }) => ({
        ...{ id: Number(id), sentence },
        ...present({ remedy }),
      })),
    ...present({
      takenAt: run && new Date(run.started_at).toISOString(),
      rejected: run?.rejected,
      bytes,
      dialect: dialect && { ...dialect, ...present({ numbers }) },
    }),
  };
}

/** Estimated from the pace of the last answers, which includes waits for 429 and the upload of pictures. */
function secondsOf({ store }: ExportDeps, { calls }: Proposal): number | undefined {
  const { batchUpsert, batchStock, delete: deletes, pictures } = calls;
  const count = batchUpsert + batchStock + deletes + pictures;
  // Only where there is something to send: to read the pace costs more than all the rest of an unchanged file's plan.
  const eachMs = count === 0 ? undefined : store.requests.paceMs();
  return eachMs === undefined ? undefined : Math.ceil((count * eachMs) / 1_000);
}
