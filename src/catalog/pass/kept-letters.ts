import type { CatalogStore } from '../terms/ports.ts';
import { isLettered, unpackTraits } from '../terms/traits.ts';
import type { PassResult } from './pass-result.ts';

/** True where a row of the file leaves an article with the letters beyond ASCII that were confirmed. */
export function keepsLetters(
  { mirror }: Pick<CatalogStore, 'mirror'>,
  { ids, content }: Pick<PassResult, 'ids' | 'content'>,
): boolean {
  const flipped = new Set(content.flipped);
  return ids.some((id, record) => {
    const traits = id === 0 || flipped.has(record) ? null : mirror.get(id)?.traits;
    return traits != null && isLettered(unpackTraits(traits));
  });
}
