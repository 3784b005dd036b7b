import { shownExport } from '../../domain/file-name.ts';
import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import type { Proposal, SourceProposal } from './proposal.ts';

/** Without pictures where an older version kept it. */
interface Remembered
  extends Pick<Proposal, 'plan' | 'sources'>,
    Partial<Pick<Proposal, 'pictures'>> {
  /** The source that was asked for; absent for a plan for all. */
  readonly only?: string | undefined;
}

const remembered = 10;
const name = 'plans made';

/** Keeps what a plan said, so that a stale one can say why. */
export function rememberPlan(
  store: CatalogStore,
  { plan, sources, pictures }: Proposal,
  only: string | undefined,
): void {
  const others = plansMade(store).filter((made) => made.plan !== plan);
  const kept = sources.map(({ examples: _, ...planned }) => planned);
  const made = [...others, { plan, sources: kept, pictures, only }].slice(-remembered);
  store.meta.set(name, JSON.stringify(made));
}

export function planMade(store: CatalogStore, plan: string): Remembered | undefined {
  return plansMade(store).find((made) => made.plan === plan);
}

/** Why a plan is not what would be sent now of the same, source by source. */
export function whyPlanIsStale(
  deps: StateDeps,
  made: Remembered | undefined,
  now: Proposal,
): string {
  if (made === undefined) return `it is not one of the last ${remembered} plans made here`;
  const reasons = made.sources.map((was) =>
    reason(
      deps,
      was,
      now.sources.find(({ source }) => source === was.source),
    ),
  );
  const readSince = now.sources
    .filter(({ source }) => made.sources.every((was) => was.source !== source))
    .map(({ source, file, run }) => `${source}: ${file} was read since, as run ${run}`);
  const { pictures = now.pictures } = made;
  const counts = pictures === now.pictures ? [] : [`pictures ${pictures} is now ${now.pictures}`];
  const found = [...reasons, ...readSince, ...counts].filter((text) => text !== undefined);
  if (found.length > 0) return found.join('; ');
  return pictures > 0 ? 'other pictures are due' : 'there was nothing to send when it was made';
}

function plansMade(store: CatalogStore): Remembered[] {
  return readMeta<Remembered[]>(store, name) ?? [];
}

const counted = ['new', 'changed', 'stock', 'vanished', 'held'] as const;

function reason(
  deps: StateDeps,
  was: SourceProposal,
  now: SourceProposal | undefined,
): string | undefined {
  if (now === undefined) return gone(deps, was);
  if (now.run !== was.run)
    return `${was.source}: ${shownExport(now.file)} was read since, as run ${now.run}`;
  // Other values may have the same counts.
  if (now.meaning !== was.meaning)
    return `${was.source}: the configuration or the program was changed since`;
  const differences = counted
    .filter((count) => now[count] !== was[count])
    .map((count) => `${count} ${was[count]} is now ${now[count]}`);
  return differences.length === 0 ? undefined : `${was.source}: ${differences.join(', ')}`;
}

function gone({ store, config }: StateDeps, { source, run, file }: SourceProposal): string {
  const row = store.sources.get(source);
  const isDeclared = config.sources.some(({ name }) => name === source);
  if (!isDeclared || row == null) return `${source}: it is no longer a source`;
  // After a restore no run counts until a file is read.
  if (row.run === null) return `${source}: ${file} is no longer used`;
  if (row.run !== run) return `${source}: run ${row.run} is used now`;
  return row.done === 1
    ? `${source}: ${file} (run ${run}) is finished, nothing of it is left to send`
    : `${source}: ${file} is being read again`;
}
