import type { StatusFacts } from './facts.ts';

type Part = 'catalog' | 'orders' | 'webhooks';

/**
 * The facts of the status page as JSON: each part has its key (contract.md section 6), null where it is not configured.
 */
type StatusDocument = Omit<StatusFacts, Part> & {
  readonly [Name in Part]: StatusFacts[Name] | null;
};

export function statusDocument(facts: StatusFacts): StatusDocument {
  const { catalog = null, orders = null, webhooks = null } = facts;
  return { ...facts, catalog, orders, webhooks };
}
