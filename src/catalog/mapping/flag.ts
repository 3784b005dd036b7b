import type { MappedField } from '../../config/declaration.ts';
import { yesOrNo } from '../../domain/yes-no.ts';
import type { Value } from './values.ts';

const states: ReadonlyMap<string, boolean> = new Map([
  ['active', true],
  ['aktiv', true],
  ['inactive', false],
  ['inaktiv', false],
]);

export function flag(text: string, column: string): Value<boolean> {
  const value = meaningOf(text);
  if (value !== undefined) return { value };
  const remedy = 'Add it to translate: of the field with true or false.';
  return {
    complaint: { code: 'ROW_FLAG', column, value: text, rule: 'is neither yes nor no.', remedy },
  };
}

/**
 * A table that turns a usual word round, as `J: false` of a column of blocked articles, stands alone: `Ja` or `1` would be
 * read the other way there, and put a blocked article on sale (quirk 37).
 */
export function asFlag(field: MappedField): MappedField {
  const isTurned = field.translate.some(({ from, to }) => {
    const [was, is] = [meaningOf(from), meaningOf(to)];
    return was !== undefined && is !== undefined && was !== is;
  });
  return isTurned ? { ...field, strict: true } : field;
}

function meaningOf(text: string): boolean | undefined {
  return yesOrNo(text) ?? states.get(text.toLowerCase());
}
