import type { Field } from '../order/fields.ts';
import { lengthOf, piecesOf } from '../order/text.ts';
import { element, leaf, type XmlPart } from '../xml/document.ts';

/** The lengths of the 2.10 schema. */
export const lengths = {
  name: 255,
  text: 255,
  value: 1_000,
  comment: 3_000,
  key: 40,
  productKey: 80,
};

/** СуммаТип: two places, 18 digits. Zeros behind them say nothing. */
export function isAmount(text: string): boolean {
  return /^-?\d{1,16}(?:\.\d{0,2}0*)?$/.test(text);
}

/** ЗначениеРеквизита: a name with its text, in as many values as its length needs. */
export function property({ name, text }: Field): XmlPart {
  const isName = lengthOf(name) <= lengths.name;
  const values = piecesOf(isName ? text : `${name}: ${text}`, lengths.value);
  return element('ЗначениеРеквизита', [
    leaf('Наименование', isName ? name : 'field'),
    ...values.map((value) => leaf('Значение', value)),
  ]);
}

/** The part of a name that fits; the whole stays among the properties. */
export function shown(text: string): string {
  return piecesOf(text, lengths.name)[0] ?? '';
}

interface Tax {
  readonly amount: string | undefined;
  readonly rate?: string | undefined;
}

/** VAT is never part of the amounts beside it: the service's totals are net. */
export function taxes({ amount, rate }: Tax): XmlPart {
  if (amount === undefined) return undefined;
  return element('Налоги', [
    element('Налог', [
      leaf('Наименование', 'НДС'),
      leaf('УчтеноВСумме', 'false'),
      leaf('Сумма', amount),
      leaf('Ставка', rate),
    ]),
  ]);
}
