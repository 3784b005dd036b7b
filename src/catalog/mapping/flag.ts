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
 * In a column `blocked` the mapping says `J: false`. There `Ja` or `1` mean inactive, too, but as usual
 * words they would be read as true and put a blocked article on sale. So where a usual word is turned
 * round only listed words count (quirk 37).
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
