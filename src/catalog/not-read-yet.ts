import type { IntakeLook } from './intake.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';

/**
 * An export that one look alone has seen, in words: where no daemon runs nobody looks again, and what it says is in step
 * with nothing. Of a name that was read before only its bytes tell whether it is another one, and nobody reads them.
 */
export function notReadYet(
  { sources, runs }: Pick<CatalogStore, 'sources' | 'runs'>,
  { name }: Pick<SourceConfig, 'name'>,
  look: Pick<IntakeLook, 'waiting' | 'writtenAt'> | undefined,
): string | undefined {
  for (const file of look?.waiting.filter(({ why }) => why === 'resting') ?? []) {
    const run = sources.taken(name, file.name)?.run;
    if (run === undefined) return `${file.name} is not read yet.`;
    if ((look?.writtenAt ?? 0) > (runs.get(run)?.started_at ?? 0))
      return `${file.name} is dated after it was read: whether it has changed nobody has looked yet.`;
  }
  return undefined;
}
