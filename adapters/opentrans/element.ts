import type { Field } from '../order/fields.ts';
import { element, leaf, type XmlPart } from '../xml/document.ts';

/** Elements that openTRANS takes over from BMEcat are in its namespace. */
export function bme(name: string, text: string | undefined, type?: string): XmlPart {
  return leaf(`bme:${name}`, text, { type });
}

/** What the format has no element for, in the fields that it leaves to the user: `UDX.STOCKHAND.VERSION`. */
export function headUdx({ name, text }: Field): XmlPart {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return leaf(`UDX.STOCKHAND.${words}`, text);
}

/** A field of the service by its own name, which may be any text. */
export function fieldUdx({ name, text }: Field): XmlPart {
  return leaf('UDX.STOCKHAND.FIELD', text, { name });
}

export function dateRange(date: string | undefined): XmlPart {
  if (date === undefined) return undefined;
  return element('DELIVERY_DATE', [
    leaf('DELIVERY_START_DATE', date),
    leaf('DELIVERY_END_DATE', date),
  ]);
}
