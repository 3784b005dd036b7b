import type { Field } from '../order/fields.ts';
import { element, leaf, type XmlPart } from '../xml/document.ts';

/** The DTD wants a language, and the service names none. */
const language = 'en';

export function inLanguage(name: string, text: string): XmlPart {
  return leaf(name, text, { 'xml:lang': language });
}

export function money(amount: string, currency: string): XmlPart {
  return leaf('Money', amount, { currency });
}

/** A cost with a description, as Shipping and Tax want it; left out without an amount. */
export function cost(
  name: string,
  amount: string | undefined,
  { currency, description }: { readonly currency: string; readonly description: string },
): XmlPart {
  if (amount === undefined) return undefined;
  return element(name, [money(amount, currency), inLanguage('Description', description)]);
}

/** What the format has no element for, by the name that the service or the JSON file has for it. */
export function extrinsic({ name, text }: Field): XmlPart {
  return leaf('Extrinsic', text, { name });
}
