import type { Clock } from '../domain/clock.ts';
import { forgetEveryMs, takenKept } from '../domain/retention.ts';
import type { Files } from '../files/port.ts';
import type { CatalogConfig, CatalogStore, SourceConfig } from './terms/ports.ts';

export interface RetentionDeps {
  readonly store: CatalogStore;
  readonly clock: Clock;
  readonly config: CatalogConfig;
  readonly files: Pick<Files, 'listNames'>;
}

export interface Retention {
  /**
   * Drops old state once a day, in the engine's turn, so that nothing is sent or confirmed meanwhile. Gives way to
   * other work.
   */
  whenDue(signal: AbortSignal, isWanted: () => boolean): Promise<void>;
}

/**
 * It works at least so long before it gives way, so that folders that never rest do not keep it from its end. Not
 * longer, because its first time, over the state of years, must not keep others from their work.
 */
const workAtLeastMs = 30_000;

/**
 * The name in `meta` of the time at which it last came to its end, in epoch ms. Kept, because `run --once` may start
 * every few minutes.
 */
const doneName = 'old state forgotten at';

/**
 * Keeps the state from growing for ever (fault 39). If it gives
 * way or is killed, it begins again at the next quiet moment.
 */
export function createRetention({ store, clock, config, files }: RetentionDeps): Retention {
  return {
    async whenDue(signal, isWanted) {
      const now = clock.now();
      // Absolute, because a clock that was set back must not put it off for years (fault 113).
      const passedMs = Math.abs(now - Number(store.meta.get(doneName) ?? 0));
      if (passedMs < forgetEveryMs) return;
      const begun = clock.monotonic();
      const mustGive = (): boolean => isWanted() && clock.monotonic() - begun >= workAtLeastMs;
      for (const _ of store.forgetSteps(now)) {
        await clock.breathe();
        if (signal.aborted || mustGive()) return;
      }
      for (const source of config.sources) await forgetTaken({ store, files }, source);
      store.meta.set(doneName, String(now));
    },
  };
}

/** Forgets taken files, but none that is in its folder: that would be read again (contract.md "Exports in"). */
async function forgetTaken(
  { store, files }: Pick<RetentionDeps, 'store' | 'files'>,
  { name, folder }: SourceConfig,
): Promise<void> {
  const old = store.sources.takenBefore(name, takenKept);
  if (old.length === 0) return;
  const standing = await files.listNames(folder);
  // An empty folder may be a mount point whose share is away at the moment (fault 135).
  if ('offline' in standing || standing.length === 0) return;
  const isStanding = new Set(standing);
  // A set of companions is remembered under the names of all of them (intake.ts).
  const gone = old.filter(
    (file) => ![file, ...file.split(' + ')].some((part) => isStanding.has(part)),
  );
  store.sources.forgetTaken(name, gone);
}
