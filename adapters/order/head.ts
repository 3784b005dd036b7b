import type { OrderDocument } from '../../src/domain/order-document.ts';
import type { Field } from './fields.ts';

/** What the file itself is, under the names that the JSON file has for it (contract section 4). */
export function headFields(document: OrderDocument): readonly Field[] {
  const { orderId, version, sequence, change, status, origin, writtenAt } = document;
  const fields = {
    orderId,
    version,
    sequence,
    previousSequence: document.previousSequence ?? undefined,
    reissueOf: document.reissueOf,
    change,
    status,
    origin,
    writtenAt,
  };
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : { name, text: String(value) },
  );
}

/** `changed`, one text each: `quantity: 2 -> 3`. Plain letters, so that Latin-1 files stay Latin-1. */
export function changeFields({ changed }: OrderDocument): readonly Field[] {
  return changed.map(({ field, from, to }) => ({
    name: 'changed',
    text: `${field}: ${from ?? ''} -> ${to ?? ''}`,
  }));
}

/** `status: PLACED`, for formats that have only free text. */
export function inWords({ name, text }: Field): string {
  return `${name}: ${text}`;
}

/** Lines that a document kind has no place for, as fields of the order: `lines[0].quantity`. */
export function lineFields(lines: readonly { rest(): readonly Field[] }[]): readonly Field[] {
  return lines.flatMap((line, index) =>
    line.rest().map(({ name, text }) => ({ name: `lines[${index}].${name}`, text })),
  );
}
