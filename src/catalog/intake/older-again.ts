import { stableGraceMs } from '../../domain/stable-grace.ts';
import type { FileSet, StableLook } from '../../files/stable.ts';
import { countingFile } from '../state/counting-file.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import type { Copying } from './copying.ts';
import { staysThere } from './gone-export.ts';
import type { KnownExports } from './known-exports.ts';

/** So long, beside its quiet time, an ERP may take to delete the newest export and write it again. */
const patienceMs = 30_000;

interface Deps {
  readonly store: CatalogStore;
  readonly copying: Pick<Copying, 'weigh'>;
}

/**
 * When the counting export leaves the folder, an older one that is there counts again (contract.md
 * "Exports in"). But the ERP may just be writing the newest again, and yesterday's stock would be on sale
 * meanwhile. So the older one waits a moment.
 */
export function createOlderWatch({ store, copying }: Deps, source: SourceConfig) {
  let sinceMs: number | undefined;
  return (look: StableLook, known: KnownExports, nowMs: number): StableLook => {
    const [set] = look.stable;
    const gone = set && goneBefore(store, source, { set, look, known });
    if (set === undefined || gone === undefined) {
      sinceMs = undefined;
      return look;
    }
    // Only its bytes tell whether the older file was written again itself: then it counts at once.
    if (look.byAge?.at(-1)?.isRead === undefined) copying.weigh([set]);
    sinceMs ??= nowMs;
    const { quiet } = source.stable;
    const untilMs = sinceMs + quiet + patienceMs;
    if (nowMs >= untilMs) return look;
    const giveUpAtMs = sinceMs + quiet + stableGraceMs;
    const waits = {
      name: nameOf(set),
      why: 'olderAgain',
      waitsFor: gone,
      untilMs,
      giveUpAtMs,
    } as const;
    const nextLookAtMs = Math.min(look.nextLookAtMs ?? untilMs, untilMs);
    return { ...look, stable: [], waiting: [...look.waiting, waits], nextLookAtMs };
  };
}

/** The name of the counting export, if it has gone from the folder and `set` was read before it. */
function goneBefore(
  store: CatalogStore,
  source: SourceConfig,
  {
    set,
    look: { byAge = [] },
    known,
  }: { readonly set: FileSet; readonly look: StableLook; readonly known: KnownExports },
): string | undefined {
  if (!staysThere(source)) return undefined;
  const taken = known.taken(nameOf(set));
  if (taken === undefined || byAge.at(-1)?.isRead === false) return undefined;
  const counting = countingFile(store, known.source()?.run);
  if (counting === undefined || counting.undoes !== null || counting.id <= taken.run)
    return undefined;
  const isThere = byAge.some((standing) => nameOf(standing.set) === counting.file);
  return isThere ? undefined : counting.file;
}
