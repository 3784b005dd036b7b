import type { SourceConfig } from '../../config/declaration.ts';
import type { Thousandths } from '../../domain/quantity.ts';
import type { Mapped, MappedRow } from './mapped-row.ts';
import { offeredStock } from './values.ts';

/** What the rows of a file say of the stock of some articles, by their numbers. */
interface StatedStock {
  note(mapped: Mapped): void;
  /** At the end of the file. Without articles whose rows contradict each other, or with a rejected row. */
  all(): ReadonlyMap<string, Thousandths>;
}

type Stated = Thousandths | undefined;

/** For unknown articles, and for files that are asked once more. What does not count is left out and not told. */
export function createStatedStock(
  source: SourceConfig,
  isAsked: (externalId: string) => boolean,
): StatedStock {
  const { duplicates } = source;
  const stated = new Map<string, Stated>();
  const spoiled = new Set<string>();
  const grouped = new Set<string>();
  let isOppositeShown = false;
  const add = ({ externalId, quantity, group }: MappedRow): void => {
    if (group !== undefined) grouped.add(externalId);
    const before = stated.get(externalId);
    const isOther = duplicates === 'reject' && stated.has(externalId) && before !== quantity;
    if (isOther) spoiled.add(externalId);
    stated.set(externalId, duplicates === 'sum' ? sumOf(before, quantity) : quantity);
  };
  const spoil = (externalId: string): void => {
    if (duplicates === 'last') stated.delete(externalId);
    else spoiled.add(externalId);
  };
  return {
    note(mapped) {
      if (mapped.kind === 'skipped') return;
      if (mapped.kind === 'row') {
        if (isAsked(mapped.externalId)) add(mapped);
        return;
      }
      isOppositeShown ||= mapped.opposite !== undefined;
      const { externalId, others = [] } = mapped;
      const named = externalId === undefined ? others : [externalId, ...others];
      for (const each of named) if (isAsked(each)) spoil(each);
    },
    all() {
      // Any of these numbers may be a thousand times too much (pass/doubted-groups.ts).
      const doubted = isOppositeShown ? [...spoiled, ...grouped] : spoiled;
      for (const article of doubted) stated.delete(article);
      const all = new Map<string, Thousandths>();
      for (const [externalId, each] of stated) {
        const quantity = offered(source, each);
        if (quantity !== undefined) all.set(externalId, quantity);
      }
      return all;
    },
  };
}

function sumOf(before: Stated, quantity: Stated): Stated {
  return before === undefined ? quantity : before + (quantity ?? 0);
}

/** Of a sum, buffer and range are for the whole. */
function offered({ duplicates, mapping, negative }: SourceConfig, quantity: Stated): Stated {
  const { availableQty } = mapping;
  if (duplicates !== 'sum' || availableQty === undefined || quantity === undefined) return quantity;
  const total = offeredStock(quantity, availableQty, negative);
  return 'value' in total ? total.value : undefined;
}
