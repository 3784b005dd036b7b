import { columnsOf } from '../mapping/field.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import { createOwnHides } from '../state/own-hides.ts';
import type { Deactivated } from '../terms/file-facts.ts';
import type { CatalogConfig, CatalogStore } from '../terms/ports.ts';
import { productsSources } from '../terms/source-kinds.ts';
import { unreleased } from '../terms/unreleased.ts';
import type { Found } from './held-rows.ts';

/** How many articles the file takes off sale or puts on sale. `known`: how many articles that is measured against. */
export function deactivatedBy(
  { result, source, catalog }: CommitInput,
  { gone, active, verdicts, wasBlocked }: Found,
  known: number,
): Deactivated {
  const { content } = result;
  const unreleasedOf = (records: readonly number[]): readonly number[] =>
    unreleased(result, verdicts, { kind: 'deactivated', records });
  const rows = unreleasedOf(content.deactivated).length;
  const activated = unreleasedOf(content.activated);
  const unblocked = areBlocksCertain(catalog)
    ? activated.filter((record) => wasBlocked(result.ids[record] ?? 0))
    : [];
  const { isActive } = source.mapping;
  const found = {
    rows,
    activated: activated.length,
    unblocked: unblocked.length,
    columns: isActive === undefined ? [] : columnsOf(isActive),
  };
  if (rows === 0) return { ...found, active: 0 };
  const isDelta = source.contents === 'delta';
  const offered = isDelta ? active() : Math.min(Math.max(gone.before, known), active());
  // At least `rows`: an article whose creation has no answer yet may be offered, too, and is counted nowhere.
  return { ...found, active: Math.max(rows, offered) };
}

/**
 * Whether an inactive article surely was blocked by the ERP and not hidden by us. With several products sources under
 * `vanished: hide` that cannot be told: one of them may have sent the article while it was hidden.
 */
function areBlocksCertain(catalog: CatalogConfig): boolean {
  const ofProducts = productsSources(catalog);
  const isMapped = ofProducts.some(({ mapping }) => mapping.isActive !== undefined);
  return !isMapped && (catalog.vanished !== 'hide' || ofProducts.length === 1);
}

/** The article is inactive because an export said so, not because one no longer named it. */
export function createWasBlocked({ mirror, requests }: CatalogStore): Found['wasBlocked'] {
  const isOwnHide = createOwnHides(requests);
  return (product) => !isOwnHide(mirror.get(product)?.content_request ?? null, product);
}
