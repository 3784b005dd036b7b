import type { RowMapper } from '../mapping/bind.ts';
import type { SaidStock } from '../mapping/said-stock.ts';
import { createSaidStock } from '../mapping/said-stock.ts';
import { keepsLastStock } from '../state/keeps-last.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';

/**
 * What a whole stock file says of articles that nobody knows yet, where later ones need not repeat it: their rows are
 * skipped, and the upsert that creates one of them carries it (store/unknown-stock.ts).
 */
export function withUnknownStock(
  { source, mapper }: Pick<PassInput, 'source' | 'mapper'>,
  { find }: Pick<Knowledge, 'find'>,
): { readonly mapper: RowMapper; readonly unknown?: SaidStock } {
  if (!keepsLastStock(source)) return { mapper };
  const unknown = createSaidStock(source, (externalId) => find(externalId) === undefined);
  const map: RowMapper['map'] = (record) => {
    const mapped = mapper.map(record);
    unknown.note(mapped);
    return mapped;
  };
  return { mapper: { absent: mapper.absent, map }, unknown };
}
