import { columnsOf } from '../mapping/field.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { asked } from '../terms/asked.ts';
import type { Deactivated } from '../terms/file-facts.ts';
import type { CatalogConfig, CatalogStore } from '../terms/ports.ts';
import type { Found } from './held-rows.ts';

/** What the file does to articles that are inactive, or become so. `known`: articles that it is measured against. */
export function deactivatedBy(
  { result, source, catalog }: CommitInput,
  { gone, active, verdicts, wasBlocked }: Found,
  known: number,
): Deactivated {
  const { content } = result;
  const askedOf = (records: readonly number[]): readonly number[] =>
    asked(result, verdicts, { kind: 'deactivated', records });
  const rows = askedOf(content.deactivated).length;
  const activated = askedOf(content.activated);
  const unblocked = isToldApart(catalog)
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
  // A creation without an answer may be offered, too, and is counted nowhere yet.
  return { ...found, active: Math.max(rows, offered) };
}

/** Where several sources give the fields of an article, one of them may have sent it while it was hidden. */
function isToldApart({ sources, vanished }: CatalogConfig): boolean {
  const ofProducts = sources.filter(({ kind }) => kind === 'products');
  const isSaid = ofProducts.some(({ mapping }) => mapping.isActive !== undefined);
  return !isSaid && (vanished !== 'hide' || ofProducts.length === 1);
}

/** What was confirmed last of the article came from an export, and not from its absence in one. */
export function createWasBlocked({ mirror, requests }: CatalogStore): Found['wasBlocked'] {
  const isOwnHide = createOwnHides(requests);
  return (product) => !isOwnHide(mirror.get(product)?.content_request ?? null, product);
}
