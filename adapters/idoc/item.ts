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
}

/** Item added, changed, cancelled. */
const actions: Readonly<Record<OrderChange, string>> = { new: '001', changed: '002', ended: '003' };
const positionsMax = 999_999;

/** spec "Order line fields". */
export function item(document: OrderDocument, line: Fields, place: ItemPlace): XmlElement {
  const position = place.index + 1;
  if (position > positionsMax) cannotHold(document, `it has more than ${positionsMax} lines.`);
  const quantity = takeDecimal(line, 'quantity', fits('E1EDP01', 'MENGE'));
  if (quantity === undefined)
    return cannotHold(document, `line ${position} has no quantity of 15 characters at most.`);
  const fields = {
    POSEX: String(position).padStart(6, '0'),
    ACTION: actions[document.change],
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
