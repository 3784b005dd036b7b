import { complaintOf } from '../../domain/complaint.ts';
import { firstOf } from '../../domain/counted.ts';
import { present } from '../../domain/present.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Mapped, MappedRow } from '../mapping/mapped-row.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { Knowledge } from './knowledge.ts';
import type { Checked } from './pass-result.ts';

const shown = 3;

/**
 * A CommerceML file says something of product `7` without its offers, but the marketplace has only its variants `7#a` and
 * `7#b`. To delete the product takes none of them off sale, so in a file of changes the row is rejected and tells it; in a
 * whole file they are missing, which is seen anyway. As an article of its own the product would be on sale beside them,
 * without a stock.
 */
export function withLeftVariants(
  { source, map }: Pick<Checked, 'source' | 'map'>,
  knowledge: Pick<Knowledge, 'find' | 'variantsOnSale'>,
): Checked['map'] {
  const { format, contents, kind } = source;
  if (format !== 'commerceml' || kind !== 'products') return map;
  const isDelta = contents === 'delta';
  const named = new Set<string>();
  return (record) => {
    const mapped = map(record);
    const { kind, externalId } = mapped;
    if (externalId?.includes('#')) named.add(externalId).add(productOf(externalId));
    if (kind !== 'row' || !mayLeave(mapped, isDelta)) return mapped;
    if (knowledge.find(mapped.externalId)?.contentHash != null) return mapped;
    const variants = knowledge.variantsOnSale(mapped.externalId).filter((id) => !named.has(id));
    if (variants.length > 0) return rejected(source, variants, mapped);
    const isDeleted = mapped.fields.isActive === false;
    return isDeleted && named.has(mapped.externalId) ? { kind: 'skipped' } : mapped;
  };
}

/** With a stock the product has an offer of its own, beside those of its variants. */
function mayLeave({ fields: { isActive }, quantity }: MappedRow, isDelta: boolean): boolean {
  return isActive === false ? isDelta : quantity == null;
}

function productOf(variant: string): string {
  return variant.slice(0, variant.indexOf('#'));
}

function rejected(
  { contents, mapping }: SourceConfig,
  variants: readonly string[],
  { externalId: product, fields: { isActive } }: MappedRow,
): Mapped {
  const code = 'ROW_VARIANTS_LEFT' as const;
  const left = `the marketplace still has ${firstOf(variants, shown)}.`;
  const columnOf = (field: SourceConfig['mapping']['isActive']) =>
    present({ column: field && columnsOf(field)[0] });
  const complaint =
    isActive === false
      ? { code, ...columnOf(mapping.isActive), rule: `is taken off sale, but ${left}` }
      : {
          code,
          ...columnOf(mapping.externalId),
          rule: `comes without offers, but ${left}`,
          remedy,
        };
  // In a file of changes told under a variant's number, because people ask `why` about that one. In a whole file that
  // would name the variant, which is missing.
  const externalId = contents === 'delta' ? (variants[0] ?? product) : product;
  return {
    kind: 'rejected',
    externalId,
    complaints: [complaintOf({ ...complaint, value: product })],
  };
}

const remedy =
  'Export its offers too. If it has none any more, export each of these variants once as deleted.';
