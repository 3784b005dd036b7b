import { type Baseline, isMeasure } from '../pass/baseline.ts';
import { doubtedColumn } from '../pass/moved-stock.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import type { FileFacts } from '../terms/file-facts.ts';
import { sending, unreleased } from '../terms/unreleased.ts';
import type { Verdicts } from '../terms/verdicts.ts';

interface Found {
  readonly baseline: Baseline | undefined;
  readonly verdicts: Verdicts;
}

type Doubts = Pick<FileFacts, 'misread' | 'movedStock'>;

/** The doubts about the stock that pass 1 noted; only rows that would be sent count. */
export function stockDoubts(
  input: Pick<CommitInput, 'result' | 'catalog'>,
  { baseline, verdicts }: Found,
): Doubts {
  const { result, catalog } = input;
  const { misread, moved } = result.stock;
  const unreleasedOf = (records: readonly number[]): number =>
    unreleased(result, verdicts, { kind: 'factor', records }).length;
  const { by, records } = misread.jumped();
  const former = doubtedColumn(moved.formerly(), result.columns, baseline?.formerStock);
  const movedStock = {
    broken: sending(result, moved.broken).length,
    ...(former !== undefined && { former }),
  };
  return {
    misread: { by, rows: unreleasedOf(records), sending: unreleasedOf(misread.doubted()) },
    movedStock: isMeasure(baseline, catalog) ? movedStock : { broken: 0 },
  };
}
