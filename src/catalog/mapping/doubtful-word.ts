import type { Complaint } from '../../domain/complaint.ts';
import type { Doubt } from './listed-words.ts';
import { differenceOf } from './spellings.ts';

/** Where words are listed: what is in doubt there, and what to do. */
const places = {
  translate: {
    of: 'of translate:',
    inDoubt: '.',
    open: ', and translate: does not say what it becomes.',
    add: 'Add it to translate: of the field as it is written here, with what it becomes.',
    other: 'if it is another value, add it to translate: of the field.',
  },
  where: {
    of: 'of where:',
    inDoubt: ', so it is not clear whether the row is used.',
    open: ', and where: does not say whether such a row is used.',
    add: 'Name it in where: of the source as it is written here, with in: or notIn:; if it is another value, write the condition as expression:.',
    other: 'if it is another value, write the condition as expression:.',
  },
} as const;

/** A cell of which it is in doubt whether it is a listed word (fault 6). */
export interface DoubtfulCell {
  readonly column: string;
  readonly value: string;
  readonly doubt: Doubt;
}

/** Rejects such a cell: taken for another word it might put a blocked or discontinued article on sale. */
export function doubtfulWord(
  { column, value, doubt }: DoubtfulCell,
  place: keyof typeof places,
): Complaint {
  const { open, of, inDoubt, add, other } = places[place];
  if (doubt.why === 'letters') {
    const rule = `is "${doubt.meant}" ${of} ${differenceOf(value, doubt.meant)}${inDoubt}`;
    const remedy = `Correct encoding: of the source, or the text in the ERP; ${other}`;
    return { code: 'ROW_CHARACTER', column, value, rule, remedy };
  }
  if (doubt.why === 'case') {
    const rule = `is "${doubt.meant}" ${of} with other capitals or blanks${inDoubt}`;
    return { code: 'ROW_WORD', column, value, rule, remedy: add };
  }
  if (doubt.why === 'writing') {
    const rule = `seems to mean "${doubt.meant}" ${of}, written in another way${inDoubt}`;
    return { code: 'ROW_WORD', column, value, rule, remedy: add };
  }
  const rule = `is a ${doubt.why === 'truth' ? 'true/false' : 'number'} cell${open}`;
  return { code: 'ROW_WORD', column, value, rule, remedy: add };
}
