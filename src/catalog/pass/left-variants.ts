import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Mapped } from '../mapping/mapped-row.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';

const shown = 3;

/**
 * CommerceML deletes a product by its own number, where the marketplace may have its variants alone (`product#variant`):
 * no row of a file of changes takes these off sale, and that is told. A whole file lacks them, which is seen anyway.
 */
export function withLeftVariants(
  { source, mapper }: Pick<PassInput, 'source' | 'mapper'>,
  knowledge: Pick<Knowledge, 'find' | 'variantsOnSale'>,
): PassInput['mapper'] {
  const { format, contents, kind, mapping } = source;
  if (format !== 'commerceml' || contents !== 'delta' || kind !== 'products') return mapper;
  const [column = ''] = mapping.isActive === undefined ? [] : columnsOf(mapping.isActive);
  return {
    absent: mapper.absent,
    map(record) {
      const mapped = mapper.map(record);
      if (mapped.kind !== 'row' || mapped.fields.isActive !== false) return mapped;
      if (knowledge.find(mapped.externalId)?.contentHash != null) return mapped;
      const variants = knowledge.variantsOnSale(mapped.externalId);
      return variants.length === 0 ? mapped : rejected(variants, mapped.externalId, column);
    },
  };
}

function rejected(variants: readonly string[], product: string, column: string): Mapped {
  const more = variants.length > shown ? ` and ${variants.length - shown} more` : '';
  const complaint: Complaint = complaintOf({
    code: 'ROW_VARIANTS_LEFT',
    column,
    value: product,
    rule: `is taken off sale, and the marketplace still has ${variants.slice(0, shown).join(', ')}${more}.`,
  });
  // By a variant, because that is what `why` is asked about.
  return { kind: 'rejected', externalId: variants[0] ?? product, complaints: [complaint] };
}
