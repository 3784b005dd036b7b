import type { Parts } from '../../store/parts.ts';
import type { Requests } from '../../store/requests.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { StateDeps } from '../terms/ports.ts';
import { namesArticles } from '../terms/source-kinds.ts';
import { blockersOf } from './article-sources.ts';
import { countingRun, countingRuns } from './counting-runs.ts';
import { type Confirmed, createExportedInactive } from './own-hides.ts';

/** What is said of an article that is kept inactive, over whatever its sources give of it. */
export const hidden: Fields = { isActive: false };

/** Whose parts keep an article inactive, whatever other sources say. */
export interface Hiding {
  /** Sources that name the articles; never one of changes, which leaves none out. */
  readonly namers: readonly string[];
  /**
   * That of them that does not map `isActive`. An inactive part of it can only mean that its export left the article
   * out (settle.ts), until it names the article again.
   */
  readonly hider: string | undefined;
  /**
   * The source that maps `isActive`. If that field moved here from another source, an article may be inactive by the
   * other one's word while this source has said nothing of it yet: silence does not put it on sale.
   */
  readonly speaker: string | undefined;
  /**
   * Sources that are gone, each with its run that counts: what they made inactive stays so, as nobody says otherwise.
   */
  readonly gone: ReadonlyMap<string, number>;
}

export function hidingOf(deps: StateDeps): Hiding {
  const namers = deps.config.sources.filter(
    (source) => namesArticles(source) && source.contents !== 'delta',
  );
  const hider = namers.find(({ mapping }) => mapping.isActive === undefined);
  const speaker = deps.config.sources.find(({ mapping }) => mapping.isActive !== undefined);
  const gone = blockersOf(deps).map((name) => [name, countingRun(deps.store, name)] as const);
  return {
    namers: namers.map(({ name }) => name),
    hider: hider?.name,
    speaker: speaker?.name,
    gone: new Map(gone),
  };
}

interface HiddenDeps {
  readonly parts: Pick<Parts, 'get'>;
  readonly requests: Pick<Requests, 'kindOf' | 'itemsOf'>;
}

/** Whether an article is kept inactive, given what the `others` said of it, whatever the source that is read says. */
export function createIsHidden(
  { parts, requests }: HiddenDeps,
  hiding: Hiding,
  others: readonly string[],
) {
  const hider = others.indexOf(hiding.hider ?? '');
  const speaker = others.indexOf(hiding.speaker ?? '');
  const isExportedInactive = createExportedInactive(requests);
  return (product: Confirmed, stated: readonly Fields[]): boolean => {
    if (stated[hider]?.isActive === false || isBlocked(parts, hiding, product.id)) return true;
    const isSilent = speaker >= 0 && stated[speaker]?.isActive === undefined;
    return isSilent && isExportedInactive(product);
  };
}

/** The source that maps `isActive`, if this article is inactive and that source has not said yet whether it is. */
export function awaitedSpeaker(deps: StateDeps, product: Confirmed): string | undefined {
  const { parts, requests } = deps.store;
  const { speaker } = hidingOf(deps);
  const isAlone = countingRuns(deps).size < 2;
  if (speaker === undefined || isAlone || !createExportedInactive(requests)(product))
    return undefined;
  const stated = parts.get(product.id, speaker, countingRun(deps.store, speaker)) ?? '';
  return stated.includes('"isActive":') ? undefined : speaker;
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
