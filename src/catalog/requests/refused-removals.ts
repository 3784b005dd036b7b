import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { RefusedRequest } from '../../store/requests.ts';
import { removedHash } from '../pass/diff.ts';
import { removals } from '../state/request-items.ts';
import { isVanishingHeld } from '../state/vanished.ts';
import { type VanishedPart, vanishedParts } from '../state/vanished-parts.ts';
import { packIds, unpackIds } from '../terms/plan.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { isInactive } from '../terms/traits.ts';
import { noStockHash } from './vanish-steps.ts';

const asked: Readonly<Record<string, string>> = {
  zero: 'to have no stock',
  hide: 'to be hidden',
  remove: 'to be unpublished',
};

type Deps = Pick<EngineDeps, 'store' | 'config' | 'calls'>;

/**
 * The marketplace refused to take vanished articles off sale. No result file has a row for them, so it is told here.
 */
export function refusedRemovalNeeds(deps: Deps): readonly NeedsYou[] {
  const all = [...plannedRemovals(deps), ...deps.store.requests.refusedOf(removals)];
  const refused = [...new Map(all.map((each) => [each.externalId, each])).values()];
  const [first] = refused;
  if (first === undefined) return [];
  const articles = counted(refused.length, 'article');
  return [
    {
      id: 'removals-refused',
      what: `The marketplace refused to take ${articles} off sale that exports no longer name.`,
      cause: `First: ${first.externalId} was ${asked[first.kind]}: ${refusalText(first)}`,
      effect: 'Buyers can still order what the ERP does not export.',
      fix: 'Correct the cause that the message names, then send it again: stockhand retry --all. Or export these articles again.',
    },
  ];
}

/**
 * Of the plans that count: also where another request has gone to the article since, as when a stock source goes on
 * giving it stock.
 */
function plannedRemovals(deps: Deps): readonly RefusedRequest[] {
  const { mirror, plans, sources } = deps.store;
  const taking = deps.config.sources.filter(({ name }) =>
    plans.takesAway(sources.acceptedRun(name) ?? 0),
  );
  // Mostly no plan takes anything away, and then the products are not looked through.
  const refused = new Set(taking.length === 0 ? [] : mirror.refused());
  return taking
    .flatMap((source) => removalsOf(deps, source, refused))
    .flatMap(({ kind, products }) =>
      products.flatMap((product) => refusedAs(deps, kind, product) ?? []),
    );
}

function removalsOf(
  deps: Deps,
  source: SourceConfig,
  refused: ReadonlySet<number>,
): readonly VanishedPart[] {
  const { plans, sources } = deps.store;
  const plan = plans.ofRun(sources.acceptedRun(source.name) ?? 0);
  if (plan === undefined || isVanishingHeld(deps.store, plan.id)) return [];
  const gone = unpackIds(plan.vanished).filter((product) => refused.has(product));
  return vanishedParts(deps, source, packIds(gone));
}

function refusedAs(
  { store }: Deps,
  kind: VanishedPart['kind'],
  product: number,
): RefusedRequest | undefined {
  const row = store.mirror.get(product);
  const hash = kind === 'zero' ? noStockHash : removedHash;
  if (row === undefined || row.content_hash === null || row.refused_hash !== hash) return undefined;
  // Another source may have made it inactive meanwhile.
  if (kind === 'hide' && isInactive(row)) return undefined;
  const { external_id: externalId, refused_code: code, refused_message: message } = row;
  return { kind, externalId, code: code ?? '', message: message ?? '' };
}

export function refusalText({ code, message }: Pick<RefusedRequest, 'code' | 'message'>): string {
  return [code, message].filter((text) => text !== '').join(': ');
}
