import type { Complaint } from '../domain/complaint.ts';
import { columnsOf } from './field.ts';
import type { Knowledge } from './knowledge.ts';
import type { KnownProduct } from './known-product.ts';
import type { Fields } from './mapped-row.ts';
import type { PassInput } from './pass-result.ts';
import { traitsOf, unpackTraits } from './traits.ts';
import { isUnheard } from './wishes.ts';

const isBareNumber = /^[1-9]\d*$/;

/**
 * A table program that opens and saves an export takes the zeros off article numbers. A stock row of an unknown article
 * says nothing to anybody, so its real article would keep an old stock; a product of the same name or barcode would be
 * created beside it.
 */
export function withLostZeros(
  { source, mapper }: Pick<PassInput, 'source' | 'mapper'>,
  knowledge: Pick<Knowledge, 'find' | 'withZeros'>,
): PassInput['mapper'] {
  const [column = ''] = columnsOf(source.mapping.externalId);
  const isUnknown = (externalId: string): boolean => {
    const known = knowledge.find(externalId);
    if (known === undefined) return true;
    if (source.kind === 'products') return known.contentHash === null;
    // Of what only files of changes of the stock have named.
    return source.contents === 'delta' && isUnheard(known);
  };
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'row' || !isBareNumber.test(mapped.externalId)) return mapped;
      const { externalId, fields } = mapped;
      const twin = knowledge.withZeros(externalId);
      if (twin === undefined || !isUnknown(externalId)) return mapped;
      if (source.kind === 'products' && !isSame(knowledge.find(twin), fields)) return mapped;
      const complaints = [zerosLost(column, externalId, twin)];
      // A sum that lacks the row is none.
      return source.duplicates === 'sum'
        ? { kind: 'rejected', externalId: twin, complaints }
        : { kind: 'rejected', complaints };
    },
  };
}

/** By name or barcode. */
function isSame(twin: KnownProduct | undefined, { name = '', barcode }: Fields): boolean {
  if (twin?.traits == null) return false;
  const before = unpackTraits(twin.traits);
  const now = traitsOf({ name, ...(barcode === undefined ? {} : { barcode }) });
  return before.name === now.name || (now.barcode !== 0 && before.barcode === now.barcode);
}

function zerosLost(column: string, value: string, twin: string): Complaint {
  return {
    code: 'ROW_KEY_INVALID',
    column,
    value,
    rule: `is no article on the marketplace, but ${twin} is one: its leading zeros seem to be lost.`,
    remedy:
      'Export article numbers as text, and save the file in no program that takes them for numbers. Where it is another article, leave its row out with where:.',
  };
}
