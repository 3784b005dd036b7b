import type { CatalogStore } from '../terms/ports.ts';
import type { Intake } from './intake.ts';

export interface SpoolRoomDeps {
  readonly store: CatalogStore;
  /** Removes a file of the spool; one that is gone already is as good. */
  dropSpooled(path: string): Promise<void>;
  /** True while an export is on its way into the spool: it may be a content that is there already. */
  isTaking(): boolean;
  readonly intakes: readonly { readonly intake: Pick<Intake, 'copying'> }[];
}

/**
 * Removes contents that nothing refers to any more (design section 2.1). First their rows, then their files: a file
 * without a row is removed at the next start, but a row without its file would be an error for its reader.
 */
export function createSpoolRoom({ store, dropSpooled, isTaking, intakes }: SpoolRoomDeps) {
  let newestRun = 0;
  return async (): Promise<void> => {
    if (isTaking()) return;
    const abandoned = intakes.flatMap(({ intake }) => intake.copying.abandoned());
    // Only a newer run can have made an older one's content superfluous.
    if (store.runs.newestId() === newestRun && abandoned.length === 0) return;
    newestRun = store.runs.newestId();
    const unused = store.spool.unused();
    store.transaction(() => {
      for (const { sha256 } of unused) store.spool.remove(sha256);
    });
    // Two exports may share a companion file.
    const used = new Set(store.spool.all().flatMap(({ parts }) => parts.map(({ path }) => path)));
    const paths = unused.flatMap(({ parts }) => parts.map(({ path }) => path));
    for (const path of new Set([...paths, ...abandoned]))
      if (!used.has(path)) await dropSpooled(path);
  };
}
