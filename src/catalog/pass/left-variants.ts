import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { firstOf } from '../../domain/counted.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Mapped } from '../mapping/mapped-row.ts';
import type { Knowledge } from './knowledge.ts';
import type { Checked } from './pass-result.ts';

const shown = 3;

/**
 * A CommerceML file of changes deletes product `7`, but the marketplace has only its variants `7#a`
 * and `7#b`: no row takes those off sale that the file does not name, so the row is rejected and tells
 * it. In a whole file the variants are missing, which is seen anyway.
 */
export function withLeftVariants(
  { source, map }: Pick<Checked, 'source' | 'map'>,
  knowledge: Pick<Knowledge, 'find' | 'variantsOnSale'>,
): Checked['map'] {
  const { format, contents, kind, mapping } = source;
  if (format !== 'commerceml' || contents !== 'delta' || kind !== 'products') return map;
  const [column = ''] = mapping.isActive === undefined ? [] : columnsOf(mapping.isActive);
  const named = new Set<string>();
  return (record) => {
    const mapped = map(record);
    const { kind, externalId } = mapped;
    if (externalId?.includes('#')) named.add(externalId).add(productOf(externalId));
    if (kind !== 'row' || mapped.fields.isActive !== false) return mapped;
    if (knowledge.find(mapped.externalId)?.contentHash != null) return mapped;
    const variants = knowledge.variantsOnSale(mapped.externalId).filter((id) => !named.has(id));
    if (variants.length > 0) return rejected(variants, mapped.externalId, column);
    return named.has(mapped.externalId) ? { kind: 'skipped' } : mapped;
  };
}

function productOf(variant: string): string {
  return variant.slice(0, variant.indexOf('#'));
}

function rejected(variants: readonly string[], product: string, column: string): Mapped {
  const complaint: Complaint = complaintOf({
    code: 'ROW_VARIANTS_LEFT',
    column,
    value: product,
    rule: `is taken off sale, but the marketplace still has ${firstOf(variants, shown)}.`,
  });
  // Told under a variant's number, because people ask `why` about that one.
  return { kind: 'rejected', externalId: variants[0] ?? product, complaints: [complaint] };
}
