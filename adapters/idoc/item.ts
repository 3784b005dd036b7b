import type { OrderChange, OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { unitCode } from '../order/unit.ts';
import type { XmlElement } from '../xml/document.ts';
import { oneLine } from './party.ts';
import { fits, segment } from './segment.ts';
import { textOf } from './text.ts';

interface ItemPlace {
  readonly index: number;
  readonly currency: string;
  /** The order's requestedDeliveryDate as `20260203`. */
  readonly wanted: string | undefined;
  readonly action: string;
}

/** Item added, changed, cancelled. */
const added = '001';
const cancelled = '003';
const actions: Readonly<Record<OrderChange, string>> = {
  new: added,
  changed: '002',
  ended: cancelled,
};
const positionsMax = 999_999;

/**
 * An item is known by its place. A change leaves the items as they are that it does not name, so it also adds the places
 * that the file before did not have, and cancels those that this one no longer has.
 */
export function items(
  document: OrderDocument,
  lines: readonly Fields[],
  place: Omit<ItemPlace, 'index' | 'action'>,
): readonly XmlElement[] {
  const before = linesBefore(document, lines.length);
  const gone = Array.from({ length: Math.max(before - lines.length, 0) }, (_, index) =>
    segment('E1EDP01', { POSEX: positionOf(lines.length + index), ACTION: cancelled }),
  );
  return [
    ...lines.map((line, index) => {
      const action = index < before ? actions[document.change] : added;
      return item(document, line, { ...place, index, action });
    }),
    ...gone,
  ];
}

/** How many lines the file before had: `changed` names each whole line that came or went (`lines[2]`). */
function linesBefore({ changed }: OrderDocument, now: number): number {
  const whole = changed.filter(({ field }) => /^lines\[\d+\]$/.test(field));
  const count = (side: 'from' | 'to') => whole.filter((each) => each[side] === null).length;
  return now - count('from') + count('to');
}

function positionOf(index: number): string {
  return String(index + 1).padStart(6, '0');
}

/** spec "Order line fields". */
function item(document: OrderDocument, line: Fields, place: ItemPlace): XmlElement {
  const position = place.index + 1;
  if (position > positionsMax) cannotHold(document, `it has more than ${positionsMax} lines.`);
  const quantity = takeDecimal(line, 'quantity', fits('E1EDP01', 'MENGE'));
  if (quantity === undefined)
    return cannotHold(document, `line ${position} has no quantity of 15 characters at most.`);
  const fields = {
    POSEX: positionOf(place.index),
    ACTION: place.action,
    MENGE: quantity,
    MENEE: takeUnit(line),
    VPREI: takeDecimal(line, 'unitPrice', fits('E1EDP01', 'VPREI')),
    PEINH: '1',
    NETWR: takeDecimal(line, 'lineTotal', fits('E1EDP01', 'NETWR')),
    CURCY: line.take('currency', fits('E1EDP01', 'CURCY')) ?? place.currency,
  };
  const below = [
    ...tax(line),
    segment('E1EDP20', { WMENG: quantity, EDATU: place.wanted }),
    ...products(line),
  ];
  return segment('E1EDP01', fields, [...below, textOf('P', line.rest())]);
}

/** The supplier's own words stay in the text of the item: SAP knows only codes. */
function takeUnit(line: Fields): string | undefined {
  const word = line.take('unitOfMeasure', (text) => unitCode(text, 'edifact') !== undefined);
  return unitCode(word ?? '', 'edifact');
}

function tax(line: Fields): readonly XmlElement[] {
  const rate = takeDecimal(line, 'vatRate', fits('E1EDP04', 'MSATZ'));
  const amount = takeDecimal(line, 'vatAmount', fits('E1EDP04', 'MWSBT'));
  if (rate === undefined && amount === undefined) return [];
  return [segment('E1EDP04', { MSATZ: rate, MWSBT: amount })];
}

/** Qualifier 002: the vendor's material number; 001: the customer's, here the marketplace's id. */
function products(line: Fields): readonly XmlElement[] {
  const isShort = fits('E1EDP19', 'IDTNR');
  const [own, theirs] = [line.take('sellerExternalId', isShort), line.take('productId', isShort)];
  const name = line.take('productName', fits('E1EDP19', 'KTEXT'));
  return [
    segment('E1EDP19', { QUALF: '002', IDTNR: own, KTEXT: oneLine(name) }),
    ...(theirs === undefined ? [] : [segment('E1EDP19', { QUALF: '001', IDTNR: theirs })]),
  ];
}
