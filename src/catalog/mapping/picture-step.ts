import { complaintOf } from '../../domain/complaint.ts';
import { picturePathFault } from '../../domain/picture-path.ts';
import type { BoundField } from './field.ts';
import { isFault, textOf } from './field-text.ts';
import type { Row } from './mapped-row.ts';

export function pictureStep({ column, read }: BoundField): (row: Row) => void {
  return (row) => {
    const stated = read(row.cells);
    if (isFault(stated)) {
      row.complain(stated.complaint);
      return;
    }
    const text = textOf(stated);
    if (text === '') return;
    row.picture = text;
    const fault = picturePathFault(text);
    if (fault !== undefined)
      row.note(complaintOf({ code: 'PICTURE_PATH', column, value: text, rule: fault }));
  };
}
