import { StockhandError } from '../domain/error.ts';
import type { NeedsYou } from '../domain/facts.ts';
import type { CatalogStore, EngineDeps, SourceConfig } from './ports.ts';

type Deps = Pick<EngineDeps, 'store' | 'config' | 'clock'>;

interface Pause {
  readonly at: number;
  readonly who: string;
}

const nameOf = (source: string): string => `pause of ${source}`;

/** Pauses a source or all of them, or lets them go on; answers which. */
export function setPaused(
  { store, config, clock }: Deps,
  source: string | undefined,
  { paused, who }: { readonly paused: boolean; readonly who: string },
): readonly string[] {
  const all = config.sources.map(({ name }) => name);
  const names = all.filter((name) => source === undefined || name === source);
  const at = clock.now();
  store.transaction(() => {
    for (const name of names.filter((each) => isPaused(store, each) !== paused)) {
      if (paused) store.meta.set(nameOf(name), JSON.stringify({ at, who } satisfies Pause));
      store.sources.set(name, { paused: paused ? 1 : 0 });
      store.events.add(at, name, paused ? `${who} paused it.` : `${who} let it go on.`);
    }
  });
  return names;
}

function isPaused(store: CatalogStore, source: string): boolean {
  return store.sources.get(source)?.paused === 1;
}

/** Undefined where the source is not paused; an older version did not keep since when. */
export function pauseText(store: CatalogStore, source: string): string | undefined {
  if (!isPaused(store, source)) return undefined;
  const kept = store.meta.get(nameOf(source));
  if (kept === undefined) return `${source} is paused`;
  const { at, who } = JSON.parse(kept) as Pause;
  return `${source} is paused since ${new Date(at).toISOString()} by ${who}`;
}

/** What a pass leaves where it is because somebody said so: nothing of it goes on by itself. */
export function pausedNeeds({
  store,
  config,
}: Pick<Deps, 'store' | 'config'>): readonly NeedsYou[] {
  return config.sources.flatMap(({ name }: SourceConfig) => {
    const text = pauseText(store, name);
    const row = store.sources.get(name);
    const run = row?.run == null ? undefined : store.runs.get(row.run);
    if (text === undefined || run === undefined || row?.done === 1) return [];
    return [
      {
        id: `paused-${name}`,
        what: `${text}: nothing of it was sent.`,
        cause: `${run.file} (run ${run.id}, ${run.read} rows) waits.`,
        effect: 'Buyers see what was exported before.',
        fix: `Let it go on: stockhand resume ${name}, or all: stockhand resume catalog`,
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
