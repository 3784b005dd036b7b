import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { quantityText } from '../../domain/quantity.ts';
import { columnsOf } from '../mapping/field.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import type { Knowledge } from './knowledge.ts';
import type { Checked } from './pass-result.ts';

const shown = 3;

/**
 * A record of a JSON or XML file has no stock, or an object or list in its place. Absent is not zero (quirk 34), so the
 * stock that was sent before stays on sale, and this note is the only word of it. A missing stock is noted only in
 * whole files, which should say it of each article.
 */
export function withMissingStock(
  { source, reader, map, rules }: Pick<Checked, 'source' | 'reader' | 'map' | 'rules'>,
  knowledge: Pick<Knowledge, 'find'>,
): Checked['map'] {
  const { availableQty } = source.mapping;
  const isOthers = source.kind === 'products' && rules.stockIsOwnedElsewhere;
  if (availableQty === undefined || reader.columnsAreComplete || isOthers) return map;
  const names = columnsOf(availableQty);
  const isWhole = source.contents === 'full' && source.duplicates !== 'sum';
  return (record) => {
    const mapped = map(record);
    if (mapped.kind !== 'row' || mapped.quantity !== undefined) return mapped;
    const { cells = [], externalId } = mapped;
    if (names.some((name) => cells[reader.column(name)] !== undefined)) return mapped;
    const before = knowledge.find(externalId)?.quantity ?? 0;
    const inner = innerColumns(names, cells, reader.columns);
    const isStockMissing = isWhole && before > 0 && mapped.fields.isActive !== false;
    return isStockMissing || inner.length > 0
      ? noted(mapped, { column: names.join(' + '), inner, before })
      : mapped;
  };
}

/** The columns that the record has below these names (`stock.free`), where the name itself has no value. */
function innerColumns(
  names: readonly string[],
  cells: NonNullable<MappedRow['cells']>,
  columns: readonly string[],
): readonly string[] {
  const isBelow = (column: string): boolean =>
    names.some((name) => column.startsWith(name) && '.[/'.includes(column.charAt(name.length)));
  return columns.filter((column, index) => cells[index] !== undefined && isBelow(column));
}

interface Missing {
  readonly column: string;
  readonly inner: readonly string[];
  /** Thousandths. */
  readonly before: number;
}

function noted(mapped: MappedRow, { column, inner, before }: Missing): MappedRow {
  const found = inner.slice(0, shown).map((name) => `"${name}"`);
  const more = inner.length > shown ? ', …' : '';
  const missing =
    inner.length === 0
      ? 'is not in the record'
      : `holds ${found.join(', ')}${more} instead of a value`;
  const stays = before > 0 ? `the stock stays at ${quantityText(before)}` : 'no stock is read';
  const note: Complaint = complaintOf({
    code: 'ROW_STOCK_MISSING',
    column,
    rule: `${missing}: ${stays}.`,
  });
  return { ...mapped, notes: [...mapped.notes, note] };
}
