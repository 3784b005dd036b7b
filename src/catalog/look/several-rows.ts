import type { SourceConfig } from '../../config/declaration.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import { duplicateComplaint } from '../mapping/row-complaints.ts';
import type { RowWish } from '../pass/diff.ts';
import { createDuplicates } from '../terms/duplicates.ts';
import { contentHash } from '../terms/fingerprint.ts';

/** Articles with several rows that a pass would reject; for a look at the first rows of a file. */
export interface SeveralRows {
  meet(mapped: MappedRow, row: number): void;
  /** None of the rows of this article would be used. */
  isRejected(externalId: string): boolean;
  /** What a pass would say of the first such article, and how many more there are. */
  complaint(): Complaint | undefined;
}

export function createSeveralRows(source: Pick<SourceConfig, 'kind' | 'duplicates'>): SeveralRows {
  const duplicates = createDuplicates(source.duplicates);
  const numbers = new Map<string, number>();
  const rejected = new Map<string, { readonly row: number; readonly rows: readonly number[] }>();
  return {
    meet(mapped, row) {
      const { externalId } = mapped;
      const product = numbers.get(externalId) ?? numbers.size;
      numbers.set(externalId, product);
      const meeting = { index: row, row, wish: wishOf(mapped, source.kind) };
      const verdict = duplicates.meet(product, meeting);
      if (verdict.kind === 'contradicts' && !rejected.has(externalId))
        rejected.set(externalId, { row, rows: verdict.rows });
    },
    isRejected: (externalId) => rejected.has(externalId),
    complaint() {
      const [first] = rejected;
      if (first === undefined) return undefined;
      const [externalId, { row, rows }] = first;
      const complaint = duplicateComplaint(source, externalId, { rows, files: undefined });
      return { ...complaint, row, rule: `${complaint.rule}${moreText(rejected.size - 1)}` };
    },
  };
}

function wishOf({ externalId, fields, quantity }: MappedRow, kind: SourceConfig['kind']): RowWish {
  const content = kind === 'stock' ? null : contentHash({ externalId, name: '', ...fields });
  return { contentHash: content, quantity: quantity ?? null };
}

function moreText(more: number): string {
  if (more === 0) return '';
  return ` The same is true of ${counted(more, 'more article')} in the rows looked at.`;
}
