import type { Complaint } from '../../domain/complaint.ts';

/** A spreadsheet makes the eighth of October of the article number `10-8`, and what was typed is lost (quirk 24). */
export function dateCode(shown: string, moment: string): Complaint {
  const whole = shown === moment ? '' : ` (${moment})`;
  return {
    code: 'ROW_KEY_INVALID',
    value: shown,
    rule: `is a date${whole} that a spreadsheet has made of the text in the cell.`,
    remedy:
      'Format the column as text and enter the article number or barcode again: the original value is lost.',
  };
}
