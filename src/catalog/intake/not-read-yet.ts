import { filesOfRun } from '../state/files-of-run.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { IntakeLook } from './intake.ts';

type Store = Pick<CatalogStore, 'sources' | 'runs' | 'spool'>;

/**
 * In words, an export that a single look has seen. Where no daemon runs nobody looks again, so it is not known to be at
 * rest and not read. If its name was read before, only its bytes would tell whether it is new, and nobody reads them.
 */
export function notReadYet(
  store: Store,
  { name }: Pick<SourceConfig, 'name'>,
  look: Pick<IntakeLook, 'waiting' | 'writtenAt'> | undefined,
): string | undefined {
  const resting = look?.waiting.filter(({ why }) => why === 'resting') ?? [];
  const unknown = resting.find((file) => readIn(store, name, file.name) === undefined);
  if (unknown !== undefined) return `${unknown.name} is not read yet.`;
  const [only, ...others] = resting;
  if (only === undefined || others.length > 0) return undefined;
  const readAt = store.runs.get(readIn(store, name, only.name) ?? 0)?.started_at ?? 0;
  return (look?.writtenAt ?? 0) > readAt
    ? `${only.name} is dated after it was read; nobody has checked yet whether it has changed.`
    : undefined;
}

/** The run that read a file, alone or together with others (`pick: union`, companions). */
function readIn({ sources, ...store }: Store, source: string, file: string): number | undefined {
  const alone = sources.taken(source, file)?.run;
  if (alone !== undefined) return alone;
  const newest = store.runs.get(sources.newestTaken(source));
  const together = newest && filesOfRun(store, newest);
  return together?.includes(file) === true ? newest?.id : undefined;
}
