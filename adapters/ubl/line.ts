import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from '../order/cannot-hold.ts';
import { isZero } from '../order/decimal.ts';
import { type Fields, takeDecimal } from '../order/fields.ts';
import { unitCode } from '../order/unit.ts';
import type { XmlPart } from '../xml/document.ts';
import { amount, cac, cbc, vatScheme } from './element.ts';

/** The code of Recommendation 20 for a unit that has none there; the supplier's own word is beside it. */
const mutuallyDefined = 'ZZ';

/** spec "Order line fields"; the order's currency counts where a line names none. */
export function orderLine(
  document: OrderDocument,
  line: Fields,
  { index, currency: orderCurrency }: { readonly index: number; readonly currency: string },
): XmlPart {
  const take = (name: string): string | undefined => takeDecimal(line, name);
  const currency = line.take('currency') ?? orderCurrency;
  const quantity =
    take('quantity') ?? cannotHold(document, `line ${index + 1} has no usable quantity.`);
  const unit = line.take('unitOfMeasure', (word) => unitCode(word, 'ubl') !== undefined);
  return cac('OrderLine', [
    cac('LineItem', [
      cbc('ID', line.take('id') ?? String(index + 1)),
      cbc('Quantity', quantity, { unitCode: unitCode(unit ?? '', 'ubl') ?? mutuallyDefined }),
      amount('LineExtensionAmount', take('lineTotal'), currency),
      amount('TotalTaxAmount', take('vatAmount'), currency),
      cac('Price', [amount('PriceAmount', take('unitPrice'), currency)]),
      item(line),
    ]),
  ]);
}

function item(line: Fields): XmlPart {
  const productId = line.take('sellerExternalId');
  const name = line.take('productName');
  return cac('Item', [
    cbc('Name', name ?? productId ?? 'unknown'),
    cac('SellersItemIdentification', [cbc('ID', productId)]),
    taxCategory(takeDecimal(line, 'vatRate')),
    ...line
      .rest()
      .map((field) =>
        cac('AdditionalItemProperty', [cbc('Name', field.name), cbc('Value', field.text)]),
      ),
  ]);
}

/** `S` is the standard category; nought per cent may be several, so none is claimed. */
function taxCategory(percent: string | undefined): XmlPart {
  if (percent === undefined) return undefined;
  return cac('ClassifiedTaxCategory', [
    cbc('ID', isZero(percent) ? undefined : 'S'),
    cbc('Percent', percent),
    vatScheme,
  ]);
}
