import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** `quantities`: 1 where it put back stock too. */
export type Undo = Pick<RunRow, 'id' | 'undoes' | 'quantities'>;

type Runs = Pick<CatalogStore['runs'], 'get'>;

/** From a run back to the first one of its source. */
export function* runsBack(runs: Runs, newest: number | null | undefined): Generator<RunRow, void> {
  for (let run = runs.get(newest ?? 0); run !== undefined; run = runs.get(run.before ?? 0))
    yield run;
}

/** The newest file that was read, and the undos that came after it, newest first. */
export function chainOf(
  runs: Runs,
  newest: number | null | undefined,
): { readonly file: RunRow | undefined; readonly undos: readonly RunRow[] } {
  const undos: RunRow[] = [];
  for (const run of runsBack(runs, newest)) {
    if (run.undoes === null) return { file: run, undos };
    undos.push(run);
  }
  return { file: undefined, undos };
}

/** The same of a source, up to the newest run that was accepted. */
export function chainOfSource(
  { runs, sources }: Pick<CatalogStore, 'runs' | 'sources'>,
  source: string,
): ReturnType<typeof chainOf> {
  return chainOf(runs, sources.acceptedRun(source));
}

/**
 * Of undos, newest first, those that still stand: no standing undo has taken them back. An undo with `quantities` falls
 * only to another one with `quantities`, for else the stock that it put back is still on the marketplace.
 */
export function standing<One extends Undo>(undos: readonly One[]): readonly One[] {
  const content = new Set<number | null>();
  const stock = new Set<number | null>();
  return undos.filter(({ id, undoes, quantities }) => {
    const isTaken = (quantities === 1 ? stock : content).has(id);
    if (isTaken) return false;
    content.add(undoes);
    if (quantities === 1) stock.add(undoes);
    return true;
  });
}

/**
 * Run 5 is a file, run 6 takes back 5, run 7 takes back 6. Both undos are about run 5: 6 takes it back (`takesBack`), 7
 * gives it back.
 */
export interface Aim {
  readonly run: number;
  readonly takesBack: boolean;
}

/**
 * Of undos, newest first, those that stand and take a file back: there the marketplace differs from what the files say.
 */
export function takingBack<One extends Undo>(
  undos: readonly One[],
): readonly (Aim & { readonly undo: One })[] {
  const known = new Map(undos.map((undo) => [undo.id, undo]));
  return standing(undos)
    .map((undo) => ({ undo, ...aimOf(undo, (id) => known.get(id)) }))
    .filter(({ takesBack }) => takesBack);
}

export function aimOf(
  { undoes }: Pick<Undo, 'undoes'>,
  get: (run: number) => Pick<Undo, 'undoes'> | undefined,
): Aim {
  const taken = get(undoes ?? 0);
  if (taken === undefined || taken.undoes === null) return { run: undoes ?? 0, takesBack: true };
  const { run, takesBack } = aimOf(taken, get);
  return { run, takesBack: !takesBack };
}
