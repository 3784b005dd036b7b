import { asked, sending } from './asked.ts';
import type { CommitInput } from './commit-plan.ts';
import type { FileFacts } from './file-facts.ts';
import { doubtedColumn } from './moved-stock.ts';
import type { Normal } from './normal.ts';
import { isMeasure } from './normal.ts';
import type { Verdicts } from './verdicts.ts';

interface Found {
  readonly normal: Normal | undefined;
  readonly verdicts: Verdicts;
}

type Doubts = Pick<FileFacts, 'misread' | 'movedStock'>;

/** What pass 1 noted of the stock, as far as it would be sent. */
export function stockDoubts(
  input: Pick<CommitInput, 'result' | 'catalog'>,
  { normal, verdicts }: Found,
): Doubts {
  const { result, catalog } = input;
  const { misread, moved } = result.stock;
  const askedOf = (records: readonly number[]): number =>
    asked(result, verdicts, { kind: 'factor', records }).length;
  const { by, records } = misread.jumped();
  const former = doubtedColumn(moved.formerly(), result.columns, normal?.formerStock);
  const movedStock = {
    broken: sending(result, moved.broken).length,
    ...(former !== undefined && { former }),
  };
  return {
    misread: { by, rows: askedOf(records), given: askedOf(misread.doubted()) },
    movedStock: isMeasure(normal, catalog) ? movedStock : { broken: 0 },
  };
}
