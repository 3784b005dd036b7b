import { shownValue } from '../domain/complaint.ts';
import { allNumberFields } from '../domain/product.ts';
import { numberExamples } from '../domain/quantity.ts';
import { type Column, writtenCells } from './column.ts';
import { byBlanksIn, type NumbersGuess, numbersOf } from './number-style.ts';
import { matchName } from './words.ts';

/** How numbers are written in the columns that may be mapped as numbers; if these do not tell, in all others. */
export function numbersIn(columns: readonly Column[]): NumbersGuess | undefined {
  const mapped = columns.filter(({ name }) =>
    allNumberFields.some((field) => matchName(name, field)),
  );
  const cells = mapped.flatMap(writtenCells);
  const others = (): NumbersGuess | undefined => ofOthers(mapped, columns);
  return numbersOf(cells) ?? byBlanksIn(cells, others()) ?? thousandsIn(mapped) ?? others();
}

/** 1.250 can be read in two ways. */
const grouped = /^[+-]?\d{1,3}([.,])\d{3}-?$/;
const wholeBelowThousand = /^[1-9]\d{0,2}$/;
const wholeFromThousand = /^\d{4,}$/;

/** A column with three decimals writes 870 as 870.000: beside a bare 870 the 1.250 is a thousand. */
function thousandsIn(columns: readonly Column[]): NumbersGuess | undefined {
  for (const column of columns) {
    const cells = writtenCells(column);
    const [cell, mark = ''] = cells.map((one) => grouped.exec(one)).find(Boolean) ?? [];
    const whole = cells.find((one) => wholeBelowThousand.test(one));
    if (cell === undefined || whole === undefined) continue;
    if (cells.some((one) => wholeFromThousand.test(one))) continue;
    const example = mark === '.' ? '1.234,56' : '1,234.56';
    const style = numberExamples[example];
    if (style === undefined) throw new RangeError('Both are examples of numbers.');
    const doubt = `beside ${whole}, ${column.name} seems to write thousands as ${cell}`;
    return { example, style, shownBy: cell, doubt };
  }
  return undefined;
}

/**
 * A price of 3,99 tells how the stock is probably written. But if the stock itself can be read in two ways (1.250), a
 * person has to look.
 */
function ofOthers(mapped: readonly Column[], all: readonly Column[]): NumbersGuess | undefined {
  const found = numbersOf(all.flatMap(writtenCells));
  if (found === undefined) return undefined;
  const teller = all.find((column) => writtenCells(column).includes(found.shownBy));
  for (const column of mapped) {
    const cell = writtenCells(column).find((one) => grouped.test(one));
    if (cell === undefined) continue;
    const doubt = `only ${shownValue(teller?.name ?? '')} shows how numbers are written; ${cell} in ${column.name} can be read in two ways`;
    return { ...found, doubt };
  }
  return found;
}
