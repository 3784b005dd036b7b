import { Buffer } from 'node:buffer';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Segment, type Syntax, segment, segmentText, syntaxFor } from './segment.ts';

/** Data element 0074 has six digits. */
const segmentsMax = 999_999;

/** The message in its envelope, with the bytes of its character set and without line breaks. */
export function interchange(order: OrderDocument, message: readonly Segment[]): Uint8Array {
  const reference = String(order.sequence);
  const count = message.length + 2;
  if (count > segmentsMax)
    cannotHold(order, `it has ${count} segments, and EDIFACT allows ${segmentsMax}.`);
  const syntax = syntaxFor(message);
  const segments = [
    header(order, syntax),
    segment('UNH', [reference, ['ORDERS', 'D', '96A', 'UN']]),
    ...message,
    segment('UNT', [String(count), reference]),
    segment('UNZ', ['1', reference]),
  ];
  const text = segments.map((one) => segmentText(one, syntax)).join('');
  return bytesOf(`UNA${syntax.advice}${text}`, syntax);
}

const dateLength = 8;
const timeLength = 4;

/** Version 3 writes the year with two digits, version 4 with four. */
function header({ sequence, writtenAt }: OrderDocument, syntax: Syntax): Segment {
  const moment = new Date(writtenAt).toISOString().replaceAll(/\D/g, '');
  const date = moment.slice(syntax.version === '3' ? 2 : 0, dateLength);
  const time = moment.slice(dateLength, dateLength + timeLength);
  return segment('UNB', [
    [syntax.identifier, syntax.version],
    'STOCKHAND',
    'ERP',
    [date, time],
    String(sequence),
  ]);
}

function bytesOf(text: string, { identifier }: Syntax): Uint8Array {
  if (identifier === 'UNOY') return new TextEncoder().encode(text);
  return Buffer.from(text, 'latin1');
}
