import { group, leaf, type XmlAttributes, type XmlPart } from '../xml/document.ts';

/** A basic component: a value. */
export function cbc(
  name: string,
  text: string | undefined,
  attributes: XmlAttributes = {},
): XmlPart {
  return leaf(`cbc:${name}`, text, attributes);
}

/** An aggregate component: left out when nothing is in it. */
export function cac(name: string, parts: readonly XmlPart[]): XmlPart {
  return group(`cac:${name}`, parts);
}

/** UBL has no amount without a currency. */
export function amount(name: string, text: string | undefined, currency: string): XmlPart {
  return cbc(name, text, { currencyID: currency });
}

export const vatScheme: XmlPart = cac('TaxScheme', [cbc('ID', 'VAT')]);

const namespace = 'urn:oasis:names:specification:ubl:schema:xsd:';

export function namespacesOf(kind: string): XmlAttributes {
  return {
    xmlns: `${namespace}${kind}-2`,
    'xmlns:cac': `${namespace}CommonAggregateComponents-2`,
    'xmlns:cbc': `${namespace}CommonBasicComponents-2`,
  };
}
