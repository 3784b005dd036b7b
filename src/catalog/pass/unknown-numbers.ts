import type { Complaint } from '../../domain/complaint.ts';
import type { Fields, MappedRow, Rejected } from '../mapping/mapped-row.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { isFlipped, traitsOf, unpackTraits } from '../terms/traits.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';
import { isUnheard } from './wishes.ts';

/** Whether no article of this number is there, as a row of the source sees it. */
export function unknownTo(
  { kind, contents }: Pick<SourceConfig, 'kind' | 'contents'>,
  knowledge: Pick<Knowledge, 'find'>,
): (externalId: string) => boolean {
  return (externalId) => {
    const known = knowledge.find(externalId);
    if (known === undefined) return true;
    if (kind === 'products') return known.contentHash === null;
    // Of what only files of changes of the stock have named.
    return contents === 'delta' && isUnheard(known);
  };
}

/** By name, be it in other letters, or by barcode. */
export function isSame(
  twin: KnownProduct | undefined,
  { name = '', barcode }: Pick<Fields, 'name' | 'barcode'>,
): boolean {
  if (twin?.traits == null) return false;
  const before = unpackTraits(twin.traits);
  const now = traitsOf({ name, ...(barcode === undefined ? {} : { barcode }) });
  const isNamed = before.name === now.name || isFlipped(before, now);
  return isNamed || (now.barcode !== 0 && before.barcode === now.barcode);
}

/** A row that is about the twin, as it seems, and under another number. */
export function rejectedFor(
  { duplicates }: Pick<SourceConfig, 'duplicates'>,
  twin: string,
  complaint: Complaint,
): Rejected {
  const rejected = { kind: 'rejected', complaints: [complaint] } as const;
  // A sum that lacks the row is none.
  return duplicates === 'sum' ? { ...rejected, externalId: twin } : rejected;
}

/** Such a file writes all its numbers alike: where it names both, they are two articles. A sum may lack the row. */
export function unlessNamed({
  source: { contents, duplicates },
  reader,
}: Pick<PassInput, 'source' | 'reader'>): (
  twin: string,
  row: MappedRow,
) => Pick<Rejected, 'unless'> {
  const isWhole = contents === 'full' && duplicates !== 'sum' && reader.files === undefined;
  return (named, row) => (isWhole ? { unless: { named, row } } : {});
}
