import type { MappedField } from '../../config/declaration.ts';
import type { CellKind, Cells } from '../../domain/cells.ts';
import { type DoubtfulCell, doubtfulWord } from './doubtful-word.ts';
import {
  type ComputedNumber,
  type FieldFault,
  type FieldText,
  type Own,
  textOf,
} from './field-text.ts';
import { createListedWords } from './listed-words.ts';

/** The kind of the cell among them that the text stands in. */
export type KindIn = (text: string, cells: Cells) => CellKind;

interface Means {
  readonly own: Own;
  readonly kindIn: KindIn;
}

/**
 * By the steps translate, otherwise and strict of the field,
 * and prepend and append; `column` is what a complaint names.
 */
export function translatedBy(
  field: MappedField,
  column: string,
  { own, kindIn }: Means,
): (text: string, cells: Cells) => FieldText {
  const table = tableOf(field, own);
  const unlisted = unlistedBy(field, column, own);
  if (table.size === 0) return unlisted;
  const { otherwise } = field;
  const meanings = new Map([...table].map(([from, to]) => [from, textOf(to)]));
  const words = createListedWords(meanings, otherwise && textOf(own(otherwise)));
  return (text, cells) => {
    const exact = table.get(text);
    if (exact !== undefined) return exact;
    const found = words.find(text, kindIn(text, cells));
    if (found === undefined) return unlisted(text);
    if ('word' in found) return table.get(found.word) ?? unlisted(text);
    return isReported(found, field)
      ? doubtful({ column, value: text, doubt: found })
      : unlisted(text);
  };
}

/** Of two translations of one text the first counts. */
export function tableOf(
  { translate }: MappedField,
  own: Own,
): Map<string, string | ComputedNumber> {
  return new Map(translate.map(({ from, to }) => [from, own(to)] as const).reverse());
}

function unlistedBy(field: MappedField, column: string, own: Own): (text: string) => FieldText {
  const { prepend, append, otherwise, strict } = field;
  if (otherwise !== undefined) {
    const other = own(otherwise);
    return () => other;
  }
  return strict ? (text) => untranslated(column, text) : (text) => `${prepend}${text}${append}`;
}

/**
 * Told only if the text would be changed unseen: without `otherwise` it is sent as it is, and whoever reads it sees it.
 */
function isReported({ why }: DoubtfulCell['doubt'], { otherwise }: MappedField): boolean {
  return otherwise !== undefined || why === 'truth' || why === 'number';
}

function doubtful(cell: DoubtfulCell): FieldFault {
  return { complaint: doubtfulWord(cell, 'translate') };
}

function untranslated(column: string, value: string): FieldFault {
  const rule = 'has no translation.';
  const remedy = 'Add it to translate: of the field.';
  return { complaint: { code: 'ROW_TRANSLATION', column, value, rule, remedy } };
}
