import type { Mapped, MappedRow } from '../mapping/mapped-row.ts';
import type { Knowledge } from './knowledge.ts';
import type { NamedPictures } from './named-pictures.ts';
import type { PassInput } from './pass-result.ts';
import type { Notes } from './settled-rows.ts';

export interface PassFacts {
  readonly input: PassInput;
  readonly knowledge: Knowledge;
  readonly notes: Notes;
  readonly exported: Map<number, number>;
  readonly pictures: Pick<NamedPictures, 'changed'>;
  readonly returned: ReadonlySet<number>;
}

/** A row that changes nothing: the fast path may settle it from now on, unless it must be read to be told or kept. */
export function noteUnchanged(
  { input, knowledge, notes: of, exported, pictures, returned }: PassFacts,
  { notes, quantity, filled = 0 }: MappedRow,
  index: number,
): void {
  const { source, rules, fastPath } = input;
  const product = of.ids.get(index);
  of.unchanged.set(product, 1);
  // A note is told of every file; new fields, an exported quantity and the end of a refusal count only if no brake
  // holds the file.
  const isNews =
    knowledge.hasNewPart(product) ||
    exported.has(product) ||
    pictures.changed.has(product) ||
    returned.has(product);
  if (notes.length > 0 || isNews) return;
  const isCounted = source.kind === 'stock' || !rules.stockIsOwnedElsewhere;
  fastPath?.keep(index, { hasQuantity: isCounted && quantity !== undefined, filled });
}

/** A row that `where` leaves out. One that names its article is told of every file (left-selection.ts), so it is read. */
export function noteSkipped(
  { input: { fastPath } }: Pick<PassFacts, 'input'>,
  { externalId }: Pick<Mapped, 'externalId'>,
  index: number,
): void {
  if (externalId === undefined) fastPath?.keep(index, { hasQuantity: false, filled: 0 });
}
