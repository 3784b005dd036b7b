import { counted } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import type { RefusedRequest } from '../../store/requests.ts';
import { removals } from '../state/request-items.ts';
import type { CatalogStore } from '../terms/ports.ts';

const asked: Readonly<Record<string, string>> = {
  zero: 'to have no stock',
  hide: 'to be hidden',
  remove: 'to be unpublished',
};

/**
 * The marketplace refused to take vanished articles off sale. No result file has a row for them, so it is told here.
 */
export function refusedRemovalNeeds({
  requests,
}: Pick<CatalogStore, 'requests'>): readonly NeedsYou[] {
  const refused = requests.refusedOf(removals);
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

export function refusalText({ code, message }: Pick<RefusedRequest, 'code' | 'message'>): string {
  return [code, message].filter((text) => text !== '').join(': ');
}
