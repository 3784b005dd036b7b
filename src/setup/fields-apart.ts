import type { Complaint } from '../domain/complaint.ts';
import type { FirstRows } from './first-rows.ts';

const fieldNames = /(?:^|\/)METADATA\/FIELD$/;
const namelessField = 'COL/DATA';

/**
 * Why a sample is refused whose records do not say which field is which, as FMPXMLRESULT of FileMaker: found by their
 * places alone, a field that is exported before the stock would become the stock.
 */
export function fieldsApart(
  { format, options, columns }: FirstRows,
  file: string,
): Complaint | undefined {
  const isApart =
    fieldNames.test(options.path ?? '') || columns.some(({ name }) => name === namelessField);
  return format === 'xml' && isApart ? fileMaker(file) : undefined;
}

function fileMaker(file: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule: 'is the XML of FileMaker that names its fields outside of the records (FMPXMLRESULT).',
    remedy:
      'Export it as Excel (.xlsx) with field names in the first row, as Merge (.mer), or as XML with the grammar FMPDSORESULT.',
  };
}
