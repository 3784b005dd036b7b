import { counted } from '../../domain/counted.ts';
import { StockhandError } from '../../domain/error.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore, EngineDeps, SourceConfig, StateDeps } from '../terms/ports.ts';
import { countingRun } from './counting-runs.ts';
import { isPaused, type Pause, pauseName, pauseOf } from './pause.ts';
import { noteStockWhilePaused } from './stock-while-paused.ts';

interface Deps extends StateDeps, Pick<EngineDeps, 'clock'> {
  lookAgain(source: string): void;
}

/**
 * Pauses or resumes one source, or all; answers the names: all that were asked for, or those that were paused before.
 */
export function setPaused(
  deps: Deps,
  source: string | undefined,
  { paused, who }: { readonly paused: boolean; readonly who: string },
): readonly string[] {
  const { store, config, clock } = deps;
  const all = config.sources.map(({ name }) => name);
  const names = all.filter((name) => source === undefined || name === source);
  const changed = names.filter((name) => isPaused(store, name) !== paused);
  const at = clock.now();
  store.transaction(() => {
    for (const name of changed) {
      if (paused) pause(store, name, { at, who });
      else resume(deps, name);
      store.events.add(at, name, `${paused ? 'Paused' : 'Resumed'}: ${name} (${who}).`);
    }
  });
  return paused ? names : changed;
}

function pause(store: CatalogStore, source: string, by: Omit<Pause, 'run'>): void {
  const kept: Pause = { ...by, run: countingRun(store, source) };
  store.meta.set(pauseName(source), JSON.stringify(kept));
  store.sources.set(source, { paused: 1 });
}

/** What came in the pause counts from now on; where a file came, it goes through pass 1 once more for that. */
function resume({ store, config, lookAgain }: Deps, source: string): void {
  const { run } = pauseOf(store, source) ?? {};
  store.sources.set(source, { paused: 0 });
  const own = config.sources.find(({ name }) => name === source);
  if (own !== undefined) noteStockWhilePaused(store, own);
  if (run !== undefined && store.sources.acceptedRun(source) !== run) lookAgain(source);
}

/** Pictures are of no source: they rest while all of them do. */
export function isAllPaused({ store, config }: StateDeps): boolean {
  return config.sources.every(({ name }) => isPaused(store, name));
}

/** Undefined where the source is not paused. */
export function pauseText(store: CatalogStore, source: string): string | undefined {
  if (!isPaused(store, source)) return undefined;
  const kept = pauseOf(store, source);
  if (kept === undefined) return `${source} is paused`;
  const { at, who } = kept;
  return `${source} has been paused since ${new Date(at).toISOString()} by ${who}`;
}

/** Of a paused source whose file is not through: since when and by whom, and the run that waits. */
export function pausedOpen(
  store: CatalogStore,
  source: string,
): { readonly text: string; readonly run: RunRow } | undefined {
  const text = pauseText(store, source);
  const row = store.sources.get(source);
  const run = row?.run == null ? undefined : store.runs.get(row.run);
  return text === undefined || run === undefined || row?.done === 1 ? undefined : { text, run };
}

export function waitsText({ id, file, waiting, read }: RunRow): string {
  const part = waiting === 0 || waiting === read ? '' : `${waiting} of `;
  return `${file} (run ${id}, ${part}${counted(read, 'row')}) waits.`;
}

/** What a pass leaves where it is because somebody said so: nothing of it continues by itself. */
export function pausedNeeds({ store, config }: StateDeps): readonly NeedsYou[] {
  return config.sources.flatMap(({ name }: SourceConfig) => {
    const open = pausedOpen(store, name);
    if (open === undefined) return [];
    const { text, run } = open;
    const isBegun = store.requests.hasAny(run.id);
    return [
      {
        id: `paused-${name}`,
        what: `${text}: ${isBegun ? 'not all' : 'nothing'} of it was sent.`,
        cause: waitsText(run),
        effect: `Buyers see ${isBegun ? 'the rest as it' : 'what'} was exported before.`,
        fix: `Resume it: stockhand resume ${name}, or all: stockhand resume catalog`,
      },
    ];
  });
}

/** Throws PLAN_PAUSED: a plan is done as it was shown or not at all. */
export function refusePaused(store: CatalogStore, plan: string, sources: readonly string[]): void {
  const paused = sources.flatMap((source) => pauseText(store, source) ?? []);
  if (paused.length === 0) return;
  throw new StockhandError(
    'PLAN_PAUSED',
    `Plan ${plan} was not applied: ${paused.join('; ')}. Nothing was sent, and the plan waits.`,
  );
}
