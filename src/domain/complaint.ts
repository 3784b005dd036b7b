import { type Code, codes } from './codes.ts';

/**
 * Bad data, returned and never thrown (law 10): what stands where, which rule it breaks, what to do.
 * `value` is cut for display; `row` counts as ExportRecord.row.
 */
export interface Complaint {
  readonly code: Code;
  readonly file?: string;
  readonly row?: number;
  readonly column?: string;
  readonly value?: string;
  /** The rule in a plain sentence, with the limit's number where it has one. */
  readonly rule: string;
  /** What the person does next. */
  readonly remedy: string;
  /** Where the elements may stand instead, for a tree whose path is missing or wrong. */
  readonly paths?: readonly string[];
}

/** Where the place has nothing better to say, the code says what to do. */
export interface ComplaintParts extends Omit<Complaint, 'remedy'> {
  readonly remedy?: string;
}

export function complaintOf(parts: ComplaintParts): Complaint {
  return { remedy: codes[parts.code].remedy, ...parts };
}

const longestShownValue = 120;

/** One line for people: `artikel.csv, row 812, column "Bestand", "12 St.": is not a number. Remove the unit.` */
export function complaintText(complaint: Complaint): string {
  const place = [
    complaint.file,
    complaint.row === undefined ? undefined : `row ${complaint.row}`,
    complaint.column === undefined ? undefined : `column "${complaint.column}"`,
    complaint.value === undefined ? undefined : `"${shownValue(complaint.value)}"`,
  ].filter((part) => part !== undefined);
  const where = place.length > 0 ? `${place.join(', ')}: ` : '';
  return `${where}${complaint.rule} ${complaint.remedy}`;
}

/** Cut and without what steers: texts of others never steer a terminal or a log (fault 118). */
export function shownValue(value: string): string {
  const plain = shownText(value);
  return plain.length > longestShownValue ? `${plain.slice(0, longestShownValue)}…` : plain;
}

/**
 * Control characters, further line ends, and what turns the direction of all that follows (U+202E): with it a text of
 * others would write our own sentence backwards.
 */
const steering = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Not cut: a sentence of ours, whose remedy is at its end, with values of others that are cut already. */
export function shownText(text: string): string {
  return text.replace(steering, '␣');
}

/** As `shownText`, of a text of ours that has lines and tabs. */
export function shownLines(text: string): string {
  return text.replace(steering, (sign) => (sign === '\n' || sign === '\t' ? sign : '␣'));
}
