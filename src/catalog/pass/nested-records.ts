import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { columnsOf } from '../mapping/field.ts';
import type { Checked } from './pass-result.ts';

/**
 * `path: item`, and inside an `<item>` stands another `<item>`, as a variant. It is read as part of
 * the outer record. If it has a key and a name of its own it looks like an article that is never sent,
 * so the first such row of a file is told.
 */
export function withNestedRecords({
  source,
  reader,
  map,
}: Pick<Checked, 'source' | 'reader' | 'map'>): Checked['map'] {
  const { format, path = '', mapping } = source;
  const element = path.split('/').at(-1)?.split(':').at(-1)?.trim() ?? '';
  const [key = '', name = ''] = [mapping.externalId, mapping.name].map(
    (field) => field && columnsOf(field)[0],
  );
  if (format !== 'xml' || element === '' || key === '') return map;
  let looked = 0;
  let isReported = false;
  const inner: { readonly index: number; readonly place: string }[] = [];
  // Columns are still added while the file is read, so those that are new are looked at with each row.
  const look = (): void => {
    for (; looked < reader.columns.length; looked += 1) {
      const column = reader.columns[looked] ?? '';
      if (!isInside(column, `${element}/${key}`)) continue;
      inner.push({ index: looked, place: column.slice(0, column.length - key.length) });
    }
  };
  return (record) => {
    const mapped = map(record);
    if (isReported || mapped.kind !== 'row') return mapped;
    look();
    const { cells = [], notes } = mapped;
    const has = (column: string): boolean => cells[reader.columns.indexOf(column)] !== undefined;
    const found = inner.find(
      ({ index, place }) => cells[index] !== undefined && (name === '' || has(place + name)),
    );
    if (found === undefined) return mapped;
    isReported = true;
    return { ...mapped, notes: [...notes, nested(found.place, element)] };
  };
}

function isInside(column: string, end: string): boolean {
  const plain = column.replaceAll(/\[\d+\]/g, '');
  return plain === end || plain.endsWith(`/${end}`);
}

function nested(place: string, element: string): Complaint {
  const inner = place.replaceAll(/\[\d+\]/g, '').slice(0, -1);
  const path = inner.includes('/') ? inner : `${element}/${inner}`;
  return complaintOf({
    code: 'ROW_NESTED',
    column: inner,
    rule: `is an article within the article: it is part of this row and not sent as an article on its own (path: ${path} would read such ones alone).`,
  });
}
