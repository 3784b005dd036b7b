import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import type { Field } from '../order/fields.ts';
import { inWords } from '../order/head.ts';
import { prosePieces, type Segment, segment } from './segment.ts';

/** FTX has five literals of 70 characters; D.96A allows 99 FTX in the head and in each line. */
const literalLength = 70;
const literalsMax = 5;
const segmentsMax = 99;

interface Texts {
  readonly fields: readonly Field[];
  /** Keys, which must not be left out for want of room; no number is either. */
  readonly isNeeded: (name: string) => boolean;
}

/**
 * `name: text`, one number a text: the FTX of one number belong together. What is needed comes first; prose that
 * finds no room is named in a last FTX, and an order whose needed fields find none is refused.
 */
export function freeText(order: OrderDocument, { fields, isNeeded }: Texts): readonly Segment[] {
  const mustStay = ({ name, text }: Field): boolean => isNeeded(name) || isNumber(text);
  const needed = fields.filter(mustStay);
  const others = fields.filter((field) => !mustStay(field));
  const segments: Segment[] = [];
  const left: Field[] = [];
  let number = 0;
  for (const field of [...needed, ...others]) {
    const own = segmentsOf(inWords(field), number + 1);
    if (segments.length + own.length >= segmentsMax) left.push(field);
    else {
      segments.push(...own);
      number += 1;
    }
  }
  const missing = left.find(mustStay);
  if (missing !== undefined) cannotHold(order, `${missing.name} is longer than EDIFACT allows.`);
  return left.length === 0 ? segments : [...segments, notHeld(left, number + 1)];
}

function isNumber(text: string): boolean {
  return /^-?[\d.]+$/.test(text);
}

function segmentsOf(text: string, number: number): readonly Segment[] {
  const pieces = prosePieces(text, literalLength);
  const count = Math.ceil(pieces.length / literalsMax);
  return Array.from({ length: count }, (_, index) =>
    ftx(pieces.slice(index * literalsMax, (index + 1) * literalsMax), number),
  );
}

/** `ZZZ`: the numbers are ours and in no code list. */
function ftx(literals: readonly string[], number: number): Segment {
  return segment('FTX', ['AAI', undefined, [String(number), undefined, 'ZZZ'], literals]);
}

function notHeld(left: readonly Field[], number: number): Segment {
  const names = left.map(({ name }) => name).join(', ');
  const text = `notHeld: ${left.length}: ${names}`;
  return ftx(prosePieces(text, literalLength).slice(0, literalsMax), number);
}
