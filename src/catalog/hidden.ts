import type { Fields } from './mapping.ts';
import type { CatalogConfig } from './ports.ts';

/** What is said of an article that was hidden, over whatever other sources give of it. */
export const hidden: Fields = { isActive: false };

/**
 * The source that names the articles, where it says of none whether it is active: a part of it that is inactive is one of
 * an article that it left out (settle.ts), until it names the article again. A file of changes leaves nothing out.
 */
export function hiderOf({ sources }: Pick<CatalogConfig, 'sources'>): string | undefined {
  return sources.find(
    ({ kind, contents, mapping }) =>
      kind === 'products' &&
      contents !== 'delta' &&
      mapping.name !== undefined &&
      mapping.isActive === undefined,
  )?.name;
}
