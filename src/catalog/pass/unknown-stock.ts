import type { Rejected } from '../mapping/mapped-row.ts';
import { createStatedStock } from '../mapping/stated-stock.ts';
import { keepsLastStock } from '../state/keeps-last.ts';
import type { Knowledge } from './knowledge.ts';
import type { Checked, PassResult } from './pass-result.ts';

interface UnknownStock extends Pick<Checked, 'map'> {
  /** At the end of the file; `seen`: which articles it names. */
  all?(seen: PassResult['seen']): ReadonlyMap<string, number>;
}

/**
 * File 1 says stock 5 of an article that no products file has named yet; file 2 leaves it out,
 * which under `missing: keep` keeps the 5. Its row is skipped, so the 5 is remembered for the
 * upsert that creates it (store/unknown-stock.ts).
 */
export function withUnknownStock(
  { source, map }: Pick<Checked, 'source' | 'map'>,
  { find }: Pick<Knowledge, 'find'>,
): UnknownStock {
  if (!keepsLastStock(source)) return { map };
  const stated = createStatedStock(source, (externalId) => find(externalId) === undefined);
  // Whether these rows count is known at the end of the file (open-rows.ts).
  const open: NonNullable<Rejected['unless']>[] = [];
  return {
    map(record) {
      const mapped = map(record);
      if (mapped.kind === 'rejected' && mapped.unless !== undefined) open.push(mapped.unless);
      else stated.note(mapped);
      return mapped;
    },
    all(seen) {
      for (const { named, row } of open) if (seen[find(named)?.id ?? 0]) stated.note(row);
      return stated.all();
    },
  };
}
