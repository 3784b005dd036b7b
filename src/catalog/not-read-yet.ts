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
  const resting = look?.waiting.filter(({ why }) => why === 'resting') ?? [];
  const unknown = resting.find((file) => sources.taken(name, file.name) === undefined);
  if (unknown !== undefined) return `${unknown.name} is not read yet.`;
  const [only, ...others] = resting;
  if (only === undefined || others.length > 0) return undefined;
  const readAt = runs.get(sources.taken(name, only.name)?.run ?? 0)?.started_at ?? 0;
  return (look?.writtenAt ?? 0) > readAt
    ? `${only.name} is dated after it was read: whether it has changed nobody has looked yet.`
    : undefined;
}
