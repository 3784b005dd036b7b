import type { Complaint } from '../../domain/complaint.ts';

/** A field's text after all its steps; what an expression has computed; or why the row has no value for it. */
export type FieldText = string | ComputedNumber | FieldFault;

/** Written as 1234.5, however the file writes its numbers. */
export interface ComputedNumber {
  readonly number: string;
}

export interface FieldFault {
  readonly complaint: Complaint;
}

/** Of a text that was read, or of a value that was made of it. */
export function isFault(stated: object | string | undefined): stated is FieldFault {
  return typeof stated === 'object' && 'complaint' in stated;
}

/** What a field makes of a text of its own configuration: a default, a constant or what a text is translated to. */
export type Own = (text: string) => string | ComputedNumber;

export function textOf(stated: string | ComputedNumber): string {
  return typeof stated === 'string' ? stated : stated.number;
}
