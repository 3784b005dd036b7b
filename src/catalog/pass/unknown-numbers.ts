import { columnsOf } from '../mapping/field.ts';
import type { MappedRow, Rejected } from '../mapping/mapped-row.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { Knowledge } from './knowledge.ts';
import type { LikelyArticle } from './likely-article.ts';
import { lostLetters } from './lost-letters.ts';
import { lostZeros } from './lost-zeros.ts';
import type { Checked } from './pass-result.ts';
import { isNeverSent } from './wishes.ts';

/** Rejects each row with an unknown number that seems to be about an article on the marketplace. */
export function withUnknownNumbers(
  { source, map, reader }: Pick<Checked, 'source' | 'map' | 'reader'>,
  knowledge: Pick<Knowledge, 'find' | 'withZeros' | 'withOtherLetters' | 'mayBeActive'>,
): Checked['map'] {
  const isUnknown = unknownTo(source, knowledge);
  const inZeros = lostZeros(knowledge);
  const inLetters = lostLetters(knowledge);
  const reject = rejectedFor({ source, reader });
  return (record) => {
    const mapped = map(record);
    if (mapped.kind !== 'row' || !isUnknown(mapped.externalId)) return mapped;
    const likely = inZeros(mapped) ?? inLetters(mapped);
    return likely === undefined ? mapped : reject(mapped, likely);
  };
}

/** Whether no article of this number is there, as a row of the source sees it. */
function unknownTo(
  { kind, contents }: Pick<SourceConfig, 'kind' | 'contents'>,
  knowledge: Pick<Knowledge, 'find'>,
): (externalId: string) => boolean {
  return (externalId) => {
    const known = knowledge.find(externalId);
    if (known === undefined) return true;
    if (kind === 'products') return known.contentHash === null;
    // An article that only stock files of changes have named is in the mirror, but on no marketplace.
    return contents === 'delta' && isNeverSent(known);
  };
}

function rejectedFor({
  source: { contents, duplicates, mapping },
  reader,
}: Pick<Checked, 'source' | 'reader'>): (row: MappedRow, likely: LikelyArticle) => Rejected {
  const [column = ''] = columnsOf(mapping.externalId);
  const isSum = duplicates === 'sum';
  // One whole file writes all its numbers alike, so if it names
  // both they are two articles. Not so where rows are added up.
  const isWhole = contents === 'full' && !isSum && reader.files === undefined;
  return (row, { number, lost }) => ({
    kind: 'rejected',
    complaints: [{ code: 'ROW_KEY_INVALID', column, value: row.externalId, ...lost }],
    // Named under the article's own number: a sum that lacks this row would be wrong.
    ...(isSum ? { externalId: number } : {}),
    ...(isWhole ? { unless: { named: number, row } } : {}),
  });
}
