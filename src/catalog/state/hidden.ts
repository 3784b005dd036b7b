import type { Parts } from '../../store/parts.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { EngineDeps } from '../terms/ports.ts';
import { blockersOf } from './article-sources.ts';
import { countingRun } from './counting-runs.ts';

/** What is said of an article that is kept inactive, over whatever its sources give of it. */
export const hidden: Fields = { isActive: false };

/** Whose parts keep an article inactive, whatever other sources say. */
export interface Hiding {
  /**
   * The source that names the articles, where it says of none whether it is active: a part of it that is inactive is one of
   * an article that it left out (settle.ts), until it names the article again. A file of changes leaves nothing out.
   */
  readonly hider: string | undefined;
  /** Sources that are gone, and the run of each that counts: what they blocked is not put on sale for want of a word. */
  readonly gone: ReadonlyMap<string, number>;
}

export function hidingOf(deps: Pick<EngineDeps, 'store' | 'config'>): Hiding {
  const hider = deps.config.sources.find(
    ({ kind, contents, mapping }) =>
      kind === 'products' &&
      contents !== 'delta' &&
      mapping.name !== undefined &&
      mapping.isActive === undefined,
  );
  const gone = blockersOf(deps).map((name) => [name, countingRun(deps.store, name)] as const);
  return { hider: hider?.name, gone: new Map(gone) };
}

export function isBlocked(parts: Pick<Parts, 'get'>, hiding: Hiding, product: number): boolean {
  return blockerOf(parts, hiding, product) !== undefined;
}

/** The source that is gone and keeps the article inactive. */
export function blockerOf(
  parts: Pick<Parts, 'get'>,
  { gone }: Hiding,
  product: number,
): string | undefined {
  for (const [source, run] of gone)
    if (parts.get(product, source, run)?.includes('"isActive":false') === true) return source;
  return undefined;
}
